/** Colour cards, decks and rivalry cards. */

import { badConfig, quoted } from "../errors.ts";
import { CARDS, COMPLETE_DECK, RIVALRY } from "../generated.ts";
import { isPrintable } from "../repr.ts";
import type { DeckFault, DeckProblem, OwnDeck } from "../types.ts";
import { isObject } from "../objects.ts";

const CARD_IDS: readonly number[] = Array.from({ length: CARDS }, (_, i) => i + 1);
const LONGEST_DECK_NAME = 60;
const FACE = /^[#*.]{3}\/[#*.]{3}\/[#*.]{3}$/;

/** A colour card: its id (1-13), a key to name it by and its face, rows from top to bottom as in `#../.*#/.#.`. */
export interface ColourCard {
  readonly id: number;
  readonly key: string;
  readonly face: string;
}

/** The 13 colour cards that every player has (R1.2). */
export interface Deck {
  readonly name: string;
  readonly cards: readonly ColourCard[];
}

/** A rivalry card: rule settings that it changes, or a term that it scores at the end. */
export interface RivalryCard {
  readonly id: string;
  readonly kind: "rules" | "scoring";
  readonly title: string;
  readonly text: string;
  readonly settings: Readonly<Record<string, number>>;
  readonly term: string | null;
  readonly points: number;
  readonly spaces: number;
}

const COMPLETE: Deck = { name: "complete", cards: COMPLETE_DECK };
const RIVALRY_CARDS: ReadonlyMap<string, RivalryCard> = new Map(RIVALRY.map((card: RivalryCard) => [card.id, card]));

/** The deck that comes with the game: all 13 ways to fill three squares of a 3 x 3 grid. */
export function completeDeck(): Deck {
  return COMPLETE;
}

/** All rivalry cards, in the order of their file. */
export function rivalryCards(): RivalryCard[] {
  return [...RIVALRY_CARDS.values()];
}

export function rivalryCard(id: unknown): RivalryCard {
  const card = typeof id === "string" ? RIVALRY_CARDS.get(id) : undefined;
  if (card === undefined) throw badConfig(`there is no rivalry card ${quoted(id)}; 'holi cards' lists all`);
  return card;
}

/** A deck from its data: `"complete"`, or an object with `name` and `cards` (F3). */
export function parseDeck(data: unknown): Deck {
  if (data === "complete") return COMPLETE;
  if (!isObject(data)) {
    throw badConfig(`the deck ${quoted(data)} is neither 'complete' nor a deck with 'name' and 'cards'`);
  }
  const problem = deckProblems(data)[0];
  if (problem !== undefined) throw badConfig(problem.text);
  const { name, cards } = data as unknown as OwnDeck;
  return { name, cards: CARD_IDS.map((id) => ({ id, key: `card-${id}`, face: cards[id] ?? "" })) };
}

/** The deck as a configuration names it (F3): `"complete"`, or the whole deck. */
export function deckToJson(deck: Deck): "complete" | OwnDeck {
  const same = deck.name === COMPLETE.name && deck.cards.every((card, i) => card.face === COMPLETE.cards[i]?.face);
  return same ? "complete" : { name: deck.name, cards: Object.fromEntries(deck.cards.map((card) => [card.id, card.face])) };
}

/**
 * All that is wrong with a deck, the cards in order; nothing if it can be played with. Of entries and cards that no
 * deck has, only the first is told.
 */
export function deckProblems(data: unknown): DeckProblem[] {
  const problems: DeckProblem[] = [];
  const deck = isObject(data) ? data : {};
  const tell = (code: DeckFault, card: number | null, text: string): number => problems.push({ code, card, text });
  const entry = Object.keys(deck).filter((key) => key !== "name" && key !== "cards").sort()[0];
  if (entry !== undefined) {
    tell("unknown-entry", null, `the deck has an unknown entry ${quoted(entry)}; a deck has 'name' and 'cards'`);
  }
  const name = own(deck, "name");
  if (typeof name !== "string" || name === "" || [...name].length > LONGEST_DECK_NAME || !isPrintable(name)) {
    const wanted = `no printable text of 1 to ${LONGEST_DECK_NAME} characters`;
    tell("bad-name", null, `the deck's name ${quoted(name)} is ${wanted}`);
  }
  const faces = own(deck, "cards");
  if (!isObject(faces)) {
    tell("no-cards", null, `the deck ${quoted(name)} has no table 'cards' with the faces of the cards 1 to 13`);
    return problems;
  }
  const unknown = Object.keys(faces).filter((key) => !CARD_IDS.map(String).includes(key)).sort()[0];
  if (unknown !== undefined) {
    tell("unknown-card", null, `the deck ${quoted(name)} has a card ${quoted(unknown)}; the ids are 1 to 13`);
  }
  for (const card of CARD_IDS) {
    const problem = faceProblem(card, own(faces, String(card)));
    if (problem !== null) problems.push(problem);
  }
  return problems;
}

function own(data: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(data, key) ? data[key] : undefined;
}

function faceProblem(card: number, face: unknown): DeckProblem | null {
  if (face === undefined || face === null) {
    return { code: "missing-card", card, text: `card ${card} is missing; a deck has the cards 1 to 13` };
  }
  if (typeof face !== "string" || !FACE.test(face)) {
    const rows = "three rows of three characters #, * or ., from top to bottom, such as '#../.*#/.#.'";
    return { code: "no-face", card, text: `card ${card}: ${quoted(face)} is no face; write ${rows}` };
  }
  const stars = face.split("*").length - 1;
  const filled = face.split("#").length - 1;
  if (stars > 1) {
    return { code: "too-many-stars", card, text: `card ${card}: ${quoted(face)} has ${stars} stars; at most one is possible` };
  }
  if (filled >= 2 - stars) return null;
  const need = stars === 1 ? "at least one" : "at least two";
  const text = `card ${card}: ${quoted(face)} has ${filled} filled squares; it needs ${need}`;
  return { code: stars === 1 ? "needs-one-filled" : "needs-two-filled", card, text };
}
