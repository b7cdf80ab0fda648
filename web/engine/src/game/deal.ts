/** From what somebody may know to complete positions that agree with it. */

import { quoted } from "../errors.ts";
import { CARDS, NOBODY, STATE_SIZE } from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { isInteger, isObject } from "../objects.ts";
import { callable } from "../scratch.ts";
import type { View } from "../types.ts";
import { Position } from "./position.ts";
import { form, KEYS, objectWith, readPosition } from "./position-json.ts";
import { rulesAt } from "./rules.ts";

/**
 * A complete position that looks like the view to its viewer, checked as `positionFromJson` does. Hidden cards are
 * filled in in order, or, with the state of a random generator (`randomState`, which is changed), dealt so that every
 * way is equally likely. If the hand of the seat to act was hidden, it may hold only cards that cannot be thrown.
 */
export function positionFromView(view: View, random?: number[]): Position {
  const fields = objectWith(view, "the view", KEYS);
  if (fields["format"] !== "holi-view/1") throw form(`the format is ${quoted(fields["format"])}, not 'holi-view/1'`);
  const { players, turn } = fields;
  if (!Array.isArray(players)) return readPosition({ ...fields, format: "holi-position/1" });
  const filled = { ...fields, format: "holi-position/1", players: players.map(completed) };
  const toAct: unknown = isObject(turn) ? players[Number(turn["seat"])] : null;
  const position = readPosition(filled, toAct === null || knows(toAct, "hand"));
  if (random === undefined || players.every((player) => knows(player, "deck"))) return position;
  return dealt(position, players.findIndex((player) => knows(player, "hand")), random);
}

function knows(player: unknown, cards: "hand" | "deck"): boolean {
  return isObject(player) && Array.isArray(player[cards]);
}

/** The player with hidden hand, deck and face-down discards filled from the cards not seen. */
function completed(player: unknown, seat: number): unknown {
  if (!isObject(player) || knows(player, "deck")) return player;
  const { hand, deck } = player;
  const discard: unknown[] = Array.isArray(player["discard"]) ? player["discard"] : [];
  const items = discard.filter(isObject).map((item) => ({ ...item }));
  const seen = new Set<unknown>([...items.map((item) => item["card"]), ...(Array.isArray(hand) ? (hand as unknown[]) : [])]);
  const unseen = Array.from({ length: CARDS }, (_, i) => i + 1).filter((card) => !seen.has(card));
  const size = isInteger(hand, 0, CARDS) ? hand : 0;
  const held = Array.isArray(hand) ? (hand as unknown[]) : unseen.splice(0, size);
  for (const item of items) if (item["card"] === null) item["card"] = unseen.pop();
  if (unseen.length !== deck || held.length + items.length + unseen.length !== CARDS || items.length < discard.length) {
    throw form(`player ${seat} has not 13 cards, seen or counted, in 'hand', 'deck' and 'discard'`);
  }
  return { ...player, hand: held, deck: unseen, discard: items };
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
