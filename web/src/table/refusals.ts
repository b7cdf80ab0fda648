/** The server's refusals in the reader's words. */

import { t } from "../texts/texts.svelte.ts";
import type { Refusal } from "../wire/connection.svelte.ts";

export function refusalText({ code }: Refusal): string {
  return t(`refusal.${code}`);
}
