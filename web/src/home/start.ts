/** Making and finding hosted tables. */

import { go } from "../router.svelte.ts";
import { settings } from "../settings/settings.svelte.ts";
import { nameToSend } from "../shared/names.ts";
import { showRefusal } from "../shared/refusals.ts";
import { promiseNonce } from "../table/nonces.ts";
import { connection } from "../wire/connection.svelte.ts";
import type { TableSettingsInput } from "../wire/types.ts";

/** Makes a table and takes the first seat at it. Returns the table. */
export async function makeTable(agreed: TableSettingsInput): Promise<string> {
  const { table } = (await connection.ask({ type: "create", settings: agreed })).result;
  await connection.ask({ type: "sit", table, name: nameToSend(settings.name), seat: 0, nonce_commitment: promiseNonce(table, 0) });
  return table;
}

/** Goes to a table once it is made or found; shows why if the server refuses. */
export async function openTable(table: Promise<string>): Promise<void> {
  try {
    go("table", { table: await table });
  } catch (error) {
    showRefusal(error);
  }
}

export async function findTable(code: string): Promise<string> {
  return (await connection.ask({ type: "find", code })).result.table;
}
