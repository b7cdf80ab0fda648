/** What the rules say of a deck. */

import { CARD_IDS } from "../cards/faces.ts";
import { deckProblems, type DeckFault } from "../rules/engine.ts";
import type { OwnDeck } from "../wire/types.ts";

/** What is wrong with a card or a name, or `fine`. */
export type Verdict = DeckFault | "fine";

export interface CheckedDeck {
  readonly name: Verdict;
  /** In the order of `CARD_IDS`. */
  readonly cards: readonly Verdict[];
  /** Whether it can be played with. */
  readonly ready: boolean;
}

export function checkDeck(deck: OwnDeck): CheckedDeck {
  const problems = deckProblems(deck);
  return {
    name: problems.some(({ code }) => code === "bad-name") ? "bad-name" : "fine",
    cards: CARD_IDS.map((id) => problems.find(({ card }) => String(card) === id)?.code ?? "fine"),
    ready: problems.length === 0,
  };
}
