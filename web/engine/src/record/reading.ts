/** Reading a record: syntax only, each mistake with its line. */

import { quoted } from "../errors.ts";
import { repr } from "../repr.ts";
import { parseAction } from "../game/notation.ts";
import { onLine, RecordError } from "./errors.ts";
import { commentOn, Header, type Line } from "./header.ts";
import { BEFORE_CORNERS, checkAction, GameRecord, MOST_ROUNDS } from "./model.ts";
import type { Comment, Lines, RecordedTurn, RecordFields } from "./model.ts";
import { decoded, lengthOf, trimmed } from "./text.ts";
import { formatRecord, NO_TURN, UNFINISHED } from "./writing.ts";

/** In bytes; the longest game takes less than ten thousand, the rest is room for comments. */
export const LARGEST_RECORD = 1_000_000;

const ROUND = /^([0-9]+)\.[ \t]*([^\n]*)$/;
const RESULT = /^(?:0|[1-9][0-9]{0,2})(?:-(?:0|[1-9][0-9]{0,2}))+$/;
const NEWLINE = 10;

/** The record in the bytes of a file, which must be UTF-8, with or without a byte order mark. */
export function readRecord(data: Uint8Array): GameRecord {
  if (data.length > LARGEST_RECORD) throw tooLarge(linesBefore(data, LARGEST_RECORD + 1));
  const text = decoded(data, (at) => {
    const byte = (data[at] ?? 0).toString(16).padStart(2, "0");
    throw new RecordError(linesBefore(data, at), `the byte 0x${byte} is not UTF-8; save the record as UTF-8 text`);
  });
  return parseRecord(text);
}

/** The record in a text, or a `RecordError` with the line of the first mistake; the rules are not asked. */
export function parseRecord(text: string): GameRecord {
  if (text.length > LARGEST_RECORD && lengthOf(text) > LARGEST_RECORD)
    throw tooLarge([...text].slice(0, LARGEST_RECORD).filter((letter) => letter === "\n").length + 1);
  const header = new Header();
  let fields: RecordFields | null = null;
  let body: Body | null = null;
  let last = 1;
  for (const line of linesOf(text)) {
    last = line.number;
    if (body === null) {
      if (header.take(line)) continue;
      fields = header.fields(last);
      body = new Body(fields.config.players);
    }
    body.take(line);
  }
  fields ??= header.fields(last); // what is missing there is said first
  if (body?.resultLine == null)
    throw new RecordError(
      last,
      `the record ends without its result; that is totals such as '61-48', or ${repr(UNFINISHED)}`,
      "cut-off",
    );
  const tags = new Map([...header.tags].map(([name, tag]) => [name, tag.line]));
  return new GameRecord(
    { ...fields, turns: body.turns, result: body.result, comments: [...header.comments, ...body.comments] },
    { tags, rounds: body.roundLines, result: body.resultLine },
  );
}

/** The record with its lines: those it was read from, or else those of its one text. */
export function located(record: GameRecord): GameRecord & { lines: Lines } {
  const read = record.lines === null ? parseRecord(formatRecord(record)) : record;
  return read as GameRecord & { lines: Lines };
}

function tooLarge(line: number): RecordError {
  return new RecordError(line, `the record goes on beyond ${LARGEST_RECORD} bytes; a game takes a few thousand`);
}

function linesBefore(data: Uint8Array, end: number): number {
  return data.subarray(0, end).filter((byte) => byte === NEWLINE).length + 1;
}

/** The numbered lines; they end with LF or CRLF, and with nothing else that Unicode may call a line's end. */
function linesOf(text: string): Line[] {
  const lines = text.replace(/^\ufeff/, "").replace(/\n$/, "").split("\n");
  return lines.map((line, i) => ({ number: i + 1, text: trimmed(line.endsWith("\r") ? line.slice(0, -1) : line) }));
}

class Body {
  readonly turns: RecordedTurn[] = [];
  readonly roundLines: number[] = [];
  readonly comments: Comment[] = [];
  result: number[] | null = null;
  resultLine: number | null = null;
  readonly #players: number;
  #cells = 0;

