/** The coach of a first game, in games of many kinds: what it says is true, each thing at most once, and all of it some day. */

import { beforeAll, describe, expect, test } from "vitest";
import { turnForSync } from "../engine/src/bots/index.ts";
import { news, TEXTS, TOPICS, truth, type Now, type Said, type Topic } from "../src/learn/first-game.ts";
import { publicly, type Told } from "../src/play/story/story.ts";
import { COMPLETE } from "../src/rules/cards.ts";
import { Game, initialize, parseConfig, positionFromView, type Position } from "../src/rules/engine.ts";
import english from "../src/texts/learn/en.ts";
import { LEVELS, type GameEvent } from "../src/wire/game.ts";
import type { View } from "../src/wire/types.ts";

const [LEARNER, BOT] = [0, 1];
const SEEDS = Array.from({ length: 24 }, (_, i) => i);

beforeAll(() => initialize());

/** Something that was said, and the true position, nothing hidden. */
interface Moment {
  readonly topic: Topic;
  readonly fills: Required<Said>;
  readonly position: Position;
  readonly told: readonly Told[];
  /** What the learner did from there to the end, and what came of all that was done. */
  readonly turnsAfter: number;
  readonly eventsOfTurn: readonly GameEvent[];
}

/** The numbers of a linear congruential generator. */
function dice(seed: number): (sides: number) => number {
  let word = seed + 1;
  return (sides) => (word = (Math.imul(word, 1664525) + 1013904223) >>> 0) % sides;
}

/** A game of a learner, who plays by chance or as a bot would, against a novice; all that the coach says in it. */
function played(seed: number): Moment[] {
  const game = new Game(parseConfig({ players: 2 }), { seed: seed.toString(16).padStart(64, "5") });
  const roll = dice(seed);
  const said: Topic[] = [];
  const told: Told[] = [];
  const moments: (Omit<Moment, "turnsAfter" | "eventsOfTurn"> & { turn: number })[] = [];
  const turns: GameEvent[][] = [[]];
  const look = (): void => {
    const view = game.position.view(LEARNER) as View;
    const position = game.position.seat === LEARNER ? positionFromView(view) : null;
    const now: Now = { view, seat: LEARNER, position, told: [...told] };
    const topic = news(now, said);
    if (topic === null) return;
    said.push(topic);
    const fills = { count: -1, card: -1, squares: [], seat: -1, ...truth(topic, now) };
    moments.push({ topic, fills, position: game.position, told: [...told], turn: turns.length - 1 });
  };
  const act = (action: string): void => {
    const events = game.apply(action);
    told.push(publicly(events, game.position.scores()));
    turns.at(-1)?.push(...events);
  };
  look();
  while (game.position.seat !== null) {
    const { position } = game;
    if (position.seat === LEARNER) {
      const legal = position.legalActions();
      const wise = turnForSync(position.view(LEARNER), { level: seed % 3 === 0 ? "greedy" : "random", seed: roll(1000) })[0];
      const action = seed % 2 === 0 ? wise : legal[roll(legal.length)];
      act(action ?? "E");
      if (action === "E") turns.push([]);
    } else for (const action of turnForSync(position.view(BOT), { level: "novice", seed: roll(1000) })) act(action);
    look();
  }
  return moments.map(({ turn, ...moment }) => ({ ...moment, turnsAfter: turns.length - 1 - turn, eventsOfTurn: turns[turn] ?? [] }));
}

const isThrow = (action: string): boolean => /^[TD]/.test(action);
const starts = (position: Position, start: string): string[] => position.legalActions().filter((action) => action.startsWith(start));
const covers = (action: string, square: string): boolean => (action.split("@")[1]?.match(/../g) ?? [""]).includes(square);
const throwsOn = ({ position }: Moment, square: string): GameEvent[][] =>
  position.legalActions().filter((action) => isThrow(action) && covers(action, square)).map((action) => [...position.apply(action).events]);
const moveTo = ({ position }: Moment, square: string): readonly GameEvent[] => position.apply(`M${square}`).events;
const owners = (events: readonly GameEvent[]): number[] => events.flatMap((event) => (event.type === "collected" ? [event.owner] : []));
const beside = (space: string): string[] =>
  [[0, 1], [0, -1], [1, 0], [-1, 0]].map(([x = 0, y = 0]) => String.fromCharCode(space.charCodeAt(1) + x) + String(Number(space[2]) + y));

