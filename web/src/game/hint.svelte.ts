/** A bot's advice for the turn: asked for by the player, shown until it is followed, hidden or no longer possible. */

import { turnWords } from "../play/words/narrate.ts";
import { reasonWords } from "../play/words/reasons.ts";
import { announce, notify } from "../shared/announce.svelte.ts";
import { inARow } from "../shared/sentences.ts";
import { listed, loadMore, t } from "../texts/texts.svelte.ts";
import type { Mark } from "../tower/marks.ts";
import { LEVELS, levelOf, readAction, type Space } from "../wire/game.ts";
import type { ReasonView } from "../wire/types.ts";
import type { Table } from "./table.ts";

interface Advice {
  readonly seat: number;
  readonly actions: readonly string[];
  readonly reasons: readonly ReasonView[];
  /** How many actions the log had when it was given. */
  readonly from: number;
}

export class Hint {
  asking = $state(false);
  #given = $state.raw<Advice | null>(null);
  readonly #table: Table;
  #asked: AbortController | null = null;

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

  words = $derived.by(() => (this.rest.length === 0 ? "" : t("hint.turn", { turn: turnWords(this.rest.join(" ")) })));

  why = $derived.by(() => {
    const reasons = (this.#given?.reasons ?? []).map((reason) => reasonWords(reason, this.#table)).filter(Boolean);
    return this.rest.length === 0 || reasons.length === 0 ? "" : t("hint.why", { reasons: listed(reasons) });
  });

  /** The card of the advised turn. */
  card = $derived.by<number | null>(() => this.rest.map((action) => readAction(action, "G").card).find((card) => card !== null) ?? null);

  /** The spaces of the advised turn. */
  marks = $derived.by<ReadonlyMap<Space, Mark>>(() => {
    const marks = new Map<Space, Mark>();
    const { state } = this.#table;
    let marker = state?.viewer == null ? null : state.view?.players[state.viewer]?.marker;
    for (const action of this.rest) {
      const { kind, spaces } = readAction(action, marker ? levelOf(marker) : "G");
      if (kind === "T" || kind === "D") for (const space of spaces) marks.set(space, { advised: "throw" });
      else {
        // A climb's text has no space; it leads to the same square one level up.
        if (kind === "C" && marker) marker = (LEVELS[LEVELS.indexOf(levelOf(marker)) + 1] ?? "T") + marker.slice(1);
        else marker = spaces[0] ?? marker;
        if (marker && kind !== "E") marks.set(marker, { advised: "go" });
      }
    }
    return marks;
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
    const [found] = await Promise.all([this.#table.hint(asked.signal), loadMore()]); // with the words of its reasons
    if (asked.signal.aborted) return;
    this.cancel();
    if (found === null || this.#table.state?.version !== state.version) return; // refused, or the player has gone on
    const [best] = found.hints;
    if (!best) {
      notify(t("hint.none"));
      return;
    }
    this.#given = { seat: found.seat, actions: best.turn.split(" "), reasons: best.reasons, from: log.length };
    announce(inARow(this.words, this.why));
  }
}
