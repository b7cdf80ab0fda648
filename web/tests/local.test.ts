/** Local games where no browser is needed: seats, keeping in memory, records. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test } from "vitest";
import { drawnFirst } from "../engine/src/index.ts";
import { newGame, seatsOf } from "../src/local/new-game.ts";
import { importRecord, newGameAgain, recordText } from "../src/local/records.ts";
import { deleteGame, isKept, keepGame, listGames, readGame, TAB, takeGame, type KeptGame } from "../src/local/store.ts";
import { HoliError, initialize } from "../src/rules/engine.ts";
import { parseRecord, verifyRecord } from "../src/rules/records.ts";

const record = readFileSync(new URL("../../tests/record/data/two-players.holi", import.meta.url), "utf8");

beforeAll(() => initialize());

test("people without a name are called guest, and after the first by their colours", () => {
  const seats = seatsOf([{ name: " " }, { name: "" }, { level: "master" }, { name: "Ravi" }]);
  expect(seats.map(({ name }) => name)).toEqual(["guest", "yellow", null, "Ravi"]);
  expect(seats.map(({ kind, level }) => [kind, level])).toEqual([
    ["player", null],
    ["player", null],
    ["bot", "master"],
    ["player", null],
  ]);
});

test("without a database games live in memory, the last played first", async () => {
  const rules = { rivalry: 2, deck: "complete", tie_break: "player-order", first: "host" } as const;
  const ids = [await newGame(rules, seatsOf([{ name: "Anna" }, { level: "random" }])), await newGame(rules, seatsOf([{ name: "" }, { name: "" }]))];
  const [first, second] = await Promise.all(ids.map((id) => readGame(id)));
  expect(first?.seed).toMatch(/^[0-9a-f]{64}$/);
  expect(first?.seed).not.toBe(second?.seed);
  expect(first && isKept(first.id)).toBe(false);
  if (first && second) expect(await keepGame({ ...first, actions: ["Sa1"], changed: second.changed + 10 })).toBe(false);
  expect((await listGames()).map(({ id }) => id)).toEqual(ids);
  expect(await takeGame(ids[0] ?? "", TAB)).toMatchObject({ actions: ["Sa1"], holder: TAB });
  for (const id of ids) await deleteGame(id);
  expect(await listGames()).toEqual([]);
});

const CHOSEN = { rivalry: 2, deck: "complete", tie_break: "player-order" } as const;

async function gameOf(id: Promise<string>): Promise<KeptGame> {
  const game = await readGame(await id);
  if (!game) throw new Error("the game was not kept");
  return game;
}

test("who begins is drawn from the seed, all keep their order, and a rematch draws from the same places", async () => {
  const players = ["Anna", "Ravi", "Mina"];
  const places = seatsOf(players.map((name) => ({ name })));
  const begun = new Set<number>();
  let game = await gameOf(newGame({ ...CHOSEN, first: "drawn" }, places));
  for (let i = 0; i < 40; i++) {
    const first = drawnFirst(game.seed, 3);
    begun.add(first);
    expect(game.seats).toEqual([0, 1, 2].map((seat) => places[(first + seat) % 3]));
    const { record } = verifyRecord(parseRecord(recordText(game)));
    expect(record.tags["FirstDraw"]).toBe(String(first));
    const again = await gameOf(importRecord(recordText(game)));
    expect(again.seats, "with the same colours").toEqual(game.seats);
    game = await gameOf(newGameAgain(i % 2 ? game : again));
  }
  expect(begun).toEqual(new Set([0, 1, 2]));
});

test("without a draw the first seat begins, and another in the rematch", async () => {
  const places = seatsOf([{ name: "Anna" }, { name: "Ravi" }, { level: "novice" }]);
  const game = await gameOf(newGame({ ...CHOSEN, first: "host" }, places));
  expect(game).toMatchObject({ seats: places, tags: {} });
  const again = await gameOf(newGameAgain(game));
  expect(again).toMatchObject({ seats: [places[2], places[0], places[1]], tags: {} });
});

test("a record becomes a game, and the game the same record, but for remarks", async () => {
  const id = await importRecord(record);
  const game = await readGame(id);
  expect(game?.seats.map(({ name }) => name)).toEqual(["Anna", "Ravi"]);
  expect(game && recordText(game)).toBe(record.replace(/^;.*\n/gm, ""));
});

test("a game that is not over has a record that goes on where it stopped", async () => {
  const game = await readGame(await importRecord(record));
  if (!game) throw new Error("the game was not kept");
  const begun = recordText({ ...game, actions: game.actions.slice(0, 9), result: null });
  expect(begun.trimEnd().split("\n").at(-1)).toBe("*");
  expect((await readGame(await importRecord(begun)))?.actions).toEqual(game.actions.slice(0, 9));
});

test("a false record is refused", async () => {
  await expect(importRecord(record.replace("45-26", "45-27"))).rejects.toThrow(HoliError);
});
