/** A game in progress: configuration, seed and the actions so far, with take-back inside a turn. */

import { badConfig, illegal } from "../errors.ts";
import type { GameEvent } from "../types.ts";
import type { Config } from "./config.ts";
import { newPosition, Position } from "./position.ts";
import { newSeed } from "../seed.ts";

/** A game that changes as actions are done. Without a seed one is made; with `position` play goes on from it. */
export class Game {
  readonly config: Config;
  /** Null if play goes on from a position whose seed nobody told. */
  readonly seed: string | null;
  readonly start: Position;
  #position: Position;
  #actions: string[] = [];
  #turnPositions: Position[] = [];

  constructor(config: Config, { seed, position }: { seed?: string; position?: Position } = {}) {
    if (position !== undefined && position.config.key !== config.key) {
      throw badConfig("the position was made with another configuration than the game's");
    }
    this.config = config;
    const made = seed ?? newSeed();
    this.seed = position === undefined ? made : (seed ?? null);
    this.start = position ?? newPosition(config, made);
    this.#position = this.start;
  }

  get position(): Position {
    return this.#position;
  }

  /** All actions done and not taken back. */
  get actions(): readonly string[] {
    return this.#actions;
  }

  /** The same game to go on from: what is done in one does not change the other. */
  copy(): Game {
    const twin = new Game(this.config, { position: this.start, ...(this.seed === null ? {} : { seed: this.seed }) });
    twin.#position = this.#position;
    twin.#actions = [...this.#actions];
    twin.#turnPositions = [...this.#turnPositions];
    return twin;
  }

  legalActions(): readonly string[] {
    return this.#position.legalActions();
  }

  /** Do a legal action and return what happened, nothing hidden; an illegal one throws and changes nothing. */
  apply(action: string): GameEvent[] {
    const before = this.#position;
    const { position, events } = before.apply(action);
    this.#position = position;
    this.#actions.push(action);
    if (position.turnBegun) this.#turnPositions.push(before);
    else this.#turnPositions = [];
    return events;
  }

  /** Whether an action of this turn can be taken back. */
  get canUndo(): boolean {
    return this.#turnPositions.length > 0;
  }

  /** Take back the last action of this turn and return it; never a corner or another turn (R3.4). */
  undo(): string {
    const before = this.#turnPositions.pop();
    const action = this.#actions.at(-1);
    if (before === undefined || action === undefined) throw illegal("there is no action of this turn to take back");
    this.#position = before;
    this.#actions.pop();
    return action;
  }
}
