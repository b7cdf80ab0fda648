/** The colour cards of a game's deck. */

import { COMPLETE } from "../rules/cards.ts";

/** A card's nine squares from top left to bottom right: `#` filled, `*` star, `.` blank. */
export function squaresOf(deck: unknown, card: number): string {
  const own = typeof deck === "object" && deck !== null && "cards" in deck ? (deck.cards as Record<string, string>) : COMPLETE;
  return (own[String(card)] ?? ".........").replaceAll("/", "");
}
