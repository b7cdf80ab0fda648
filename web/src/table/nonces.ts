/** The nonces that this browser has committed to (F2), stored until the game begins so that a reload does not lose them. */

import { newSeed, sha256 } from "../rules/seed.ts";

/** `spent`: those that have been sent. The server may know such a nonce, whatever it says, so it is never promised again. */
type Pile = "nonce" | "spent";
const key = (table: string, seat: number, pile: Pile): string => `holi.${pile}.${table}.${seat}`;

export const commitmentOf = (nonce: string): string => sha256(`holi:${nonce}`);

/** The commitment of a seat's nonce, which is made unless there is one that nobody has seen: two tabs must promise the same. */
export function promiseNonce(table: string, seat: number): string {
  const nonce = storedNonce(table, seat) ?? newSeed();
  localStorage.setItem(key(table, seat, "nonce"), nonce);
  return commitmentOf(nonce);
}

export function storedNonce(table: string, seat: number, pile: Pile = "nonce"): string | null {
  return localStorage.getItem(key(table, seat, pile));
}

/** The nonce of a seat is about to be sent. */
export function spendNonce(table: string, seat: number): void {
  localStorage.setItem(key(table, seat, "spent"), storedNonce(table, seat) ?? "");
  localStorage.removeItem(key(table, seat, "nonce"));
}

export function forgetNonces(table: string): void {
  for (let seat = 0; seat < 4; seat++) for (const pile of ["nonce", "spent"] as const) localStorage.removeItem(key(table, seat, pile));
}
