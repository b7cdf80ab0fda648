/** The colour cards of a game's deck. */

import { COMPLETE, RIVALRY, type RivalryId } from "../wire/cards.ts";

/** A card's nine squares from top left to bottom right: `#` filled, `*` star, `.` blank. */
export function squaresOf(deck: unknown, card: number): string {
  const own = typeof deck === "object" && deck !== null && "cards" in deck ? (deck.cards as Record<string, string>) : COMPLETE;
  return (own[String(card)] ?? ".........").replaceAll("/", "");
}

export function isRivalry(id: string): id is RivalryId {
  return id in RIVALRY;
}
