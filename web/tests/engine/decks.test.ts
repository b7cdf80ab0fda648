/** Decks of one's own: everything wrong with one has a code that the page translates, and the card it is about. */

import { expect, test } from "vitest";
import { completeDeck, deckProblems, parseDeck } from "../../engine/src/index.ts";

const FACES = Object.fromEntries(completeDeck().cards.map(({ id, face }) => [String(id), face]));

const found = (data: unknown): [number | null, string][] => deckProblems(data).map(({ card, code }) => [card, code]);

test("a deck that can be played with has no problems", () => {
  const deck = { name: "mine", cards: FACES };
  expect(deckProblems(deck)).toEqual([]);
  expect(parseDeck(deck).cards.map(({ face }) => face)).toEqual(Object.values(FACES));
});

test.each([
  [null, "missing-card"],
  ["nonsense", "no-face"],
  ["*../.../..*", "too-many-stars"],
  [".../.#./...", "needs-two-filled"],
  [".../.*./...", "needs-one-filled"],
])("every card with the face %s is named", (face, code) => {
  const deck = { name: "mine", cards: { ...FACES, 2: face, 7: face } };
  expect(found(deck)).toEqual([
    [2, code],
    [7, code],
  ]);
  expect(() => parseDeck(deck)).toThrow("card 2");
});

test.each([
  [{ name: "" }, "bad-name"],
  [{ name: "a".repeat(61) }, "bad-name"],
  [{ cards: [] }, "no-cards"],
  [{ colour: "red", taste: "sweet" }, "unknown-entry"],
  [{ cards: { ...FACES, x: "#", y: "#" } }, "unknown-card"],
])("what is wrong with the whole deck is about no card and told once: %o", (change, code) => {
  expect(found({ name: "mine", cards: FACES, ...change })).toEqual([[null, code]]);
});
