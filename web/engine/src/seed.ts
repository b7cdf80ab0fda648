/** What is made with and from a seed where no more of the engine is needed: a new one, and who begins. */

import { sha256 } from "./sha256.ts";

/** A seed nobody can guess. */
export function newSeed(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(32)), (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The place at the table that begins: the one with the smallest digest of `<seed>:first:<place>` (R2.3). */
export function drawnFirst(seed: string, players: number): number {
  const digests = Array.from({ length: players }, (_, place) => sha256(`${seed}:first:${place}`));
  return digests.indexOf([...digests].sort()[0] ?? "");
}
