/** Playing a record again, action by action, and making one from a game. */

import { HoliError, malformed } from "../errors.ts";
import { repr } from "../repr.ts";
import type { Game } from "../game/game.ts";
import { endsTurn } from "../game/notation.ts";
import { newPosition, type Position } from "../game/position.ts";
import type { GameEvent } from "../types.ts";
import { RecordError } from "./errors.ts";
import { GameRecord, type Lines, type RecordedTurn } from "./model.ts";
import { located } from "./reading.ts";
import { NO_TURN } from "./writing.ts";

/** One action of a record: where it stands, what it did and the position after it. */
export interface ReplayStep {
  readonly round: number;
  readonly seat: number;
  readonly line: number;
  readonly action: string;
  readonly events: readonly GameEvent[];
  readonly position: Position;
  /** Whether the turn is over with this action. */
  readonly endsTurn: boolean;
}

type Located = GameRecord & { lines: Lines };
type Place = Pick<RecordedTurn, "round" | "seat">;

/** Play a record again from `record.start`; the first turn that breaks the rules throws a `RecordError`. */
export function* replay(given: GameRecord): Generator<ReplayStep, void> {
  const record = located(given);
  let position = record.start;
  let before: RecordedTurn | null = null;
  for (const turn of record.turns) {
    if (before !== null && !endsTurn(before.actions.at(-1) ?? ""))
      throw wrong(record, before, "the turn stops without 'E' though the game goes on (R3.4)");
    checkOnTurn(record, position, before, turn);
    for (const step of stepsOf(record, position, turn)) {
      position = step.position;
      yield step;
    }
    before = turn;
  }
}

function* stepsOf(record: Located, start: Position, turn: RecordedTurn): Generator<ReplayStep, void> {
  const { round, seat } = turn;
  const line = record.lines.rounds[round] ?? 0;
  let before: Position = start;
  let ended = false;
  for (const action of turn.actions) {
    if (ended) throw wrong(record, turn, `${repr(action)} stands after the end of the turn (R3.4)`);
    const { position, events } = applied(record, turn, before, action);
    ended = endsTurn(action);
    yield { round, seat, line, action, events, position, endsTurn: ended };
    before = position;
  }
}

function applied(record: Located, turn: RecordedTurn, position: Position, action: string): ReturnType<Position["apply"]> {
  try {
    return position.apply(action);
  } catch (error) {
    if (error instanceof HoliError && error.code === "illegal") throw wrong(record, turn, error.message);
    throw error;
  }
}

function wrong(record: Located, { round, seat }: Place, reason: string): RecordError {
  const who = `seat ${seat} (${repr(record.names[seat])})`;
  return new RecordError(record.lines.rounds[round] ?? 0, `round ${round}, ${who}: ${reason}`, "play");
}

function checkOnTurn(record: Located, position: Position, before: RecordedTurn | null, turn: RecordedTurn): void {
  const seat = position.seat;
  if (seat === null) throw wrong(record, turn, "the game is over before this turn (R8.4); remove it");
  const expected: Place = { round: roundOfNextTurn(before, seat), seat };
  const ahead = turn.round - expected.round || turn.seat - expected.seat;
  if (ahead > 0) throw wrong(record, expected, `it is this seat's turn, but the record has ${repr(NO_TURN)} (R8.3)`);
  if (ahead < 0)
    throw wrong(record, turn, `this seat is finished and has no turn (R8.3); write ${repr(NO_TURN)} for it`);
}

/** The round in which `seat` has its turn after the turn `before`: a new one whenever play comes round to seat 0. */
function roundOfNextTurn(before: Place | null, seat: number): number {
  if (before === null) return 0;
  return seat > before.seat ? before.round : before.round + 1;
}

/** The record of a game as it stands, over or not; a game that goes on from a loaded position has none. */
export function recordFromGame(
  game: Game,
  names: readonly string[],
  tags: Readonly<Record<string, string>> = {},
): GameRecord {
  if (game.seed === null || !game.start.equals(newPosition(game.config, game.seed)))
    throw malformed("a game that goes on from a loaded position has no record; only one from its seed has");
  return new GameRecord({
    config: game.config,
    seed: game.seed,
    names,
    turns: turnsOf(game.start, game.actions),
    result: game.position.phase === "over" ? game.position.scores().map((score) => score.total) : null,
    tags,
  });
}

function turnsOf(start: Position, actions: readonly string[]): RecordedTurn[] {
  const turns: { round: number; seat: number; actions: string[] }[] = [];
  let position = start;
  let newTurn = true;
  for (const action of actions) {
    const seat = position.seat ?? 0; // the game went on, so somebody was to act
    if (newTurn) turns.push({ round: roundOfNextTurn(turns.at(-1) ?? null, seat), seat, actions: [] });
    turns.at(-1)?.actions.push(action);
    position = position.apply(action).position;
    newTurn = endsTurn(action);
  }
  return turns;
}
