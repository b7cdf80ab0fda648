/** Receipts (`holi-receipt/1`): what a client was shown before it gave its nonce, to hold a record against (F2). */

import type { GameRecord } from "./model.ts";
import { COMMITMENT, FIRST_DRAW, nonceCommitmentTag, nonceTag, RIVALRY_DRAW } from "./tags.ts";
import { NO_NONCE } from "./verifying.ts";

export const RECEIPT_FORMAT = "holi-receipt/1";

export interface Receipt {
  readonly format: typeof RECEIPT_FORMAT;
  readonly table: string;
  /** When it was shown, as ISO 8601 writes it. */
  readonly seen: string;
  /** The server's promise. */
  readonly commitment: string;
  /** The promises by place; null for a bot's. */
  readonly seats: readonly (string | null)[];
  /** The places of the receipt's owner; none for one who watched. */
  readonly yours: readonly number[];
  /** How many rivalry cards were to be drawn, or which were chosen. */
  readonly rivalry: number | readonly string[];
  /** How often the table started, this time included, as far as the client saw. */
  readonly starts: number;
  /** Whether it was to be drawn who begins; receipts of older pages do not say it. */
  readonly first?: "drawn" | "host";
}

/** What a record has otherwise than a receipt: the server's promise, that of a seat, rivalry cards, who begins, or everything. */
export type Difference = "commitment" | "rivalry" | "first" | "all" | number;

/** What the record has otherwise than the receipt; nothing if what was shown was kept. */
export function receiptDifferences(record: GameRecord, receipt: Receipt): readonly Difference[] {
  const { config } = record;
  const tag = new Map(Object.entries(record.tags));
  if (!tag.has(COMMITMENT) || config.players !== receipt.seats.length) return ["all"];
  const found: Difference[] = tag.get(COMMITMENT) === receipt.commitment ? [] : ["commitment"];
  receipt.seats.forEach((promise, place) => {
    const kept = promise === null ? tag.get(nonceTag(place)) === NO_NONCE : tag.get(nonceCommitmentTag(place)) === promise;
    if (!kept) found.push(record.seatOf(place));
  });
  const drawn = tag.get(RIVALRY_DRAW) ?? config.rivalry.join(" ");
  const agreed = typeof receipt.rivalry === "number" ? String(receipt.rivalry) : receipt.rivalry.join(" ");
  if (drawn !== agreed) found.push("rivalry");
  if (receipt.first !== undefined && (receipt.first === "drawn") !== tag.has(FIRST_DRAW)) found.push("first");
  return found;
}
