/** The nonces that this browser has committed to (F2), stored until the game begins so that a reload does not lose them. */

import { sha256 } from "../rules/sha256.ts";

const key = (table: string, seat: number): string => `holi.nonce.${table}.${seat}`;

/** Makes a seat's nonce and returns its commitment. */
export function promiseNonce(table: string, seat: number): string {
  const bytes = crypto.getRandomValues(new Uint8Array(32));
  const nonce = [...bytes].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  localStorage.setItem(key(table, seat), nonce);
  return sha256(`holi:${nonce}`);
}

export function promisedNonce(table: string, seat: number): string | null {
  return localStorage.getItem(key(table, seat));
}

export function forgetNonces(table: string): void {
  for (let seat = 0; seat < 4; seat++) localStorage.removeItem(key(table, seat));
}
