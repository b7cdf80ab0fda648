/** Bots: they see only their seat's view and answer with a turn. */

import { malformed, quoted } from "../errors.ts";
import { positionFromView, randomState } from "../game/deal.ts";
import { endsTurn, textOfCode } from "../game/notation.ts";
import type { Position } from "../game/position.ts";
import { BOTS, ENDGAME_MEMORY, LEVELS as PARAMETERS, MEMORY, STATE_SIZE, THINKING, type Shape } from "../generated.ts";
import { wasm } from "../module.ts";
import type { View } from "../types.ts";
import { give, rulesVector, take } from "./arrays.ts";
import { Clock, run, runAtOnce, type Work } from "./running.ts";
import type { Control, Level, TurnOptions } from "./types.ts";
import { loadWeights, noWeights, weightsAt } from "./weights.ts";

/** The names of the levels, weakest first. */
export const LEVELS = Object.keys(PARAMETERS) as Level[];

const QUESTION = { state: { length: STATE_SIZE }, level: { length: 6 } } satisfies Record<string, Shape>;

/** The rest of the turn up to its end, or a corner in setup, for the seat to act, from its view alone. */
export async function turnFor(view: View, options: TurnOptions, control: Control = {}): Promise<string[]> {
  if (needsWeights(options.level)) await loadWeights();
  return run(thinkingAbout(view, options), control);
}

/** The same without a pause; what the level needs must be loaded (`loadWeights`). */
export function turnForSync(view: View, options: TurnOptions): string[] {
  return runAtOnce(thinkingAbout(view, options));
}

export function parseLevel(level: unknown): Level {
  if (typeof level !== "string" || !Object.hasOwn(PARAMETERS, level))
    throw malformed(`there is no bot level ${quoted(level)}; the levels are ${LEVELS.join(", ")}`);
  return level as Level;
}

export function needsWeights(level: Level): boolean {
  return PARAMETERS[parseLevel(level)][BOTS.LEVEL_NETWORK] === 1;
}

/** Refuse a view in which nobody acts, or not the seat that it shows the hand of; else the position and that seat. */
export function toAct(view: View): { position: Position; seat: number } {
  if (view.turn === null)
    throw malformed("the game is over, so there is no turn to find; give a position during play");
  const { seat } = view.turn;
  if (!Array.isArray(view.players[seat]?.hand))
    throw malformed(`seat ${quoted(seat)} is to act, but its hand is hidden; give the view of that seat`);
  return { position: positionFromView(view), seat };
}

/** The texts of a turn's actions from the kernel's codes. */
export function turnFrom(codes: readonly number[]): string[] {
  const end = codes.findIndex((code) => endsTurn(textOfCode(code)));
  return codes.slice(0, end + 1).map(textOfCode);
}

function* thinkingAbout(view: View, options: TurnOptions): Work<string[]> {
  const clock = new Clock(options);
  const level: number[] = [...PARAMETERS[parseLevel(options.level)]];
  if (options.rounds !== undefined) level[BOTS.LEVEL_MOST_ROUNDS] = options.rounds;
  const candidates = level[BOTS.LEVEL_CANDIDATES] ?? 1;
  const { position } = toAct(view);
  const weights = level[BOTS.LEVEL_NETWORK] === 1 ? weightsAt() : noWeights();
  const question = take("question", QUESTION, 1);
  const thinking = take("thinking", THINKING, candidates);
  const memory = take("memory", MEMORY, candidates);
  const ahead = take("memory", MEMORY, 1);
  const endgame = level[BOTS.LEVEL_ENDING_STEPS] === 0 ? null : take("endgame", ENDGAME_MEMORY, 1);
  const ending = (endgame ?? ahead).at; // never looked at by a level that solves no endings
  try {
    question.write("state", position.state);
    question.write("level", level);
    memory.write("random", randomState(options.seed ?? 0));
    const state = question.vector("state");
    wasm().begin_thinking(...state, ...rulesVector(position.config), ...question.vector("level"), thinking.at, memory.at, ending);
    let elapsed = 0;
    for (;;) {
      const rules = rulesVector(position.config);
      const doing = wasm().think(1, elapsed, ...rules, ...weights, thinking.at, memory.at, ahead.at, ending);
      if (doing === BOTS.DECIDED) return turnFrom(thinking.ints("turn"));
      yield elapsed / BOTS.ALL_TIME;
      elapsed = clock.elapsed();
    }
  } finally {
    give(question, thinking, memory, ahead, endgame);
  }
}
