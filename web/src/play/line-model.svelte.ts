/** A line of actions that a reader plays from a position of their own choice: a lesson, or what-if. */

import { announce } from "../shared/announce.svelte.ts";
import { showRefusal } from "../shared/refusals.ts";
import { play } from "../shared/sounds.ts";
import type { Colour, GameEvent } from "../wire/game.ts";
import type { OptionsView, PreviewView, Score, TriedView, View } from "../wire/types.ts";
import type { Playable, Rules } from "./playable.ts";
import { staged, touchedBy, type Drawn, type Stage } from "./staging.ts";
import { narrate } from "./words/narrate.ts";

interface Tried extends TriedView {
  readonly seat: number;
  readonly action: string;
}

export abstract class LineModel implements Playable {
  state = $state.raw<Playable["state"]>(null);
  drawn = $state.raw<Drawn | null>(null);
  options = $state.raw<OptionsView | null>(null);
  busy = $state(false);
  /** What has been done so far. */
  line = $state.raw<readonly Tried[]>([]);
  stage: Stage | null = null;
  abstract readonly colours: readonly Colour[];

  readonly #rules: Rules;
  #start: TriedView | null = null;
  #version = 0;

  constructor(rules: Rules) {
    this.#rules = rules;
  }

  abstract seatName(seat: number): string;

  get myTurn(): boolean {
    return this.options !== null;
  }

  async act(action: string): Promise<void> {
    const now = this.#now;
    const seat = now?.view.turn?.seat;
    if (now === null || seat === undefined || this.busy) return;
    this.busy = true;
    const tried = await this.#tried(now.position, [action]);
    if (tried !== null) {
      this.line = [...this.line, { ...tried, seat, action }];
      const events = tried.steps.at(-1) ?? [];
      announce(narrate({ seat, action, events }, this));
      await this.arrive(tried, events);
    }
    this.busy = false;
  }

  async takeBack(): Promise<void> {
    await this.backTo(this.line.length - 1);
  }

  /** Takes back all but the first actions of the line. */
  async backTo(length: number): Promise<void> {
    if (this.busy || length < 0 || length >= this.line.length) return;
    this.line = this.line.slice(0, length);
    if (this.#now !== null) await this.arrive(this.#now);
  }

  async preview(action: string): Promise<PreviewView | null> {
    if (this.#now === null) return null;
    try {
      const { steps, forecast } = await this.#rules(this.#now.position, [action]);
      return { action, events: steps.at(-1) ?? [], forecast };
    } catch {
      return null; // the line has gone on meanwhile
    }
  }

  /** Starts an empty line in a position; returns false if it was refused. */
  protected async open(position: Readonly<Record<string, unknown>>): Promise<boolean> {
    this.busy = true;
    const start = await this.#tried(position, []);
    if (start !== null) {
      this.#start = start;
      this.line = [];
      await this.arrive(start);
    }
    this.busy = false;
    return start !== null;
  }

  /** Does actions one by one, each after `rest` milliseconds to look at the one before, while `wanted` says so. */
  protected async demonstrate(actions: readonly string[], rest: number, wanted: () => boolean): Promise<void> {
    for (const action of actions) {
      await new Promise((done) => setTimeout(done, rest));
      if (!wanted()) return;
      await this.act(action);
    }
  }

  /** Takes over the position at the end of the line; what has just happened is drawn. */
  protected async arrive({ view, forecast, options }: TriedView, events: readonly GameEvent[] = []): Promise<void> {
    this.options = options && this.mayAct(options.seat) ? options : null;
    this.setState(view);
    await staged(this.stage, events, false, () => {
      this.setDrawn(view, forecast, events);
    });
  }

  protected setState(view: View): void {
    this.state = { version: ++this.#version, viewer: this.viewerOf(view), view, can_take_back: this.line.length > 0 };
  }

  protected setDrawn(view: View, forecast: readonly Score[], events: readonly GameEvent[] = []): void {
    this.drawn = { view, forecast, touched: touchedBy(events) };
  }

  /** Whether the reader acts for a seat. */
  protected mayAct(_seat: number): boolean {
    return true;
  }

  /** The seat through whose eyes the position is seen: whoever is to act, or at the end whoever was the last. */
  protected viewerOf(view: View): number | null {
    return view.turn?.seat ?? this.line.at(-1)?.seat ?? null;
  }

  get #now(): TriedView | null {
    return this.line.at(-1) ?? this.#start;
  }

  async #tried(position: Readonly<Record<string, unknown>>, actions: readonly string[]): Promise<TriedView | null> {
    try {
      return await this.#rules(position, actions);
    } catch (error) {
      showRefusal(error);
      play("no");
      return null;
    }
  }
}
