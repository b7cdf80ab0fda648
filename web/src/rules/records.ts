/** Saved games, which only some screens need. */

export {
  formatRecord,
  parseRecord,
  receiptDifferences,
  RecordError,
  recordFromGame,
  verifyRecord,
  type Difference,
  type GameRecord,
  type Receipt,
  type VerifiedRecord,
} from "../../engine/src/record/index.ts";
