/** At the end of a hosted game: whether its record is true, and fits what this browser saw before and during play. */

import { HoliError } from "../rules/engine.ts";
import { recordTrouble } from "../rules/record-trouble.ts";
import { parseRecord, receiptDifferences, verifyRecord, type Difference, type Receipt, type VerifiedRecord } from "../rules/records.ts";
import type { TurnLine } from "../wire/types.ts";

export type Verdict =
  /** Nobody could choose the shuffle; `starts` as in the receipt. */
  | { readonly kind: "proven" | "watched"; readonly starts: number }
  /** This browser has no receipt. */
  | { readonly kind: "none" }
  | { readonly kind: "differs" | "differs-watched"; readonly parts: readonly (Difference | "moves")[] }
  /** The record is false. */
  | { readonly kind: "untrue"; readonly why: string }
  /** There is no record. */
  | { readonly kind: "unknown" };

/** What to say of a record, beside a receipt, the actions that the page was told of and the seats that it played. */
export function verdictOf(text: string, receipt: Receipt | null, log: readonly TurnLine[], mine: readonly number[]): Verdict {
  let verified: VerifiedRecord;
  try {
    verified = verifyRecord(parseRecord(text));
  } catch (error) {
    if (error instanceof HoliError) return { kind: "untrue", why: recordTrouble(error) };
    throw error;
  }
  const { record } = verified;
  const moves = log.map(({ action }) => action);
  const played = record.actions.map(String);
  const same = moves.length === played.length && moves.every((move, at) => fits(move, played[at] ?? ""));
  if (receipt === null) return same ? { kind: "none" } : { kind: "differs", parts: ["moves"] };
  const parts: (Difference | "moves")[] = [...receiptDifferences(record, receipt), ...(same ? [] : ["moves" as const])];
  // A true draw is worth nothing if people were seated otherwise.
  const seated = receipt.yours.every((place) => mine.includes(record.seatOf(place)));
  if (!seated && parts.length === 0) parts.push("first");
  const watched = receipt.yours.length === 0;
  if (parts.length > 0) return { kind: watched ? "differs-watched" : "differs", parts };
  return { kind: watched ? "watched" : "proven", starts: receipt.starts };
}

/** Whether a move is the recorded one, as far as the page could see it: cards played face down were hidden. */
function fits(seen: string, recorded: string): boolean {
  return seen === recorded || (seen.startsWith("D?@") && seen === recorded.replace(/^D\d+@/, "D?@"));
}
