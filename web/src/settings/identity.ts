/** What is asked of the server about who one is. These commands have no place on the connection, which has an identity already. */

import { notify } from "../shared/announce.svelte.ts";
import { refusalText } from "../table/refusals.ts";
import { t } from "../texts/texts.svelte.ts";
import { connection } from "../wire/connection.svelte.ts";
import type { Me, Problem, Transfer } from "../wire/types.ts";
import { settings } from "./settings.svelte.ts";

/** A link that takes this browser's player, with their name, to another device; null, after telling why, if there is none. */
export async function makeTransfer(): Promise<Transfer | null> {
  const name = settings.name.trim();
  // Without a name that the server likes, the games go there all the same.
  if (name && connection.open) await connection.ask({ type: "rename", name }).catch(() => undefined);
  return post<Transfer>("/api/me/transfer", {});
}

/** Goes on as the player whose transfer code this is; null, after telling why, if that cannot be. */
export async function claimTransfer(code: string): Promise<Me | null> {
  return post<Me>("/api/me/claim", { code });
}

async function post<Answer>(path: string, body: object): Promise<Answer | null> {
  try {
    const headers = { "Content-Type": "application/json" };
    const answer = await fetch(path, { method: "POST", headers, body: JSON.stringify(body) });
    if (answer.ok) return (await answer.json()) as Answer;
    notify(refusalText((await answer.json()) as Problem), "trouble");
  } catch {
    notify(t("transfer.no-answer"), "trouble");
  }
  return null;
}
