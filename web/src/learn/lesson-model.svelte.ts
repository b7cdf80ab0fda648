/** A lesson being done: the learner's actions in its position. */

import { LineModel } from "../play/line-model.svelte.ts";
import { positionFromJson, type Position } from "../rules/engine.ts";
import { announce } from "../shared/announce.svelte.ts";
import { play } from "../shared/sounds.ts";
import { t } from "../texts/texts.svelte.ts";
import { COLOURS, type Colour, type GameEvent } from "../wire/game.ts";
import type { SeatView } from "../wire/types.ts";
import { isReached, LEARNER, type Lesson } from "./lessons.ts";
import { setDone } from "./progress.svelte.ts";
import { tell } from "./words.svelte.ts";

/** How long, in milliseconds, each action of a solution that is shown can be looked at. */
const SHOWN_FOR = 900;

export class LessonModel extends LineModel {
  /** Whether the current line reaches the goal. */
  reached = $state(false);
  /** Whether the solution is being shown. */
  shown = $state(false);
  readonly lesson: Lesson;

  constructor(lesson: Lesson) {
    super();
    this.lesson = lesson;
  }

  get colours(): readonly Colour[] {
    return COLOURS.slice(0, this.state?.view?.players.length ?? 0);
  }

  /** The seats as panels want them. */
  get seats(): readonly SeatView[] {
    const nothing = { name: null, level: null, host: false, away: false, resigned: false, kept: null, promised: false, given: false };
    return this.colours.map((colour, seat) => ({ ...nothing, kind: "player", colour, you: seat === LEARNER }));
  }

  /** Whether nothing more can be done here, and the goal is not reached. */
  get stuck(): boolean {
    return this.state !== null && !this.busy && !this.reached && this.state.view?.turn?.seat !== LEARNER;
  }

  seatName(seat: number): string {
    return t(`colour.${COLOURS[seat] ?? "blue"}`);
  }

  async start(): Promise<void> {
    this.shown = false;
    await this.open(positionFromJson(this.lesson.position));
  }

  /** Shows one way to do it, from the start. */
  async show(): Promise<void> {
    if (this.busy) return;
    this.shown = true;
    await this.open(positionFromJson(this.lesson.position));
    await this.demonstrate(this.lesson.solution, SHOWN_FOR, () => this.shown);
  }

  override async takeBack(): Promise<void> {
    if (!this.busy && this.line.length > 0) announce(t("said.took-back", { name: this.seatName(LEARNER) }));
    await super.takeBack();
  }

  protected override async arrive(position: Position, events: readonly GameEvent[] = []): Promise<void> {
    const reached = isReached(this.lesson, { events: this.line.flatMap((done) => done.events), forecast: position.scores() });
    if (reached && events.length > 0) announce(tell("lesson.solved"));
    await super.arrive(position, events);
    if (reached && !this.reached) play("over");
    this.reached = reached;
    if (reached && !this.shown) setDone(this.lesson.id);
  }

  protected override mayAct(seat: number): boolean {
    return seat === LEARNER && !this.shown;
  }

  protected override viewerOf(): number {
    return LEARNER;
  }
}
