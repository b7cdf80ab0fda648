/** What hosted and local tables have in common: the game as its viewer may see it, and how much of it is drawn. */

import { publicly, turnsTold, type Told, type TurnStory } from "../play/story/story.ts";
import { staged, touchedBy, type Drawn, type Stage } from "../play/staging.ts";
import { narrate, type Happened } from "../play/words/narrate.ts";
import { changeWords, leadWords } from "../play/words/standing.ts";
import { positionFromView, type Position } from "../rules/engine.ts";
import { announce } from "../shared/announce.svelte.ts";
import { shownName } from "../shared/names.ts";
import { inARow } from "../shared/sentences.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Colour, GameEvent } from "../wire/game.ts";
import type { HintsView, SeatView, TurnLine, View } from "../wire/types.ts";
import { momentOf, type Moment } from "./moments.ts";
import type { GameState, Table } from "./table.ts";

/** With this many steps waiting, animation is faster. */
const HURRY_FROM = 2;
/** With this many, there is none. */
const SKIP_FROM = 8;

/** An action with the position that it led to. */
export interface GameStep extends Happened {
  readonly view: View;
}

/** A step with what to draw and, if it ended a turn, what that has come to. */
interface ShownStep extends GameStep {
  readonly drawn: Drawn;
  readonly turn: Pick<TurnStory, "changes" | "leads">;
}

export abstract class TableBase<State extends GameState = GameState> implements Table {
  state = $state.raw<State | null>(null);
  log = $state.raw<readonly TurnLine[]>([]);
  told = $state.raw<readonly Told[]>([]);
  drawn = $state.raw<Drawn | null>(null);
  moment = $state.raw<Moment | null>(null);
  busy = $state(false);
  stage: Stage | null = null;

  abstract readonly title: string;
  abstract readonly shared: boolean;
  abstract readonly replay: string;

  #steps: ShownStep[] = [];
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

  /** Adds a step to the story, and draws it once those before it are drawn. */
  protected happened(step: GameStep): void {
    const drawn = drawnOf(step.view, step.events);
    this.told = step.action === null ? this.told.slice(0, -1) : [...this.told, publicly(step.events, drawn.forecast)];
    const turn = step.action === "E" ? turnsTold(this.log, this.told).at(-1) : undefined;
    this.#steps.push({ ...step, drawn, turn: turn ?? { changes: [], leads: [] } });
    this.#performing ??= this.#perform();
  }

  /** Waits until everything that has happened is drawn. */
  protected async performed(): Promise<void> {
    await this.#performing;
  }

  /** Whether a step is shown at once, without its animation. */
  protected isSkipped(_step: GameStep): boolean {
    return false;
  }

  async #perform(): Promise<void> {
    for (let step = this.#steps.shift(); step; step = this.#steps.shift()) {
      const { drawn, turn } = step;
      const points = turn.changes.map((change) => changeWords(change, this));
      const leads = turn.leads.map((lead) => leadWords(lead, this));
      announce(inARow(...points, ...leads, narrate(step, this), this.#whoIsNext(step)));
      const waiting = this.#steps.length;
      const resets = this.#resets;
      await staged(waiting < SKIP_FROM && !this.isSkipped(step) ? this.stage : null, step.events, waiting >= HURRY_FROM, () => {
        if (resets === this.#resets) this.drawn = drawn;
      });
      this.moment = momentOf(step, turn.leads, this) ?? this.moment;
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
