/** The rivalry cards, in the reader's language where the page has their texts, else in the server's own words. */

import { isKey, t, type Key } from "../texts/texts.svelte.ts";
import { RIVALRY } from "../wire/cards.ts";
import type { Cards, RivalryCardView } from "../wire/types.ts";

type RivalryCard = Pick<RivalryCardView, "id" | "kind" | "title" | "text">;

const builtWith: Readonly<Record<string, RivalryCard["kind"]>> = RIVALRY;
let served = $state.raw<Cards | null>(null);
let asked = false;

/** The cards as the server tells them, asked for once; null until they are there. */
export function serverCards(): Cards | null {
  if (!asked) void load();
  return served;
}

async function load(): Promise<void> {
  asked = true;
  try {
    const answer = await fetch("/api/cards");
    if (answer.ok) served = (await answer.json()) as Cards;
  } catch {
    asked = false; // offline: the next one who wants to know asks again
  }
}

/** All rivalry cards: those that the page was built with, then those that only the server has. */
export function rivalryCards(): readonly RivalryCard[] {
  const ids = new Set([...Object.keys(builtWith), ...(serverCards()?.rivalry ?? []).map(({ id }) => id)]);
  return [...ids].map((id) => rivalryCard(id));
}

export function rivalryCard(id: string): RivalryCard {
  const own = (part: "title" | "text"): string | null => {
    const key = `rivalry.${id}.${part}`;
    return isKey(key) ? (t as (key: Key) => string)(key) : null;
  };
  const [kind, title, text] = [builtWith[id], own("title"), own("text")];
  if (kind !== undefined && title !== null && text !== null) return { id, kind, title, text };
  const told = serverCards()?.rivalry.find((card) => card.id === id);
  return {
    id,
    kind: kind ?? told?.kind ?? "rules",
    title: title ?? told?.title ?? id,
    text: text ?? told?.text ?? "",
  };
}
