/** The story of a game: an entry for each turn, with what it did and whose points it changed. */

import { eventsFor, type Score } from "../../rules/engine.ts";
import type { GameEvent } from "../../wire/game.ts";
import type { TurnLine } from "../../wire/types.ts";

/** What an action did, as all may know it, and everyone's points if the game had ended after it. */
export interface Told {
  readonly events: readonly GameEvent[];
  readonly scores: readonly Score[];
}

/** Leaves out which cards were thrown face down: the device may be passed around. */
export function publicly(events: readonly GameEvent[], scores: readonly Score[]): Told {
  return { events: eventsFor("spectator", events), scores };
}

export interface TurnStory {
  /** Of its first action. */
  readonly number: number;
  readonly seat: number;
  readonly steps: readonly Told[];
  /** Whether the turn was ended. */
  readonly ended: boolean;
  readonly changes: readonly Change[];
  readonly leads: readonly Lead[];
}

/** By how much a seat's points have changed: those for tokens and hits, and those that others can still take. */
export interface Change {
  readonly seat: number;
  readonly safe: number;
  readonly provisional: number;
}

/** A new lead in sweets or in a rivalry card: who has it, and who lost it or shares it. */
export interface Lead {
  readonly what: string;
  readonly seats: readonly number[];
  readonly from: readonly number[];
  readonly shared: boolean;
}

export const SWEETS = "sweets";

/** Points that depend on what the others have, so that they can change hands until the end (R9.3, R9.4). */
export function provisional(score: Score): number {
  return Object.values(score.rivalry).reduce((sum, points) => sum + points, score.sweets);
}

export function safe(score: Score): number {
  return score.total - provisional(score);
}

/** Finished turns by their last step, so that an unchanged turn stays the same object. */
const ended = new WeakMap<Told, TurnStory>();

/** Corners are entries of their own. */
export function turnsTold(log: readonly TurnLine[], told: readonly Told[]): TurnStory[] {
  const turns: { lines: TurnLine[]; steps: Told[]; before: readonly Score[] }[] = [];
  log.forEach((line, i) => {
    const last = log[i - 1];
    if (!last || /^[SE]/.test(last.action)) turns.push({ lines: [], steps: [], before: told[i - 1]?.scores ?? [] });
    turns.at(-1)?.lines.push(line);
    const step = told[i];
    if (step) turns.at(-1)?.steps.push(step);
  });
  return turns.map(({ lines, steps, before }) => {
    const last = steps.at(-1);
    const known = last && ended.get(last);
    if (known) return known;
    const after = last?.scores ?? before;
    const story = {
      number: lines[0]?.number ?? 0,
      seat: lines[0]?.seat ?? 0,
      steps,
      ended: lines.at(-1)?.action === "E",
      changes: changes(before, after),
      leads: leads(before, after),
    };
    if (last && story.ended) ended.set(last, story);
    return story;
  });
}

/** Those whose points have changed; without points before, nobody had any. */
export function changes(before: readonly Score[], after: readonly Score[]): Change[] {
  return after
    .map((score, seat) => {
      const was = before[seat];
      return { seat, safe: safe(score) - (was ? safe(was) : 0), provisional: provisional(score) - (was ? provisional(was) : 0) };
    })
    .filter((change) => change.safe !== 0 || change.provisional !== 0);
}

/** Who has come to lead in sweets, or overtaken the leader in a rivalry card. */
export function leads(before: readonly Score[], after: readonly Score[]): Lead[] {
  const found = [lead(SWEETS, before, after, (score) => score.sweets)];
  for (const id of Object.keys(after[0]?.rivalry ?? {})) {
    const taken = lead(id, before, after, (score) => score.rivalry[id] ?? 0);
    if (taken && !taken.shared && taken.from.length > 0 && taken.seats.length === 1) found.push(taken);
  }
  return found.filter((taken) => taken !== null);
}

function lead(what: string, before: readonly Score[], after: readonly Score[], points: (score: Score) => number): Lead | null {
  const was = leaders(before.map(points));
  const now = leaders(after.map(points));
  const came = now.filter((seat) => !was.includes(seat));
  const went = was.filter((seat) => !now.includes(seat));
  if (came.length + went.length === 0) return null;
  if (went.length === 0 && was.length > 0) return { what, seats: came, from: was, shared: true };
  return { what, seats: now, from: went, shared: false };
}

function leaders(points: readonly number[]): number[] {
  const most = Math.max(0, ...points);
  return most === 0 ? [] : points.flatMap((count, seat) => (count === most ? [seat] : []));
}
