/** The server's refusals in the reader's words. */

import { isKey, t } from "../texts/texts.svelte.ts";
import type { Refusal } from "../wire/connection.svelte.ts";

/** A refusal in words; one that only a newer server knows is told as a fault of the server. */
export function refusalText({ code }: Pick<Refusal, "code">): string {
  return isKey(`refusal.${code}`) ? t(`refusal.${code}`) : t("refusal.internal");
}
