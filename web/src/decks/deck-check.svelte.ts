/**
 * The server's verdict on a deck. Each request checks the whole deck; verdicts on patterns and names are remembered,
 * so that the other cards keep theirs while a changed one is being checked.
 */

import { CARD_IDS } from "../cards/faces.ts";
import type { Connection } from "../wire/connection.svelte.ts";
import { Refusal } from "../wire/refusal.ts";
import type { DeckChecked, DeckProblemView, OwnDeck } from "../wire/types.ts";

/** What is wrong with a card or a name, `fine`, or not known yet. */
export type Verdict = DeckProblemView["code"] | "fine" | "unknown";

export interface CheckedDeck {
  readonly name: Verdict;
  /** In the order of `CARD_IDS`. */
  readonly cards: readonly Verdict[];
  /** Whether the server has accepted exactly this deck. */
  readonly ready: boolean;
}

interface Known {
  readonly ready: ReadonlySet<string>;
  readonly names: ReadonlyMap<string, Verdict>;
  readonly faces: ReadonlyMap<string, Verdict>;
}

export class DeckCheck {
  #known = $state.raw<Known>({ ready: new Set(), names: new Map(), faces: new Map() });
  readonly #asked = new Set<string>();
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  /** The verdict so far; asks the server for what is missing, and updates reactively when the answer arrives. */
  of(deck: OwnDeck): CheckedDeck {
    const key = JSON.stringify(deck);
    const { ready, names, faces } = this.#known;
    void this.#ask(key, deck);
    return {
      name: names.get(deck.name) ?? "unknown",
      cards: CARD_IDS.map((id) => faces.get(deck.cards[id] ?? "") ?? "unknown"),
      ready: ready.has(key),
    };
  }

  async #ask(key: string, deck: OwnDeck): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const { result } = await this.#connection.ask({ type: "check-deck", deck: { ...deck } });
      this.#learn(key, deck, result);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.retryAfter === null) return;
      setTimeout(() => {
        this.#asked.delete(key);
        void this.#ask(key, deck);
      }, error.retryAfter * 1_000);
    }
  }

  #learn(key: string, deck: OwnDeck, { problem, problems }: DeckChecked): void {
    const ready = new Set(this.#known.ready);
    const names = new Map(this.#known.names);
    const faces = new Map(this.#known.faces);
    if (problem === null) ready.add(key);
    names.set(deck.name, problems.some(({ code }) => code === "bad-name") ? "bad-name" : "fine");
    for (const id of CARD_IDS) {
      faces.set(deck.cards[id] ?? "", problems.find(({ card }) => String(card) === id)?.code ?? "fine");
    }
    this.#known = { ready, names, faces };
  }
}
