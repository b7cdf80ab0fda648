/** Thinking in a Web Worker, so that the page goes on meanwhile. */

import { HoliError } from "../errors.ts";
import type { View } from "../types.ts";
import type { Answer, Request, Task } from "./messages.ts";
import type { AnalysedTurn, Analysis, HintOptions, Hints, Level, Thought } from "./types.ts";

/** A promise whose work can be given up: it then rejects with a `HoliError` of code `cancelled`. */
export interface Thinking<T> extends Promise<T> {
  cancel(): void;
}

/** As much of a Worker as is used here. */
export type WorkerLike = Pick<Worker, "postMessage" | "terminate" | "onmessage" | "onerror" | "onmessageerror">;

interface Waiting {
  resolve(result: unknown): void;
  reject(error: HoliError): void;
  onProgress?: ((share: number) => void) | undefined;
  onTurn?: ((turn: AnalysedTurn, count: number) => void) | undefined;
}

const newWorker = (): WorkerLike => new Worker(new URL("./worker.ts", import.meta.url), { type: "module" });

/**
 * One worker, started with the first request and used for all; it answers one request after the other.
 * Errors of the rules arrive as the `HoliError` that was thrown; a worker that cannot start gives `no-worker`.
 */
export class Thinker {
  readonly #start: () => WorkerLike;
  readonly #waiting = new Map<number, Waiting>();
  #worker: WorkerLike | null = null;
  #lastId = 0;

  constructor(start: () => WorkerLike = newWorker) {
    this.#start = start;
  }

  /** The rest of the turn up to its end, or a corner in setup, for the seat to act, from its view alone. */
  turn(view: View, level: Level, options: Thought = {}, onProgress?: (share: number) => void): Thinking<string[]> {
    return this.#ask({ kind: "turn", view, options: { ...options, level } }, { onProgress });
  }

  hints(view: View, options: HintOptions = {}, onProgress?: (share: number) => void): Thinking<Hints> {
    return this.#ask({ kind: "hints", view, options }, { onProgress });
  }

  /** `record` is its text; `onTurn` gets each turn as soon as it is evaluated, and how many there will be. */
  analyse(
    record: string,
    onTurn?: (turn: AnalysedTurn, count: number) => void,
    options: Thought = {},
  ): Thinking<Analysis> {
    return this.#ask({ kind: "analyse", record, options }, { onTurn });
  }

  /** End the worker; what is not answered yet is cancelled. The next request starts a new one. */
  dispose(): void {
    this.#fail(new HoliError("cancelled", "the thinking was cancelled"));
  }

  #ask<T>(task: Task, listeners: Pick<Waiting, "onProgress" | "onTurn">): Thinking<T> {
    const id = ++this.#lastId;
    const answer = new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject, ...listeners });
      try {
        this.#send({ id, ...task });
      } catch (error) {
        this.#fail(unable(error));
      }
    });
    return Object.assign(answer as Promise<T>, { cancel: () => this.#cancel(id) });
  }

  #send(request: Request): void {
    if (this.#worker === null) {
      this.#worker = this.#start();
      this.#worker.onmessage = (event: MessageEvent<Answer>) => this.#take(event.data);
      this.#worker.onerror = (event) => this.#fail(unable(event.message || "it stopped"));
      this.#worker.onmessageerror = () => this.#fail(unable("its answer cannot be read"));
    }
    this.#worker.postMessage(request);
  }

  #cancel(id: number): void {
    const waiting = this.#waiting.get(id);
    if (waiting === undefined) return;
    this.#waiting.delete(id);
    this.#worker?.postMessage({ id, kind: "cancel" } satisfies Request);
    waiting.reject(new HoliError("cancelled", "the thinking was cancelled"));
  }

  #take(answer: Answer): void {
    const waiting = this.#waiting.get(answer.id);
    if (waiting === undefined) return;
    if (answer.type === "progress") waiting.onProgress?.(answer.share);
    else if (answer.type === "turn") waiting.onTurn?.(answer.turn, answer.count);
    else {
      this.#waiting.delete(answer.id);
      if (answer.type === "done") waiting.resolve(answer.result);
      else waiting.reject(new HoliError(answer.code, answer.error));
    }
  }

  #fail(error: HoliError): void {
    this.#worker?.terminate();
    this.#worker = null;
    const all = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const waiting of all) waiting.reject(error);
  }
}

function unable(reason: unknown): HoliError {
  const text = reason instanceof Error ? reason.message : String(reason);
  return new HoliError("no-worker", `the bots cannot think here: ${text}`);
}
