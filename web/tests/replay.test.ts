/** The parts of the replay that need no page: turns of a line, marks of a turn, records in addresses. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { turnAt, turnsOf } from "../src/replay/game-line.ts";
import { RecordFault, recordFromAddress, recordToAddress } from "../src/replay/record/record-text.ts";
import { marksOf } from "../src/replay/analysis/turn-marks.ts";

const record = readFileSync(new URL("../../tests/record/data/two-players.holi", import.meta.url), "utf8");
const step = (round: number, seat: number, action: string): { round: number; seat: number; action: string } => ({ round, seat, action });

test("a turn is what one seat does in one round; corners are not counted", () => {
  const turns = turnsOf([
    step(0, 0, "Sa1"),
    step(0, 1, "Sf6"),
    step(1, 0, "Md1"),
    step(1, 0, "E"),
    step(1, 1, "E"),
    step(2, 1, "E"),
  ]);
  expect(turns.map(({ number, from, to }) => [number, from, to])).toEqual([
    [0, 0, 1],
    [0, 1, 2],
    [1, 2, 4],
    [2, 4, 5],
    [3, 5, 6],
  ]);
  expect(turnAt(turns, 0)).toBeUndefined();
  expect(turnAt(turns, 4)?.number).toBe(1);
  expect(turnAt(turns, 5)?.number).toBe(2);
});

test("a turn is marked where its marker goes and along the way of its tokens", () => {
  const marks = marksOf([
    { type: "moved", seat: 0, from: "Ma1", to: "Mb2", swapped: null },
    { type: "token", seat: 0, path: ["Mc3", "Gc3"], end: "rain", onto: 1, points: 3 },
    { type: "token", seat: 0, path: ["Mb3"], end: "board", onto: null, points: 0 },
  ]);
  expect(Object.fromEntries(marks)).toEqual({
    Mb2: { aimed: "goes" },
    Mc3: { aimed: "thrown" },
    Gc3: { aimed: "passes", end: "rain", points: 3 },
    Mb3: { aimed: "thrown", end: "board", points: 0 },
  });
});

test("an address holds a whole record in letters that need no escaping", async () => {
  const address = await recordToAddress(record);
  expect(address).toMatch(/^#record=[\w-]+$/);
  expect(address.length).toBeLessThan(record.length);
  expect(await recordFromAddress(address)).toBe(record);
  expect(await recordFromAddress("")).toBeNull();
});

test("an address that was cut off, or that would unfold too far, is refused", async () => {
  const address = await recordToAddress(record);
  await expect(recordFromAddress(address.slice(0, -40))).rejects.toMatchObject({ fault: "broken-link" });
  await expect(recordFromAddress(await longAddress())).rejects.toBeInstanceOf(RecordFault);
  await expect(recordFromAddress(await longAddress())).rejects.toMatchObject({ fault: "too-long" });
});

/** A short address of a very long text. */
async function longAddress(): Promise<string> {
  return recordToAddress("x".repeat(2_000_000));
}
