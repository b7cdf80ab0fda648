/** The actions of a record as turns. */

import type { ReplayStep } from "../rules/engine.ts";

export interface LineTurn {
  /** As an analysis counts them, from 1; 0 for the choice of a corner, which is not evaluated. */
  readonly number: number;
  readonly round: number;
  readonly seat: number;
  /** The number of actions before the turn, and after it. */
  readonly from: number;
  readonly to: number;
}

/** A turn is what one seat does in one round; round 0 is the choice of corners. */
export function turnsOf(steps: readonly Pick<ReplayStep, "round" | "seat">[]): readonly LineTurn[] {
  const turns: LineTurn[] = [];
  let number = 0;
  for (const [i, { round, seat }] of steps.entries()) {
    const last = turns.at(-1);
    if (last?.round === round && last.seat === seat) turns[turns.length - 1] = { ...last, to: i + 1 };
    else turns.push({ number: round === 0 ? 0 : ++number, round, seat, from: i, to: i + 1 });
  }
  return turns;
}

/** The turn of the last of `at` actions. */
export function turnAt(turns: readonly LineTurn[], at: number): LineTurn | undefined {
  return turns.find(({ from, to }) => from < at && at <= to);
}
