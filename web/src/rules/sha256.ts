export { sha256 } from "../../engine/src/sha256.ts";
