/** The kernel's rules vector of a configuration: settings, the reach of a move and every way to lay each card. */

import {
  FACE_STAR,
  FIRST_FINISHED,
  MOST_RULES,
  MOST_WAYS,
  PLAYER_ORDER,
  PLAYERS,
  REACH,
  SETTINGS,
  TABLE_SETTINGS,
  TERM,
  TERM_POINTS,
  TERM_SPACES,
  TERMS,
  TIE_BREAK,
} from "../generated.ts";
import { copyWords, writeInts, writeWords } from "../module.ts";
import { callable, scratch } from "../scratch.ts";
import type { Config } from "./config.ts";

const MOST_KEPT = 64;

/** By configuration, the one used last at the end. */
const kept = new Map<string, Int32Array>();
let loaded: Int32Array | null = null;

/** Load the configuration's rules vector into its place; another configuration's may replace it at the next call. */
export function rulesAt(config: Config): { at: number; length: number } {
  const at = scratch().rules;
  const known = kept.get(config.key);
  if (known !== undefined && known === loaded) return { at, length: known.length / 2 };
  const rules = known ?? written(config);
  kept.delete(config.key);
  kept.set(config.key, rules);
  const [oldest] = kept.keys();
  if (kept.size > MOST_KEPT && oldest !== undefined) kept.delete(oldest);
  if (known !== undefined) writeWords(at, rules);
  loaded = rules;
  return { at, length: rules.length / 2 };
}

function written(config: Config): Int32Array {
  const { kernel, at } = callable();
  const settings: Record<string, number> = Object.assign({}, ...config.rivalryCards.map((card) => card.settings));
  const head = new Array<number>(REACH).fill(0);
  head[PLAYERS] = config.players;
  head[TIE_BREAK] = config.tieBreak === "first-finished" ? FIRST_FINISHED : PLAYER_ORDER;
  for (const [name, [index, usual]] of Object.entries(SETTINGS)) head[index] = settings[name] ?? usual;
  for (const [slot, card] of config.scoringCards.entries()) {
    head[TERM + slot] = TERMS[card.term ?? ""] ?? 0;
    head[TERM_POINTS + slot] = card.points;
    head[TERM_SPACES + slot] = card.spaces;
  }
  writeInts(at.rules, head);
  const faces = config.deck.cards.map((card) => faceCode(card.face));
  writeInts(at.cards, faces);
  const shaping = (name: string): number => settings[name] ?? TABLE_SETTINGS[name] ?? 0;
  const [steps, mirror] = [shaping("move_steps"), shaping("mirror")];
  const size = kernel.write_tables(at.rules, MOST_RULES, at.cards, faces.length, steps, mirror, at.work, MOST_WAYS);
  return copyWords(at.rules, size);
}

/** A card face as one int: nine bits for the filled squares, the bottom row first, then the star's square plus 1. */
function faceCode(face: string): number {
  const signs = face.split("/").reverse().join("");
  const filled = [...signs].reduce((sum, sign, i) => sum + (sign === "#" ? 1 << i : 0), 0);
  return filled | ((signs.indexOf("*") + 1) << FACE_STAR);
}
