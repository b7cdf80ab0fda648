/** What this browser was shown before it gave its nonces (F2): kept with the table, for the end of the game. */

import type { Receipt } from "../rules/records.ts";
import type { TableState } from "../wire/types.ts";
import { commitmentOf, spendNonce, storedNonce } from "./nonces.ts";

const key = (table: string): string => `holi.receipt.${table}`;

export function receiptOf(table: string): Receipt | null {
  return JSON.parse(localStorage.getItem(key(table)) ?? "null") as Receipt | null;
}

/** A nonce that may be sent now. */
export interface Given {
  readonly seat: number;
  readonly nonce: string;
}

/**
 * Keeps what is shown at a start, and only then says which nonces may be sent.
 * Null if something was exchanged: then this browser takes no part in the start, and its receipt will not fit the record.
 */
export function keepReceipt(state: TableState): readonly Given[] | null {
  const { table, seats, nonce_commitments: shown } = state;
  const own = seats.flatMap(({ you }, seat) => (you ? ownNonces(table, seat, shown[seat] ?? null) : []));
  // What this browser has promised itself, it need not be told.
  const promised = shown.map((promise, seat) => own.find((each) => each.seat === seat)?.promise ?? promise);
  const before = receiptOf(table);
  const same = before?.commitment === state.commitment && String(before.seats) === String(promised);
  if (own.some(({ spent }) => spent) && !same) return null;
  // Those who only watch must have been shown it before anybody gave a nonce.
  if (!same && (own.length > 0 || !seats.some(({ given }) => given))) {
    const receipt: Receipt = {
      format: "holi-receipt/1",
      table,
      seen: new Date().toISOString(),
      commitment: state.commitment,
      seats: promised,
      yours: own.map(({ seat }) => seat),
      rivalry: state.settings.rivalry,
      first: state.settings.first,
      starts: (before?.starts ?? 0) + 1,
    };
    localStorage.setItem(key(table), JSON.stringify(receipt));
  }
  if (String(promised) !== String(shown)) return null;
  for (const { seat, spent } of own) if (!spent) spendNonce(table, seat);
  return own.filter(({ seat }) => !seats[seat]?.given);
}

interface Own extends Given {
  readonly promise: string;
  readonly spent: boolean;
}

/** The nonce of this browser for a seat: the one that the table shows, or else that which it should show; none if it has none. */
function ownNonces(table: string, seat: number, shown: string | null): readonly Own[] {
  const nonces = (["nonce", "spent"] as const).flatMap((pile) => {
    const nonce = storedNonce(table, seat, pile);
    return nonce === null ? [] : [{ seat, nonce, promise: commitmentOf(nonce), spent: pile === "spent" }];
  });
  return [nonces.find(({ promise }) => promise === shown) ?? nonces.slice(0, 1)].flat();
}
