/** A position: everything that play goes on from, as an immutable value. */

import { illegal, malformed, quoted } from "../errors.ts";
import {
  CARDS,
  CLIMBED,
  DECK,
  DECK_SIZE,
  DISCARD,
  DISCARD_SIZE,
  EVENT_SIZE,
  FACE_DOWN,
  FINISHED,
  HAND,
  LEVEL,
  MAX_PLAYERS,
  MOVED,
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
  SWEETS_TWO,
  THROWN,
  TOKENS,
} from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { isInteger } from "../objects.ts";
import { callable, EVENTS_LENGTH, makeRoom } from "../scratch.ts";
import type { ByLevel, GameEvent, Phase, PlayerJson, PlayerView, PositionJson, Score, Space, View, Viewer } from "../types.ts";
import type { Config } from "./config.ts";
import { FACES, packedCards, readEvents, unpackedCards } from "./events.ts";
import { codeOf, holds, LEVELS, parseAction, parseSpace, spaceName, textOfCode } from "./notation.ts";
import { reasonAgainst, refusal, type Refusal } from "./reasons.ts";
import { rulesAt } from "./rules.ts";
import { scoresOf } from "./scores.ts";
import { eyesOf, seesCardsOf, seesDecks, seesPlayed } from "./secrecy.ts";
import { parseSeed, shuffledDeck } from "./shuffle.ts";

export const PHASES: readonly Phase[] = ["setup", "play", "over"];

/** The result of an action: the position after it and what happened, nothing hidden (see `eventsFor`). */
export interface Step {
  readonly position: Position;
  readonly events: GameEvent[];
}

/** An immutable position. Make one with `newPosition`, `positionFromJson` or `positionFromView`. */
export class Position {
  readonly config: Config;
  /** The kernel's state vector, for searches; nobody may change it. */
  readonly state: readonly number[];
  #legal: ReadonlyMap<string, number> | null = null;
  #texts: readonly string[] | null = null;
  #players: readonly PlayerJson[] | null = null;
  #scores: Score[] | null = null;

  /** For the library itself: `state` is a consistent kernel vector that nobody changes any more. */
  constructor(config: Config, state: readonly number[]) {
    this.config = config;
    this.state = state;
  }

