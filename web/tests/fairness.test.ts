/** What the page keeps of a start, and what it says at the end: a server and an accomplice who cheat are noticed. */

import { readFileSync } from "node:fs";
import { beforeAll, beforeEach, expect, test } from "vitest";
import { commitment, drawnFirst, fairSeed, Game, initialize, parseConfig } from "../engine/src/index.ts";
import { formatRecord, parseRecord, recordFromGame, type Receipt } from "../src/rules/records.ts";
import { verdictOf } from "../src/table/fairness.ts";
import { promiseNonce, storedNonce } from "../src/table/nonces.ts";
import { keepReceipt, receiptOf } from "../src/table/receipts.ts";
import type { TableState, TurnLine } from "../src/wire/types.ts";

const HOSTED = readFileSync(new URL("../../tests/record/data/hosted-three.holi", import.meta.url), "utf8");
const RECEIPT = JSON.parse(readFileSync(new URL("../../tests/record/data/hosted-three.receipt.json", import.meta.url), "utf8")) as Receipt;
const TABLE = "table1";
const SECRET = "5e".repeat(32);
const OTHERS = "0b".repeat(32);

beforeAll(() => initialize());
beforeEach(() => {
  const stored = new Map<string, string>();
  globalThis.localStorage = {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  } as Storage;
});

/** The start of a game of two: this browser has seat 0, or none. */
function dealing(promises: readonly (string | null)[], { you = true, given = false, secret = SECRET, first = "host" } = {}): TableState {
  const seats = promises.map((_, seat) => ({ you: you && seat === 0, given: given && seat === 1 }));
  const state = { table: TABLE, phase: "dealing", commitment: commitment(secret), nonce_commitments: promises, seats, settings: { rivalry: 0, first } };
  return state as unknown as TableState;
}

/** The record of a game that both players gave up at once; `drawn` if it was drawn who begins. */
function recordOf(nonces: readonly [string, string], secret = SECRET, drawn = false): string {
  const seed = fairSeed(secret, nonces);
  const game = new Game(parseConfig({ players: 2 }, seed), { seed });
  const promises = Object.fromEntries(nonces.flatMap((nonce, seat) => [[`Nonce${seat}`, nonce], [`NonceCommitment${seat}`, commitment(nonce)]]));
  const first = drawnFirst(seed, 2);
  const tags = { ...promises, Commitment: commitment(secret), Secret: secret, RivalryDraw: "0", ...(drawn ? { FirstDraw: String(first) } : {}) };
  const names = ["Asha", "Accomplice"];
  return formatRecord(recordFromGame(game, drawn && first === 1 ? names.reverse() : names, tags));
}

test("a nonce is given only after everything that was promised is kept, and it survives a reload", () => {
  const mine = promiseNonce(TABLE, 0);
  const nonce = storedNonce(TABLE, 0) ?? "";
  expect(commitment(nonce)).toBe(mine);
  expect(keepReceipt(dealing([mine, commitment(OTHERS)]))).toMatchObject([{ seat: 0, nonce }]);
  const receipt = receiptOf(TABLE);
  expect(receipt).toMatchObject({ format: "holi-receipt/1", seats: [mine, commitment(OTHERS)], yours: [0], rivalry: 0, starts: 1 });
  expect(keepReceipt(dealing([mine, commitment(OTHERS)], { given: true })), "sent again after a reload").toMatchObject([{ seat: 0, nonce }]);
  expect(receiptOf(TABLE)).toEqual(receipt);
  expect(verdictOf(recordOf([nonce, OTHERS]), receipt, [], [0])).toEqual({ kind: "proven", starts: 1 });
});

test("operator and accomplice who try nonces until they like the shuffle are noticed", () => {
  const mine = promiseNonce(TABLE, 0);
  const [given] = keepReceipt(dealing([mine, commitment(OTHERS)])) ?? [];
  const nonce = given?.nonce ?? "";
  const wanted = (tried: string): boolean => fairSeed(SECRET, [nonce, tried]).startsWith("0");
  let tried = 1;
  while (!wanted(String(tried).padStart(64, "0"))) tried++;
  const cheated = recordOf([nonce, String(tried).padStart(64, "0")]);
  expect(verdictOf(cheated, null, [], [0])).toEqual({ kind: "none" });
  expect(verdictOf(cheated, receiptOf(TABLE), [], [0])).toEqual({ kind: "differs", parts: [1] });
  expect(verdictOf(recordOf([nonce, OTHERS], "6f".repeat(32)), receiptOf(TABLE), [], [0])).toEqual({ kind: "differs", parts: ["commitment"] });
});

test("promises that are exchanged during the start are noticed at once, and the first receipt stays", () => {
  const mine = promiseNonce(TABLE, 0);
  keepReceipt(dealing([mine, commitment(OTHERS)]));
  expect(keepReceipt(dealing([mine, commitment("1".repeat(64))]))).toBeNull();
  expect(keepReceipt(dealing([mine, commitment(OTHERS)], { secret: "6f".repeat(32) }))).toBeNull();
  expect(receiptOf(TABLE)?.seats[1]).toBe(commitment(OTHERS));
});

