/** The format of decks: in configurations, kept in the browser and written to files. */

import type { OwnDeck } from "../wire/types.ts";

export const CARD_IDS: readonly string[] = Array.from({ length: 13 }, (_, i) => String(i + 1));
export const BLANK = ".../.../...";

const FACE = /^[#*.]{3}\/[#*.]{3}\/[#*.]{3}$/;

/** Whether a text is three rows of three squares. */
export function isFace(text: unknown): text is string {
  return typeof text === "string" && FACE.test(text);
}

/** Checks the format only; whether a deck can be played with, the rules decide. */
export function isDeck(value: unknown): value is OwnDeck {
  if (typeof value !== "object" || value === null) return false;
  const { name, cards } = value as Partial<Record<keyof OwnDeck, unknown>>;
  if (typeof name !== "string" || typeof cards !== "object" || cards === null) return false;
  return CARD_IDS.every((id) => isFace((cards as Record<string, unknown>)[id]));
}
