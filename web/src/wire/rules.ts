import { connection } from "./connection.svelte.ts";
import type { TriedView } from "./types.ts";

/** Asks the server what comes of actions in a position. */
export async function askRules(position: Readonly<Record<string, unknown>>, actions: readonly string[]): Promise<TriedView> {
  return (await connection.ask({ type: "try", position: { ...position }, actions: [...actions] })).result;
}
