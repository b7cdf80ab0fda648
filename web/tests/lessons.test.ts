/** The lessons' texts against the lessons and against English, and when a lesson's goal is reached. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { describe, expect, test } from "vitest";
import { CHAPTERS, isReached, LESSONS, pointsOf, type Lesson } from "../src/learn/lessons.ts";
import english from "../src/texts/learn/en.ts";
import texts from "../src/texts/more/en.ts";
import type { Message } from "../src/texts/texts.svelte.ts";
import type { Score } from "../src/rules/engine.ts";
import type { GameEvent } from "../src/wire/game.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const catalogues = readdirSync(join(source, "texts/learn")).map((name) => name.replace(/\.ts$/, ""));
const languages = readdirSync(join(source, "texts")).filter((name) => /^[a-z]{2}\.ts$/.test(name));
const components = readdirSync(join(source, "learn"))
  .filter((name) => /\.(ts|svelte)$/.test(name))
  .map((name) => readFileSync(join(source, "learn", name), "utf8"))
  .join("\n");

const PARTS = ["title", "text", "task", "hint", "done"];
const ofLessons = CHAPTERS.flatMap(({ name, lessons }) => {
  const parts = name === "rules" ? ["task"] : name === "scoring" ? [] : PARTS;
  return lessons.flatMap(({ id }) => parts.map((part) => `lesson.${id}.${part}`));
});

function forms(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}

function placeholders(message: Message): string[] {
  return [...new Set(forms(message).flatMap((text) => text.match(/\{\w+\}/g) ?? []))].sort();
}

test("every lesson has its texts, and every other text is used", () => {
  const keys = Object.keys(english);
  expect(ofLessons.filter((key) => !keys.includes(key))).toEqual([]);
  const others = keys.filter((key) => !ofLessons.includes(key) && !key.startsWith("chapter."));
  expect(others.filter((key) => !components.includes(`"${key}"`))).toEqual([]);
});

test("every chapter has its name, and every rivalry card that a lesson is about its title", () => {
  const chapters = Object.keys(english).filter((key) => key.startsWith("chapter."));
  expect(chapters.sort()).toEqual(CHAPTERS.map(({ name }) => `chapter.${name}`).sort());
  const cards = CHAPTERS.filter(({ name }) => name === "rules" || name === "scoring").flatMap(({ lessons }) => lessons);
  for (const { id } of cards) expect(texts).toHaveProperty([`rivalry.${id}.title`]);
});

test("there are lessons in every language of the page", () => {
  expect(catalogues.sort()).toEqual(languages.map((name) => name.replace(/\.ts$/, "")).sort());
});

describe.each(catalogues)("%s", (tag) => {
  test("has the keys of English, with the same placeholders, all plural forms and no empty text", async () => {
    const { default: catalogue } = (await import(`../src/texts/learn/${tag}.ts`)) as { default: Record<string, Message> };
    const rules = new Intl.PluralRules(tag);
    const plurals = [...new Set(Array.from({ length: 30 }, (_, count) => rules.select(count)))].sort();
    expect(Object.keys(catalogue).sort()).toEqual(Object.keys(english).sort());
    for (const [key, message] of Object.entries<Message>(english)) {
      const translated = catalogue[key] ?? "";
      expect({ key, names: placeholders(translated) }).toEqual({ key, names: placeholders(message) });
      expect({ key, empty: forms(translated).some((text) => text.trim() === "") }).toEqual({ key, empty: false });
      if (typeof translated !== "string") expect({ key, plurals: Object.keys(translated).sort() }).toEqual({ key, plurals });
    }
  });
});

const SCORE: Score = { total: 9, levels: [1, 2, 6], on_others: 0, sweets: 0, hits: 0, rivalry: { pillars: 4 }, rank: 2 };
const FELL: GameEvent = { type: "token", seat: 0, path: ["Td3", "Md3"], end: "board", onto: null, points: 0 };

function lessonWith(...goal: Lesson["goal"]): Lesson {
  return { id: "made-up", goal, wanted: [], solution: [], position: {} };
}

describe("a goal", () => {
  const tried = { events: [FELL, FELL], forecast: [SCORE] };

  test.each([
    [{ type: "token", path: "T?? M??" }, 1, true],
    [{ type: "token", path: "T?? M??" }, 2, true],
    [{ type: "token", path: "T?? M??" }, 3, false],
    [{ type: "token", path: "T??" }, 1, false],
    [{ type: "token", path: "T?? M??", end: "rain" }, 1, false],
    [{ type: "moved" }, 1, false],
  ])("of events like %o, %i times, is reached: %s", (event, times, reached) => {
    expect(isReached(lessonWith({ event: event as Record<string, string>, times }), tried)).toBe(reached);
  });

  test.each([
    [{ score: "total", least: 9 }, true],
    [{ score: "total", least: 10 }, false],
    [{ score: "levels.2", least: 6 }, true],
    [{ score: "rivalry.pillars", least: 5 }, false],
    [{ score: "rivalry.rangoli", least: 0 }, false],
    [{ score: "rank", most: 1 }, false],
    [{ score: "rank", most: 2 }, true],
  ])("of points, %o, is reached: %s", (goal, reached) => {
    expect(isReached(lessonWith(goal), tried)).toBe(reached);
  });

  test("of several parts is reached when all are", () => {
    const [met, unmet] = [{ score: "total", least: 1 }, { score: "total", least: 99 }];
    expect(isReached(lessonWith(met, met), tried)).toBe(true);
    expect(isReached(lessonWith(met, unmet), tried)).toBe(false);
  });
});

test("every lesson on a scoring card says how many points it asks for", () => {
  const scoring = CHAPTERS.find(({ name }) => name === "scoring")?.lessons ?? [];
  expect(scoring.map((lesson) => pointsOf(lesson)).filter((points) => !(points > 0))).toEqual([]);
  expect(LESSONS).toContain(scoring[0]);
});
