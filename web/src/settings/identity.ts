/** Commands about the player's identity. They go over HTTP, since the connection already has an identity. */

import { notify } from "../shared/announce.svelte.ts";
import { refusalText } from "../shared/refusals.ts";
import { t } from "../texts/texts.svelte.ts";
import { connection } from "../wire/connection.svelte.ts";
import type { Me, Problem, Transfer } from "../wire/types.ts";
import { settings } from "./settings.svelte.ts";

/** Milliseconds to wait for the server to take the name. */
const RENAME_TIME = 2_000;

/** A link that takes this browser's player, with their name, to another device; null, after showing why, if it was refused. */
export async function makeTransfer(): Promise<Transfer | null> {
  const name = settings.name.trim();
  // If the server refuses the name or takes long, the games are transferred all the same.
  const renamed = name ? connection.ask({ type: "rename", name }).catch(() => undefined) : null;
  await Promise.race([renamed, new Promise((done) => setTimeout(done, RENAME_TIME))]);
  return post<Transfer>("/api/me/transfer", {});
}

/** Continues as the player whose transfer code this is; null, after showing why, if it was refused. */
export async function claimTransfer(code: string): Promise<Me | null> {
  return post<Me>("/api/me/claim", { code });
}

/** What the server answers; null, after showing why, if it refuses. */
export async function post<Answer>(path: string, body: object = {}): Promise<Answer | null> {
  const headers = { "Content-Type": "application/json" };
  return asked<Answer>(path, { method: "POST", headers, body: JSON.stringify(body) });
}

export async function asked<Answer>(path: string, how?: RequestInit): Promise<Answer | null> {
  try {
    const answer = await fetch(path, how);
    if (answer.ok) return (await answer.json()) as Answer;
    notify(refusalText((await answer.json()) as Problem), "trouble");
  } catch {
    notify(t("transfer.no-answer"), "trouble");
  }
  return null;
}
