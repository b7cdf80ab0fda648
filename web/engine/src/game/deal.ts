/** From what somebody may know to complete positions that agree with it. */

import { CARDS, NOBODY, STATE_SIZE } from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { isObject } from "../objects.ts";
import { callable } from "../scratch.ts";
import type { View } from "../types.ts";
import { Position } from "./position.ts";
import { readPosition } from "./position-json.ts";
import { rulesAt } from "./rules.ts";

/**
 * A complete position that looks like the view to its viewer, checked as `positionFromJson` does. Hidden cards are
 * filled in in order, or, with the state of a random generator (`randomState`, which is changed), dealt so that every
 * way is equally likely. If the hand of the seat to act was hidden, it may hold cards that cannot be thrown.
 */
export function positionFromView(view: View, random?: number[]): Position {
  const given: unknown = view;
  const players: unknown = isObject(given) ? given["players"] : undefined;
  if (!isObject(given) || given["format"] !== "holi-view/1" || !Array.isArray(players)) return readPosition(given, true);
  const toAct: unknown = isObject(given["turn"]) ? players[Number(given["turn"]["seat"])] : undefined;
  const handIsKnown = !isObject(toAct) || Array.isArray(toAct["hand"]);
  const filled = { ...given, format: "holi-position/1", players: players.map(completed) };
  const position = readPosition(filled, handIsKnown);
  const isOpen = players.every((player) => isObject(player) && Array.isArray(player["deck"]));
  if (random === undefined || isOpen) return position; // nothing is hidden after the game
  return dealt(position, players.findIndex((player) => isObject(player) && Array.isArray(player["hand"])), random);
}

/** The player with hidden hand, deck and face-down discards filled from the cards not seen, in order. */
function completed(player: unknown): unknown {
  if (!isObject(player) || Array.isArray(player["deck"]) || !Array.isArray(player["discard"])) return player;
  const discard = player["discard"].map((item: unknown) => (isObject(item) ? { ...item } : item));
  const hand: unknown = player["hand"];
  const seen = new Set<unknown>(discard.map((item: unknown) => (isObject(item) ? item["card"] : null)));
  if (Array.isArray(hand)) for (const card of hand) seen.add(card);
  const unseen = Array.from({ length: CARDS }, (_, i) => i + 1).filter((card) => !seen.has(card));
  const filledHand = Array.isArray(hand) ? (hand as unknown[]) : unseen.splice(0, Number(hand));
  for (const item of discard) if (isObject(item) && item["card"] === null) item["card"] = unseen.pop() ?? null;
  return { ...player, hand: filledHand, deck: unseen, discard };
}

function dealt(position: Position, viewer: number, random: number[]): Position {
  const { kernel, at } = callable();
  const rules = rulesAt(position.config);
  writeInts(at.state, position.state);
  writeInts(at.random, random);
  const seat = viewer < 0 ? NOBODY : viewer;
  kernel.deal_hidden(at.state, STATE_SIZE, rules.at, rules.length, seat, at.random, random.length, at.cards, CARDS);
  random.splice(0, random.length, ...readInts(at.random, random.length));
  return new Position(position.config, readInts(at.state, STATE_SIZE));
}

const BITS_64 = (1n << 64n) - 1n;

/** The state of the kernel's random generator from any whole number (the finaliser of SplitMix64). */
export function randomState(seed: number | bigint): number[] {
  const words = [1n, 2n].map((salt) => {
    let mixed = (BigInt(seed) + salt * 0x9e3779b97f4a7c15n) & BITS_64;
    mixed = ((mixed ^ (mixed >> 30n)) * 0xbf58476d1ce4e5b9n) & BITS_64;
    mixed = ((mixed ^ (mixed >> 27n)) * 0x94d049bb133111ebn) & BITS_64;
    return Number((mixed ^ (mixed >> 31n)) & 0xffffffffn);
  });
  return words.some((word) => word !== 0) ? words : [1, 0]; // the generator never leaves zeros
}
