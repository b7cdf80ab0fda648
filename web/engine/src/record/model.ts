/** A saved game as a value: everything that its text holds. */

import type { Config } from "../game/config.ts";
import { malformed, quoted } from "../errors.ts";
import { repr } from "../repr.ts";
import { parseAction } from "../game/notation.ts";
import { newPosition, type Position } from "../game/position.ts";
import { parseSeed } from "../game/shuffle.ts";
import { checkName, checkNumbered, checkTag, checkText, FIRST_DRAW, fixedTags } from "./tags.ts";

export const MOST_ROUNDS = 999;
export const MOST_POINTS = 999;

/** The place of a comment that stands before all rounds. */
export const BEFORE_CORNERS = -1;

/** What one seat did in one round; round 0 is the choice of corners (R2.4). */
export interface RecordedTurn {
  readonly round: number;
  readonly seat: number;
  readonly actions: readonly string[];
}

/** A remark of a person, and the round after whose line it stands. */
export interface Comment {
  readonly after: number;
  readonly text: string;
}

/** On which lines of a text its parts stand, for messages. */
export interface Lines {
  readonly tags: ReadonlyMap<string, number>;
  readonly rounds: readonly number[];
  readonly result: number;
}

export interface RecordFields {
  config: Config;
  seed: string;
  /** By seat. */
  names: readonly string[];
  turns?: readonly RecordedTurn[];
  /** Every seat's total; null for a game that is not over. */
  result?: readonly number[] | null;
  /** Those beyond the configuration, the seed and the names. */
  tags?: Readonly<Record<string, string>>;
  comments?: readonly Comment[];
}

/**
 * A saved game. It can always be written; whether it follows the rules is for `verifyRecord` to say. What no text can
 * hold is refused as `malformed`.
 */
export class GameRecord {
  readonly config: Config;
  readonly seed: string;
  readonly names: readonly string[];
  readonly turns: readonly RecordedTurn[];
  readonly result: readonly number[] | null;
  readonly tags: Readonly<Record<string, string>>;
  readonly comments: readonly Comment[];
  /** Given by `parseRecord` only. */
  readonly lines: Lines | null;

  constructor(fields: RecordFields, lines: Lines | null = null) {
    this.config = fields.config;
    this.seed = parseSeed(fields.seed);
    this.names = [...fields.names];
    this.turns = fields.turns ?? [];
    this.result = fields.result ?? null;
    this.tags = { ...fields.tags };
    this.comments = fields.comments ?? [];
    this.lines = lines;
    this.#check();
  }

  /** The number of the last round; 0 if play has not gone beyond the corners. */
  get rounds(): number {
    return this.turns.at(-1)?.round ?? 0;
  }

  get actions(): string[] {
    return this.turns.flatMap((turn) => turn.actions);
  }

  /** The seat of whoever sat at this place before it was drawn who begins (R2.3). */
  seatOf(place: number): number {
    const players = this.config.players;
    const first = Number(new Map(Object.entries(this.tags)).get(FIRST_DRAW) ?? 0);
    return (place - first + players) % players;
  }

  /** The position before the first corner was chosen. */
  get start(): Position {
    return newPosition(this.config, this.seed);
  }

  #check(): void {
    const players = this.config.players;
    if (this.names.length !== players)
      throw malformed(`${this.names.length} names are given; the game has ${players} players`);
    this.names.forEach((name, seat) => checkName(seat, name));
    const fixed = fixedTags(players);
    for (const [name, value] of Object.entries(this.tags)) {
      checkTag(name, value);
      checkNumbered(name, players);
      if (fixed.has(name))
        throw malformed(`the tag ${repr(name)} is written by the record itself; leave it out of 'tags'`);
    }
    if (this.result !== null) checkResult(this.result, players);
    checkTurns(this.turns, players, this.result !== null);
    checkComments(this.comments, this.turns.length > 0 ? this.rounds : BEFORE_CORNERS);
  }
}

function checkResult(result: readonly number[], players: number): void {
  if (result.length !== players)
    throw malformed(`the result has ${result.length} totals; the game has ${players} players`);
  for (const total of result)
    if (!Number.isInteger(total) || total < 0 || total > MOST_POINTS)
      throw malformed(`the total ${quoted(total)} is no number from 0 to ${MOST_POINTS}`);
}

/** Turns go round by round and in seat order, every round has one, and all corners come first. */
function checkTurns(turns: readonly RecordedTurn[], players: number, over: boolean): void {
  let before: RecordedTurn = { round: 0, seat: -1, actions: [] };
  for (const turn of turns) {
    const { round, seat } = turn;
    const where = `the turn of seat ${seat} in round ${round}`;
    if (seat < 0 || seat >= players || round > MOST_ROUNDS)
      throw malformed(`${where} cannot be; the seats are 0 to ${players - 1}, the rounds 0 to ${MOST_ROUNDS}`);
    const sameRound = round === before.round && seat > before.seat;
    const inCorners = before.round === 0 && before.seat < players - 1;
    const fits = inCorners ? sameRound && seat === before.seat + 1 : sameRound || round === before.round + 1;
    if (!fits) throw malformed(`${where} is out of order after seat ${before.seat} in round ${before.round}`);
    if (turn.actions.length === 0) throw malformed(`${where} has no action; leave the turn out`);
    turn.actions.forEach(checkAction);
    before = turn;
  }
  if (over && before.round === 0 && before.seat < players - 1)
    throw malformed("the record has a result, but not all corners are chosen");
}

/** Refuse a text that is no action, and a hidden card: a record names all cards. */
export function checkAction(text: string): void {
  parseAction(text);
  if (text.startsWith("D?")) throw malformed(`the card of ${repr(text)} is hidden; a record names it, 1 to 13`);
}

function checkComments(comments: readonly Comment[], lastRound: number): void {
  let after = BEFORE_CORNERS;
  for (const comment of comments) {
    checkText("the comment", comment.text);
    if (comment.text === "" || comment.text.startsWith(" ") || comment.text.endsWith(" "))
      throw malformed(`the comment ${quoted(comment.text)} is empty or has blanks around it`);
    if (comment.after < after || comment.after > lastRound)
      throw malformed(`the comment ${quoted(comment.text)} is out of order or after the last round`);
    after = comment.after;
  }
}
