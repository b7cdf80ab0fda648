/** Decks of one's own: kept in the browser by their names, and which one is chosen for playing. */

import { isDeck } from "../cards/faces.ts";
import type { OwnDeck } from "../wire/types.ts";

const KEY = "holi.decks";

export interface KeptDeck extends OwnDeck {
  /** Whether it can be played with. */
  ready: boolean;
}

interface Kept {
  decks: readonly KeptDeck[];
  chosen: string | null;
}

function isKept(value: unknown): value is KeptDeck {
  return isDeck(value) && typeof (value as Partial<KeptDeck>).ready === "boolean";
}

function read(): Kept {
  try {
    const { decks, chosen } = JSON.parse(localStorage.getItem(KEY) ?? "{}") as Partial<Record<keyof Kept, unknown>>;
    return { decks: Array.isArray(decks) ? decks.filter(isKept) : [], chosen: typeof chosen === "string" ? chosen : null };
  } catch {
    return { decks: [], chosen: null }; // written by another version, or no storage
  }
}

let kept = $state.raw<Kept>(read());
addEventListener("storage", ({ key }) => {
  if (key === KEY) kept = read(); // another tab has saved one
});

/** Returns false if the browser could not store it. */
function keep(next: Kept): boolean {
  kept = next;
  try {
    localStorage.setItem(KEY, JSON.stringify(next));
    return true;
  } catch {
    return false;
  }
}

export function savedDecks(): readonly KeptDeck[] {
  return kept.decks;
}

export function playableDecks(): readonly KeptDeck[] {
  return kept.decks.filter(({ ready }) => ready);
}

/** Saves a deck, replacing one with the same name; returns false if the browser could not store it. */
export function saveDeck(deck: KeptDeck): boolean {
  const others = kept.decks.filter(({ name }) => name !== deck.name);
  return keep({ ...kept, decks: [...others, deck].sort((a, b) => a.name.localeCompare(b.name)) });
}

export function deleteDeck(name: string): void {
  keep({ decks: kept.decks.filter((deck) => deck.name !== name), chosen: kept.chosen === name ? null : kept.chosen });
}

/** The deck that new games are played with, as configurations name it. */
export function deckToPlay(): "complete" | OwnDeck {
  const found = playableDecks().find(({ name }) => name === kept.chosen);
  return found ? { name: found.name, cards: found.cards } : "complete";
}

export function chosenDeck(): string | null {
  return playableDecks().some(({ name }) => name === kept.chosen) ? kept.chosen : null;
}

export function chooseDeck(name: string | null): void {
  keep({ ...kept, chosen: name });
}
