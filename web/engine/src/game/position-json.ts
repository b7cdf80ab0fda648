/** Positions from JSON (F3), with full validation. */

import { HoliError, malformed, PositionError, quoted } from "../errors.ts";
import {
  CARDS,
  CLIMBED,
  DECK,
  DECK_SIZE,
  DISCARD,
  DISCARD_SIZE,
  FACE_DOWN,
  FINISHED,
  FINISHED_COUNT,
  HAND,
  LEVEL,
  MARKED,
  MAX_PLAYERS,
  MOVED,
  OCCUPIED,
  OVER,
  PHASE,
  POINTS,
  SEAT,
  SPACES,
  SQUARE,
  STATE_SIZE,
  SUPPLY,
  SWEETS,
  SWEETS_ONE,
  SWEETS_TOKENS,
  SWEETS_TWO,
  THROWN,
  TOKENS,
  TOKENS_PER_PLAYER,
} from "../generated.ts";
import { readInts } from "../module.ts";
import { isInteger, isObject } from "../objects.ts";
import { callable } from "../scratch.ts";
import type { Phase } from "../types.ts";
import { type Config, parseConfig } from "./config.ts";
import { packedCards } from "./events.ts";
import { LEVELS, parseSpace, spaceName } from "./notation.ts";
import { PHASES, Position } from "./position.ts";
import { checkConsistent } from "./reasons.ts";

/** More than can be scored at once in any game; keeps numbers in files sane. */
const MOST_POINTS = 999;
export const KEYS = ["format", "config", "phase", "turn", "levels", "sweets", "players", "scores"];
const PLAYER_KEYS = ["marker", "supply", "sweets", "points", "hand", "deck", "discard", "finished"];

type Fields = Readonly<Record<string, unknown>>;

/** A position from JSON data; anything inconsistent throws a `PositionError` with the clause it breaks. */
export function positionFromJson(data: unknown): Position {
  return readPosition(data);
}

/** With `handsAreKnown` false, the cards are made up: that the seat to act could not throw them says nothing. */
export function readPosition(data: unknown, handsAreKnown = true): Position {
  const fields = objectWith(data, "the position", KEYS);
  if (fields["format"] !== "holi-position/1") {
    throw form(`the format is ${quoted(fields["format"])}, not 'holi-position/1'`);
  }
  const config = readConfig(fields["config"]);
  const { kernel, at } = callable();
  kernel.clear_state(at.state, STATE_SIZE);
  const state = readInts(at.state, STATE_SIZE);
  const phase = PHASES.indexOf(fields["phase"] as Phase);
  if (phase < 0) throw form(`'phase' is ${quoted(fields["phase"])}; it is 'setup', 'play' or 'over'`);
  state[PHASE] = phase;
  readTurn(fields["turn"], config, state);
  readLevels(fields["levels"], config, state);
  readSweets(fields["sweets"], state);
  const players = fields["players"];
  if (!Array.isArray(players) || players.length !== config.players) {
    throw form(`'players' is no list of ${config.players} players`);
  }
  for (const [seat, player] of players.entries()) readPlayer(player, seat, config, state);
  const position = new Position(config, state);
  checkConsistent(state, config, handsAreKnown);
  checkScores(position, fields["scores"]);
  return position;
}

export function form(message: string): PositionError {
  return new PositionError("F3", message);
}

function readConfig(data: unknown): Config {
  try {
    return parseConfig(data);
  } catch (error) {
    throw error instanceof HoliError ? form(error.message) : error;
  }
}

/** The data, if it is an object with just these keys. */
export function objectWith(data: unknown, what: string, keys: readonly string[]): Fields {
  if (!isObject(data)) throw form(`${what} is ${quoted(data)}; it is an object with ${keys.join(", ")}`);
  for (const key of keys) if (!Object.hasOwn(data, key)) throw form(`${what} has no '${key}'`);
  for (const key of Object.keys(data)) {
    if (!keys.includes(key)) throw form(`${what} has an unknown key ${quoted(key)}`);
  }
  return data;
}

