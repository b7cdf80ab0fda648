/** A hint: what it says before and after it is followed, and where it is drawn. */

import { beforeAll, expect, test, vi } from "vitest";
import { Hint } from "../src/game/hint.svelte.ts";
import { momentOf } from "../src/game/moments.ts";
import { TableBase } from "../src/game/table-base.svelte.ts";
import { Game, initialize, parseConfig } from "../src/rules/engine.ts";
import { loadMore } from "../src/texts/texts.svelte.ts";
import type { GameState } from "../src/game/table.ts";
import type { HintsView, SeatView, View } from "../src/wire/types.ts";

const SEATS = ["blue", "yellow"].map((colour) => ({ kind: "player", name: colour, colour, away: false, you: true }) as unknown as SeatView);
const MORE = [/the best chance to win \(35%\)/, /Another turn could bring \d+ points? more at once, but it wins less often\./];

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {}, hidden: true });
  await Promise.all([initialize(), loadMore()]);
});

/** A table at which the first player's turn begins, and its bot advises two actions. */
class HintTable extends TableBase {
  readonly title = "";
  readonly shared = false;
  readonly replay = "";
  readonly game = new Game(parseConfig({ players: 2 }), { seed: "7".repeat(64) });
  readonly advised: readonly string[];

  constructor(move: string) {
    super();
    for (const action of ["Sa1", "Sf6"]) this.game.apply(action);
    const after = this.game.position.apply(move).position;
    this.advised = [move, after.legalActions().find((action) => action.startsWith("T")) ?? ""];
    this.#show();
  }

  act(action: string): Promise<void> {
    const seat = this.game.position.seat ?? 0;
    this.game.apply(action);
    this.log = [...this.log, { number: this.log.length, seat, action, bot: false }];
    this.#show();
    return Promise.resolve();
  }

  takeBack(): Promise<void> {
    this.game.undo();
    this.log = this.log.slice(0, -1);
    this.#show();
    return Promise.resolve();
  }

  hint(): Promise<HintsView> {
    const reasons = [{ code: "sweets", count: 2 } as const];
    return Promise.resolve({ seat: 0, hints: [{ turn: [...this.advised, "E"].join(" "), win_chance: 0.351, lead: 1, reasons }] });
  }

  saveRecord = (): Promise<void> => Promise.resolve();
  rematch = (): Promise<void> => Promise.resolve();
  resign = (): Promise<void> => Promise.resolve();

  #show(): void {
    const view = this.game.position.view(0) as View;
    this.state = { version: this.log.length, phase: "playing", seats: SEATS, viewer: 0, view, can_take_back: true, hints: true } as unknown as GameState;
  }
}

async function given(table: HintTable): Promise<Hint> {
  const hint = new Hint(table);
  hint.toggle();
  await vi.waitFor(() => {
    expect(hint.rest).not.toEqual([]);
  });
  return hint;
}

test("a hint says what to do first and then, and why; once it is followed, only what is left", async () => {
  const table = new HintTable("Mb2");
  const hint = await given(table);
  expect(hint.words()).toMatch(/^Hint: move to b2, then play card \d+: /);
  expect(hint.words((card) => `[${card}]`)).toContain(", then play [");
  expect(hint.why()).toMatch(/^Why: collects 2 sweets and the best chance to win/);
  for (const words of MORE) expect(hint.why()).toMatch(words);

  const [move = "", thrown = ""] = table.advised;
  await table.act(move);
  expect(hint.rest).toEqual([thrown, "E"]);
  expect(hint.words()).toMatch(/^Hint: play card/);
  expect(hint.why()).toBe("");
  await table.takeBack();
  expect(hint.why()).not.toBe("");
  await table.act("Mc3");
  expect(hint.words()).toBe("");
});

test("its spaces have the numbers of its actions, as long as there are several", async () => {
  const table = new HintTable("Mb2");
  const hint = await given(table);
  const { card } = { card: Number(/\d+/.exec(table.advised[1] ?? "")?.[0]) };
  expect(hint.card).toBe(card);
  expect(hint.marks.get("Gb2")).toEqual({ advised: "go", order: 1 });
  const thrown = [...hint.marks].filter(([, { advised }]) => advised === "throw");
  expect(thrown.length).toBeGreaterThan(0);
  for (const [, { order }] of thrown) expect(order).toBe(2);
  await table.act("Mb2");
  for (const [, mark] of hint.marks) expect(mark).toEqual({ advised: "throw" });
});

test("a direct hit, the top level and somebody's end are moments; so is a lead in sweets that changes hands", () => {
  const names = { seatName: (seat: number) => ["Anna", "Ravi"][seat] ?? "" };
  const threw = { type: "threw", seat: 0, card: 7, face: "up" } as const;
  const token = { type: "token", seat: 0, path: ["Gc3"], end: "board", onto: null, points: 0 } as const;
  const moment = (events: Parameters<typeof momentOf>[0]["events"], leads: Parameters<typeof momentOf>[1] = []): string | undefined =>
    momentOf({ seat: 0, action: "E", events }, leads, names)?.text;
  expect(moment([threw, { ...token, path: [...token.path] }])).toBeUndefined();
  expect(moment([threw, { ...token, path: ["Gd4"] }, { ...token, path: ["Gc3"], end: "hit", onto: 1, points: 1 }])).toBe("Direct hit on Ravi at c3: 1 point!");
  expect(moment([{ type: "climbed", seat: 0, from: "Gc3", to: "Mc3", points: 0 }])).toBeUndefined();
  expect(moment([{ type: "climbed", seat: 0, from: "Mc3", to: "Tc3", points: 0 }])).toBe("Anna climbs to c3 on the top level.");
  expect(moment([{ type: "finished", seat: 0, why: "cards" }])).toBe("Anna has no more cards and is finished.");
  expect(moment([], [{ what: "sweets", seats: [0], from: [1], shared: false }])).toBe("Anna takes the lead in sweets from Ravi.");
  expect(moment([], [{ what: "sweets", seats: [0], from: [], shared: false }])).toBeUndefined();
});
