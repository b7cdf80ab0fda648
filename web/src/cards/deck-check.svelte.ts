/**
 * What the server says about a deck. One question is about all of it; what was said about a pattern or a name is remembered,
 * so that the words about the other cards stay while the answer about a changed one is on its way.
 */

import { Refusal, type Connection } from "../wire/connection.svelte.ts";
import type { DeckChecked, DeckProblemView, OwnDeck } from "../wire/types.ts";
import { CARD_IDS } from "./faces.ts";

/** What is wrong with a card or a name, `fine`, or not known yet. */
export type Verdict = DeckProblemView["code"] | "fine" | "unknown";

export interface CheckedDeck {
  readonly name: Verdict;
  /** In the order of `CARD_IDS`. */
  readonly cards: readonly Verdict[];
  /** Whether the server has said that this very deck can be played with. */
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

  /** What is known about a deck; what is not is asked for, and this is read again when the answer comes. */
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