function integer(value: unknown, what: string, most: number): number {
  if (!isInteger(value, 0, most)) throw form(`${what} is ${quoted(value)}; it is a number from 0 to ${most}`);
  return value;
}

function readTurn(data: unknown, config: Config, state: number[]): void {
  if (state[PHASE] === OVER) {
    if (data !== null) throw form(`'turn' is ${quoted(data)}; it is null when the game is over`);
    return;
  }
  const turn = objectWith(data, "'turn'", ["seat", "thrown", "moved", "climbed"]);
  state[SEAT] = integer(turn["seat"], "the seat to act", config.players - 1);
  for (const [index, key] of [[THROWN, "thrown"], [MOVED, "moved"], [CLIMBED, "climbed"]] as const) {
    if (typeof turn[key] !== "boolean") throw form(`'${key}' is ${quoted(turn[key])}; it is true or false`);
    state[index] = Number(turn[key]);
  }
}

/** Six rows of six, as one list that begins with row 1. */
function squaresFrom(data: unknown, letter: string, what: string, isRow: (row: unknown) => boolean): unknown[] {
  const isRight = (row: unknown): boolean => isRow(row) && (row as ArrayLike<unknown>).length === 6;
  if (!Array.isArray(data) || data.length !== 6 || !data.every(isRight)) {
    throw form(`${what} of level ${letter} are ${quoted(data)}; they are six rows of six`);
  }
  const squares: unknown[] = [];
  for (let row = 5; row >= 0; row--) squares.push(...(data[row] as Iterable<unknown>));
  return squares;
}

function add(state: number[], index: number, amount: number): void {
  state[index] = (state[index] ?? 0) + amount;
}

function readLevels(data: unknown, config: Config, state: number[]): void {
  const levels = objectWith(data, "'levels'", LEVELS);
  for (const [level, letter] of LEVELS.entries()) {
    const squares = squaresFrom(levels[letter], letter, "the tokens", (row) => typeof row === "string");
    for (const [square, owner] of squares.entries()) {
      if (owner === ".") continue;
      const seat = "0123".slice(0, config.players).indexOf(String(owner));
      if (seat < 0) throw form(`level ${letter} holds a token ${quoted(owner)}; the digits are the seats`);
      add(state, TOKENS + MAX_PLAYERS * level + seat, 2 ** square);
      add(state, OCCUPIED + level, 2 ** square);
    }
  }
}

function readSweets(data: unknown, state: number[]): void {
  const levels = objectWith(data, "'sweets'", LEVELS);
  for (const [level, letter] of LEVELS.entries()) {
    const squares = squaresFrom(levels[letter], letter, "the sweets", Array.isArray);
    for (const [square, value] of squares.entries()) {
      const count = isInteger(value, 0, 2) ? value : integer(value, sweetsOn(level, square), 2);
      if (count > 0) add(state, SWEETS_ONE + level, 2 ** square);
      if (count > 1) add(state, SWEETS_TWO + level, 2 ** square);
    }
  }
}

function sweetsOn(level: number, square: number): string {
  return `the number of sweets on ${spaceName(SPACES * level + square)}`;
}

function readPlayer(data: unknown, seat: number, config: Config, state: number[]): void {
  const who = `player ${seat}`;
  const player = objectWith(data, who, PLAYER_KEYS);
  if (player["marker"] !== null) readMarker(player["marker"], who, seat, state);
  const supply = player["supply"];
  if (!Array.isArray(supply) || supply.length !== config.players) {
    throw form(`the supply of ${who} is ${quoted(supply)}; it is ${config.players} numbers`);
  }
  for (const [colour, count] of supply.entries()) {
    state[SUPPLY + MAX_PLAYERS * seat + colour] = integer(count, `the supply of ${who}`, TOKENS_PER_PLAYER);
  }
  state[SWEETS + seat] = integer(player["sweets"], `'sweets' of ${who}`, SWEETS_TOKENS);
  state[POINTS + seat] = integer(player["points"], `'points' of ${who}`, MOST_POINTS);
  if (player["finished"] !== null) {
    state[FINISHED + seat] = integer(player["finished"], `'finished' of ${who}`, config.players - 1);
    add(state, FINISHED_COUNT, 1);
  }
  readCards(player, who, seat, state);
}

