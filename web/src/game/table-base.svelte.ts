/** What hosted and local tables have in common: the game as its viewer may see it, and how much of it is drawn. */

import { staged, touchedBy, type Drawn, type Stage } from "../play/staging.ts";
import { narrate, type Happened } from "../play/words/narrate.ts";
import { positionFromView, type Position } from "../rules/engine.ts";
import { announce } from "../shared/announce.svelte.ts";
import { shownName } from "../shared/names.ts";
import { inARow } from "../shared/sentences.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Colour, GameEvent } from "../wire/game.ts";
import type { HintsView, SeatView, TurnLine, View } from "../wire/types.ts";
import type { GameState, Table } from "./table.ts";

/** With this many steps waiting, animation is faster. */
const HURRY_FROM = 2;
/** With this many, there is none. */
const SKIP_FROM = 8;

/** An action with the position that it led to. */
export interface GameStep extends Happened {
  readonly view: View;
}

export abstract class TableBase<State extends GameState = GameState> implements Table {
  state = $state.raw<State | null>(null);
  log = $state.raw<readonly TurnLine[]>([]);
  drawn = $state.raw<Drawn | null>(null);
  busy = $state(false);
  stage: Stage | null = null;

  abstract readonly title: string;
  abstract readonly shared: boolean;
  abstract readonly replay: string;

  #steps: GameStep[] = [];
  #performing: Promise<void> | null = null;
  /** Counts resets, so that an animation begun before one does not overwrite it. */
  #resets = 0;

  position = $derived.by<Position | null>(() => (this.myTurn && this.state?.view ? positionFromView(this.state.view) : null));

  abstract act(action: string): Promise<void>;
  abstract takeBack(): Promise<void>;
  abstract hint(signal: AbortSignal): Promise<HintsView | null>;
  abstract saveRecord(): Promise<void>;
  abstract rematch(): Promise<void>;
  abstract resign(): Promise<unknown>;

  get seats(): readonly SeatView[] {
    return this.state?.seats ?? [];
  }

  get mine(): readonly number[] {
    return this.seats.flatMap((seat, number) => (seat.you ? [number] : []));
  }

  get colours(): readonly Colour[] {
    return this.seats.map((seat) => seat.colour);
  }

  /** Whether the viewer is to act, and no bot does it for them. */
  get myTurn(): boolean {
    const { state } = this;
    if (state?.viewer == null || state.phase !== "playing") return false;
    return state.view?.turn?.seat === state.viewer && !state.seats[state.viewer]?.away;
  }

  seatName(seat: number): string {
    const found = this.seats[seat];
    if (found?.kind === "bot") return t("seat.bot", { colour: t(`colour.${found.colour}`) });
    if (found?.name == null) return t("seat.open");
    const name = shownName(found.name, found.colour);
    return found.resigned ? t("seat.resigned", { name }) : name;
  }

  /** Shows a position without drawing how it came about. */
  protected reset(view: View | null): void {
    this.#steps = [];
    this.#resets++;
    this.drawn = view && drawnOf(view);
  }

  /** Draws what has happened, after what happened before it. */
  protected happened(step: GameStep): void {
    this.#steps.push(step);
    this.#performing ??= this.#perform();
  }

  /** Waits until everything that has happened is drawn. */
  protected async performed(): Promise<void> {
    await this.#performing;
  }

  async #perform(): Promise<void> {
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      announce(inARow(narrate(step, this), this.#whoIsNext(step)));
      const drawn = drawnOf(step.view, step.events);
      const waiting = this.#steps.length;
      const resets = this.#resets;
      await staged(waiting < SKIP_FROM ? this.stage : null, step.events, waiting >= HURRY_FROM, () => {
        if (resets === this.#resets) this.drawn = drawn;
      });
      if (step.view.turn?.seat === this.state?.viewer && step.events.some(({ type }) => type === "turn")) play("turn");
    }
    this.#performing = null;
  }

  /** Whose turn it is, if the events do not say so: while corners are chosen. */
  #whoIsNext({ seat, view, events }: GameStep): string {
    const next = view.turn?.seat ?? seat;
    return next === seat || events.some(({ type }) => type === "turn") ? "" : t("said.turn", { name: this.seatName(next) });
  }
}

/** A position to draw, with the points that everyone would have if the game ended in it. */
function drawnOf(view: View, events: readonly GameEvent[] = []): Drawn {
  return { view, forecast: positionFromView(view).scores(), touched: touchedBy(events) };
}
