/** A record being replayed: the current place in it, and moving to another. */

import type { Playable } from "../play/playable.ts";
import { staged, touchedBy, type Drawn, type Stage } from "../play/staging.ts";
import { narrate } from "../play/words/narrate.ts";
import type { Position, ReplayStep } from "../rules/engine.ts";
import { still } from "../settings/settings.svelte.ts";
import { announce } from "../shared/announce.svelte.ts";
import { shownName } from "../shared/names.ts";
import { t } from "../texts/texts.svelte.ts";
import type { Colour } from "../wire/game.ts";
import { turnAt, turnsOf, type LineTurn } from "./game-line.ts";
import type { OpenedRecord } from "./record/record-file.ts";

export const SPEEDS = ["slow", "normal", "fast"] as const;
export type Speed = (typeof SPEEDS)[number];
/** Pause between actions during playback, in milliseconds. */
const REST: Readonly<Record<Speed, number>> = { slow: 1_400, normal: 600, fast: 60 };
/** Without animation, each position needs longer to be seen. */
const REST_STILL: Readonly<Record<Speed, number>> = { slow: 2_600, normal: 1_400, fast: 600 };

export class ReplayModel implements Playable {
  /** How many actions have been done. */
  at = $state(0);
  playing = $state(false);
  speed = $state<Speed>("normal");
  state = $state.raw<Playable["state"]>(null);
  drawn = $state.raw<Drawn | null>(null);
  stage: Stage | null = null;

  readonly position = null;
  readonly myTurn = false;
  readonly busy = false;
  readonly record: OpenedRecord;
  readonly steps: readonly ReplayStep[];
  readonly turns: readonly LineTurn[];
  readonly colours: readonly Colour[];
  /** Counts requests to move, so that an older one stops when a newer begins. */
  #wish = 0;
  #performing = 0;
  /** The number of actions that the tower shows; it lags behind `at` during animation. */
  #drawnAt = -1;
  #version = 0;

  constructor(record: OpenedRecord, at: number) {
    this.record = record;
    this.steps = record.steps;
    this.turns = turnsOf(this.steps);
    this.colours = record.seats.map(({ colour }) => colour);
    this.#show(this.#inside(at));
  }

  get last(): number {
    return this.steps.length;
  }

  /** The turn of the action that was done last. */
  turn = $derived.by(() => turnAt(this.turns, this.at));

  positionAt(at: number): Position {
    return this.steps[at - 1]?.position ?? this.record.record.start;
  }

  seatName(seat: number): string {
    const found = this.record.seats[seat];
    if (found?.kind === "bot") return t("seat.bot", { colour: t(`colour.${found.colour}`) });
    return found?.name == null ? "" : shownName(found.name, found.colour);
  }

  /** Where we are, in words. */
  whereabouts(): string {
    if (this.at === 0) return t("replay.at-start");
    const place = { at: this.at, all: this.last };
    const round = this.turn?.round ?? 0;
    return round === 0 ? t("replay.at-corners", place) : t("replay.at-round", { ...place, round });
  }

  /** Goes there without animation. */
  jump(at: number): void {
    this.#wish++;
    this.playing = false;
    this.#show(this.#inside(at));
    announce(this.whereabouts());
  }

  /** Goes there; if it is the next action, with animation. */
  async step(at: number): Promise<void> {
    this.playing = false;
    if (at === this.at + 1 && at <= this.last) await this.#forward(++this.#wish, false);
    else if (this.#inside(at) !== this.at) this.jump(at);
  }

  /** Animates to the end of the next turn. */
  async nextTurn(): Promise<void> {
    this.playing = false;
    const wish = ++this.#wish;
    const to = this.turns.find((turn) => turn.to > this.at)?.to ?? this.at;
    while (wish === this.#wish && this.at < to) await this.#forward(wish, true);
  }

  backTurn(): void {
    this.jump(this.turns.findLast((turn) => turn.from < this.at)?.from ?? 0);
  }

  /** Plays the game automatically, from the beginning if it is at its end. */
  async play(): Promise<void> {
    if (this.last === 0) return;
    if (this.at === this.last) this.jump(0);
    const wish = ++this.#wish;
    this.playing = true;
    while (wish === this.#wish && this.at < this.last) {
      await this.#forward(wish, this.speed === "fast");
      const rest = still() ? REST_STILL : REST;
      await new Promise((done) => setTimeout(done, rest[this.speed]));
    }
    if (wish === this.#wish) this.playing = false;
  }

  pause(): void {
    this.#wish++;
    this.playing = false;
  }

  act(): Promise<void> {
    return Promise.resolve();
  }

  takeBack(): Promise<void> {
    return Promise.resolve();
  }


  async #forward(wish: number, hurry: boolean): Promise<void> {
    const step = this.steps[this.at];
    if (!step) return;
    if (this.#drawnAt !== this.at) this.#draw(this.at); // the animation before was interrupted
    const { seat, action, events, position } = step;
    const at = ++this.at;
    this.state = { version: ++this.#version, viewer: seat, view: position.view("all"), can_take_back: false };
    if (this.speed !== "fast" || !this.playing) announce(narrate({ seat, action, events }, this));
    this.#performing++;
    await staged(this.stage, events, hurry, () => {
      if (wish === this.#wish) this.#draw(at);
    });
    this.#performing--;
    // Interrupted: show the current place, without tokens that landed meanwhile.
    if (wish !== this.#wish && this.#performing === 0) this.#draw(this.at);
  }

  #show(at: number): void {
    const view = this.positionAt(at).view("all");
    this.at = at;
    this.state = { version: ++this.#version, viewer: view.turn?.seat ?? this.steps[at - 1]?.seat ?? null, view, can_take_back: false };
    this.#draw(at);
  }

  /** Shows the position after `at` actions on the tower, replacing whatever is there. */
  #draw(at: number): void {
    const position = this.positionAt(at);
    this.#drawnAt = at;
    this.drawn = { view: position.view("all"), forecast: position.scores(), touched: touchedBy(this.steps[at - 1]?.events ?? []) };
  }

  #inside(at: number): number {
    return Math.max(0, Math.min(this.last, Math.trunc(at) || 0));
  }
}
