/** Saved games: a text that a person can read and a program can play again and check (`holi-record/1`). */

export { RecordError } from "./errors.ts";
export { GameRecord, type Comment, type Lines, type RecordedTurn, type RecordFields } from "./model.ts";
export { LARGEST_RECORD, parseRecord, readRecord } from "./reading.ts";
export { RECEIPT_FORMAT, receiptDifferences, type Difference, type Receipt } from "./receipt.ts";
export { recordFromGame, replay, type ReplayStep } from "./replaying.ts";
export { FORMAT as RECORD_FORMAT } from "./tags.ts";
export { verifyRecord, type VerifiedRecord } from "./verifying.ts";
export { formatRecord } from "./writing.ts";