test("a server that shows another promise for one's own seat gets no nonce", () => {
  const mine = promiseNonce(TABLE, 0);
  const servers = "1".repeat(64);
  expect(keepReceipt(dealing([commitment(servers), commitment(OTHERS)]))).toBeNull();
  expect(storedNonce(TABLE, 0)).not.toBeNull();
  expect(receiptOf(TABLE)?.seats[0]).toBe(mine);
  expect(verdictOf(recordOf([servers, OTHERS]), receiptOf(TABLE), [], [0])).toEqual({ kind: "differs", parts: [0] });
});

test("a nonce that was sent is never promised again, whatever the server says became of it", () => {
  const first = promiseNonce(TABLE, 0);
  expect(promiseNonce(TABLE, 0), "nobody has seen it").toBe(first);
  keepReceipt(dealing([first, commitment(OTHERS)]));
  const second = promiseNonce(TABLE, 0);
  expect(second).not.toBe(first);
  expect(keepReceipt(dealing([first, commitment("1".repeat(64))])), "the old nonce for another start").toBeNull();
  expect(keepReceipt(dealing([second, commitment("1".repeat(64))]))).toHaveLength(1);
  expect(receiptOf(TABLE)).toMatchObject({ seats: [second, commitment("1".repeat(64))], starts: 2 });
});

test("who watches keeps a receipt too, if shown before the first nonce", () => {
  const promises = [commitment("1".repeat(64)), commitment(OTHERS)];
  keepReceipt(dealing(promises, { you: false, given: true }));
  expect(receiptOf(TABLE)).toBeNull();
  expect(keepReceipt(dealing(promises, { you: false }))).toEqual([]);
  expect(receiptOf(TABLE)).toMatchObject({ seats: promises, yours: [] });
  expect(verdictOf(recordOf(["1".repeat(64), OTHERS]), receiptOf(TABLE), [], [0])).toEqual({ kind: "watched", starts: 1 });
  expect(verdictOf(recordOf(["2".repeat(64), OTHERS]), receiptOf(TABLE), [], [0])).toEqual({ kind: "differs-watched", parts: [0] });
});

test("a draw of who begins that was left out, made up or not kept to is noticed", () => {
  for (const secret of ["5e", "6f", "70", "71", "72", "73"].map((part) => part.repeat(32))) {
    localStorage.removeItem(`holi.receipt.${TABLE}`);
    const mine = promiseNonce(TABLE, 0);
    const [{ nonce } = { nonce: "" }] = keepReceipt(dealing([mine, commitment(OTHERS)], { secret, first: "drawn" })) ?? [];
    const receipt = receiptOf(TABLE);
    const seat = drawnFirst(fairSeed(secret, [nonce, OTHERS]), 2); // of two, the first place has the seat that is drawn as its number
    const drawn = recordOf([nonce, OTHERS], secret, true);
    expect(verdictOf(drawn, receipt, [], [seat])).toEqual({ kind: "proven", starts: 1 });
    expect(verdictOf(drawn, receipt, [], [1 - seat]), "seated otherwise").toEqual({ kind: "differs", parts: ["first"] });
    expect(verdictOf(recordOf([nonce, OTHERS], secret), receipt, [], [0]), "left out").toEqual({ kind: "differs", parts: ["first"] });
    expect(verdictOf(drawn, receipt && { ...receipt, first: "host" }, [], [seat]), "made up").toEqual({ kind: "differs", parts: ["first"] });
    expect(verdictOf(drawn.replace(/FirstDraw "."/, `FirstDraw "${1 - seat}"`), receipt, [], [1 - seat])).toMatchObject({ kind: "untrue" });
    expect(verdictOf(recordOf([nonce, "2".repeat(64)], secret, true), receipt, [], [0, 1])).toMatchObject({ kind: "differs" });
  }
});

test("a whole game is held against what was seen of it, cards that were hidden included", () => {
  const seen = parseRecord(HOSTED).actions.map((action, number) => ({ number, seat: 0, action: String(action), bot: false }));
  const hidden = (log: readonly TurnLine[]): TurnLine[] => log.map((line) => ({ ...line, action: line.action.replace(/^D\d+/, "D?") }));
  const verdict = (log: readonly TurnLine[], text = HOSTED, receipt = RECEIPT) => verdictOf(text, receipt, log, RECEIPT.yours);
  expect(verdict(seen)).toEqual({ kind: "proven", starts: 1 });
  expect(verdict(hidden(seen))).toEqual({ kind: "proven", starts: 1 });
  expect(verdict(seen.slice(0, -1))).toEqual({ kind: "differs", parts: ["moves"] });
  expect(verdict(seen.map((line) => ({ ...line, action: line.action.replace("D4@d4", "D?@e4") })))).toEqual({ kind: "differs", parts: ["moves"] });
  expect(verdict(seen, HOSTED, { ...RECEIPT, rivalry: ["helping-hands", "sweet-tooth"] })).toEqual({ kind: "differs", parts: ["rivalry"] });
  expect(verdict(seen, HOSTED, { ...RECEIPT, seats: RECEIPT.seats.slice(1) })).toEqual({ kind: "differs", parts: ["all"] });
  expect(verdict(seen, HOSTED, { ...RECEIPT, seats: [null, RECEIPT.seats[1] ?? null, null] })).toEqual({ kind: "differs", parts: [0] });
  expect(verdict(seen, HOSTED.replace("D4@d4", "D5@d4"))).toMatchObject({ kind: "untrue" });
});
