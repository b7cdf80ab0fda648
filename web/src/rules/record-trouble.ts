/** What is wrong with a record, in the reader's words. */

import type { RecordError } from "./records.ts";
import { currentLanguage, t } from "../texts/texts.svelte.ts";

/** The engine's own sentence says most, but is in English. */
export function recordTrouble(error: Error): string {
  if (currentLanguage() === "en") return error.message;
  return isRecordError(error) ? t(`record.${error.fault}`, { line: error.line }) : t("replay.broken");
}

/** Told by its code, so that this does not load the reading of records. */
function isRecordError(error: Error): error is RecordError {
  return "code" in error && error.code === "bad-record";
}
