/** Saved games, which only some screens need. */

export { formatRecord, parseRecord, recordFromGame, verifyRecord, type VerifiedRecord } from "../../engine/src/record/index.ts";
