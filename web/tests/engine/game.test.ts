/** The library's own promises; that it plays as Python does is tested in tests/engine/test_library_agrees.py. */

import { beforeAll, expect, test } from "vitest";
import {
  commitment,
  Config,
  fairSeed,
  Game,
  HoliError,
  initialize,
  newSeed,
  options,
  parseAction,
  parseConfig,
  Position,
  positionFromJson,
  positionFromView,
  preview,
  shuffledDeck,
  type View,
} from "../../engine/src/index.ts";

const SEED = "0123456789abcdef".repeat(4);

beforeAll(() => initialize());

function inPlay(players = 3): Game {
  const game = new Game(parseConfig({ players }), { seed: SEED });
  for (const corner of ["Sa1", "Sf6", "Sa6", "Sf1"].slice(0, players)) game.apply(corner);
  return game;
}

function messageOf(work: () => unknown): string {
  try {
    work();
  } catch (error) {
    if (error instanceof HoliError) return `${error.code}: ${error.message}`;
    throw error;
  }
  return "";
}

/** Always the same actions, spread over all that are legal. */
function* played(game: Game): Generator<Position> {
  for (let n = 0; game.position.phase !== "over"; n++) {
    const legal = game.legalActions();
    game.apply(legal[(n * 7919) % legal.length] ?? "");
    yield game.position;
  }
}

test("positions go through JSON and back at every step of a game", () => {
  const game = new Game(parseConfig({ players: 4, rivalry: 3 }, SEED), { seed: SEED });
  for (const position of played(game)) {
    const json = position.toJson();
    expect(positionFromJson(JSON.parse(JSON.stringify(json))).toJson()).toEqual(json);
  }
  expect(game.position.scores().map((score) => score.rank).sort()).toEqual([1, 2, 3, 4]);
});

test("the options from a seat's own view are those of the real position", () => {
  for (const position of played(inPlay())) {
    const { seat } = position;
    if (seat !== null) expect(options(positionFromView(position.view(seat)))).toEqual(options(position));
  }
});

test("a preview changes nothing, and the action then does what it said", () => {
  const game = inPlay();
  for (const action of game.legalActions()) {
    const { events, forecast } = preview(game.position, action);
    const twin = game.copy();
    expect(twin.apply(action)).toEqual(events);
    expect(twin.position.scores()).toEqual(forecast);
  }
  expect(game.actions).toHaveLength(3);
});

test("actions are taken back one by one, but never a corner or an ended turn", () => {
  const game = inPlay();
  const before = game.position;
  game.apply("Mc3");
  const [first = ""] = game.legalActions();
  game.apply(first);
  expect([game.undo(), game.undo()]).toEqual([first, "Mc3"]);
  expect(game.position).toBe(before);
  expect(messageOf(() => game.undo())).toBe("illegal: there is no action of this turn to take back");
  game.apply("Mc3");
  game.apply(first);
  game.apply("E");
  expect(game.canUndo).toBe(false);
});

test("no view holds what its viewer may not know", () => {
  for (const position of played(inPlay())) {
    if (position.phase === "over") break;
    for (const viewer of [0, 1, 2, "spectator"] as const) {
      for (const [seat, player] of position.view(viewer).players.entries()) {
        expect(typeof player.deck).toBe("number");
        if (seat === viewer) continue;
        expect(typeof player.hand).toBe("number");
        expect(player.discard.filter(({ card, face }) => face === "down" && card !== null)).toEqual([]);
      }
    }
  }
});

test("errors quote the input", () => {
  const game = inPlay();
  expect(messageOf(() => game.apply("Me9"))).toMatch(/^malformed: 'Me9' is no action/);
  expect(messageOf(() => game.apply("T1@b1a1"))).toMatch(/write them as 'a1b1'$/);
  expect(messageOf(() => game.apply("D?@c3"))).toMatch(/^malformed: the card of 'D\?@c3' is hidden/);
  expect(messageOf(() => game.apply("E"))).toMatch(/^illegal: 'E' is not legal now: .* \(R3\.4\)$/);
  expect(messageOf(() => parseAction("E\n"))).toMatch(/^malformed: 'E\\n'/);
  expect(messageOf(() => parseConfig({ players: 5 }))).toMatch(/^bad-config: 'players' is 5/);
  expect(messageOf(() => positionFromJson({ ...game.position.toJson(), phase: "later" }))).toMatch(/^bad-position: F3/);
  expect(messageOf(() => positionFromView({} as View))).toMatch(/^bad-position: F3: the view has no 'format'/);
  expect(messageOf(() => game.position.view(3))).toMatch(/^malformed: 3 is no seat/);
});

test("configurations in turn each keep their own rules", () => {
  const games = [[], ["short-steps"], ["mirror-dance"], ["swap-places"]].map(
    (rivalry) => new Game(parseConfig({ players: 2, rivalry }), { seed: SEED }),
  );
  const alone = games.map((game) => [...played(game.copy())].map((position) => position.legalActions().join(" ")));
  const turns = games.map((game) => played(game.copy()));
  const mixed: string[][] = games.map(() => []);
  for (let going = true; going; ) {
    going = false;
    for (const [i, turn] of turns.entries()) {
      const { value, done } = turn.next();
      if (done) continue;
      going = true;
      mixed[i]?.push((value as Position).legalActions().join(" "));
    }
  }
  expect(mixed).toEqual(alone);
});

test("a deck with very many throws has them all", () => {
  const cards = Object.fromEntries(Array.from({ length: 13 }, (_, i) => [i + 1, "###/###/###"]));
  const config = parseConfig({ players: 2, rivalry: ["splash", "mirror-dance", "open-pockets"], deck: { name: "full", cards } });
  expect(config).toBeInstanceOf(Config);
  for (const position of played(new Game(config, { seed: SEED }))) {
    expect(new Set(position.legalActions()).size).toBe(position.legalActions().length);
  }
});

test("shuffles and commitments are those of F2", () => {
  expect(shuffledDeck("0".repeat(64), 0)).toEqual([12, 9, 7, 6, 8, 11, 5, 13, 2, 10, 1, 4, 3]);
  expect(newSeed()).toMatch(/^[0-9a-f]{64}$/);
  expect(fairSeed("a", ["b", "c"])).toHaveLength(64);
  expect(commitment("a")).not.toBe(commitment("b"));
});
