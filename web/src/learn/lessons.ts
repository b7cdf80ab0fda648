/** The lessons as data: positions and goals. `tools/lessons` generates them, a test checks them. */

import type { Score } from "../rules/engine.ts";
import type { GameEvent, Space } from "../wire/game.ts";
import book from "./lessons.json";

/** Events that must happen; fields are compared as text, with `?` for any one character. */
interface Happening {
  readonly event: Readonly<Record<string, string>>;
  readonly times: number;
}

/** Bounds on the learner's forecast; `score` is the path of a number in it. */
interface Worth {
  readonly score: string;
  readonly least?: number;
  readonly most?: number;
}

export interface Lesson {
  readonly id: string;
  readonly goal: readonly (Happening | Worth)[];
  readonly wanted: readonly Space[];
  readonly solution: readonly string[];
  readonly position: Readonly<Record<string, unknown>>;
}

export type ChapterName = keyof typeof book;

export interface Chapter {
  readonly name: ChapterName;
  readonly lessons: readonly Lesson[];
}

export const LEARNER = 0;
export const CHAPTERS: readonly Chapter[] = Object.entries(book as unknown as Record<ChapterName, Lesson[]>).map(
  ([name, lessons]) => ({ name: name as ChapterName, lessons }),
);
export const LESSONS: readonly Lesson[] = CHAPTERS.flatMap(({ lessons }) => lessons);

export function chapterOf(lesson: Lesson): ChapterName {
  return CHAPTERS.find(({ lessons }) => lessons.includes(lesson))?.name ?? "start";
}

/** The rivalry card that a lesson is about. */
export function cardOf(lesson: Lesson): string | null {
  return ["rules", "scoring"].includes(chapterOf(lesson)) ? lesson.id : null;
}

/** Whether what happened and what it would score reach a lesson's goal. */
export function isReached(lesson: Lesson, { events, forecast }: { events: readonly GameEvent[]; forecast: readonly Score[] }): boolean {
  return lesson.goal.every((goal) => {
    if ("event" in goal) return events.filter((event) => isLike(event, goal.event)).length >= goal.times;
    const points = partOf(forecast[LEARNER], goal.score);
    return points >= (goal.least ?? points) && points <= (goal.most ?? points);
  });
}

function isLike(event: GameEvent, wanted: Readonly<Record<string, string>>): boolean {
  const fields = event as unknown as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([name, text]) => fits(asText(fields[name]), text));
}

function asText(value: unknown): string {
  return Array.isArray(value) ? value.join(" ") : String(value);
}

function fits(text: string, pattern: string): boolean {
  return text.length === pattern.length && [...pattern].every((letter, i) => letter === "?" || letter === text[i]);
}

function partOf(score: Score | undefined, path: string): number {
  let found: unknown = score;
  for (const name of path.split(".")) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  return typeof found === "number" ? found : Number.NaN;
}

/** How many points a lesson's goal asks for. */
export function pointsOf(lesson: Lesson): number {
  const [goal] = lesson.goal;
  if (!goal) return 0;
  return "event" in goal ? Number(goal.event["points"] ?? 0) : (goal.least ?? 0);
}
