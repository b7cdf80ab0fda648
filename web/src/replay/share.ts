/** The address of a point in a game: kept in the address bar, and shared from there. */

import { notify } from "../shared/announce.svelte.ts";
import { listed, t } from "../texts/texts.svelte.ts";

/** Browsers refuse an address that is changed too often. */
const SETTLED_AFTER = 250;

function addressAt(at: number): string {
  const address = new URL(location.href);
  address.searchParams.set("at", String(at));
  return address.href;
}

/** Writes the point into the address once it has settled; returns what calls that off. */
export function writeAddress(at: number): () => void {
  const timer = setTimeout(() => {
    history.replaceState(null, "", addressAt(at));
  }, SETTLED_AFTER);
  return () => {
    clearTimeout(timer);
  };
}

/** Gives the address to the device's own way of sharing, or to the clipboard. */
export async function share(at: number, names: readonly string[]): Promise<void> {
  const url = addressAt(at);
  history.replaceState(null, "", url);
  try {
    if ("share" in navigator) await navigator.share({ title: t("replay.of", { names: listed(names) }), url });
    else await copied(url);
  } catch (error) {
    if (error instanceof DOMException && error.name === "AbortError") return; // thought better of it
    await copied(url).catch(() => {
      notify(t("replay.share-by-hand"), "trouble");
    });
  }
}

async function copied(url: string): Promise<void> {
  // Over plain HTTP there is no clipboard, which the types do not know.
  await navigator.clipboard.writeText(url);
  notify(t("replay.shared"));
}
