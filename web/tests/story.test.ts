/** The story of random games: a log told again is what happened, and its points are those of the scores. */

import { readdirSync, readFileSync } from "node:fs";
import { beforeAll, describe, expect, test, vi } from "vitest";
import { publicly, turnsTold, type Told } from "../src/play/story/story.ts";
import { narrate } from "../src/play/words/narrate.ts";
import { changeWords, leadWords } from "../src/play/words/standing.ts";
import { actionFor, Game, initialize, parseConfig } from "../src/rules/engine.ts";
import { RIVALRY } from "../src/rules/cards.ts";
import { retell } from "../src/table/retell.ts";
import { loadLanguage, loadMore } from "../src/texts/texts.svelte.ts";
import type { TurnLine, View } from "../src/wire/types.ts";

const NAMES = { seatName: (seat: number) => ["Anna", "Ravi", "Mei", "Leo"][seat] ?? "" };

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {} });
  await Promise.all([initialize(), loadMore()]);
});

/** Numbers that are the same in every run. */
function chance(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

interface Played {
  readonly log: readonly TurnLine[];
  readonly told: readonly Told[];
  /** The position after so many actions as somebody sees it. */
  readonly view: (at: number, viewer: number | "spectator") => View;
}

/** A game of random actions; in even ones rather throws, for most others are moves, face down in the odd ones. */
function played(players: number, rivalry: readonly string[], number: number, wanted = number % 2 === 0 ? "T" : "D"): Played {
  const below = chance(number);
  const game = new Game(parseConfig({ players, rivalry: [...rivalry] }), { seed: String(number).padStart(64, "b") });
  const log: TurnLine[] = [];
  const told: Told[] = [];
  const positions = [game.position];
  for (let seat = game.position.seat; seat !== null; seat = game.position.seat) {
    const legal = game.position.legalActions();
    const throws = legal.filter((action) => action.startsWith(wanted));
    const from = throws.length > 0 && below(3) > 0 ? throws : legal;
    const action = from[below(from.length)] ?? "";
    const events = game.apply(action);
    log.push({ number: log.length + 5, seat, action, bot: false });
    told.push(publicly(events, game.position.scores()));
    positions.push(game.position);
  }
  return { log, told, view: (at, viewer) => (positions[at] ?? game.position).view(viewer) as View };
}

const CONFIGS = [
  ...RIVALRY.map(({ id }, i) => ({ players: 2 + (i % 3), rivalry: [id] })),
  { players: 4, rivalry: [] },
  { players: 3, rivalry: ["last-dance", "splash", "cloudburst"] },
];

describe.each(CONFIGS)("$players players, $rivalry", ({ players, rivalry }) => {
  const games = [1, 2, 3];

  test("a log told again, by whoever sees it and at any time, is what happened", () => {
    for (const number of games) {
      const { log, told, view } = played(players, rivalry, number);
      const below = chance(7 * number);
      const times = [log.length, log.length - 1, ...Array.from({ length: 3 }, () => 1 + below(log.length))];
      for (const at of times) {
        for (const viewer of [below(players), "spectator"] as const) {
          const eyes = at === log.length ? "all" : viewer;
          const seen = log.slice(0, at).map((line) => ({ ...line, action: actionFor(eyes, line.seat, line.action) }));
          const again = retell(view(at, viewer), seen);
          expect(again).toEqual(told.slice(0, at));
        }
      }
    }
  }, 30_000);

  test("the changes of all turns add up to the scores", () => {
    for (const number of games) {
      const { log, told } = played(players, rivalry, number);
      const turns = turnsTold(log, told);
      const sums = Array.from({ length: players }, () => 0);
      for (const { changes } of turns) for (const { seat, safe, provisional } of changes) sums[seat] = (sums[seat] ?? 0) + safe + provisional;
      expect(sums).toEqual(told.at(-1)?.scores.map(({ total }) => total));
    }
  });

  test("each turn is one entry, and grows and shrinks with its actions", () => {
    const { log, told } = played(players, rivalry, 4);
    const turns = turnsTold(log, told);
    expect(turns).toHaveLength(log.filter(({ action }) => /^[SE]/.test(action)).length);
    expect(turns.filter(({ ended }) => ended)).toHaveLength(log.filter(({ action }) => action === "E").length);
    expect(turns.flatMap(({ steps }) => steps)).toEqual(told);
    for (const [i, { action }] of log.entries()) {
      if (i % 5 !== 0 && action !== "E") continue;
      const shorter = turnsTold(log.slice(0, i), told.slice(0, i));
      const longer = turnsTold(log.slice(0, i + 1), told.slice(0, i + 1));
      const begins = i === 0 || /^[SE]/.test(log[i - 1]?.action ?? "");
      expect(longer).toHaveLength(shorter.length + (begins ? 1 : 0));
      expect(longer.at(-1)?.ended).toBe(action === "E");
      if (!begins) expect(longer.at(-1)?.steps.slice(0, -1)).toEqual(shorter.at(-1)?.steps);
      expect(longer.slice(0, shorter.length - (begins ? 0 : 1))).toEqual(shorter.slice(0, begins ? undefined : -1));
    }
  });

  test("everything that happened has words", () => {
    const { log, told } = played(players, rivalry, 5);
    for (const [i, { events }] of told.entries()) {
      const { seat, action } = log[i] ?? { seat: 0, action: "" };
      const text = narrate({ seat, action, events }, NAMES);
      expect(text).toMatch(/[.!]$/);
      expect(text).not.toMatch(/[{}]|undefined/);
      const points = events.flatMap((event) => ("points" in event && event.points > 0 ? [event.points] : []));
      for (const count of points) expect(text).toContain(`${count} point`);
    }
    for (const { changes, leads } of turnsTold(log, told)) {
      for (const change of changes) expect(changeWords(change, NAMES)).toMatch(/^$|(gains|loses) \d+ points?\.$/);
      for (const lead of leads) expect(leadWords(lead, NAMES)).toMatch(/\.$/);
    }
  });
});

test("who cannot throw any more is told, though a log does not say it", () => {
  let found = 0;
  for (let number = 1; found < 8; number++) {
    expect(number).toBeLessThan(400);
    const { log, told, view } = played(2 + (number % 3), ["short-steps"], number, "M");
    const at = told.findIndex(({ events }) => events.some((event) => event.type === "finished" && event.why === "no-throw"));
    if (at < 0) continue;
    found++;
    for (const end of [at + 1, log.length - 1, log.length].filter((end) => end > at)) {
      const eyes = end === log.length ? "all" : "spectator";
      const seen = log.slice(0, end).map((line) => ({ ...line, action: actionFor(eyes, line.seat, line.action) }));
      expect(retell(view(end, "spectator"), seen)).toEqual(told.slice(0, end));
    }
  }
});

/** The same games, told by the terminal. */
const TOLD = new URL("../../tests/cli/terminal/data/stories/", import.meta.url);
const TRANSCRIPTS = new URL("../../tests/game/play/data/transcripts/", import.meta.url);

const STORIES = readdirSync(TOLD).flatMap((language) => readdirSync(new URL(language, TOLD)).map((name) => ({ language, name })));

test.each(STORIES)("the terminal tells $name in the same words, in $language", async ({ language, name }) => {
  vi.stubGlobal("navigator", { languages: [language] });
  await loadLanguage();
  const [config = "", seed = "", ...lines] = readFileSync(new URL(name, TRANSCRIPTS), "utf8").split("\n");
  const game = new Game(parseConfig(JSON.parse(config.slice("config ".length))), { seed: seed.slice("seed ".length) });
  const log: TurnLine[] = [];
  const told: Told[] = [];
  const words: string[] = [];
  for (const action of lines.filter((line) => /^[A-Z]/.test(line))) {
    const seat = game.position.seat ?? 0;
    told.push(publicly(game.apply(action), game.position.scores()));
    log.push({ number: log.length, seat, action, bot: false });
    words.push(narrate({ seat, action, events: told.at(-1)?.events ?? [] }, NAMES));
    if (action !== "E") continue;
    const { changes, leads } = turnsTold(log, told).at(-1) ?? { changes: [], leads: [] };
    const upshot = [...changes.map((change) => changeWords(change, NAMES)), ...leads.map((lead) => leadWords(lead, NAMES))];
    words.push(...upshot.filter(Boolean).map((sentence) => `    ${sentence}`));
  }
  expect(words).toEqual(readFileSync(new URL(`${language}/${name}`, TOLD), "utf8").trimEnd().split("\n"));
});
