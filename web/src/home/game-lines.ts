/** Games as lines of a list: those that this browser keeps, and those that the server hosts. */

import { isSite } from "../install/site.ts";
import { listGames, type KeptGame } from "../local/store.ts";
import { href } from "../router.svelte.ts";
import { shownName } from "../shared/names.ts";
import { accuracies, offTheList } from "../shared/remembered.ts";
import { currentLanguage, listed, t } from "../texts/texts.svelte.ts";
import { COLOURS, type Colour } from "../wire/game.ts";
import type { SeatLine, TableLine, TableList } from "../wire/types.ts";

export interface GameLine {
  readonly id: string;
  readonly address: string;
  /** What it is called: who else plays, or the code of a table. */
  readonly name: string;
  readonly day: string;
  /** The code of a hosted table, where it is not the name. */
  readonly code: string;
  readonly status: string;
  /** The points at the end. */
  readonly points: string;
  /** How well this device's player played, if that was analysed. */
  readonly accuracy: string;
  readonly yourTurn: boolean;
  readonly running: boolean;
  readonly changed: number;
  readonly replay: string | null;
  /** The game itself, if this browser keeps it. */
  readonly kept: KeptGame | null;
}

/** A seat of a game that is listed. */
type Who = Pick<SeatLine, "name" | "level" | "you" | "resigned" | "points" | "rank"> & { readonly colour: Colour };

export async function localLines(): Promise<readonly GameLine[]> {
  return (await listGames()).map((game) => {
    const seats = seatsOf(game);
    const running = game.result === null && !game.resigned;
    return {
      id: game.id,
      address: href("local", { game: game.id }),
      name: opponents(seats),
      day: dayOf(game.changed),
      code: "",
      status: running ? t("phase.playing") : ending(seats),
      points: pointsOf(seats),
      accuracy: accuracyOf(game.id, seats),
      yourTurn: false,
      running,
      changed: game.changed,
      replay: running ? null : href("replayLocal", { game: game.id }),
      kept: game,
    };
  });
}

function seatsOf({ seats, result, winner, resigned }: KeptGame): readonly Who[] {
  const most = Math.max(...(result ?? [0]));
  const best = result?.filter((points) => points === most).length === 1 ? result.indexOf(most) : null;
  const first = winner ?? best;
  return seats.map(({ kind, name, level, colour }, seat) => {
    const you = kind === "player";
    return { name, level, colour, you, resigned: you && resigned === true, points: result?.[seat] ?? null, rank: first === seat ? 1 : null };
  });
}

/** The hosted games of this browser's player, or the tables that wait for players; null if the server does not answer. */
export async function hostedLines(what: "mine" | "open"): Promise<readonly GameLine[] | null> {
  if (isSite || !navigator.onLine) return [];
  const list = await asked(what === "mine" ? "/api/me/tables" : "/api/tables");
  if (list === null) return null;
  return list.tables.filter(({ phase, table }) => phase !== "closed" && !offTheList.get(table)).map(hostedLine);
}

function hostedLine({ table, code, phase, settings, seats: told, seats_taken, your_turn, changed }: TableLine): GameLine {
  const seats = told.map((seat, number) => ({ ...seat, colour: COLOURS[number] ?? "blue" }));
  const others = opponents(seats);
  const taken = t("games.seats", { taken: seats_taken, all: settings.players });
  const resigned = seats.some(({ you, resigned: gaveUp }) => you && gaveUp);
  const turn = your_turn && !resigned;
  return {
    id: table,
    address: href("table", { table }),
    name: phase === "lobby" || others === "" ? code : others,
    day: phase === "lobby" ? taken : dayOf(changed),
    code: phase === "lobby" || others === "" ? "" : code,
    status: turn ? t("player.your-turn") : phase === "over" || resigned ? ending(seats) : t(`phase.${phase}`),
    points: pointsOf(seats),
    accuracy: accuracyOf(table, seats),
    yourTurn: turn,
    running: (phase === "playing" || phase === "dealing") && !resigned,
    changed,
    replay: phase === "over" ? href("replayOf", { table }) : null,
    kept: null,
  };
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

/** "Binod and 2 bots (Casual)": everybody else, or all who share this device. */
function opponents(seats: readonly Who[]): string {
  const shared = seats.filter(({ you }) => you).length > 1;
  const people = seats.flatMap(({ name, colour, you }) => (name === null || (you && !shared) ? [] : [shownName(name, colour)]));
  const levels = [...new Set(seats.flatMap(({ level }) => level ?? []))];
  const bots = levels.map((level) => t("games.bots", { count: seats.filter((seat) => seat.level === level).length, level: t(`bot.${level}`) }));
  return listed([...people, ...bots]);
}

/** Who has won, or that the game was given up. */
function ending(seats: readonly Who[]): string {
  const mine = seats.filter(({ you }) => you);
  if (mine.some(({ resigned }) => resigned)) return t("games.resigned");
  const winner = seats.find(({ rank }) => rank === 1);
  if (winner === undefined) return t("phase.over");
  if (winner.you && mine.length === 1) return t("games.won");
  const name = winner.name === null ? t("seat.bot", { colour: t(`colour.${winner.colour}`) }) : shownName(winner.name, winner.colour);
  return mine.length === 1 && seats.length === 2 ? t("games.lost") : t("games.won-by", { name });
}

/** "61 : 48", one's own first. */
function pointsOf(seats: readonly Who[]): string {
  if (seats.some(({ points }) => points === null)) return "";
  const shared = seats.filter(({ you }) => you).length > 1;
  return [...seats].sort((one, other) => (shared ? 0 : Number(other.you) - Number(one.you))).map(({ points }) => points).join(" : ");
}

function accuracyOf(id: string, seats: readonly Who[]): string {
  const mine = seats.flatMap(({ you }, seat) => (you ? [seat] : []));
  const found = mine.length === 1 ? accuracies.get(id)?.[mine[0] ?? 0] : null;
  return found == null ? "" : t("games.accuracy", { percent: Math.round(found * 100) });
}

function dayOf(time: number): string {
  return new Intl.DateTimeFormat(currentLanguage(), { dateStyle: "medium" }).format(time);
}
