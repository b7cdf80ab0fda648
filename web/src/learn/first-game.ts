/**
 * What the coach of a first game has to say: topics, each with when it is true of the position. The rules answer; a topic
 * that is not true now gives null, else what its text needs. The first topic that is true and was not said is the news.
 */

import type { Told } from "../play/story/story.ts";
import { COMPLETE } from "../rules/cards.ts";
import { options, type Options, type Position } from "../rules/engine.ts";
import type { LessonKey } from "../texts/texts.svelte.ts";
import { levelOf, type GameEvent } from "../wire/game.ts";
import type { View } from "../wire/types.ts";

/** A game of two, as the learner may know it. */
export interface Now {
  readonly view: View;
  /** The learner's seat. */
  readonly seat: number;
  /** While the learner is to act. */
  readonly position: Position | null;
  readonly told: readonly Told[];
}

/** What fills the gaps of a text: numbers, squares, and the seat of the player who is named. */
export interface Said {
  readonly count?: number;
  readonly card?: number;
  readonly squares?: readonly string[];
  readonly seat?: number;
}

type EventOf<Type extends GameEvent["type"]> = Extract<GameEvent, { type: Type }>;

/** With so few own tokens left, the end is near; a throw takes one to three. */
const FEW_TOKENS = 6;

class Facts {
  readonly other: number;
  readonly me: View["players"][number];
  readonly opponent: View["players"][number];
  readonly options: Options | null;
  readonly #now: Now;

  constructor(now: Now) {
    const { view, seat, position } = now;
    const [me, opponent] = [view.players[seat], view.players[1 - seat]];
    if (!me || !opponent) throw new RangeError("a first game is one of two players");
    this.#now = now;
    this.other = 1 - seat;
    this.me = me;
    this.opponent = opponent;
    this.options = position && options(position);
  }

  /** The learner's hand. */
  get hand(): readonly number[] {
    return Array.isArray(this.me.hand) ? this.me.hand : [];
  }

  /** How many cards the learner can still draw. */
  get deck(): number {
    return Array.isArray(this.me.deck) ? this.me.deck.length : this.me.deck;
  }

