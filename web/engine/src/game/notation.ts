/** Spaces, actions and their text forms (F1). */

import { malformed, quoted } from "../errors.ts";
import { CARD_SHIFT, CLIMB, END, KIND_SHIFT, MOVE, PLACE_MARKER, SPACES, THROW_DOWN, THROW_UP } from "../generated.ts";
import { wasm } from "../module.ts";
import type { Space } from "../types.ts";

export const LEVELS = ["G", "M", "T"] as const;
const COLUMNS = [..."abcdef"];
const ROWS = [..."123456"];

/** The names of the 36 squares of a level, in the order of their numbers. */
export const SQUARE_NAMES: readonly string[] = ROWS.flatMap((row) => COLUMNS.map((column) => column + row));
/** All spaces, as the kernel numbers them. */
export const TOWER: readonly Space[] = LEVELS.flatMap((level) => SQUARE_NAMES.map((square) => level + square));

const SQUARE_NUMBERS = new Map(SQUARE_NAMES.map((name, number) => [name, number]));
const SPACE_NUMBERS = new Map(TOWER.map((name, number) => [name, number]));

/** The number of a space, 36 * level + square, from its name. */
export function parseSpace(text: unknown): number {
  const number = typeof text === "string" ? SPACE_NUMBERS.get(text) : undefined;
  if (number === undefined) {
    throw malformed(`${quoted(text)} is no space; write a level G, M or T and a square, such as Gc3`);
  }
  return number;
}

export function spaceName(number: number): Space {
  return TOWER[number] ?? "";
}

/** The squares of a 36-bit board, ascending: a1 b1 ... f1 a2 ... f6. */
export function squaresOf(board: number): number[] {
  const squares: number[] = [];
  for (let square = 0; square < SPACES; square++) if (holds(board, square)) squares.push(square);
  return squares;
}

/** Whether a bit of a board is set; boards have more bits than JavaScript's operators. */
export function holds(board: number, bit: number): boolean {
  return bit < 32 ? ((board >>> bit) & 1) !== 0 : ((board / 2 ** 32) >> (bit - 32)) % 2 === 1;
}

export type ActionKind = "S" | "T" | "D" | "M" | "C" | "E";

/** One action of a player. `squares` are on the marker's level; `card` is null if there is none, or it is hidden. */
export interface Action {
  readonly kind: ActionKind;
  readonly card: number | null;
  readonly squares: readonly number[];
  readonly text: string;
}

const KINDS: Readonly<Record<ActionKind, number>> = {
  S: PLACE_MARKER,
  T: THROW_UP,
  D: THROW_DOWN,
  M: MOVE,
  C: CLIMB,
  E: END,
};
const LETTERS = (Object.keys(KINDS) as ActionKind[]).sort((a, b) => KINDS[a] - KINDS[b]);
const FORM = /^(?:([SM])([a-f][1-6])|T([1-9]|1[0-3])@((?:[a-f][1-6])+)|D([1-9]|1[0-3]|\?)@([a-f][1-6])|([CE]))$/;

/** An action from its text; another order of squares, leading zeros, levels or blanks are malformed. */
export function parseAction(text: unknown): Action {
  const form = typeof text === "string" ? FORM.exec(text) : null;
  // A `$` in a pattern also matches before a line's end in other languages, but not in JavaScript.
  if (typeof text !== "string" || form === null) {
    throw malformed(`${quoted(text)} is no action; the forms are Sa1, T7@b2d4, D12@e5, Me5, C and E`);
  }
  const [, , square = "", up, places = "", down, place = ""] = form;
  const kind = text.charAt(0) as ActionKind;
  const names = (square + places + place).match(/../g) ?? [];
  const squares = names.map((name) => SQUARE_NUMBERS.get(name) ?? 0);
  if (squares.some((number, i) => i > 0 && number <= (squares[i - 1] ?? 0))) {
    const ordered = [...new Set(squares)].sort((a, b) => a - b);
    const right = ordered.map((number) => SQUARE_NAMES[number]).join("");
    throw malformed(`${quoted(text)} names its squares out of order; write them as ${quoted(right)}`);
  }
  const card = up ?? down;
  return { kind, card: card === undefined || card === "?" ? null : Number(card), squares, text };
}

/** The action as the kernel writes it; a hidden card is malformed. */
export function codeOf(action: Action): number {
  if (action.kind === "D" && action.card === null) {
    throw malformed(`the card of ${quoted(action.text)} is hidden; name it, 1 to 13`);
  }
  const board = action.squares.reduce((sum, square) => sum + 2 ** square, 0);
  return KINDS[action.kind] * 2 ** KIND_SHIFT + ((action.card ?? 1) - 1) * 2 ** CARD_SHIFT + board;
}

const texts = new Map<number, string>();
/** The same few thousand actions come up in all games, so their texts are kept; decks of one's own have others. */
const MOST_TEXTS = 1 << 14;

/** The text of the action that the kernel writes as `code`. */
export function textOfCode(code: number): string {
  const known = texts.get(code);
  if (known !== undefined) return known;
  const letter = LETTERS[Math.floor(code / 2 ** KIND_SHIFT)] ?? "E";
  const card = (Math.floor(code / 2 ** CARD_SHIFT) % 16) + 1;
  const squares = squaresOf(code % 2 ** CARD_SHIFT)
    .map((square) => SQUARE_NAMES[square])
    .join("");
  const text = (letter === "T" || letter === "D" ? `${letter}${card}@` : letter) + squares;
  if (texts.size >= MOST_TEXTS) texts.clear();
  texts.set(code, text);
  return text;
}

/** The texts of a turn's actions, which are separated by single spaces. */
export function parseTurn(text: string): string[] {
  return text.split(" ").map((part) => parseAction(part).text);
}

/** The action as those see it who may not know a card played face down (R5.3). */
export function hiddenAction(text: string): string {
  return text.startsWith("D") ? text.replace(/^D[0-9]+@/, "D?@") : text;
}

/** Whether it is the last action of a turn: `E`, or the choice of a corner. */
export function endsTurn(text: string): boolean {
  return wasm().ends_turn(KINDS[parseAction(text).kind]) !== 0;
}
