/** The form that decks have, on their way to the server, in the browser's store and in files. */

import type { OwnDeck } from "../wire/types.ts";

export const CARD_IDS: readonly string[] = Array.from({ length: 13 }, (_, i) => String(i + 1));
export const BLANK = ".../.../...";

const FACE = /^[#*.]{3}\/[#*.]{3}\/[#*.]{3}$/;

/** Whether a text is three rows of three squares. */
export function isFace(text: unknown): text is string {
  return typeof text === "string" && FACE.test(text);
}

/** Whether something has the form of a deck; whether it can be played with, the server says. */
export function isDeck(value: unknown): value is OwnDeck {
  if (typeof value !== "object" || value === null) return false;
  const { name, cards } = value as Partial<Record<keyof OwnDeck, unknown>>;
  if (typeof name !== "string" || typeof cards !== "object" || cards === null) return false;
  return CARD_IDS.every((id) => isFace((cards as Record<string, unknown>)[id]));
}
