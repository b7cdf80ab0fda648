/**
 * What the server says about patterns and names. It answers with one sentence about a whole deck, so each thing is asked about
 * inside a deck that is otherwise in order: then the answer is about that thing.
 */

import { COMPLETE } from "../wire/cards.ts";
import { Refusal, type Connection } from "../wire/connection.svelte.ts";
import type { OwnDeck } from "../wire/types.ts";

export type Verdict = "fine" | "wrong" | "unknown";

export class DeckCheck {
  #verdicts = $state.raw<ReadonlyMap<string, Verdict>>(new Map());
  readonly #asked = new Set<string>();
  readonly #connection: Connection;

  constructor(connection: Connection) {
    this.#connection = connection;
  }

  face(face: string): Verdict {
    return this.deck({ name: "deck", cards: { ...COMPLETE, "1": face } });
  }

  name(name: string): Verdict {
    return this.deck({ name, cards: COMPLETE });
  }

  /** What is known about a deck; what is not is asked for, and this is read again when the answer comes. */
  deck(deck: OwnDeck): Verdict {
    const key = JSON.stringify(deck);
    const known = this.#verdicts.get(key);
    if (known === undefined) void this.#ask(key, deck);
    return known ?? "unknown";
  }

  async #ask(key: string, deck: OwnDeck): Promise<void> {
    if (this.#asked.has(key)) return;
    this.#asked.add(key);
    try {
      const { result } = await this.#connection.ask({ type: "check-deck", deck: { ...deck } });
      this.#learn(key, result.problem === null ? "fine" : "wrong");
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      if (error.retryAfter === null) this.#learn(key, "wrong");
      else {
        setTimeout(() => {
          this.#asked.delete(key);
          void this.#ask(key, deck);
        }, error.retryAfter * 1_000);
      }
    }
  }

  #learn(key: string, verdict: Verdict): void {
    this.#verdicts = new Map(this.#verdicts).set(key, verdict);
  }
}
