/** The tray is honest: what it says of cards, moves, climbs and the end of the turn is asked of the rules, position by position. */

import { flushSync } from "svelte";
import { beforeAll, expect, test, vi } from "vitest";
import { Game, initialize, parseConfig, type Position } from "../src/rules/engine.ts";
import type { Playable } from "../src/play/playable.ts";
import { Turn } from "../src/play/turn.svelte.ts";
import { advice } from "../src/play/words/outlook.ts";
import { whyNoMove, whyNot, whyNotDown, whyNotThere } from "../src/play/words/refusals.ts";
import { loadLanguage, t } from "../src/texts/texts.svelte.ts";

const CONFIGS = [
  { players: 2, rivalry: [] },
  { players: 4, rivalry: ["swap-places", "short-steps"] },
  { players: 3, rivalry: ["last-dance", "mirror-dance"] },
];
const GAMES = 4;

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await Promise.all([initialize(), loadLanguage()]);
});

/** Numbers that are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

function* positions(): Generator<Position> {
  for (const [number, config] of CONFIGS.entries()) {
    for (let game = 0; game < GAMES; game++) {
      const below = chance(100 * number + game);
      const played = new Game(parseConfig(config), { seed: String(game).padStart(64, "a") });
      for (; played.position.seat !== null; ) {
        yield played.position;
        const legal = played.position.legalActions();
        played.apply(legal[below(legal.length)] ?? "");
      }
    }
  }
}

function turnAt(position: Position): { turn: Turn; table: Playable } {
  const seat = position.seat ?? 0;
  const table: Playable = {
    state: { version: 1, viewer: seat, view: position.view(seat), can_take_back: false } as Playable["state"],
    drawn: null,
    position,
    colours: ["blue", "yellow", "red", "green"],
    myTurn: true,
    busy: false,
    stage: null,
    act: () => Promise.resolve(),
    takeBack: () => Promise.resolve(),
    seatName: String,
  };
  return { turn: new Turn(table), table };
}

const legalWith = (position: Position, start: string): boolean => position.legalActions().some((action) => action.startsWith(start));

test("what is said of each card, move, climb and end is true in every position of random games", () => {
  const said = new Map<string, number>();
  const count = (what: string): void => void said.set(what, (said.get(what) ?? 0) + 1);
  for (const position of positions()) {
    const { turn, table } = turnAt(position);
    const hand = position.players[position.seat ?? 0]?.hand ?? [];
    for (const card of position.phase === "play" ? hand : []) {
      const use = turn.cards.get(card);
      count(use?.kind ?? "");
      expect(use?.kind === "up").toBe(legalWith(position, `T${card}@`));
      if (use?.kind === "after") {
        for (const action of use.actions) expect(legalWith(position.apply(action).position, `T${card}@`)).toBe(true);
        expect(position.thrown).toBe(false);
      }
      if (use?.kind === "down" || use?.kind === "not") expect(legalWith(position, `D${card}@`)).toBe(use.kind === "down");
      if (!legalWith(position, `D${card}@`)) {
        const words = whyNotDown(turn, card);
        count(words);
        expect(words).not.toBe(t("refusal.illegal"));
        if (position.thrown) expect(words).toBe(t("not.throw-made"));
      }
    }
    if (position.phase === "play") {
      if (!legalWith(position, "M")) count(whyNoMove(turn));
      for (const action of ["C", "E"] as const) {
        const words = whyNot(turn, action);
        expect(words === "").toBe(position.isLegal(action));
        expect(words).not.toBe(t("refusal.illegal"));
        if (words) count(words.replace(/ on .*/, ""));
      }
      turn.choose({ kind: "move" });
      for (const square of ["a1", "c3", "f6"]) {
        const words = whyNotThere(turn, square);
        expect(words === "").toBe(position.isLegal(`M${square}`));
        expect(words).not.toBe(t("refusal.illegal"));
      }
      turn.drop();
    }
    flushSync();
    const words = advice(turn, table);
    count(words);
    const may = (texts: readonly string[]): boolean => texts.includes(words);
    if (may([t("advice.start"), t("advice.start-move-climb"), t("advice.after-throw"), t("advice.after-throw-move")])) {
      expect(legalWith(position, "M")).toBe(true);
    }
    if (may([t("advice.start-climb"), t("advice.start-move-climb"), t("advice.after-throw"), t("advice.after-throw-climb")])) {
      expect(position.isLegal("C")).toBe(true);
    }
    if (may([t("advice.start-throw"), t("advice.start"), t("advice.start-climb")])) expect(legalWith(position, "T") || legalWith(position, "D")).toBe(true);
    if (words === t("advice.end")) expect(position.legalActions()).toEqual(["E"]);
  }
  // The walk meets what it should, so that none of the checks above is empty.
  for (const kind of ["up", "after", "down", "not"]) expect(said.get(kind), kind).toBeGreaterThan(0);
  for (const key of ["not.last-face-down", "not.throw-made", "not.move-made", "not.climb-made", "not.at-edge", "not.not-thrown-yet", "advice.after-throw-move"] as const) {
    expect(said.get(t(key)), key).toBeGreaterThan(0);
  }
});

test("a card that fits only after a move shows where, and a tap there moves", () => {
  for (const position of positions()) {
    const { turn } = turnAt(position);
    const found = [...turn.cards].find(([, use]) => use.kind === "after" && use.actions.some((action) => action !== "C"));
    if (!found) continue;
    turn.pick(found[0]);
    expect(turn.throws).toEqual([]);
    const [space = ""] = turn.fitsFrom;
    expect(turn.marks.get(space)).toMatchObject({ can: "move", wanted: true });
    turn.point(space);
    expect(turn.action).toBe(`M${space.slice(1)}`);
    return;
  }
  expect.unreachable();
});
