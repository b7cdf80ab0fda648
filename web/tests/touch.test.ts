/** Fingers on a phone of 360 x 740, late in games of four: what they aim at is what they get. */

import { beforeAll, expect, test, vi } from "vitest";
import type { Playable } from "../src/play/playable.ts";
import { Turn, type Intent } from "../src/play/turn.svelte.ts";
import { Game, initialize, parseConfig, type Position } from "../src/rules/engine.ts";
import { fitted, pointOf, poseFor, seenAt } from "../src/tower/geometry.ts";
import { meantSpace } from "../src/tower/touch.ts";
import { LEVELS, levelOf, type LevelName, type Space } from "../src/wire/game.ts";

/** The tower's room on such a phone; `tests/page/play/test_phone.py` sees that it is no smaller. */
const STAGE = { width: 348, height: 356 };
/**
 * Standard deviations in pixels of 1/160 inch. Where a finger lands on a small target: 1.3 mm across and 1.15 mm along the
 * screen, the part of the spread that does not depend on the target in Bi and Zhai's model (UIST 2016). How well it slides:
 * 0.17 mm is the best that Bérard and Rochet-Capellan measured (ITS 2012); here it is 0.5 mm, for people who do not try.
 */
const LANDING = { x: 8.2, y: 7.2 };
const SLIDING = 3.1;
/** The loupe shows what a touch would mean; so often somebody slides on, before they lift the finger. */
const CORRECTIONS = 2;
const GAMES = 6;

beforeAll(async () => {
  vi.stubGlobal("matchMedia", () => ({ matches: false }));
  await initialize();
});

/** Numbers from 0 to 1 that are the same in every run (mulberry32). */
function chance(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** Positions from the last fifth of games of four. */
function* late(): Generator<Position> {
  for (let game = 0; game < GAMES; game++) {
    const next = chance(game);
    const played = new Game(parseConfig({ players: 4, rivalry: [] }), { seed: String(game).padStart(64, "b") });
    const all: Position[] = [];
    while (played.position.seat !== null) {
      all.push(played.position);
      const legal = played.position.legalActions();
      played.apply(legal[Math.floor(next() * legal.length)] ?? "");
    }
    yield* all.slice(-Math.floor(all.length / 5)).filter((_, i) => i % 5 === 0);
  }
}

/** All that the player to act can take up: each card with each face, and the marker. */
function intents(turn: Turn): Intent[] {
  const faces = ["up", "down"] as const;
  const throws = (turn.options?.cards ?? []).flatMap(({ card }) => faces.map((face) => ({ kind: "card", card, face }) as const));
  return [...throws, { kind: "move" }];
}

/** How often, of all tries, a finger meant the right space where it landed, and where it was lifted. */
function aim(spread: number): { tries: number; landed: number; lifted: number } {
  const next = chance(99);
  const normal = (by: number): number => by * Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next());
  const counted = { tries: 0, landed: 0, lifted: 0 };
  for (const position of late()) {
    const seat = position.seat ?? 0;
    const state = { version: 1, viewer: seat, view: position.view(seat) };
    const turn = new Turn({ state, position, drawn: null } as unknown as Playable);
    const pose = poseFor({ spread, turn: 34, tilt: 54, ...STAGE, focus: turn.level });
    const fit = fitted(pose, STAGE.width - 12, STAGE.height - 12);
    const levels: readonly LevelName[] = spread === 0 ? [turn.level] : LEVELS;
    const seen = (space: Space): { x: number; y: number } => {
      const { x, y } = seenAt(pointOf(space, pose), pose, fit.scale);
      return { x: x + fit.left, y: y + fit.top };
    };
    for (const intent of intents(turn)) {
      turn.choose(intent);
      for (const [wanted, { can }] of turn.marks) {
        if (can === undefined || !levels.includes(levelOf(wanted))) continue;
        const middle = seen(wanted);
        const finger = { x: middle.x + normal(LANDING.x), y: middle.y + normal(LANDING.y) };
        const meant = (): Space | null => meantSpace(finger, { pose, fit, levels, marks: turn.marks });
        let shown = meant();
        counted.tries++;
        counted.landed += Number(shown === wanted);
        for (let more = CORRECTIONS; more > 0 && shown !== wanted; more--) {
          const from = shown === null ? finger : seen(shown); // nobody sees where exactly the finger is
          finger.x += middle.x - from.x + normal(SLIDING);
          finger.y += middle.y - from.y + normal(SLIDING);
          shown = meant();
        }
        counted.lifted += Number(shown === wanted);
      }
    }
  }
  return counted;
}

test.each([
  { name: "in the tower", spread: 0, landed: 0.8, lifted: 0.95 },
  { name: "side by side", spread: 2, landed: 0.93, lifted: 0.98 },
])("a finger gets the space that it aims at $name", ({ spread, landed, lifted }) => {
  const counted = aim(spread);
  expect(counted.tries).toBeGreaterThan(1_000);
  expect(counted.landed / counted.tries).toBeGreaterThanOrEqual(landed);
  expect(counted.lifted / counted.tries).toBeGreaterThanOrEqual(lifted);
});