  constructor(players: number) {
    this.#players = players;
  }

  take({ number, text }: Line): void {
    const semicolon = text.indexOf(";");
    const before = trimmed(semicolon < 0 ? text : text.slice(0, semicolon));
    if (before !== "") this.#takeText(number, before);
    if (semicolon < 0) return;
    const after = this.roundLines.length > 0 ? this.roundLines.length - 1 : BEFORE_CORNERS;
    this.comments.push(...commentOn(number, after, text.slice(semicolon + 1)));
  }

  #takeText(line: number, text: string): void {
    if (this.resultLine !== null)
      throw new RecordError(line, `${quoted(text)} stands after the result on line ${this.resultLine}; remove it`);
    const entry = ROUND.exec(text);
    if (entry !== null) this.#takeRound(line, entry[1] ?? "", entry[2] ?? "");
    else if (text === UNFINISHED || RESULT.test(text)) this.#takeResult(line, text);
    else if (text.startsWith("["))
      throw new RecordError(line, `${quoted(text)} stands after the tags; all tags come before the rounds`);
    else
      throw new RecordError(
        line,
        `${quoted(text)} is neither a round such as '3. T7@b2d4 E | -' ` +
          `nor a result such as '61-48' or ${repr(UNFINISHED)}`,
      );
  }

  #takeRound(line: number, number: string, text: string): void {
    const wanted = this.roundLines.length;
    if (number !== String(wanted))
      throw new RecordError(line, `the round is numbered ${quoted(number)}; here comes round ${wanted}`);
    if (wanted > MOST_ROUNDS)
      throw new RecordError(line, `the record goes on after round ${MOST_ROUNDS}; no game is so long (R8.2)`);
    this.#checkWhole();
    const cells = text.split("|").map(trimmed);
    if (cells.length > this.#players)
      throw new RecordError(
        line,
        `round ${wanted} has ${cells.length} turns; the game has ${this.#players} players`,
      );
    if (cells.every((cell) => cell === NO_TURN))
      throw new RecordError(line, `nobody has a turn in round ${wanted}; remove the line`);
    this.roundLines.push(line);
    this.#cells = cells.length;
    cells.forEach((cell, seat) => this.#takeCell(line, wanted, seat, cell));
  }

  #takeCell(line: number, round: number, seat: number, cell: string): void {
    if (cell === "")
      throw new RecordError(line, `the turn of seat ${seat} is empty; a seat without a turn is ${repr(NO_TURN)}`);
    if (cell !== NO_TURN) {
      const actions = cell.split(/[ \t]+/);
      onLine(line, () => checkActions(actions), `round ${round}, seat ${seat}: `);
      this.turns.push({ round, seat, actions });
    } else if (round === 0)
      throw new RecordError(line, `seat ${seat} has no corner; every player chooses one (R2.4)`);
  }

  /** Only the last round of a game that is not over may stop before the last seat. */
  #checkWhole(): void {
    const last = this.roundLines.at(-1);
    if (last !== undefined && this.#cells < this.#players)
      throw new RecordError(
        last,
        `round ${this.roundLines.length - 1} has only ${this.#cells} of ${this.#players} turns; ` +
          `a seat without a turn is ${repr(NO_TURN)}`,
      );
  }

  #takeResult(line: number, text: string): void {
    this.resultLine = line;
    if (text === UNFINISHED) return;
    const totals = text.split("-").map(Number);
    if (totals.length !== this.#players)
      throw new RecordError(
        line,
        `the result ${quoted(text)} has ${totals.length} totals; there are ${this.#players} players`,
      );
    if (this.roundLines.length === 0)
      throw new RecordError(
        line,
        `a result stands before any round; a game not begun ends with ${repr(UNFINISHED)}`,
      );
    this.#checkWhole();
    this.result = totals;
  }
}

/** What is no action is told before a hidden card, wherever they stand. */
function checkActions(actions: string[]): void {
  actions.forEach((text) => parseAction(text));
  actions.forEach(checkAction);
}
