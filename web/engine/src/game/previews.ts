/** What can be done in a position, and what would come of it. */

import { EVENT_SIZE, SPACES, STATE_SIZE } from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { callable, LANDINGS_LENGTH } from "../scratch.ts";
import type { Landing, MoveOption, Options, Preview, Space } from "../types.ts";
import { readToken } from "./events.ts";
import { spaceName, squaresOf } from "./notation.ts";
import type { Position } from "./position.ts";
import { climbLacks } from "./reasons.ts";
import { rulesAt } from "./rules.ts";

/** What would come of a legal action: its events, nothing hidden, and the scores after it. */
export function preview(position: Position, action: string): Preview {
  const { position: after, events } = position.apply(action);
  return { action, events, forecast: after.scores() };
}

/**
 * What would become of a token thrown onto each square of the level of the seat to act. Tokens of one throw fall in
 * columns of their own, so a throw's outcome is put together from those of its squares.
 */
export function landings(position: Position): Landing[] {
  const { seat } = position;
  if (seat === null || position.players[seat]?.marker === null) return [];
  const { kernel, at } = callable();
  const rules = rulesAt(position.config);
  writeInts(at.state, position.state);
  kernel.write_landings(at.state, STATE_SIZE, rules.at, rules.length, seat, at.landings, LANDINGS_LENGTH);
  const numbers = readInts(at.landings, LANDINGS_LENGTH);
  return Array.from({ length: SPACES }, (_, square) => {
    const { path, end, onto, points } = readToken(numbers, EVENT_SIZE * square);
    return { space: path[0] ?? "", path, end, onto, points };
  });
}

/** What a legal move would bring. */
export function movePreview(position: Position, move: string): MoveOption {
  const option: MoveOption = { space: "", sweets: 0, collected: [], swapped: null };
  for (const event of position.apply(move).events) {
    if (event.type === "moved") Object.assign(option, { space: event.to, swapped: event.swapped });
    else if (event.type === "sweets") option.sweets += event.count;
    else if (event.type === "collected") option.collected.push(event.owner);
  }
  return option;
}

/** The spaces beside the marker of the seat to act that need a token before it can climb (R6.4). */
export function missingNeighbours(position: Position): Space[] {
  const { seat } = position;
  if (seat === null) return [];
  const { kernel, at } = callable();
  const rules = rulesAt(position.config);
  writeInts(at.state, position.state);
  const level = position.players[seat]?.marker?.charAt(0) ?? "";
  const board = kernel.empty_neighbours(at.state, STATE_SIZE, rules.at, rules.length, seat);
  return squaresOf(board).map((square) => level + spaceName(square).slice(1));
}

/** What keeps the seat's marker from climbing where it stands, or an empty text. */
export function missingToClimb(position: Position, seat: number): string {
  return climbLacks(position.state, position.config, seat);
}

const kept = new WeakMap<Position, Options>();

/** What the seat to act can do; for a game that is not over. Kept with the position, so do not change it. */
export function options(position: Position): Options {
  const known = kept.get(position);
  if (known !== undefined) return known;
  const made = optionsAt(position);
  kept.set(position, made);
  return made;
}

function optionsAt(position: Position): Options {
  const { seat } = position;
  if (seat === null) throw new RangeError("there are no options when the game is over");
  const legal = position.legalActions();
  const begin = (start: string): string[] => legal.filter((action) => action.startsWith(start));
  const canThrow = legal.some((action) => action.startsWith("T") || action.startsWith("D"));
  return {
    seat,
    cards: (position.players[seat]?.hand ?? []).map((card) => ({ card, up: begin(`T${card}@`), down: begin(`D${card}@`) })),
    landings: canThrow ? landings(position) : [],
    moves: begin("M").map((move) => movePreview(position, move)),
    corners: begin("S").map((action) => `G${action.slice(1)}`),
    can_climb: legal.includes("C"),
    missing_to_climb: missingNeighbours(position),
    can_end: legal.includes("E"),
    no_throw_fits: position.phase === "play" && !position.thrown && !canThrow,
  };
}
