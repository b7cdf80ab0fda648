/** Deck files: what is written can be read again, and what is broken is refused with the reason. */

import { readFileSync } from "node:fs";
import { expect, test, vi } from "vitest";
import { deckFile, deckFileName, readDeckFile } from "../src/decks/deck-file.ts";
import { COMPLETE } from "../src/rules/cards.ts";

vi.mock("../src/texts/texts.svelte.ts", () => ({
  t: (key: string, values: Record<string, unknown> = {}) => [key, ...Object.values(values)].join(" "),
}));

const written = deckFile({ name: "Mine", cards: COMPLETE });

test("the file of our own set is read", () => {
  const file = new URL("../../src/holi/game/data/complete.toml", import.meta.url);
  expect(readDeckFile(readFileSync(file, "utf8"))).toEqual({ name: "complete", cards: COMPLETE });
});

test.each(["Mine", 'with "quotes" and \\', "आज होली है", "お祭り 🎨"])("a deck called %s survives being written and read", (name) => {
  expect(readDeckFile(deckFile({ name, cards: COMPLETE }))).toEqual({ name, cards: COMPLETE });
});

test("other people's files: comments, line ends of other systems, quoted keys, literal strings", () => {
  const other = written.replace('1 = "#../#../#.."', `"1" = '#../#../#..' # line`).replaceAll("\n", "\r\n");
  expect(readDeckFile(`# a deck\r\n${other}\r\n[keys]\r\n1 = "line"\r\n`).cards).toEqual(COMPLETE);
});

test.each([
  ["", "deck.file-no-name"],
  ["name = 3", "deck.file-line 1"],
  ["\u0089PNG\r\n\u001a", "deck.file-line 1"],
  ['{"name": "x"}', "deck.file-line 1"],
  [`${written}4 = "#../#../..."\n`, "deck.file-line 17"],
  [`${written}14 = "#../#../..."\n`, "deck.file-unknown cards.14"],
  [`author = "x"\n${written}`, "deck.file-unknown author"],
  [written.replace('name = "Mine"', ""), "deck.file-no-name"],
  [written.replace(/^7 = .*$/m, ""), "deck.file-missing 7"],
  [written.replace(/^7 = .*$/m, '7 = "##/.."'), "deck.file-face 7 #../.*#/.#."],
])("a broken file is refused with the reason", (text, reason) => {
  expect(() => readDeckFile(text)).toThrow(reason);
});

test("files are called after their decks", () => {
  expect(deckFileName("Grandma’s box / 2")).toBe("grandma-s-box-2.toml");
  expect(deckFileName("होली")).toBe("होली.toml");
  expect(deckFileName("../..")).toBe("deck.toml");
});
