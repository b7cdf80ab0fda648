/** Whether a record is true: its seed, its draw, every turn and its result. */

import { repr } from "../repr.ts";
import { drawnFirst } from "../seed.ts";
import type { Position } from "../game/position.ts";
import { commitment, drawnRivalry, fairSeed } from "../game/shuffle.ts";
import type { Score } from "../types.ts";
import { RecordError } from "./errors.ts";
import type { GameRecord, Lines } from "./model.ts";
import { located } from "./reading.ts";
import { replay, type ReplayStep } from "./replaying.ts";
import { COMMITMENT, fairnessTags, FIRST_DRAW, nonceCommitmentTag, nonceTag, RIVALRY_DRAW, SECRET, seatsOf } from "./tags.ts";
import { formatResult, UNFINISHED } from "./writing.ts";

/** The nonce of a seat without a client of its own (F2). */
export const NO_NONCE = "0".repeat(64);

/** A record that was played again without a mistake. */
export interface VerifiedRecord {
  readonly record: GameRecord;
  readonly steps: readonly ReplayStep[];
  /** Whether the record holds the secret and all nonces of a hosted game, and they make its seed (F2). */
  readonly proven: boolean;
  /** The last position. */
  readonly position: Position;
  /** Null while the game is not over, as is `winner`. */
  readonly scores: readonly Score[] | null;
  /** The seat that won (R9.5). */
  readonly winner: number | null;
}

type Located = GameRecord & { lines: Lines };

/** Check all that a record says; a `RecordError` names the first thing that is not so, and its line. */
export function verifyRecord(given: GameRecord): VerifiedRecord {
  const record = located(given);
  const proven = checkSeed(record);
  checkDraws(record);
  const steps = [...replay(record)];
  const position = steps.at(-1)?.position ?? record.start;
  const scores = position.phase === "over" ? position.scores() : null;
  checkResult(record, position, scores);
  const winner = scores === null ? null : scores.findIndex((score) => score.rank === 1);
  return { record, steps, proven, position, scores, winner };
}

/** Whether the record proves its seed; false tags are an error, and so are some without the others (F2). */
function checkSeed(record: Located): boolean {
  const { lines } = record;
  const tags = new Map(Object.entries(record.tags));
  const value = (name: string): string => tags.get(name) ?? "";
  const lineOf = (name: string): number => lines.tags.get(name) ?? 0;
  const seats = seatsOf(record.config.players);
  const [given] = fairnessTags(seats.length).filter((name) => tags.has(name));
  if (given === undefined) return false;
  const unplayed = seats.filter((seat) => value(nonceTag(seat)) === NO_NONCE).map(nonceCommitmentTag);
  for (const name of fairnessTags(seats.length))
    if (!tags.has(name) && !unplayed.includes(name))
      throw new RecordError(
        lineOf(given),
        `the tag ${repr(given)} proves nothing without ${repr(name)}; give both or neither (F2)`,
        "shuffle",
      );
  const pairs = [[COMMITMENT, SECRET], ...seats.map((seat) => [nonceCommitmentTag(seat), nonceTag(seat)])];
  for (const [promise = "", secret = ""] of pairs)
    if (tags.has(promise) && value(promise) !== commitment(value(secret)))
      throw new RecordError(
        lineOf(secret),
        `the tag ${repr(secret)} is not what ${repr(promise)} on line ${lineOf(promise)} promised (F2)`,
        "shuffle",
      );
  if (record.seed !== fairSeed(value(SECRET), seats.map((seat) => value(nonceTag(seat)))))
    throw new RecordError(lineOf("Seed"), "the seed is not the one that the secret and the nonces make (F2)", "shuffle");
  return true;
}

function checkDraws(record: Located): void {
  const tags = new Map(Object.entries(record.tags));
  const first = String(drawnFirst(record.seed, record.config.players));
  const said = tags.get(FIRST_DRAW) ?? first;
  if (said !== first)
    throw new RecordError(
      record.lines.tags.get(FIRST_DRAW) ?? 0,
      `place ${said} begins, but the seed draws place ${first} (R2.3)`,
    );
  const count = tags.get(RIVALRY_DRAW);
  if (count === undefined) return;
  const named = record.config.rivalry.join(" ");
  const drawn = drawnRivalry(record.seed, Number(count)).join(" ");
  if (drawn !== named)
    throw new RecordError(
      record.lines.tags.get("Rivalry") ?? 0,
      `the rivalry cards are ${repr(named)}, but the seed draws ${repr(drawn)} (F2)`,
      "shuffle",
    );
}

function checkResult(record: Located, position: Position, scores: readonly Score[] | null): void {
  const said = repr(formatResult(record.result));
  if (scores === null) {
    if (record.result === null) return;
    throw new RecordError(
      record.lines.result,
      `the result is ${said}, but seat ${position.seat} is on turn; ` +
        `a game that is not over ends with ${repr(UNFINISHED)} (R8.4)`,
      "result",
    );
  }
  const right = repr(formatResult(scores.map((score) => score.total)));
  if (said !== right)
    throw new RecordError(record.lines.result, `the result is ${said}, but the game is over with ${right} (R9)`, "result");
}
