/** Starting a local game; this needs no rules, so the first screen can do it. */

import { drawnFirst, newSeed } from "../rules/seed.ts";
import { settings } from "../settings/settings.svelte.ts";
import { nameBesides, nameToSend } from "../shared/names.ts";
import { COLOURS, type BotLevel } from "../wire/game.ts";
import type { TableSettings } from "../wire/types.ts";
import { keepGame, newId, TAB, type KeptGame, type KeptSeat } from "./store.ts";

type Chosen = Omit<KeptGame["settings"], "players"> & Pick<TableSettings, "first">;

/** Somebody at this device, by name, or a bot, by level. */
export type Seated = { readonly name: string } | { readonly level: BotLevel };

/** Seats with the usual colours; people who gave no name are called guest, and after the first one by their colours. */
export function seatsOf(players: readonly Seated[]): readonly KeptSeat[] {
  return COLOURS.slice(0, players.length).map((colour, seat) => {
    const who = players[seat] ?? { name: "" };
    if ("level" in who) return { kind: "bot", name: null, level: who.level, colour };
    return { kind: "player", name: seat === 0 ? nameToSend(who.name) : nameBesides(who.name, colour), level: null, colour };
  });
}

/** Shuffles, keeps the game and returns its id. Seats are as they stand around the table; the shuffle may draw which is first. */
export async function newGame({ first, ...chosen }: Chosen, places: readonly KeptSeat[], coach?: KeptGame["coach"]): Promise<string> {
  const now = Date.now();
  const seed = newSeed();
  const begins = first === "drawn" ? drawnFirst(seed, places.length) : 0;
  const seats = [...places.slice(begins), ...places.slice(0, begins)];
  const tags = first === "drawn" ? { FirstDraw: String(begins) } : {};
  const game = { id: newId(), created: now, changed: now, holder: TAB, settings: { ...chosen, players: seats.length }, seed, seats };
  await keepGame({ ...game, rules: null, actions: [], result: null, tags, coach });
  return game.id;
}

/** A game of this device's player against bots of one level. */
export function newGameAgainst(bots: number, level: BotLevel, deck: Chosen["deck"], first: Chosen["first"], rivalry = 0): Promise<string> {
  const seats = seatsOf([{ name: settings.name }, ...Array.from({ length: bots }, () => ({ level }))]);
  return newGame({ rivalry, deck, tie_break: "player-order", first }, seats);
}

/** The first game of somebody new: the simpler one, against a weak bot, with a coach. */
export function newFirstGame(): Promise<string> {
  const seats = seatsOf([{ name: settings.name }, { level: "novice" }]);
  return newGame({ rivalry: 0, deck: "complete", tie_break: "player-order", first: "host" }, seats, { said: [] });
}
