/** Work in small chunks: a generator that yields the share done so far, run to its end at once or with pauses. */

import { HoliError } from "../errors.ts";
import { BOTS } from "../generated.ts";
import type { Control, Thought } from "./types.ts";

export type Work<T> = Generator<number, T, undefined>;

/** How long, in milliseconds, others may have to wait for the thread. */
const LONGEST_HOLD = 12;

export function runAtOnce<T>(work: Work<T>): T {
  for (;;) {
    const step = work.next();
    if (step.done) return step.value;
  }
}

export async function run<T>(work: Work<T>, { signal, onProgress }: Control = {}): Promise<T> {
  let since = performance.now();
  for (;;) {
    if (signal?.aborted) {
      work.return(undefined as never); // gives the memory of the search back
      throw new HoliError("cancelled", "the thinking was cancelled");
    }
    const step = work.next();
    if (step.done) return step.value;
    if (performance.now() - since >= LONGEST_HOLD) {
      onProgress?.(step.value);
      await othersFirst();
      since = performance.now();
    }
  }
}

/** Lets what waits in the event loop happen, such as a message to a worker; a timer would wait longer than needed. */
function othersFirst(): Promise<void> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve) => {
    port1.onmessage = () => {
      port1.close();
      resolve();
    };
    port2.postMessage(null);
  });
}

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
