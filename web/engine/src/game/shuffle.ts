/** Seeds, shuffles and draws that anyone can recompute (F2). */

import { malformed, quoted } from "../errors.ts";
import { CARDS } from "../generated.ts";
import { sha256 } from "../sha256.ts";
import { rivalryCards } from "./cards.ts";

const SEED = /^[0-9a-f]{64}$/;

/** The seed, if it is 64 lower-case hex digits. */
export function parseSeed(text: unknown): string {
  if (typeof text !== "string" || !SEED.test(text)) {
    throw malformed(`${quoted(text)} is no seed; a seed is 64 lower-case hex digits`);
  }
  return text;
}

/** The seat's deck, top card first: the ids sorted by the digest of `<seed>:<seat>:<card>`. */
export function shuffledDeck(seed: string, seat: number): number[] {
  const ids = Array.from({ length: CARDS }, (_, i) => i + 1);
  return sortedByDigest(ids, (card) => `${seed}:${seat}:${card}`);
}

/** Rivalry cards drawn at random: ids sorted by digest, a second card of kind "rules" passed over (R2.2). */
export function drawnRivalry(seed: string, count: number): string[] {
  const cards = sortedByDigest(rivalryCards(), (card) => `${seed}:rivalry:${card.id}`);
  const firstRules = cards.find((card) => card.kind === "rules");
  const drawn = cards.filter((card) => card.kind !== "rules" || card === firstRules);
  return drawn.slice(0, count).map((card) => card.id);
}

function sortedByDigest<T>(items: readonly T[], text: (item: T) => string): T[] {
  const digests = new Map(items.map((item) => [item, sha256(text(item))]));
  return [...items].sort((a, b) => ((digests.get(a) ?? "") < (digests.get(b) ?? "") ? -1 : 1));
}

/** The digest by which a host or a client commits itself to a secret or nonce before play. */
export function commitment(secret: string): string {
  return sha256(`holi:${secret}`);
}

/** The seed of a hosted game from the host's secret and each seat's nonce. */
export function fairSeed(secret: string, nonces: readonly string[]): string {
  return sha256([secret, ...nonces].join(":"));
}