/** Whether what a topic says is true, asked of the rules in another way than the coach does. */
const PROOFS: Record<Topic, (moment: Moment) => boolean> = {
  corner: ({ position }) => starts(position, "S").length === 4,
  throw: ({ position }) => position.legalActions().some((action) => /^T\d/.test(action) && !COMPLETE[parseInt(action.slice(1))]?.includes("*")),
  star: ({ position, fills: { card } }) => {
    const face = COMPLETE[String(card)] ?? "";
    const [action = ""] = starts(position, `T${String(card)}@`);
    return face.includes("*") && position.apply(action).events.filter(({ type }) => type === "token").length === face.split("#").length - 1;
  },
  "face-down": ({ position }) => starts(position, "T").length === 0 && starts(position, "D").length > 0,
  "not-twice": ({ position }) => starts(position, "D").length === 0 && position.players[LEARNER]?.discard.at(-1)?.face === "down",
  "no-throw": ({ position }) => {
    const first = position.legalActions();
    const fits = (at: Position): boolean => at.legalActions().some(isThrow);
    const later = (at: Position): boolean => at.legalActions().some((action) => action === "C" && fits(at.apply(action).position));
    return first.length > 0 && !first.some(isThrow) && first.every((action) => [fits, later].some((test) => test(position.apply(action).position)));
  },
  hit: (moment) =>
    throwsOn(moment, moment.fills.squares[0] ?? "").some((events) =>
      events.some((event) => event.type === "token" && event.end === "hit" && event.onto === BOT && event.points === 1),
    ),
  "hit-you": ({ position, told, fills }) =>
    fills.seat === BOT && (position.players[LEARNER]?.supply[BOT] ?? 0) > 0 && (told.at(-1)?.scores[BOT]?.hits ?? 0) > 0,
  sweets: (moment) =>
    moveTo(moment, moment.fills.squares[0] ?? "").some((event) => event.type === "sweets" && event.count === moment.fills.count),
  end: ({ position }) => {
    const after = position.apply("E").position.players[LEARNER];
    return position.thrown && (after?.hand.length === 3 || after?.finished !== null);
  },
  "climb-soon": ({ position, fills: { squares } }) => {
    const marker = position.players[LEARNER]?.marker ?? "";
    const level = marker.charAt(0);
    const bare = beside(marker).filter((square) => position.tokenAt(level + square) === null);
    return !position.isLegal("C") && [...squares].sort().join() === bare.sort().join();
  },
  climb: ({ position }) => {
    const marker = position.players[LEARNER]?.marker ?? "";
    const level = LEVELS.indexOf(marker.charAt(0) as "G");
    const full = beside(marker).every((square) => position.tokenAt(marker.charAt(0) + square) !== null);
    return full && position.apply("C").events.some((event) => event.type === "climbed" && event.to.startsWith(LEVELS[level + 1] ?? "-"));
  },
  levels: ({ position }) => /^[MT]/.test(position.players[LEARNER]?.marker ?? ""),
  fall: (moment) =>
    throwsOn(moment, moment.fills.squares[0] ?? "").some((events) =>
      events.some((event) => event.type === "token" && event.path.length > 1 && event.path[0]?.slice(1) === moment.fills.squares[0]),
    ),
  rain: ({ position, fills: { seat } }) => (position.players[seat]?.supply[1 - seat] ?? 0) > 0,
  gives: (moment) => owners(moveTo(moment, moment.fills.squares[0] ?? "")).includes(BOT),
  "take-back": (moment) => {
    const taken = owners(moveTo(moment, moment.fills.squares[0] ?? ""));
    return taken.length > 0 && taken.every((owner) => owner === LEARNER);
  },
  "few-tokens": ({ position, fills }) => position.players[LEARNER]?.supply[LEARNER] === fills.count && fills.count > 0,
  "near-end": ({ position, fills, turnsAfter }) => position.players[LEARNER]?.deck.length === 0 && turnsAfter <= fills.count,
  "last-turn": ({ eventsOfTurn, turnsAfter }) =>
    turnsAfter === 1 && eventsOfTurn.some((event) => event.type === "finished" && event.seat === LEARNER),
  "they-finished": ({ position }) => position.players[BOT]?.finished !== null && position.seat === LEARNER,
  "you-finished": ({ position }) => position.players[LEARNER]?.finished !== null && position.seat === BOT,
};

/** The placeholders of a text, and those that a topic fills. */
const gaps = (text: string): string[] => [...new Set([...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? ""))];
const FILLED: Record<string, (fills: Required<Said>) => boolean> = {
  count: ({ count }) => count > 0,
  card: ({ card }) => card > 0,
  square: ({ squares }) => squares.length > 0,
  squares: ({ squares }) => squares.length > 0,
  name: ({ seat }) => seat >= 0,
};

describe("in games of every kind", () => {
  const reached = new Set<Topic>();

  test.each(SEEDS)("game %i: what the coach says is true, and nothing is said twice", (seed) => {
    const moments = played(seed);
    const topics = moments.map(({ topic }) => topic);
    expect(topics).toEqual([...new Set(topics)]);
    expect(topics[0]).toBe("corner");
    expect(topics.length).toBeGreaterThan(8);
    for (const moment of moments) {
      const { topic, fills } = moment;
      reached.add(topic);
      const text = english[TEXTS[topic]];
      expect({ topic, true: PROOFS[topic](moment) }).toEqual({ topic, true: true });
      for (const gap of gaps(typeof text === "string" ? text : text.other)) expect({ topic, gap, filled: FILLED[gap]?.(fills) }).toEqual({ topic, gap, filled: true });
    }
  });

  test("every topic comes up in one of them", () => {
    expect(TOPICS.filter((topic) => !reached.has(topic))).toEqual([]);
  });
});

test("every topic has a text of its own, and every text a topic", () => {
  expect(Object.keys(TEXTS)).toEqual(TOPICS);
  expect(new Set(Object.values(TEXTS)).size).toBe(TOPICS.length);
});
