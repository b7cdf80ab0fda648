/** Saved games, which only some screens need. */

export {
  formatRecord,
  parseRecord,
  receiptDifferences,
  RecordError,
  recordFromGame,
  verifyRecord,
  type Difference,
  type Receipt,
  type VerifiedRecord,
} from "../../engine/src/record/index.ts";
