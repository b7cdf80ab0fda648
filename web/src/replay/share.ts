/** The address of a place in a game, in the address bar and for sharing. */

import { address, shownAs } from "../router.svelte.ts";
import { notify } from "../shared/announce.svelte.ts";
import { listed, t } from "../texts/texts.svelte.ts";

/** In milliseconds; browsers refuse to change the address too often. */
const SETTLED_AFTER = 250;

function addressAt(at: number): string {
  const own = address();
  own.searchParams.set("at", String(at));
  return shownAs(own.pathname + own.search + own.hash);
}

/** Writes the place into the address after a short delay; returns a function that cancels it. */
export function writeAddress(at: number): () => void {
  const timer = setTimeout(() => {
    history.replaceState(null, "", addressAt(at));
  }, SETTLED_AFTER);
  return () => {
    clearTimeout(timer);
  };
}

/** Shares the address through the device, or copies it to the clipboard. */
export async function share(at: number, names: readonly string[]): Promise<void> {
  const url = addressAt(at);
  history.replaceState(null, "", url);
  try {
    if ("share" in navigator) await navigator.share({ title: t("replay.of", { names: listed(names) }), url });
    else await copied(url);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // cancelled by the reader
    await copied(url).catch(() => {
      notify(t("replay.share-by-hand"), "trouble");
    });
  }
}

async function copied(url: string): Promise<void> {
  // Throws over plain HTTP, where there is no clipboard; the types do not know that.
  await navigator.clipboard.writeText(url);
  notify(t("replay.shared"));
}
