/** What an action did, in order, enough to draw it (F5): read from the kernel's numbers, nothing hidden. */

import {
  CLIMBED_EVENT,
  COLLECTED_EVENT,
  DREW_EVENT,
  EVENT_CARDS,
  EVENT_HOW,
  EVENT_NUMBER,
  EVENT_OTHER,
  EVENT_SEAT,
  EVENT_SIZE,
  EVENT_SPACE,
  EVENT_TO,
  EVENT_TYPE,
  FINISHED_EVENT,
  HIT,
  LAST_DANCE_OVER,
  LIES_FACE_DOWN,
  LIES_FACE_UP,
  MOVED_EVENT,
  NO_THROW_LEFT,
  NOBODY,
  ON_BOARD,
  OUT_OF_CARDS,
  OUT_OF_TOKENS,
  OVER_EVENT,
  PLACED_MARKER_EVENT,
  RAIN,
  SPACES,
  SWEETS_EVENT,
  THREW_EVENT,
  TOKEN_EVENT,
  TURN_EVENT,
} from "../generated.ts";
import type { Face, FinishedWhy, GameEvent, Score, Space, TokenEnd, TokenEvent } from "../types.ts";
import { spaceName } from "./notation.ts";

export const FACES: Readonly<Record<number, Face>> = { [LIES_FACE_UP]: "up", [LIES_FACE_DOWN]: "down" };
const ENDS: Readonly<Record<number, TokenEnd>> = { [ON_BOARD]: "board", [HIT]: "hit", [RAIN]: "rain" };
const WHYS: Readonly<Record<number, FinishedWhy>> = {
  [OUT_OF_TOKENS]: "tokens",
  [OUT_OF_CARDS]: "cards",
  [LAST_DANCE_OVER]: "last-dance",
  [NO_THROW_LEFT]: "no-throw",
};

/** The events that the kernel wrote as `numbers`; `scores` are for the event at the end of a game. */
export function readEvents(numbers: readonly number[], scores: Score[] = []): GameEvent[] {
  return Array.from({ length: numbers.length / EVENT_SIZE }, (_, i) => read(numbers, EVENT_SIZE * i, scores));
}

function read(numbers: readonly number[], at: number, scores: Score[]): GameEvent {
  const number = (index: number): number => numbers[at + index] ?? 0;
  const seat = number(EVENT_SEAT);
  const space = spaceName(number(EVENT_SPACE));
  const to = spaceName(number(EVENT_TO));
  const other = number(EVENT_OTHER);
  const someone = other === NOBODY ? null : other;
  switch (number(EVENT_TYPE)) {
    case PLACED_MARKER_EVENT:
      return { type: "placed-marker", seat, space };
    case THREW_EVENT:
      return { type: "threw", seat, card: number(EVENT_CARDS) + 1, face: FACES[number(EVENT_HOW)] ?? "up" };
    case TOKEN_EVENT:
      return readToken(numbers, at);
    case MOVED_EVENT:
      return { type: "moved", seat, from: space, to, swapped: someone };
    case CLIMBED_EVENT:
      return { type: "climbed", seat, from: space, to, points: number(EVENT_NUMBER) };
    case SWEETS_EVENT:
      return { type: "sweets", seat, space, count: number(EVENT_NUMBER) };
    case COLLECTED_EVENT:
      return { type: "collected", seat, owner: other, space };
    case DREW_EVENT:
      return { type: "drew", seat, cards: unpackedCards(number(EVENT_CARDS), number(EVENT_NUMBER)) };
    case FINISHED_EVENT:
      return { type: "finished", seat, why: WHYS[number(EVENT_HOW)] ?? "tokens" };
    case TURN_EVENT:
      return { type: "turn", seat };
    case OVER_EVENT:
      return { type: "over", scores };
    default:
      throw new RangeError(`the module wrote an event of type ${number(EVENT_TYPE)}`);
  }
}

/** A token's way, which is straight down. */
export function readToken(numbers: readonly number[], at: number): TokenEvent {
  const number = (index: number): number => numbers[at + index] ?? 0;
  const path: Space[] = [];
  for (let space = number(EVENT_SPACE); space >= number(EVENT_TO); space -= SPACES) path.push(spaceName(space));
  return {
    type: "token",
    seat: number(EVENT_SEAT),
    path,
    end: ENDS[number(EVENT_HOW)] ?? "board",
    onto: number(EVENT_OTHER) === NOBODY ? null : number(EVENT_OTHER),
    points: number(EVENT_NUMBER),
  };
}

/** Card ids from four bits each, the lowest first. */
export function unpackedCards(packed: number, size: number): number[] {
  return Array.from({ length: size }, (_, i) => (Math.floor(packed / 16 ** i) % 16) + 1);
}

/** Card ids as the kernel keeps decks and discard piles: four bits each, the first card lowest. */
export function packedCards(cards: readonly number[]): number {
  return cards.reduce((sum, card, i) => sum + (card - 1) * 16 ** i, 0);
}
