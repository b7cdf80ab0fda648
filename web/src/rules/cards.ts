/** The cards as data, which need no module. */

import { COMPLETE_DECK } from "../../engine/src/generated.ts";

export { RIVALRY } from "../../engine/src/generated.ts";

/** The faces of the deck that comes with the game, rows from top to bottom: `#` filled, `*` star. */
export const COMPLETE: Readonly<Record<string, string>> = Object.fromEntries(COMPLETE_DECK.map(({ id, face }) => [id, face]));
/** How many tokens each of them throws face up. */
export const TOKENS: Readonly<Record<string, number>> = Object.fromEntries(COMPLETE_DECK.map(({ id, tokens }) => [id, tokens]));
