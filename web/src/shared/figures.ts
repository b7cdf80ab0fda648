/** Percentages and dates in the reader's language. */

import { currentLanguage } from "../texts/texts.svelte.ts";

export function percent(share: number): string {
  return new Intl.NumberFormat(currentLanguage(), { style: "percent" }).format(share);
}

/** The date of a record (`2026-11-15`), or the text unchanged if it is not a date. */
export function day(written: string): string {
  const found = /^(\d{4})-(\d\d)-(\d\d)$/.exec(written);
  if (!found) return written;
  const [year = 0, month = 1, date = 1] = found.slice(1).map(Number);
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "long" }).format(new Date(year, month - 1, date));
}
