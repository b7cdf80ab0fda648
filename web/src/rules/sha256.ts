export { drawnFirst } from "../../engine/src/game/first.ts";
export { sha256 } from "../../engine/src/sha256.ts";
