/** The fonts that come with the page hold every character of the texts that they are for. */

import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { commonSlices } from "../tools/font-slices.ts";

const read = (name: string): string => readFileSync(new URL(`../${name}`, import.meta.url), "utf8");

/** What a stylesheet says about the characters of its fonts. */
function ranges(css: string): [number, number][] {
  const texts = [...css.matchAll(/unicode-range:([^;]*);/g)].flatMap(([, text]) => text?.split(",") ?? []);
  return texts.map((text) => {
    const [from = 0, to = from] = text.trim().slice("U+".length).split("-").map((digits) => Number.parseInt(digits, 16));
    return [from, to];
  });
}

test.each([
  ["ja", commonSlices(read("node_modules/@fontsource-variable/m-plus-2/wght.css")), /[\p{scx=Hira}\p{scx=Kana}\p{scx=Han}]/gu],
  ["hi", read("src/look/hi.css"), /[\p{sc=Deva}।]/gu],
])("%s", (tag, css, script) => {
  const held = ranges(css);
  const used = new Set((read(`src/texts/${tag}.ts`) + read(`src/texts/learn/${tag}.ts`)).match(script));
  const missing = [...used].filter((character) => {
    const code = character.codePointAt(0) ?? 0;
    return !held.some(([from, to]) => from <= code && code <= to);
  });
  expect(used.size).toBeGreaterThan(50);
  expect(missing).toEqual([]);
});
