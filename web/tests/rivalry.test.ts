/** The words of rivalry cards: the reader's, or those of their entries. */

import { beforeAll, expect, test, vi } from "vitest";
import { rivalryCard, rivalryCards } from "../src/cards/rivalry.ts";
import { RIVALRY } from "../src/rules/cards.ts";
import { loadMore } from "../src/texts/texts.svelte.ts";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["es"] });
  vi.stubGlobal("document", { documentElement: {} });
  await loadMore();
});

test("a card is told in the reader's language", () => {
  expect(rivalryCard("pillars")).toMatchObject({ kind: "scoring", title: "Pilares" });
  expect(rivalryCards().map(({ id }) => id)).toEqual(RIVALRY.map(({ id }) => id));
});

test("a card that only a newer server has is called by its id", () => {
  expect(rivalryCard("helping-feet")).toEqual({ id: "helping-feet", kind: "rules", title: "helping-feet", text: "" });
});
