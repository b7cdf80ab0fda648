/** Local games as records, records as local games, and the next game of the same players. */

import { Game, parseConfig, RULES_VERSION } from "../rules/engine.ts";
import { formatRecord, parseRecord, recordFromGame, verifyRecord, type GameRecord } from "../rules/records.ts";
import { download } from "../shared/download.ts";
import { BOT_LEVELS, COLOURS } from "../wire/game.ts";
import { newGame } from "./new-game.ts";
import { keepGame, newId, TAB, type KeptGame, type KeptSeat } from "./store.ts";

/** The record of a game, over or not. It holds the seed, which tells all hidden cards. */
export function recordText({ settings, seed, actions, seats, created, tags }: KeptGame): string {
  const game = new Game(parseConfig(settings, seed), { seed });
  for (const action of actions) game.apply(action);
  const drawn = typeof settings.rivalry === "number" ? { RivalryDraw: String(settings.rivalry) } : {};
  const names = seats.map(({ name, level }) => name ?? `bot (${level ?? ""})`);
  return formatRecord(recordFromGame(game, names, { Date: dayOf(created), ...drawn, ...tags }));
}

export function saveRecord(game: KeptGame): void {
  download(recordText(game), `holi-${dayOf(game.created)}-${game.id.slice(0, 5)}.holi`);
}

/** Keeps a record as a local game, which goes on if it is not over. Throws `HoliError` if it is no true record. */
export async function importRecord(text: string): Promise<string> {
  const { record, winner } = verifyRecord(parseRecord(text));
  const [day, now] = [Date.parse(`${record.tags["Date"] ?? ""}T12:00`), Date.now()];
  const game: KeptGame = {
    id: newId(),
    created: Number.isNaN(day) ? now : day,
    changed: now,
    holder: TAB,
    settings: record.config.toJson(),
    seed: record.seed,
    rules: RULES_VERSION,
    seats: seatsOf(record),
    actions: record.actions,
    result: record.result,
    winner,
    tags: record.tags,
  };
  await keepGame(game);
  return game.id;
}

/** The same players once more: each at their place, if it is drawn who begins; else one seat on, so that another begins. */
export function newGameAgain({ settings: { rivalry, deck, tie_break }, seats, tags }: KeptGame): Promise<string> {
  const drawn = tags["FirstDraw"];
  const last = seats.length - Number(drawn ?? 1);
  return newGame({ rivalry, deck, tie_break, first: drawn === undefined ? "host" : "drawn" }, [...seats.slice(last), ...seats.slice(0, last)]);
}

/** The seats of a record, where bots are called `bot (level)`; colours go by places, as in a new game. */
export function seatsOf(record: GameRecord): readonly KeptSeat[] {
  const colours = COLOURS.slice(0, record.names.length);
  return record.names.map((name, seat) => {
    const level = BOT_LEVELS.find((other) => name === `bot (${other})`) ?? null;
    const colour = colours.find((_, place) => record.seatOf(place) === seat) ?? "blue";
    return { kind: level === null ? "player" : "bot", name: level === null ? name : null, level, colour };
  });
}

/** The day in this place, as records write it: `2026-11-15`. */
function dayOf(time: number): string {
  const date = new Date(time);
  return [date.getFullYear(), date.getMonth() + 1, date.getDate()].map((part) => String(part).padStart(2, "0")).join("-");
}