  get phase(): Phase {
    return PHASES[this.#at(PHASE)] ?? "over";
  }

  /** The seat to act; null when the game is over. */
  get seat(): number | null {
    return this.#at(PHASE) === OVER ? null : this.#at(SEAT);
  }

  get thrown(): boolean {
    return this.#at(THROWN) !== 0;
  }

  get moved(): boolean {
    return this.#at(MOVED) !== 0;
  }

  get climbed(): boolean {
    return this.#at(CLIMBED) !== 0;
  }

  /** Whether the seat to act has done something this turn. */
  get turnBegun(): boolean {
    return this.thrown || this.moved || this.climbed;
  }

  /** Every player's part of the position, by seat, nothing hidden. */
  get players(): readonly PlayerJson[] {
    this.#players ??= Array.from({ length: this.config.players }, (_, seat) => this.#player(seat));
    return this.#players;
  }

  equals(other: Position): boolean {
    return this.config.key === other.config.key && this.state.every((value, i) => value === other.state[i]);
  }

  /** The seat owning the colour token on a space, if there is one. */
  tokenAt(space: Space): number | null {
    const number = parseSpace(space);
    return this.#owner(Math.floor(number / SPACES), number % SPACES);
  }

  /** The seat whose marker is on a space, if there is one. */
  markerAt(space: Space): number | null {
    const seat = this.players.findIndex((player) => player.marker === space);
    return seat < 0 ? null : seat;
  }

  /** All legal actions: face-up throws, face-down throws, moves, climb, end; none when the game is over. */
  legalActions(): readonly string[] {
    this.#texts ??= [...this.#codes().keys()];
    return this.#texts;
  }

  isLegal(action: string): boolean {
    if (this.#codes().has(action)) return true;
    codeOf(parseAction(action)); // what is no action at all is no question of the rules
    return false;
  }

  /** Do a legal action; another one throws a `HoliError` of code `illegal` and says why, or `malformed`. */
  apply(action: string): Step {
    const code = this.#codes().get(action);
    if (code === undefined) throw illegal(`${quoted(action)} is not legal now: ${this.reasonAgainst(action)}`);
    const { kernel, at } = callable();
    const rules = rulesAt(this.config);
    writeInts(at.state, this.state);
    const count = kernel.foresee(
      at.state,
      STATE_SIZE,
      rules.at,
      rules.length,
      code,
      at.after,
      STATE_SIZE,
      at.events,
      EVENTS_LENGTH,
    );
    const events = readInts(at.events, EVENT_SIZE * count);
    const after = new Position(this.config, readInts(at.after, STATE_SIZE));
    return { position: after, events: readEvents(events, after.phase === "over" ? after.scores() : []) };
  }

  /** The first reason found against an action that is not legal, with its clause. */
  reasonAgainst(action: string): string {
    return reasonAgainst(this.state, this.config, codeOf(parseAction(action)));
  }

  /** The same as data, for a program that says it in its own words; null for an action that is legal. */
  refusal(action: string): Refusal | null {
    return this.isLegal(action) ? null : refusal(this.state, this.config, codeOf(parseAction(action)));
  }

  /** Every seat's score: final when the game is over, else as if it ended now. */
  scores(): Score[] {
    this.#scores ??= scoresOf(this.state, this.config);
    return this.#scores;
  }

  /** The complete position (`holi-position/1`). */
  toJson(): PositionJson {
    return { format: "holi-position/1", ...this.#written(), players: this.#playersFor("all") as PlayerJson[], ...this.#ending() };
  }

  /** The position as the viewer may know it (`holi-view/1`); after the game nothing is hidden. */
  view(viewer: Viewer): View {
    if (viewer !== "spectator" && viewer !== "all" && !isInteger(viewer, 0, this.config.players - 1)) {
      throw malformed(`${quoted(viewer)} is no seat; the seats are 0 to ${this.config.players - 1}`);
    }
    const eyes = eyesOf(viewer, this.phase === "over");
    return { format: "holi-view/1", ...this.#written(), players: this.#playersFor(eyes), ...this.#ending() };
  }

  #at(index: number): number {
    return this.state[index] ?? 0;
  }

  /** The codes of the legal actions by their texts. */
  #codes(): ReadonlyMap<string, number> {
    if (this.#legal !== null) return this.#legal;
    const { kernel, at } = callable();
    const rules = rulesAt(this.config);
    writeInts(at.state, this.state);
    const list = (): number =>
      kernel.legal_actions(at.state, STATE_SIZE, rules.at, rules.length, at.actions, at.room, at.room);
    let count = list();
    if (count > at.room) {
      makeRoom(count);
      count = list();
    }
    this.#legal = new Map(readInts(at.actions, count).map((code) => [textOfCode(code), code]));
    return this.#legal;
  }

  #written(): Omit<PositionJson, "format" | "players" | "scores"> {
    const { seat, thrown, moved, climbed } = this;
    return {
      config: this.config.toJson(),
      phase: this.phase,
      turn: seat === null ? null : { seat, thrown, moved, climbed },
      levels: byLevel((level) => rows((square) => this.#owner(level, square) ?? ".").map((row) => row.join(""))),
      sweets: byLevel((level) => rows((square) => this.#sweets(level, square))),
    };
  }

  #ending(): { scores: Score[] | null } {
    return { scores: this.phase === "over" ? this.scores() : null };
  }

  #owner(level: number, square: number): number | null {
    const first = TOKENS + MAX_PLAYERS * level;
    for (let seat = 0; seat < this.config.players; seat++) if (holds(this.#at(first + seat), square)) return seat;
    return null;
  }

  #sweets(level: number, square: number): number {
    return Number(holds(this.#at(SWEETS_ONE + level), square)) + Number(holds(this.#at(SWEETS_TWO + level), square));
  }

  #player(seat: number): PlayerJson {
    const of = (index: number): number => this.#at(index + seat);
    const supply = SUPPLY + MAX_PLAYERS * seat;
    const discard = unpackedCards(of(DISCARD), of(DISCARD_SIZE));
    return {
      marker: of(LEVEL) < 0 ? null : spaceName(SPACES * of(LEVEL) + of(SQUARE)),
      supply: this.state.slice(supply, supply + this.config.players),
      sweets: of(SWEETS),
      points: of(POINTS),
      hand: handOf(of(HAND)),
      deck: unpackedCards(of(DECK), of(DECK_SIZE)),
      discard: discard.map((card, i) => ({ card, face: FACES[(of(FACE_DOWN) >> i) & 1] ?? "up" })),
      finished: of(FINISHED) < 0 ? null : of(FINISHED),
    };
  }

  #playersFor(viewer: Viewer): PlayerView[] {
    return this.players.map((player, seat) => ({
      ...player,
      supply: [...player.supply],
      hand: seesCardsOf(viewer, seat) ? [...player.hand] : player.hand.length,
      deck: seesDecks(viewer) ? [...player.deck] : player.deck.length,
      discard: player.discard.map(({ card, face }) => ({ card: seesPlayed(viewer, seat, face) ? card : null, face })),
    }));
  }
}

function handOf(hand: number): number[] {
  return Array.from({ length: CARDS }, (_, i) => i + 1).filter((card) => holds(hand, card - 1));
}

function byLevel<Row>(rowsOf: (level: number) => Row[]): ByLevel<Row> {
  return Object.fromEntries(LEVELS.map((letter, level) => [letter, rowsOf(level)])) as unknown as ByLevel<Row>;
}

/** Six rows of six, row 6 first. */
function rows<T>(at: (square: number) => T): T[][] {
  return [5, 4, 3, 2, 1, 0].map((row) => [0, 1, 2, 3, 4, 5].map((column) => at(6 * row + column)));
}

/** The position before the first corner is chosen, with decks shuffled by the seed (F2). */
export function newPosition(config: Config, seed: string): Position {
  parseSeed(seed);
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  const decks = Array.from({ length: config.players }, (_, seat) => packedCards(shuffledDeck(seed, seat)));
  writeInts(at.decks, decks);
  kernel.new_game(at.state, STATE_SIZE, rules.at, rules.length, at.decks, decks.length);
  return new Position(config, readInts(at.state, STATE_SIZE));
}
