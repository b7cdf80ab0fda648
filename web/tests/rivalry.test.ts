/** Rivalry cards that the server has and this page was built without. */

import { beforeAll, expect, test, vi } from "vitest";
import { rivalryCard, rivalryCards } from "../src/cards/rivalry.svelte.ts";
import { loadLanguage } from "../src/texts/texts.svelte.ts";
import { RIVALRY } from "../src/wire/cards.ts";

const told = { id: "helping-feet", kind: "scoring", title: "Helping feet", text: "In the server's words." };
const ask = vi.fn(() => Promise.resolve({ ok: true, json: () => Promise.resolve({ colour: [], rivalry: [told] }) }));

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["es"] });
  vi.stubGlobal("document", { documentElement: {} });
  vi.stubGlobal("fetch", ask);
  await loadLanguage();
});

test("a card that the page knows is told in the reader's language, without asking", () => {
  expect(rivalryCard("pillars")).toMatchObject({ kind: "scoring", title: "Pilares" });
  expect(ask).not.toHaveBeenCalled();
});

test("another is told in the server's words, which are asked for once", async () => {
  expect(rivalryCard("helping-feet").title).toBe("helping-feet"); // until the answer is there
  await vi.waitFor(() => { expect(rivalryCard("helping-feet")).toEqual(told); });
  expect(rivalryCards().map(({ id }) => id)).toEqual([...Object.keys(RIVALRY), "helping-feet"]);
  expect(ask).toHaveBeenCalledTimes(1);
});
