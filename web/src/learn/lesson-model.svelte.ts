/** A lesson being done: the learner's actions in its position. What comes of them, and what can be done, the server says. */

import { announce, notify } from "../shared/announce.svelte.ts";
import { inARow } from "../shared/sentences.ts";
import { play } from "../shared/sounds.ts";
import { narrate } from "../table/narrate.ts";
import type { Playable } from "../table/playable.ts";
import { refusalText } from "../table/refusals.ts";
import { staged, touchedBy, type Drawn, type Stage } from "../table/staging.ts";
import { t } from "../texts/texts.svelte.ts";
import { Refusal, type Connection } from "../wire/connection.svelte.ts";
import { COLOURS, type Colour, type GameEvent } from "../wire/game.ts";
import type { OptionsView, PreviewView, SeatView, TriedView } from "../wire/types.ts";
import { isReached, LEARNER, type Lesson } from "./lessons.ts";
import { setDone } from "./progress.svelte.ts";
import { tell } from "./words.svelte.ts";

/** How long an action of a solution that is shown is left to be looked at. */
const SHOWN_FOR = 900;

export class LessonModel implements Playable {
  state = $state.raw<Playable["state"]>(null);
  drawn = $state.raw<Drawn | null>(null);
  options = $state.raw<OptionsView | null>(null);
  busy = $state(false);
  /** Whether the goal is reached by what is done now. */
  reached = $state(false);
  /** Whether the learner was shown how. */
  shown = $state(false);
  actions = $state.raw<readonly string[]>([]);
  stage: Stage | null = null;

  readonly lesson: Lesson;
  readonly #connection: Connection;
  #version = 0;

  constructor(connection: Connection, lesson: Lesson) {
    this.#connection = connection;
    this.lesson = lesson;
  }

  get colours(): readonly Colour[] {
    return COLOURS.slice(0, this.state?.view?.players.length ?? 0);
  }

  get myTurn(): boolean {
    return this.state?.view?.turn?.seat === LEARNER && !this.shown;
  }

  /** Whether nothing more can be done here, and the goal is not reached. */
  get stuck(): boolean {
    return this.state !== null && !this.busy && !this.reached && this.state.view?.turn?.seat !== LEARNER;
  }

  seatName(seat: number): string {
    return t(`colour.${COLOURS[seat] ?? "blue"}`);
  }

  /** A seat as panels want it. */
  seat(seat: number): SeatView {
    const colour = COLOURS[seat] ?? "blue";
    const nothing = { name: null, level: null, host: false, away: false, promised: false, given: false };
    return { ...nothing, kind: "player", colour, you: seat === LEARNER };
  }

  async start(): Promise<void> {
    this.shown = false;
    await this.#go([]);
  }

  async act(action: string): Promise<void> {
    if (!this.busy) await this.#go([...this.actions, action]);
  }

  async takeBack(): Promise<void> {
    if (this.busy || this.actions.length === 0 || this.shown) return;
    announce(t("said.took-back", { name: this.seatName(LEARNER) }));
    await this.#go(this.actions.slice(0, -1));
  }

  /** Shows one way to do it, from the start. */
  async show(): Promise<void> {
    if (this.busy) return;
    this.shown = true;
    await this.#go([]);
    for (const [number] of this.lesson.solution.entries()) {
      await new Promise((done) => setTimeout(done, SHOWN_FOR));
      if (!this.shown) return;
      await this.#go(this.lesson.solution.slice(0, number + 1));
    }
  }

  async preview(action: string): Promise<PreviewView | null> {
    try {
      const { steps, forecast } = await this.#ask([...this.actions, action]);
      return { action, events: steps.at(-1) ?? [], forecast };
    } catch {
      return null; // the lesson has gone on meanwhile
    }
  }

  /** Goes to where a line of actions leads; one action more than before is drawn as it happens. */
  async #go(actions: readonly string[]): Promise<void> {
    this.busy = true;
    const tried = await this.#tried(actions);
    if (tried !== null) await this.#arrive(tried, actions);
    this.busy = false;
  }

  async #arrive(tried: TriedView, actions: readonly string[]): Promise<void> {
    const { view, forecast, options } = tried;
    const forward = actions.length > this.actions.length;
    const events = (forward ? tried.steps.at(-1) : undefined) ?? [];
    const reached = isReached(this.lesson, tried);
    this.actions = actions;
    this.options = options?.seat === LEARNER && !this.shown ? options : null;
    this.state = { version: ++this.#version, viewer: LEARNER, view, can_take_back: actions.length > 0 && !this.shown };
    if (forward) this.#say(events, reached);
    await staged(this.stage, events, false, () => {
      this.drawn = { view, forecast, touched: touchedBy(events) };
    });
    if (reached && !this.reached) play("over");
    this.reached = reached;
    if (reached && !this.shown) setDone(this.lesson.id);
  }

  #say(events: readonly GameEvent[], reached: boolean): void {
    const happened = narrate({ action: this.actions.at(-1) ?? "", seat: LEARNER, events }, this);
    announce(inARow(happened, reached ? tell("lesson.solved") : ""));
  }

  async #tried(actions: readonly string[]): Promise<TriedView | null> {
    try {
      return await this.#ask(actions);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      notify(refusalText(error), "trouble");
      play("no");
      return null;
    }
  }

  async #ask(actions: readonly string[]): Promise<TriedView> {
    return (await this.#connection.ask({ type: "try", position: this.lesson.position, actions: [...actions] })).result;
  }
}
