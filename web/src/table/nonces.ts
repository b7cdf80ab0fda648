/** The nonces that this browser has committed to (F2), stored until the game begins so that a reload does not lose them. */

import { sha256 } from "../rules/sha256.ts";

const key = (table: string, seat: number): string => `holi.nonce.${table}.${seat}`;

/** The commitment of a seat's nonce, which is made unless there is one that nobody has seen: two tabs must promise the same. */
export function promiseNonce(table: string, seat: number): string {
  const nonce = promisedNonce(table, seat) ?? newNonce();
  localStorage.setItem(key(table, seat), nonce);
  return sha256(`holi:${nonce}`);
}

function newNonce(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  return [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

export function promisedNonce(table: string, seat: number): string | null {
  return localStorage.getItem(key(table, seat));
}

/** A nonce that has been revealed must not be promised again. */
export function forgetNonce(table: string, seat: number): void {
  localStorage.removeItem(key(table, seat));
}

export function forgetNonces(table: string): void {
  for (let seat = 0; seat < 4; seat++) forgetNonce(table, seat);
}
