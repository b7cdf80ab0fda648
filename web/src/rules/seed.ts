export { drawnFirst, newSeed } from "../../engine/src/seed.ts";
export { sha256 } from "../../engine/src/sha256.ts";
