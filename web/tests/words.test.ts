/** Texts that depend on more than a key: names from others, unknown refusals, numbers, dates, whole turns. */

import { beforeAll, expect, test, vi } from "vitest";
import { day } from "../src/shared/figures.ts";
import { nameBesides, nameToSend, shownName } from "../src/shared/names.ts";
import { turnWords } from "../src/play/words/actions.ts";
import { refusalText } from "../src/shared/refusals.ts";
import { loadMore, signed } from "../src/texts/texts.svelte.ts";
import type { RefusalCode } from "../src/wire/types.ts";

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["es-AR"] });
  vi.stubGlobal("document", { documentElement: {} });
  await loadMore();
});

test("people without a name are named in the reader's language", () => {
  expect(shownName(nameToSend("  "), "blue")).toBe("Invitado");
  expect(shownName(nameBesides("", "red"), "red")).toBe("Rojo");
  expect(shownName(nameBesides("", "red"), "green")).toBe("Verde"); // another colour since
  expect(shownName(nameBesides("", "red"), undefined)).toBe("Rojo");
});

test("names that people have chosen stay as they are", () => {
  for (const name of ["Ravi", "Red", "Guest", "Invitado"]) {
    expect(shownName(nameToSend(` ${name} `), "blue")).toBe(name);
    expect(shownName(nameBesides(name, "red"), "red")).toBe(name);
  }
});

test("a refusal that the page does not know is a fault of the server", () => {
  expect(refusalText({ code: "stale" })).not.toBe(refusalText({ code: "internal" }));
  expect(refusalText({ code: "of-tomorrow" as RefusalCode })).toBe(refusalText({ code: "internal" }));
});

test("signs, days and turns", () => {
  expect([2, 0, -1].map(signed)).toEqual(["+2", "0", "−1"]);
  expect(day("2026-11-15")).toBe("15 de noviembre de 2026");
  expect(day("last year")).toBe("last year");
  expect(turnWords("T6@e3f3 Mc2 E")).toBe("jugar la carta 6: e3 y f3; luego moverse a c2");
  expect(turnWords("E")).toBe("acabar el turno");
});