function readMarker(data: unknown, who: string, seat: number, state: number[]): void {
  let space: number;
  try {
    if (typeof data !== "string") throw malformed(`${quoted(data)} is no space`);
    space = parseSpace(data);
  } catch (error) {
    throw error instanceof HoliError ? form(`the marker of ${who}: ${error.message}`) : error;
  }
  const level = Math.floor(space / SPACES);
  const square = space % SPACES;
  state[LEVEL + seat] = level;
  state[SQUARE + seat] = square;
  const marked = state[MARKED + level] ?? 0;
  if (Math.floor(marked / 2 ** square) % 2 === 0) state[MARKED + level] = marked + 2 ** square;
}

function readCards(player: Fields, who: string, seat: number, state: number[]): void {
  const { hand, deck, discard } = player;
  if (!Array.isArray(hand) || !Array.isArray(deck) || !Array.isArray(discard)) {
    throw form(`'hand', 'deck' and 'discard' of ${who} are lists`);
  }
  const piles = discard.map((item) => objectWith(item, `a discard of ${who}`, ["card", "face"]));
  for (const { face } of piles) {
    if (face !== "up" && face !== "down") throw form(`a discard of ${who} lies ${quoted(face)}; it is 'up' or 'down'`);
  }
  const thrown = piles.map((item) => item["card"]);
  const cards = [...hand, ...deck, ...thrown];
  const distinct = new Set(cards.filter((card) => isInteger(card, 1, CARDS)));
  if (cards.length !== CARDS || distinct.size !== CARDS) {
    throw new PositionError("R7.6", `${who} does not have the cards 1 to 13 once each in hand, deck and discard`);
  }
  if (hand.some((card: number, i) => i > 0 && card < (hand[i - 1] as number))) {
    throw form(`the hand of ${who} is ${quoted(hand)}; it is sorted`);
  }
  state[HAND + seat] = hand.reduce((sum: number, card: number) => sum + 2 ** (card - 1), 0);
  state[DECK + seat] = packedCards(deck as number[]);
  state[DECK_SIZE + seat] = deck.length;
  state[DISCARD + seat] = packedCards(thrown as number[]);
  state[DISCARD_SIZE + seat] = thrown.length;
  state[FACE_DOWN + seat] = piles.reduce((sum, { face }, i) => sum + (face === "down" ? 2 ** i : 0), 0);
}

/** The scores are there just when the game is over, and right (R9). */
function checkScores(position: Position, data: unknown): void {
  if (position.phase !== "over") {
    if (data !== null) throw form(`'scores' is ${quoted(data)}; it is null before the game is over`);
    return;
  }
  const right = position.scores();
  if (!isSame(data, right)) {
    throw new PositionError("R9", `the scores are not those of this position, which are ${quoted(right)}`);
  }
}

/** Whether two pieces of JSON say the same; the order of keys means nothing. */
function isSame(one: unknown, other: unknown): boolean {
  if (Array.isArray(one) && Array.isArray(other)) {
    return one.length === other.length && one.every((item, i) => isSame(item, other[i]));
  }
  if (isObject(one) && isObject(other)) {
    const keys = Object.keys(one);
    const inOther = (key: string): boolean => Object.hasOwn(other, key) && isSame(one[key], other[key]);
    return keys.length === Object.keys(other).length && keys.every(inOther);
  }
  return one === other;
}
