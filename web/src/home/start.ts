/** Making tables. */

import { deckToPlay } from "../cards/decks.svelte.ts";
import { settings } from "../settings/settings.svelte.ts";
import { nameToSend } from "../shared/names.ts";
import { promiseNonce } from "../table/nonces.ts";
import { connection } from "../wire/connection.svelte.ts";
import type { BotLevel } from "../wire/game.ts";
import type { TableSettingsInput } from "../wire/types.ts";

/** Makes a table and, except at hot-seat tables, takes the first seat at it. Returns the table. */
export async function makeTable(agreed: TableSettingsInput): Promise<string> {
  const { table } = (await connection.ask({ type: "create", settings: agreed })).result;
  await connection.ask({ type: "sit", table, name: nameToSend(settings.name), seat: 0, nonce_commitment: promiseNonce(table, 0) });
  return table;
}

/** A game against bots from nothing to the deal; the nonce is sent by the table's screen. */
export async function playAgainstBots(bots: number, level: BotLevel): Promise<string> {
  const table = await makeTable({ players: bots + 1, rivalry: 0, deck: deckToPlay(), chat: "phrases" });
  for (let seat = 1; seat <= bots; seat++) await connection.ask({ type: "seat-bot", table, seat, level });
  await connection.ask({ type: "start", table });
  return table;
}

export async function findTable(code: string): Promise<string> {
  return (await connection.ask({ type: "find", code })).result.table;
}
