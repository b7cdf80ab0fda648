/** The rivalry cards, in the reader's language where the page has their texts, else in the words of their entries. */

import { RIVALRY } from "../rules/cards.ts";
import { isKey, t, type Key } from "../texts/texts.svelte.ts";

export interface RivalryCard {
  readonly id: string;
  readonly kind: "rules" | "scoring";
  readonly title: string;
  readonly text: string;
}

const CARDS: ReadonlyMap<string, RivalryCard> = new Map(RIVALRY.map((card) => [card.id, card]));

export function rivalryCards(): readonly RivalryCard[] {
  return [...CARDS.keys()].map((id) => rivalryCard(id));
}

/** A card; one that only a newer server has is shown by its id. */
export function rivalryCard(id: string): RivalryCard {
  const { kind, title, text } = CARDS.get(id) ?? { kind: "rules", title: id, text: "" };
  const own = (part: "title" | "text", otherwise: string): string => {
    const key = `rivalry.${id}.${part}`;
    return isKey(key) ? (t as (key: Key) => string)(key) : otherwise;
  };
  return { id, kind, title: own("title", title), text: own("text", text) };
}
