import { BOTS } from "../generated.ts";
import type { Thought } from "./types.ts";

const USUAL_MOVETIME = 1;

/** Measures how much of the thinking time is gone. If only rounds are given, time plays no part. */
export class Clock {
  readonly #began = performance.now();
  readonly #milliseconds: number;

  constructor({ movetime, rounds }: Thought, usual = USUAL_MOVETIME) {
    this.#milliseconds = 1000 * (movetime ?? (rounds === undefined ? usual : Number.POSITIVE_INFINITY));
  }

  /** In thousandths of the thinking time. */
  elapsed(): number {
    const used = performance.now() - this.#began;
    return used < this.#milliseconds ? Math.floor((BOTS.ALL_TIME * used) / this.#milliseconds) : BOTS.ALL_TIME;
  }
}
