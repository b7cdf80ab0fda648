/** A line of actions that a reader plays from a position of their own choice: a lesson, or what-if. */

import type { Position } from "../rules/engine.ts";
import { announce, notify } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Colour, GameEvent } from "../wire/game.ts";
import type { View } from "../wire/types.ts";
import type { Playable } from "./playable.ts";
import { staged, touchedBy, type Drawn, type Stage } from "./staging.ts";
import { narrate } from "./words/narrate.ts";

/** An action of the line, what it did, and the position after it. */
interface Tried {
  readonly seat: number;
  readonly action: string;
  readonly events: readonly GameEvent[];
  readonly position: Position;
}

export abstract class LineModel implements Playable {
  state = $state.raw<Playable["state"]>(null);
  drawn = $state.raw<Drawn | null>(null);
  position = $state.raw<Position | null>(null);
  busy = $state(false);
  /** What has been done so far. */
  line = $state.raw<readonly Tried[]>([]);
  stage: Stage | null = null;
  abstract readonly colours: readonly Colour[];

  #start: Position | null = null;
  #version = 0;

  abstract seatName(seat: number): string;

  get myTurn(): boolean {
    return this.position !== null;
  }

  async act(action: string): Promise<void> {
    const now = this.#now;
    if (now?.seat == null || this.busy) return;
    if (!now.isLegal(action)) {
      notify(t("refusal.illegal"), "trouble");
      play("no");
      return;
    }
    this.busy = true;
    const { seat } = now;
    const { position, events } = now.apply(action);
    this.line = [...this.line, { seat, action, events, position }];
    announce(narrate({ seat, action, events }, this));
    await this.arrive(position, events);
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

  /** Starts an empty line in a position. */
  protected async open(position: Position): Promise<void> {
    this.busy = true;
    this.#start = position;
    this.line = [];
    await this.arrive(position);
    this.busy = false;
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
  protected async arrive(position: Position, events: readonly GameEvent[] = []): Promise<void> {
    const view = position.view("all");
    this.position = position.seat !== null && this.mayAct(position.seat) ? position : null;
    this.state = { version: ++this.#version, viewer: this.viewerOf(view), view, can_take_back: this.line.length > 0 };
    await staged(this.stage, events, false, () => {
      this.drawn = { view, forecast: position.scores(), touched: touchedBy(events) };
    });
  }

  /** Whether the reader acts for a seat. */
  protected mayAct(_seat: number): boolean {
    return true;
  }

  /** The seat through whose eyes the position is seen: whoever is to act, or at the end whoever was the last. */
  protected viewerOf(view: View): number | null {
    return view.turn?.seat ?? this.line.at(-1)?.seat ?? null;
  }

  get #now(): Position | null {
    return this.line.at(-1)?.position ?? this.#start;
  }
}
