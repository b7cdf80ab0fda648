/** What a lesson says. Lessons on rivalry cards share their texts and have the card's name for a title. */

import { rivalryCard } from "../cards/rivalry.ts";
import { cardOf, chapterOf, pointsOf, type Lesson } from "./lessons.ts";
import { isTold, tell } from "./words.svelte.ts";

export interface LessonWords {
  readonly title: string;
  readonly text: string;
  readonly task: string;
  readonly hint: string;
  readonly done: string;
}

export function titleOf(lesson: Lesson): string {
  const card = cardOf(lesson);
  return card === null ? own(lesson, "title") : rivalryCard(card).title;
}

export function wordsOf(lesson: Lesson): LessonWords {
  const title = titleOf(lesson);
  const chapter = chapterOf(lesson);
  if (chapter === "rules") {
    return { title, text: tell("rules.text"), task: own(lesson, "task"), hint: tell("rules.hint"), done: tell("rules.done") };
  }
  if (chapter === "scoring") {
    const task = tell("scoring.task", { count: pointsOf(lesson) });
    return { title, text: tell("scoring.text"), task, hint: tell("scoring.hint"), done: tell("scoring.done") };
  }
  const [text, task, hint, done] = (["text", "task", "hint", "done"] as const).map((part) => own(lesson, part));
  return { title, text: text ?? "", task: task ?? "", hint: hint ?? "", done: done ?? "" };
}

function own(lesson: Lesson, part: keyof LessonWords): string {
  const key = `lesson.${lesson.id}.${part}`;
  return isTold(key) ? (tell as (key: string) => string)(key) : "";
}
