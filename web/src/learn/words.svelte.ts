/** The texts of the lessons in the reader's language, loaded only with the lessons. */

import type english from "../texts/learn/en.ts";
import { currentLanguage, LANGUAGES, written, type Language, type LessonCatalogue, type LessonKey, type Values } from "../texts/texts.svelte.ts";

let catalogue = $state.raw<LessonCatalogue | null>(null);
let loaded: Language | null = null;

/** Loads the texts; await it before calling `tell`. */
export async function loadWords(): Promise<void> {
  const language = currentLanguage();
  if (language === loaded) return;
  catalogue = (await LANGUAGES[language].lessons()).default;
  loaded = language;
}

export function tell<K extends LessonKey>(key: K, ...[values]: Values<(typeof english)[K]>): string {
  return catalogue === null ? "" : written(catalogue[key], (values ?? {}) as Record<string, string | number>);
}

/** Whether a lesson has this text of its own. */
export function isTold(key: string): key is LessonKey {
  return catalogue !== null && key in catalogue;
}
