/** Comparing candidate turns: look ahead from each many times, with the same deals of the hidden cards for all. */

import { randomState } from "../game/deal.ts";
import { codeOf, parseAction, spaceName } from "../game/notation.ts";
import type { Position } from "../game/position.ts";
import { BOTS, FORECAST, MEMORY, REASONS, STATE_SIZE, type Shape } from "../generated.ts";
import { wasm } from "../module.ts";
import { give, rulesVector, take } from "./arrays.ts";
import { Clock, type Work } from "./running.ts";
import { turnFrom } from "./turns.ts";
import type { Reason, Thought } from "./types.ts";
import { weightsAt } from "./weights.ts";

const LONGEST_TURN = 4;
const WHYS: Readonly<Record<number, string>> = BOTS.WHYS;
const QUESTION = {
  state: { length: STATE_SIZE },
  turn: { length: LONGEST_TURN },
  reasons: { length: BOTS.REASON_SIZE * BOTS.MOST_REASONS },
} satisfies Record<string, Shape>;

/** A turn with every seat's chance to win after it and its own seat's expected lead. */
export interface ComparedTurn {
  turn: string[];
  chances: number[];
  lead: number;
}

export interface Compared {
  /** Best first. */
  best: ComparedTurn[];
  /** The turn that was played, if one was given. */
  own: ComparedTurn | null;
}

/** Finds and compares turns. The same seed, positions and rounds give the same result. Call `end` when done. */
export class Comparison {
  readonly #options: Thought;
  readonly #question = take("comparison", QUESTION, 1);
  readonly #memory = take("memory", MEMORY, BOTS.MOST_CANDIDATES);
  readonly #forecast = take("forecast", FORECAST, BOTS.MOST_CANDIDATES + 1);

  constructor(options: Thought) {
    this.#options = options;
    this.#memory.write("random", randomState(options.seed ?? 0));
  }

  end(): void {
    give(this.#question, this.#memory, this.#forecast);
  }

  /** The best turns for the seat to act, and the one played; cards that the seat may not know are not used. */
  *best(position: Position, most: number, usual: number, played: readonly string[] = []): Work<Compared> {
    const memory = this.#memory.at;
    const forecast = this.#forecast.at;
    const weights = weightsAt();
    const rounds = this.#options.rounds ?? BOTS.NO_LIMIT;
    const state = this.#write(position, played);
    const turn = this.#question.vector("turn", played.length);
    wasm().begin_comparing(...state, ...rulesVector(position.config), ...weights, most, rounds, ...turn, memory, forecast);
    const clock = new Clock(this.#options, usual);
    let elapsed = 0;
    while (wasm().compare(1, elapsed, ...rulesVector(position.config), ...weights, memory, forecast) !== BOTS.COMPARED) {
      yield elapsed / BOTS.ALL_TIME;
      elapsed = clock.elapsed();
    }
    const control = this.#forecast.ints("control");
    const numbers = this.#forecast.ints("kept").slice(0, Math.min(most, control[BOTS.COMPARISON_COUNT] ?? 0));
    const compared = (number: number): ComparedTurn => this.#compared(number, position.config.players);
    const own = played.length > 0 ? compared(control[BOTS.COMPARISON_OWN] ?? 0) : null;
    return { best: numbers.map(compared), own };
  }

  /** What a turn does that may be good; nothing that depends on hidden cards. */
  reasons(position: Position, turn: readonly string[]): Reason[] {
    const state = this.#write(position, turn);
    const codes = this.#question.vector("turn", turn.length);
    const out = this.#question.vector("reasons");
    const memory = take("memory", MEMORY, 1);
    memory.write("random", randomState(0));
    const count = wasm().write_reasons(...state, ...rulesVector(position.config), ...codes, ...out, memory.at);
    give(memory);
    const written = this.#question.ints("reasons");
    return Array.from({ length: count }, (_, i) => inWords(written.slice(BOTS.REASON_SIZE * i)));
  }

  #write(position: Position, turn: readonly string[]): [at: number, length: number] {
    this.#question.write("state", position.state);
    this.#question.write("turn", turn.map((text) => codeOf(parseAction(text))));
    return this.#question.vector("state");
  }

  #compared(number: number, players: number): ComparedTurn {
    const rounds = this.#forecast.ints("control")[BOTS.COMPARISON_ROUNDS] ?? 1;
    const sums = this.#forecast.floats("sums").slice(BOTS.SUMS * number, BOTS.SUMS * (number + 1));
    const means = sums.map((sum) => sum / rounds);
    return {
      turn: turnFrom(this.#forecast.ints("turns", number)),
      chances: means.slice(0, players),
      lead: means.at(-1) ?? 0,
    };
  }
}

/** A reason from the kernel's numbers: its code, then its parameters. */
function inWords([number = 0, ...values]: number[]): Reason {
  const [code, names] = Object.entries(REASONS)[number] ?? ["", []];
  const parameters = names.map((name, i) => [name, word(name, values[i] ?? 0)]);
  return { code, ...Object.fromEntries(parameters) } as Reason;
}

function word(name: string, value: number): number | string | undefined {
  if (name === "to" || name === "space") return spaceName(value);
  if (name === "why") return WHYS[value];
  return name === "what" ? BOTS.BLOCKED[value] : value;
}
