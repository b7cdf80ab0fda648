/** Starting a local game; this needs no rules, so the first screen can do it. */

import { settings } from "../settings/settings.svelte.ts";
import { nameBesides, nameToSend } from "../shared/names.ts";
import { COLOURS, type BotLevel } from "../wire/game.ts";
import { keepGame, newId, TAB, type KeptGame, type KeptSeat } from "./store.ts";

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

/** Shuffles, keeps the game and returns its id. */
export async function newGame(chosen: Omit<KeptGame["settings"], "players">, seats: readonly KeptSeat[]): Promise<string> {
  const now = Date.now();
  const seed = [...crypto.getRandomValues(new Uint8Array(32))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  const game = { id: newId(), created: now, changed: now, holder: TAB, settings: { ...chosen, players: seats.length }, seed, seats };
  await keepGame({ ...game, rules: null, actions: [], result: null, tags: {} });
  return game.id;
}

/** The same players once more, each one seat on, so that another begins. */
export function newGameAgain({ settings: { rivalry, deck, tie_break }, seats }: KeptGame): Promise<string> {
  return newGame({ rivalry, deck, tie_break }, [...seats.slice(-1), ...seats.slice(0, -1)]);
}

/** A game of this device's player against bots of one level. */
export function newGameAgainst(bots: number, level: BotLevel, deck: KeptGame["settings"]["deck"], rivalry = 0): Promise<string> {
  const seats = seatsOf([{ name: settings.name }, ...Array.from({ length: bots }, () => ({ level }))]);
  return newGame({ rivalry, deck, tie_break: "player-order" }, seats);
}
