/** A turn of the analysis shown on the tower: what was played, or what would have been better. */

import type { Rules } from "../../play/playable.ts";
import { turnWords } from "../../play/words/narrate.ts";
import { announce } from "../../shared/announce.svelte.ts";
import { showRefusal } from "../../shared/refusals.ts";
import { t } from "../../texts/texts.svelte.ts";
import type { Mark } from "../../tower/marks.ts";
import type { GameEvent, Space } from "../../wire/game.ts";
import type { JudgedTurnView } from "../../wire/types.ts";
import type { ReplayModel } from "../replay-model.svelte.ts";
import { marksOf } from "./turn-marks.ts";

const NOTHING: ReadonlyMap<Space, Mark> = new Map();

export class Example {
  /** The number of the turn that is shown. */
  turn = $state<number | null>(null);
  what = $state<"played" | "better">("better");
  words = $state("");
  /** After how many actions the turn begins. */
  #at = $state(0);
  #marks = $state.raw<ReadonlyMap<Space, Mark>>(NOTHING);
  readonly #rules: Rules;
  readonly #model: ReplayModel;

  constructor(rules: Rules, model: ReplayModel) {
    this.#rules = rules;
    this.#model = model;
  }

  /** Whether the replay is where the shown turn begins. */
  visible = $derived.by(() => this.turn !== null && this.#model.at === this.#at);
  marks = $derived.by(() => (this.visible ? this.#marks : NOTHING));

  toggle(turn: JudgedTurnView, what: "played" | "better"): void {
    if (this.visible && this.turn === turn.number && this.what === what) this.hide();
    else this.show(turn, what);
  }

  hide(): void {
    this.turn = null;
    this.#marks = NOTHING;
  }

  /** Goes to where the turn began and draws it there. */
  show(turn: JudgedTurnView, what: "played" | "better"): void {
    const place = this.#model.turns.find(({ number }) => number === turn.number);
    if (!place) return;
    this.turn = turn.number;
    this.what = what;
    this.words = turnWords(what === "played" ? turn.played : turn.best);
    this.#at = place.from;
    this.#marks = NOTHING;
    this.#model.jump(place.from);
    announce(t("analysis.shown", { what: this.words }));
    if (what === "played") this.#marks = marksOf(this.#model.steps.slice(place.from, place.to).flatMap(({ events }) => events));
    else void this.#draw(turn, place.from);
  }

  async #draw(turn: JudgedTurnView, at: number): Promise<void> {
    const steps = await this.#events(turn, at);
    if (this.turn === turn.number && this.what === "better") this.#marks = marksOf(steps);
  }

  async #events(turn: JudgedTurnView, at: number): Promise<readonly GameEvent[]> {
    const position = { ...this.#model.viewAt(at).view, format: "holi-position/1" };
    try {
      return (await this.#rules(position, turn.best.split(" "))).steps.flat();
    } catch (error) {
      showRefusal(error);
      return [];
    }
  }
}
