/** Games as lines of a list: those that this browser keeps, and those that the server hosts. */

import { isSite } from "../install/site.ts";
import { listGames, type KeptGame, type KeptSeat } from "../local/store.ts";
import { href } from "../router.svelte.ts";
import { shownName } from "../shared/names.ts";
import { currentLanguage, listed, t } from "../texts/texts.svelte.ts";
import type { TableList } from "../wire/types.ts";

export interface GameLine {
  readonly address: string;
  /** What it is called: the code of a table, or who plays. */
  readonly name: string;
  readonly about: string;
  readonly status: string;
  readonly yourTurn: boolean;
  readonly changed: number;
  readonly replay: string | null;
  /** The game itself, if this browser keeps it. */
  readonly kept: KeptGame | null;
}

export async function localLines(): Promise<readonly GameLine[]> {
  return (await listGames()).map((game) => ({
    address: href("local", { game: game.id }),
    name: playersOf(game.seats),
    about: new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(game.changed),
    status: game.result === null ? t("phase.playing") : game.result.join(" : "),
    yourTurn: false,
    changed: game.changed,
    replay: game.result === null ? null : href("replayLocal", { game: game.id }),
    kept: game,
  }));
}

/** The hosted games of this browser's player, or the tables that wait for players; null if the server does not answer. */
export async function hostedLines(what: "mine" | "open"): Promise<readonly GameLine[] | null> {
  if (isSite || !navigator.onLine) return [];
  const list = await asked(what === "mine" ? "/api/me/tables" : "/api/tables");
  if (list === null) return null;
  return list.tables
    .filter(({ phase }) => phase !== "closed")
    .map(({ table, code, phase, settings, seats_taken, your_turn, changed }) => ({
      address: href("table", { table }),
      name: code,
      about: t("games.seats", { taken: seats_taken, all: settings.players }),
      status: your_turn ? t("player.your-turn") : t(`phase.${phase}`),
      yourTurn: your_turn,
      changed,
      replay: phase === "over" ? href("replayOf", { table }) : null,
      kept: null,
    }));
}

let before: Promise<unknown> = Promise.resolve();

/** Asks the server one thing after the other: the first answer sets the player's cookie, and two would make two players. */
function asked(path: string): Promise<TableList | null> {
  const answer = before.then(async () => {
    const response = await fetch(path);
    return response.ok ? ((await response.json()) as TableList) : null;
  });
  const found = answer.catch(() => null);
  before = found;
  return found;
}

/** "Asha and 3 bots (Casual)" */
function playersOf(seats: readonly KeptSeat[]): string {
  const people = seats.flatMap(({ name, colour }) => (name === null ? [] : [shownName(name, colour)]));
  const levels = [...new Set(seats.flatMap(({ level }) => level ?? []))];
  const bots = levels.map((level) => t("games.bots", { count: seats.filter((seat) => seat.level === level).length, level: t(`bot.${level}`) }));
  return listed([...people, ...bots]);
}
