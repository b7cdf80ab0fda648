/** The analysis of a record: asked for, waited for, there. */

import { announce } from "../shared/announce.svelte.ts";
import { refusalText } from "../table/refusals.ts";
import { t } from "../texts/texts.svelte.ts";
import { Refusal, type Connection } from "../wire/connection.svelte.ts";
import type { AnalysisView } from "../wire/types.ts";

export class AnalysisModel {
  found = $state.raw<AnalysisView | null>(null);
  working = $state(false);
  seconds = $state(0);
  trouble = $state<string | null>(null);

  readonly #connection: Connection;
  readonly #record: string;
  /** The server goes on with what was asked for; who asks again waits for the same answer. */
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

  /** Waits no longer. */
  cancel(): void {
    this.#wish++;
    this.working = false;
  }
}
