/** Advice for people: the best turns of a position, and how the chances went in a saved game (docs/analysis.md). */

import type { Position } from "../game/position.ts";
import { wasm } from "../module.ts";
import { replay, type GameRecord } from "../record/index.ts";
import type { View } from "../types.ts";
import { Comparison } from "./comparison.ts";
import { rounded } from "./rounding.ts";
import { run, type Work } from "./running.ts";
import { toAct } from "./turns.ts";
import type { AnalysedTurn, Analysis, Control, Hint, HintOptions, Hints, Thought } from "./types.ts";
import { loadWeights } from "./weights.ts";

/** A turn that gives away more of the chance to win than this is a mistake. */
export const MISTAKE = 0.05;
const MOST_MISTAKES = 3;
/** How many turns are compared with the one played until the time is up. */
const FINALISTS = 3;
/** Of accuracy: a turn that gives away a tenth of the chance to win counts exp(-0.4), two thirds. */
const STEEPNESS = 4;
const MOST_HINTS = 5;
/** Seconds, unless others are given. */
const HINT_TIME = 1;
const ANALYSIS_TIME = 0.2;

type OnTurn = (turn: AnalysedTurn, count: number) => void;

/**
 * The best turns for the seat to act, best first, from its view alone; inside a turn the rest of it, while corners are
 * chosen the corners. `movetime` is one second unless given.
 */
export async function hints(view: View, options: HintOptions = {}, control: Control = {}): Promise<Hints> {
  await loadWeights();
  return run(hinting(view, options), control);
}

/**
 * Evaluate every turn of a record, looking ahead `movetime` seconds in each, 0.2 unless given. Every turn is evaluated
 * from the view of the player whose turn it was. A turn that breaks the rules throws a `RecordError` at once.
 * `onTurn` gets each turn as soon as it is evaluated, and how many there will be.
 */
export async function analyse(
  record: GameRecord,
  options: Thought = {},
  control: Control = {},
  onTurn: OnTurn = () => undefined,
): Promise<Analysis> {
  await loadWeights();
  return run(analysing(record, options, onTurn), control);
}

function* hinting(view: View, options: HintOptions): Work<Hints> {
  const { position, seat } = toAct(view);
  const comparison = new Comparison(options);
  try {
    const { best } = yield* comparison.best(position, options.most ?? MOST_HINTS, HINT_TIME);
    const hint = (found: (typeof best)[number]): Hint => ({
      turn: found.turn.join(" "),
      win_chance: rounded(found.chances[seat] ?? 0, 4),
      lead: rounded(found.lead, 2),
      reasons: comparison.reasons(position, found.turn),
    });
    return { format: "holi-hints/1", seat, hints: best.map(hint) };
  } finally {
    comparison.end();
  }
}

interface PlayedTurn {
  number: number;
  round: number;
  actions: string[];
  start: Position;
  end: Position;
}

/** An analysed turn, and its exact loss. */
interface Evaluated {
  turn: AnalysedTurn;
  loss: number;
}

function* analysing(record: GameRecord, options: Thought, onTurn: OnTurn): Work<Analysis> {
  const played = wholeTurns(record);
  const comparison = new Comparison(options);
  const evaluated: Evaluated[] = [];
  try {
    for (const turn of played) {
      const work = evaluating(comparison, turn);
      let step = work.next();
      while (!step.done) {
        yield (evaluated.length + step.value) / played.length;
        step = work.next();
      }
      evaluated.push(step.value);
      onTurn(step.value.turn, played.length);
    }
  } finally {
    comparison.end();
  }
  return {
    format: "holi-analysis/1",
    movetime: options.movetime ?? ANALYSIS_TIME,
    result: record.result === null ? null : [...record.result],
    players: record.names.map((name, seat) => ({ seat, name, ...summary(evaluated.filter((own) => own.turn.seat === seat)) })),
    turns: evaluated.map(({ turn }) => turn),
  };
}

/** The turns that were played to their end; the choice of corners is not evaluated. */
function wholeTurns(record: GameRecord): PlayedTurn[] {
  const turns: PlayedTurn[] = [];
  let start = record.start;
  let actions: string[] = [];
  for (const { round, action, endsTurn, position } of replay(record)) {
    actions.push(action);
    if (!endsTurn) continue;
    if (start.phase === "play") turns.push({ number: turns.length + 1, round, actions, start, end: position });
    start = position;
    actions = [];
  }
  return turns;
}

function* evaluating(comparison: Comparison, played: PlayedTurn): Work<Evaluated> {
  const { number, round, start, end, actions } = played;
  const seat = start.seat ?? 0;
  const { best: found, own } = yield* comparison.best(start, FINALISTS, ANALYSIS_TIME, actions);
  const first = found[0];
  if (first === undefined || own === null) throw new Error("a position in play has turns");
  const chance = (compared: typeof own): number => compared.chances[seat] ?? 0;
  const best = chance(own) >= chance(first) ? own : first;
  const result = end.phase === "over" ? end.scores().map((score) => Number(score.rank === 1)) : null;
  const loss = chance(best) - chance(own);
  const turn: AnalysedTurn = {
    number,
    round,
    seat,
    played: actions.join(" "),
    best: best.turn.join(" "),
    before: best.chances.map((each) => rounded(each, 4)),
    after: (result ?? own.chances).map((each) => rounded(each, 4)),
    loss: rounded(loss, 4),
    lead_played: rounded(own.lead, 2),
    lead_best: rounded(best.lead, 2),
    reasons: comparison.reasons(start, best.turn),
  };
  return { turn, loss };
}

/** How well a player chose, from 0 to 1, and the numbers of the turns with the largest mistakes, the worst first. */
function summary(own: Evaluated[]): { accuracy: number | null; mistakes: number[] } {
  const kept = own.map(({ loss }) => wasm().exp(-STEEPNESS * loss));
  const mean = kept.reduce((sum, each) => sum + each, 0) / kept.length;
  const wrong = own.filter(({ loss }) => loss > MISTAKE).sort((one, other) => other.loss - one.loss);
  return {
    accuracy: kept.length > 0 ? rounded(mean, 4) : null,
    mistakes: wrong.slice(0, MOST_MISTAKES).map(({ turn }) => turn.number),
  };
}
