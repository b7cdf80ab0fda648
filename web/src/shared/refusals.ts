/** The server's refusals in the reader's words. */

import { isKey, t } from "../texts/texts.svelte.ts";
import { Refusal } from "../wire/refusal.ts";
import { notify } from "./announce.svelte.ts";

/** A refusal in words; a code that only a newer server knows reads as a fault of the server. */
export function refusalText({ code }: Pick<Refusal, "code">): string {
  return isKey(`refusal.${code}`) ? t(`refusal.${code}`) : t("refusal.internal");
}

/** Shows a refusal to the player; any other error is thrown again. */
export function showRefusal(error: unknown): void {
  if (!(error instanceof Refusal)) throw error;
  notify(refusalText(error), "trouble");
}