  get ownTokens(): number {
    return this.me.supply[this.#now.seat] ?? 0;
  }

  /** What can be done while this turn's throw is owed; null at any other time. */
  get toThrow(): Options | null {
    return this.#now.view.phase === "play" && this.#now.position?.thrown === false ? this.options : null;
  }

  /** The squares without which the learner cannot climb from here; none if something else is in the way. */
  get missing(): readonly string[] {
    const refused = this.options && this.#now.position?.refusal("C");
    return refused?.reason === "neighbours-empty" ? refused.squares : [];
  }

  events<Type extends GameEvent["type"]>(type: Type): EventOf<Type>[] {
    return this.#now.told.flatMap(({ events }) => events.filter((event): event is EventOf<Type> => event.type === type));
  }

  /** How tokens would land on the spaces that a throw of some card can reach. */
  landings(options: Options): Options["landings"] {
    const reached = new Set(options.cards.flatMap(({ up, down }) => [...up, ...down].flatMap((action) => squaresOf(action))));
    return options.landings.filter(({ space }) => reached.has(space.slice(1)));
  }
}

function squaresOf(action: string): readonly string[] {
  return action.split("@")[1]?.match(/../g) ?? [];
}

const hasStar = (card: number): boolean => COMPLETE[String(card)]?.includes("*") ?? false;

/** The weightiest first. */
const WHEN = {
  corner: ({ options }) => (options && options.corners.length > 0 ? {} : null),
  "you-finished": ({ me, opponent, other }) => (me.finished !== null && opponent.finished === null ? { seat: other } : null),
  "last-turn": ({ toThrow, hand, deck }) => (toThrow && hand.length === 1 && deck === 0 ? {} : null),
  "they-finished": ({ toThrow, opponent, other }) => (toThrow && opponent.finished !== null ? { seat: other } : null),
  "no-throw": ({ options }) => (options?.no_throw_fits ? {} : null),
  "face-down": ({ toThrow }) =>
    toThrow && toThrow.cards.every(({ up }) => up.length === 0) && toThrow.cards.some(({ down }) => down.length > 0) ? {} : null,
  "not-twice": ({ toThrow, me }) =>
    toThrow && me.discard.at(-1)?.face === "down" && toThrow.cards.every(({ down }) => down.length === 0) ? {} : null,
  throw: ({ toThrow }) => (toThrow?.cards.some(({ card, up }) => up.length > 0 && !hasStar(card)) ? {} : null),
  "near-end": ({ toThrow, hand, deck }) => (toThrow && hand.length > 1 && deck === 0 ? { count: hand.length } : null),
  climb: ({ options }) => (options?.can_climb ? {} : null),
  "few-tokens": ({ toThrow, ownTokens }) => (toThrow && ownTokens <= FEW_TOKENS ? { count: ownTokens } : null),
  hit: (facts) => {
    const found = facts.toThrow && facts.landings(facts.toThrow).find(({ end }) => end === "hit");
    return found ? { squares: [found.space.slice(1)], seat: found.onto ?? facts.other } : null;
  },
  levels: ({ options, me }) => (options && me.marker && levelOf(me.marker) !== "G" ? {} : null),
  fall: (facts) => {
    const falls = facts.toThrow && facts.landings(facts.toThrow).find(({ path }) => path.length > 1);
    return falls ? { squares: [falls.space.slice(1)] } : null;
  },
  sweets: ({ options }) => {
    const [most] = [...(options?.moves ?? [])].sort((one, next) => next.sweets - one.sweets);
    return most && most.sweets > 0 ? { squares: [most.space.slice(1)], count: most.sweets } : null;
  },
  star: ({ toThrow }) => {
    const found = toThrow?.cards.find(({ card, up }) => up.length > 0 && hasStar(card));
    return found ? { card: found.card } : null;
  },
  end: ({ options, hand, deck }) => (options?.can_end && hand.length + deck > 2 ? {} : null),
  "hit-you": (facts) => {
    const hit = facts.options && facts.events("token").find(({ end, seat }) => end === "hit" && seat === facts.other);
    return hit ? { seat: facts.other } : null;
  },
  rain: (facts) => {
    const fell = facts.options && facts.events("token").find(({ end, onto, seat }) => end === "rain" && onto !== seat);
    return fell ? { seat: fell.onto ?? facts.other } : null;
  },
  "climb-soon": ({ toThrow, missing }) => (toThrow && missing.length > 0 && missing.length < 3 ? { squares: missing } : null),
  gives: ({ options, other }) => {
    const found = options?.moves.find(({ collected }) => collected.includes(other));
    return found ? { squares: [found.space.slice(1)], seat: other } : null;
  },
  "take-back": ({ options, other }) => {
    const found = options?.moves.find(({ collected }) => collected.length > 0 && !collected.includes(other));
    return found ? { squares: [found.space.slice(1)] } : null;
  },
} as const satisfies Record<string, (facts: Facts) => Said | null>;

export type Topic = keyof typeof WHEN;
export const TOPICS = Object.keys(WHEN) as Topic[];

/** The text of each topic. */
export const TEXTS = {
  corner: "coach.corner",
  "you-finished": "coach.you-finished",
  "last-turn": "coach.last-turn",
  "they-finished": "coach.they-finished",
  "no-throw": "coach.no-throw",
  "face-down": "coach.face-down",
  "not-twice": "coach.not-twice",
  throw: "coach.throw",
  "near-end": "coach.near-end",
  climb: "coach.climb",
  "few-tokens": "coach.few-tokens",
  hit: "coach.hit",
  levels: "coach.levels",
  fall: "coach.fall",
  sweets: "coach.sweets",
  star: "coach.star",
  end: "coach.end",
  "hit-you": "coach.hit-you",
  rain: "coach.rain",
  "climb-soon": "coach.climb-soon",
  gives: "coach.gives",
  "take-back": "coach.take-back",
} as const satisfies Record<Topic, LessonKey>;

/** What fills the gaps of a topic's text, if it is true now; null if it is not. */
export function truth(topic: Topic, now: Now): Said | null {
  return now.view.phase === "over" ? null : WHEN[topic](new Facts(now));
}

/** The weightiest topic that is true now and was not said; null if there is nothing new. */
export function news(now: Now, said: readonly string[]): Topic | null {
  return TOPICS.find((topic) => !said.includes(topic) && truth(topic, now) !== null) ?? null;
}
