/**
 * All screens. A new one is a component and an entry here; with `menu`, the text key of its name, it is also in the menu of
 * the home screen. The server answers with the page at addresses that begin with one of its `ROUTES`. Parts of a path that
 * begin with a colon are given to the component as properties.
 */

import type { Component } from "svelte";
import type { Key } from "./texts/texts.svelte.ts";

interface Screen {
  readonly path: string;
  readonly menu?: Key;
  readonly load: () => Promise<{ default: Component<Record<string, string>> }>;
}

const screen = (load: () => Promise<{ default: unknown }>): Screen["load"] => load as Screen["load"];

export const screens = {
  home: { path: "", load: screen(() => import("./home/Home.svelte")) },
  table: { path: "t/:table", load: screen(() => import("./table/Table.svelte")) },
  learn: { path: "learn", menu: "learn.title", load: screen(() => import("./learn/Learn.svelte")) },
  lesson: { path: "learn/:lesson", load: screen(() => import("./learn/Lesson.svelte")) },
  cards: { path: "cards", menu: "cards.title", load: screen(() => import("./cards/Cards.svelte")) },
  decks: { path: "cards/decks", load: screen(() => import("./cards/Decks.svelte")) },
  games: { path: "my-games", menu: "games.title", load: screen(() => import("./home/MyGames.svelte")) },
  replay: { path: "replay", menu: "replay.title", load: screen(() => import("./replay/Replay.svelte")) },
  replayOf: { path: "replay/:table", load: screen(() => import("./replay/Replay.svelte")) },
  settings: { path: "settings", menu: "settings.title", load: screen(() => import("./settings/Settings.svelte")) },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;
