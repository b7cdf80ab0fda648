/**
 * All texts that people read. The English catalogue defines the keys; a test checks the other languages and all uses in
 * the code against it. What the terminal says too is in `src/holi/texts`, which the catalogues here take in. A new language is
 * a file in each folder of texts and one entry in `LANGUAGES`.
 */

import { settings } from "../settings/settings.svelte.ts";
import type english from "./en.ts";
import type lessons from "./learn/en.ts";
import type more from "./more/en.ts";
import type { Shared } from "./shared.ts";

/** A text with `{placeholders}`, or its plural forms, chosen by the placeholder `{count}`. */
export type Message = string | Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>;
type English = typeof english & typeof more;
export type Key = keyof English;
type Catalogue<Keys extends string> = Readonly<Record<Keys, Message>>;
export type LessonKey = keyof typeof lessons;
export type LessonCatalogue = Catalogue<LessonKey>;

type Placeholders<Text> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | Placeholders<Rest> : never;
type Longest<Entry> = Entry extends { other: infer Text } ? Text : Entry;
type Names<Entry> = Placeholders<Longest<Entry>> | (Entry extends { other: string } ? "count" : never);
type Given<Name extends string> = [Name] extends [never] ? [] : [values: Record<Name, string | number>];
/** The values that a text has to be given. */
export type Values<Entry> = Given<Names<Entry>>;
type ValuesOf<K extends Key> = Given<K extends keyof Shared ? Shared[K] : Names<English[K]>>;

interface Translated {
  readonly name: string;
  /** What the first screen and a game on this device say. */
  readonly load: () => Promise<{ default: Catalogue<keyof typeof english> }>;
  /** Everything else. */
  readonly more: () => Promise<{ default: Catalogue<keyof typeof more> }>;
  /** The texts of the lessons, which only learners load. */
  readonly lessons: () => Promise<{ default: LessonCatalogue }>;
  /** Fonts and line breaking, for scripts that need their own. */
  readonly look?: () => Promise<unknown>;
}

export const LANGUAGES = {
  en: { name: "English", load: () => import("./en.ts"), more: () => import("./more/en.ts"), lessons: () => import("./learn/en.ts") },
  es: { name: "Español", load: () => import("./es.ts"), more: () => import("./more/es.ts"), lessons: () => import("./learn/es.ts") },
  fr: { name: "Français", load: () => import("./fr.ts"), more: () => import("./more/fr.ts"), lessons: () => import("./learn/fr.ts") },
  ja: {
    name: "日本語",
    load: () => import("./ja.ts"),
    more: () => import("./more/ja.ts"),
    lessons: () => import("./learn/ja.ts"),
    look: () => import("../look/ja.ts"),
  },
  hi: {
    name: "हिन्दी",
    load: () => import("./hi.ts"),
    more: () => import("./more/hi.ts"),
    lessons: () => import("./learn/hi.ts"),
    look: () => import("../look/hi.css"),
  },
} as const satisfies Record<string, Translated>;

export type Language = keyof typeof LANGUAGES;

export function isLanguage(tag: string | null): tag is Language {
  return tag !== null && tag in LANGUAGES;
}

/** The first language that the browser's owner reads and we have. */
function fromBrowser(): Language {
  const tags = navigator.languages.map((tag) => tag.split("-")[0] ?? "");
  return tags.find((tag) => isLanguage(tag)) ?? "en";
}

let catalogue = $state.raw({} as Catalogue<Key>);
let withMore: Promise<void> | null = null;
let language = $state<Language>("en");
let plurals = new Intl.PluralRules("en");
let numbers = new Intl.NumberFormat("en");
let changes = new Intl.NumberFormat("en", { signDisplay: "exceptZero" });
let lists = new Intl.ListFormat("en");

export function currentLanguage(): Language {
  return language;
}

/** Loads the chosen language, or the browser's, and shows it. */
export async function loadLanguage(): Promise<void> {
  const wanted = isLanguage(settings.language) ? settings.language : fromBrowser();
  const { load, more, look }: Translated = LANGUAGES[wanted];
  const [loaded, rest] = await Promise.all([load(), withMore && more(), look?.()]);
  plurals = new Intl.PluralRules(wanted);
  numbers = new Intl.NumberFormat(wanted);
  changes = new Intl.NumberFormat(wanted, { signDisplay: "exceptZero" });
  lists = new Intl.ListFormat(wanted);
  language = wanted;
  catalogue = { ...loaded.default, ...rest?.default } as Catalogue<Key>;
  document.documentElement.lang = wanted;
}

/** Loads the texts beyond those of a first game; every screen that says any of them awaits it. */
export function loadMore(): Promise<void> {
  if (withMore) return withMore;
  withMore = Promise.resolve(); // so that it is loaded with the language from now on
  return (withMore = loadLanguage());
}

/** The text of a key in the reader's language. */
export function t<K extends Key>(key: K, ...[values]: ValuesOf<K>): string {
  return written(catalogue[key], (values ?? {}) as Record<string, string | number>);
}

/** A text with its values filled in. */
export function written(message: Message, given: Record<string, string | number>): string {
  return fill(typeof message === "string" ? message : pluralForm(message, Number(given["count"])), given);
}

function pluralForm(forms: Exclude<Message, string>, count: number): string {
  return forms[plurals.select(count)] ?? forms.other;
}

function fill(text: string, values: Record<string, string | number>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => {
    const value = values[name];
    return value === undefined ? whole : typeof value === "number" ? numbers.format(value) : value;
  });
}

/** Whether there is such a text: the server may be newer than the page and name things that it does not know. */
export function isKey(key: string): key is Key {
  return key in catalogue;
}

/** A number with its sign: "+2", "−1", "0". */
export function signed(value: number): string {
  void language; // read again when the language changes
  const parts = changes.formatToParts(value);
  // Most languages use a hyphen here, which is easily overlooked beside a plus sign.
  return parts.map(({ type, value: part }) => (type === "minusSign" ? "−" : part)).join("");
}

/** "b2, c3 and d4" in the reader's language. */
export function listed(items: readonly string[]): string {
  void language; // read again when the language changes
  return lists.format(items);
}
