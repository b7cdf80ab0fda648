/** The deck being edited: every step can be undone, and the last state is still there after a reload. */

import { BLANK, CARD_IDS, isDeck } from "../cards/faces.ts";
import { t } from "../texts/texts.svelte.ts";
import { COMPLETE } from "../rules/cards.ts";
import type { OwnDeck } from "../wire/types.ts";
import { deleteDeck, savedDecks, saveDeck } from "./decks.svelte.ts";

const KEY = "holi.deck-draft";
const MOST_STEPS = 500;

const blankCards: Readonly<Record<string, string>> = Object.fromEntries(CARD_IDS.map((id) => [id, BLANK]));

/** The next value of a square when it is clicked. */
const NEXT: Readonly<Record<string, string>> = { ".": "#", "#": "*", "*": "." };

function readDraft(): OwnDeck | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(KEY) ?? "null");
    return isDeck(kept) ? kept : null;
  } catch {
    return null;
  }
}

export class DeckEditor {
  #steps = $state.raw<readonly OwnDeck[]>([readDraft() ?? { name: t("deck.unnamed"), cards: blankCards }]);
  #typing = false;

  readonly deck: OwnDeck = $derived(this.#steps.at(-1) ?? { name: "", cards: blankCards });
  readonly canUndo: boolean = $derived(this.#steps.length > 1);
  readonly saved = $derived(savedDecks().find(({ name }) => name === this.deck.name.trim()));
  readonly changed: boolean = $derived(
    this.saved === undefined || CARD_IDS.some((id) => this.saved?.cards[id] !== this.deck.cards[id]),
  );

  /** The nine squares of a card in one row. */
  squares(card: string): string {
    return (this.deck.cards[card] ?? BLANK).replaceAll("/", "");
  }

  /** Sets a square to a value, or to the next one in the cycle; returns the new value. */
  set(card: string, square: number, what: string | null): string {
    const squares = [...this.squares(card)];
    const next = what ?? NEXT[squares[square] ?? "."] ?? ".";
    squares[square] = next;
    const face = [0, 3, 6].map((from) => squares.slice(from, from + 3).join("")).join("/");
    this.#step({ ...this.deck, cards: { ...this.deck.cards, [card]: face } });
    return next;
  }

  clear(card: string): void {
    this.#step({ ...this.deck, cards: { ...this.deck.cards, [card]: BLANK } });
  }

  /** Typing a name is one step, however many letters it takes. */
  rename(name: string): void {
    const before = this.#typing ? this.#steps.slice(0, -1) : this.#steps;
    this.#steps = [...before, { ...this.deck, name }].slice(-MOST_STEPS);
    this.#typing = true;
    this.#keep();
  }

  open({ name, cards }: OwnDeck): void {
    this.#step({ name, cards: Object.fromEntries(CARD_IDS.map((id) => [id, cards[id] ?? BLANK])) });
  }

  startBlank(): void {
    this.#step({ name: this.#freeName(), cards: blankCards });
  }

  startFromOurs(): void {
    this.#step({ name: this.deck.name, cards: COMPLETE });
  }

  undo(): void {
    if (!this.canUndo) return;
    this.#steps = this.#steps.slice(0, -1);
    this.#typing = false;
    this.#keep();
  }

  /** Saves the deck under its name; returns false if the browser could not store it. */
  save(ready: boolean): boolean {
    const name = this.deck.name.trim();
    if (name !== this.deck.name) this.rename(name);
    this.#typing = false;
    return saveDeck({ name, cards: this.deck.cards, ready });
  }

  delete(): void {
    deleteDeck(this.deck.name.trim());
  }

  #step(next: OwnDeck): void {
    if (JSON.stringify(next) === JSON.stringify(this.deck)) return;
    this.#steps = [...this.#steps, next].slice(-MOST_STEPS);
    this.#typing = false;
    this.#keep();
  }

  #keep(): void {
    try {
      localStorage.setItem(KEY, JSON.stringify(this.deck));
    } catch {
      // Without storage, editing still works.
    }
  }

  /** A name that no saved deck has. */
  #freeName(): string {
    const taken = new Set(savedDecks().map(({ name }) => name));
    const first = t("deck.unnamed");
    let name = first;
    for (let number = 2; taken.has(name); number++) name = `${first} ${number}`;
    return name;
  }
}
