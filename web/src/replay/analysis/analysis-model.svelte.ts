/** The analysis of a record and its progress. A bot makes it in a worker. */

import { HoliError, Thinker, type Analysis, type Thinking } from "../../rules/engine.ts";
import { announce, notify } from "../../shared/announce.svelte.ts";
import { t } from "../../texts/texts.svelte.ts";

/** Seconds for each turn. */
const MOVETIME = 0.15;

export class AnalysisModel {
  found = $state.raw<Analysis | null>(null);
  working = $state(false);
  /** How many turns are evaluated. */
  done = $state(0);

  readonly #record: string;
  readonly #thinker = new Thinker();
  #thinking: Thinking<Analysis> | null = null;

  constructor(record: string) {
    this.#record = record;
  }

  async start(): Promise<void> {
    this.working = true;
    this.done = 0;
    this.#thinking = this.#thinker.analyse(this.#record, () => this.done++, { movetime: MOVETIME });
    try {
      this.found = await this.#thinking;
      announce(t("analysis.ready"));
    } catch (error) {
      if (!(error instanceof HoliError)) throw error;
      if (error.code !== "cancelled") notify(t("local.no-bots"), "trouble");
    }
    this.working = false;
  }

  cancel(): void {
    this.#thinking?.cancel();
  }

  /** Ends the worker. */
  leave(): void {
    this.#thinker.dispose();
  }
}
