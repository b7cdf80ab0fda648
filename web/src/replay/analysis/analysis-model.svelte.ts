/** The analysis of a record and its progress. */

import { announce } from "../../shared/announce.svelte.ts";
import { refusalText } from "../../shared/refusals.ts";
import { t } from "../../texts/texts.svelte.ts";
import type { Connection } from "../../wire/connection.svelte.ts";
import { Refusal } from "../../wire/refusal.ts";
import type { AnalysisView } from "../../wire/types.ts";

export class AnalysisModel {
  found = $state.raw<AnalysisView | null>(null);
  working = $state(false);
  seconds = $state(0);
  trouble = $state<string | null>(null);

  readonly #connection: Connection;
  readonly #record: string;
  /** The server cannot be told to stop; starting again after a cancel waits for the same answer. */
  #asked: Promise<AnalysisView> | null = null;
  #wish = 0;

  constructor(connection: Connection, record: string) {
    this.#connection = connection;
    this.#record = record;
  }

  async start(): Promise<void> {
    const wish = ++this.#wish;
    this.trouble = null;
    this.working = true;
    this.seconds = 0;
    const clock = setInterval(() => {
      if (wish === this.#wish) this.seconds++;
    }, 1_000);
    try {
      this.#asked ??= this.#connection.ask({ type: "analyse-record", record: this.#record }).then(({ result }) => result);
      const found = await this.#asked;
      if (wish !== this.#wish) return;
      this.found = found;
      announce(t("analysis.ready"));
    } catch (error) {
      this.#asked = null;
      if (!(error instanceof Refusal)) throw error;
      if (wish === this.#wish) this.trouble = refusalText(error);
    } finally {
      clearInterval(clock);
      if (wish === this.#wish) this.working = false;
    }
  }

  /** Stops waiting; the server goes on. */
  cancel(): void {
    this.#wish++;
    this.working = false;
  }
}
