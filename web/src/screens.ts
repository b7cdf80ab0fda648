/**
 * All screens. A new one is a component and an entry here; `title` is the text key of its name, and with `menu` it is also in
 * the menu of the home screen. A screen can set a better title with `entitle`. The server serves the page at addresses that
 * begin with one of its `ROUTES`. Parts of a path that begin with a colon are passed to the component as properties.
 */

import type { Component } from "svelte";
import { loadRules } from "./rules/loading.ts";
import { loadMore, type Key } from "./texts/texts.svelte.ts";

export interface Screen {
  readonly path: string;
  /** Only the home screen has none: there the page has its full name. */
  readonly title?: Key;
  readonly menu?: true;
  /** Only a server has it. */
  readonly hosted?: true;
  readonly load: () => Promise<{ default: Component<Record<string, string>> }>;
}

type Load = () => Promise<{ default: unknown }>;

/** A screen, with what else has to be there before it is shown. */
const shownWith =
  (...needs: (() => Promise<unknown>)[]) =>
  (load: Load): Screen["load"] =>
  async () =>
    (await Promise.all([load(), ...needs.map((need) => need())]))[0] as Awaited<ReturnType<Screen["load"]>>;

/** The first screen. */
const first = shownWith();
/** A game, which needs the rules. */
const local = shownWith(loadRules);
/** Any other screen has more to say. */
const screen = shownWith(loadMore);
const playing = shownWith(loadRules, loadMore);

export const screens = {
  home: { path: "", load: first(() => import("./home/Home.svelte")) },
  table: { path: "t/:table", title: "table.loading", hosted: true, load: playing(() => import("./table/Table.svelte")) },
  local: { path: "local/:game", title: "local.title", load: local(() => import("./local/Local.svelte")) },
  replayLocal: { path: "local/:game/replay", title: "replay.title", load: playing(() => import("./replay/Replay.svelte")) },
  learn: { path: "learn", title: "learn.title", menu: true, load: screen(() => import("./learn/Learn.svelte")) },
  lesson: { path: "learn/:lesson", title: "learn.title", load: playing(() => import("./learn/Lesson.svelte")) },
  rules: { path: "rules", title: "rules.title", menu: true, load: screen(() => import("./rulebook/Rules.svelte")) },
  cards: { path: "cards", title: "cards.title", menu: true, load: screen(() => import("./gallery/Cards.svelte")) },
  decks: { path: "cards/decks", title: "deck.title", load: playing(() => import("./decks/Decks.svelte")) },
  games: { path: "my-games", title: "games.title", menu: true, load: screen(() => import("./home/MyGames.svelte")) },
  replay: { path: "replay", title: "replay.title", menu: true, load: playing(() => import("./replay/Replay.svelte")) },
  replayOf: { path: "replay/:table", title: "replay.title", hosted: true, load: playing(() => import("./replay/Replay.svelte")) },
  settings: { path: "settings", title: "settings.title", menu: true, load: screen(() => import("./settings/Settings.svelte")) },
  about: { path: "about", title: "about.title", menu: true, load: screen(() => import("./about/About.svelte")) },
} as const satisfies Record<string, Screen>;

export type ScreenName = keyof typeof screens;
