/** A turn of the analysis shown on the tower: what was played, or what would have been better. */

import { turnWords } from "../../play/words/actions.ts";
import type { AnalysedTurn, Position } from "../../rules/engine.ts";
import { announce } from "../../shared/announce.svelte.ts";
import { t } from "../../texts/texts.svelte.ts";
import type { Mark } from "../../tower/marks.ts";
import type { GameEvent, Space } from "../../wire/game.ts";
import type { ReplayModel } from "../replay-model.svelte.ts";
import { marksOf } from "./turn-marks.ts";

const NOTHING: ReadonlyMap<Space, Mark> = new Map();

export class Example {
  /** The number of the turn that is shown. */
  turn = $state<number | null>(null);
  what = $state<"played" | "better">("better");
  /** Its actions (F1). */
  actions = $state("");
  seat = $state(0);
  /** After how many actions the turn begins. */
  #at = $state(0);
  #marks = $state.raw<ReadonlyMap<Space, Mark>>(NOTHING);
  readonly #model: ReplayModel;

  constructor(model: ReplayModel) {
    this.#model = model;
  }

  /** Whether the replay is where the shown turn begins. */
  visible = $derived.by(() => this.turn !== null && this.#model.at === this.#at);
  marks = $derived.by(() => (this.visible ? this.#marks : NOTHING));

  toggle(turn: AnalysedTurn, what: "played" | "better"): void {
    if (this.visible && this.turn === turn.number && this.what === what) this.hide();
    else this.show(turn, what);
  }

  hide(): void {
    this.turn = null;
    this.#marks = NOTHING;
  }

  /** Goes to where the turn began and draws it there. */
  show(turn: AnalysedTurn, what: "played" | "better"): void {
    const place = this.#model.turns.find(({ number }) => number === turn.number);
    if (!place) return;
    this.turn = turn.number;
    this.what = what;
    this.actions = what === "played" ? turn.played : turn.best;
    this.seat = place.seat;
    this.#at = place.from;
    this.#model.jump(place.from);
    announce(t("analysis.shown", { what: turnWords(this.actions) }));
    const steps = this.#model.steps.slice(place.from, place.to);
    this.#marks = marksOf(what === "played" ? steps.flatMap(({ events }) => events) : eventsOf(this.#model.positionAt(place.from), turn.best));
  }
}

/** What a turn does in a position. */
function eventsOf(from: Position, turn: string): readonly GameEvent[] {
  let position = from;
  return turn.split(" ").flatMap((action) => {
    const step = position.apply(action);
    position = step.position;
    return step.events;
  });
}
