/** A bot's advice for the turn: asked for by the player, shown until it is followed, hidden or no longer possible. */

import type { CardText } from "../play/words/narrate.ts";
import { announce, notify } from "../shared/announce.svelte.ts";
import { inARow } from "../shared/sentences.ts";
import { loadMore, t } from "../texts/texts.svelte.ts";
import type { Mark } from "../tower/marks.ts";
import { readAction, type Space } from "../wire/game.ts";
import type { ReasonView } from "../wire/types.ts";
import type { Table } from "./table.ts";

export interface Advice {
  readonly seat: number;
  readonly actions: readonly string[];
  readonly reasons: readonly ReasonView[];
  /** The chance to win with it, from 0 to 1. */
  readonly chance: number;
  /** How many more points another action would bring at once; 0 if none would. */
  readonly temptation: number;
  /** How many actions the log had when it was given. */
  readonly from: number;
}

export class Hint {
  asking = $state(false);
  #given = $state.raw<Advice | null>(null);
  readonly #table: Table;
  #asked: AbortController | null = null;
  #said = $state.raw<typeof import("./hint-words.ts") | null>(null);

  constructor(table: Table) {
    this.#table = table;
  }

  /** The rest of the advised turn; empty once the player does something else, until they take it back. */
  rest = $derived.by<readonly string[]>(() => {
    const { log, myTurn, state } = this.#table;
    const given = this.#given;
    if (!given || !myTurn || state?.viewer !== given.seat || log.length < given.from) return [];
    const done = log.slice(given.from);
    const followed = done.every(({ seat, action }, i) => seat === given.seat && action === given.actions[i]);
    return followed ? given.actions.slice(done.length) : [];
  });

  words(card?: CardText): string {
    return this.rest.length === 0 ? "" : (this.#said?.whatToDo(this.rest, card) ?? "");
  }

  /** Why to follow it; empty once the player has begun to, since part of it has come true. */
  why(card?: CardText): string {
    const given = this.#given;
    return given && this.rest.length === given.actions.length ? (this.#said?.whyToDoIt(given, this.#table, card) ?? "") : "";
  }

  /** The card of the advised turn. */
  card = $derived.by<number | null>(() => this.rest.map((action) => readAction(action, "G").card).find((card) => card !== null) ?? null);

  /** The spaces of the advised turn, and in which order to do what, if it has several actions. */
  marks = $derived.by<ReadonlyMap<Space, Mark>>(() => {
    const { state } = this.#table;
    const marker = state?.viewer == null ? null : state.view?.players[state.viewer]?.marker;
    return this.#said?.marksOf(this.rest, marker ?? null) ?? new Map<Space, Mark>();
  });

  toggle(): void {
    if (this.asking) this.cancel();
    else if (this.rest.length > 0) this.#given = null;
    else void this.#ask();
  }

  /** Stops waiting for advice. */
  cancel(): void {
    this.#asked?.abort();
    this.#asked = null;
    this.asking = false;
  }

  async #ask(): Promise<void> {
    const { state, log } = this.#table;
    if (state?.viewer == null) return;
    const asked = new AbortController();
    this.#asked = asked;
    this.asking = true;
    announce(t("hint.thinking"));
    const [found, said] = await Promise.all([this.#table.hint(asked.signal), import("./hint-words.ts"), loadMore()]);
    if (asked.signal.aborted) return;
    this.#said = said;
    this.cancel();
    if (found === null || this.#table.state?.version !== state.version) return; // refused, or the player has gone on
    const [best] = found.hints;
    if (!best) {
      notify(t("hint.none"));
      return;
    }
    const { turn, reasons, win_chance: chance } = best;
    const temptation = said.mostAtOnce(this.#table.position) - (reasons.find(({ code }) => code === "scores-now")?.points ?? 0);
    this.#given = { seat: found.seat, actions: turn.split(" "), reasons, chance, temptation, from: log.length };
    announce(inARow(this.words(), this.why()));
  }
}
