/** What is agreed before a game: players, rivalry cards, deck and tie-break (F3). */

import { badConfig, quoted } from "../errors.ts";
import { MAX_PLAYERS, MAX_TERMS } from "../generated.ts";
import type { ConfigJson, TieBreak } from "../types.ts";
import { type Deck, deckToJson, parseDeck, type RivalryCard, rivalryCard } from "./cards.ts";
import { isInteger, isObject } from "../objects.ts";
import { drawnRivalry } from "./shuffle.ts";

const MIN_PLAYERS = 2;
const MAX_RIVALRY = MAX_TERMS;
const KEYS = ["players", "rivalry", "deck", "tie_break"];

/** A configuration that games can have; make one with `parseConfig`. */
export class Config {
  readonly players: number;
  readonly rivalry: readonly string[];
  readonly deck: Deck;
  readonly tieBreak: TieBreak;
  readonly rivalryCards: readonly RivalryCard[];
  /** Those that score at the end, in the order of the kernel's terms. */
  readonly scoringCards: readonly RivalryCard[];
  /** Two configurations with the same key are the same. */
  readonly key: string;

  constructor(players: number, rivalry: readonly string[], deck: Deck, tieBreak: TieBreak) {
    this.players = players;
    this.rivalry = rivalry;
    this.deck = deck;
    this.tieBreak = tieBreak;
    this.rivalryCards = rivalry.map(rivalryCard);
    this.scoringCards = this.rivalryCards.filter((card) => card.term !== null);
    this.key = JSON.stringify(this.toJson());
  }

  /** The configuration as in a position (F3). */
  toJson(): ConfigJson {
    return {
      players: this.players,
      rivalry: [...this.rivalry],
      deck: deckToJson(this.deck),
      tie_break: this.tieBreak,
    };
  }
}

/** A configuration from JSON data; with a seed, `rivalry` may be the number of cards to draw (F2). */
export function parseConfig(data: unknown, seed?: string): Config {
  if (!isObject(data)) {
    throw badConfig(`the configuration is ${quoted(data)}; it is an object with at least 'players'`);
  }
  const unknown = Object.keys(data).filter((key) => !KEYS.includes(key)).sort()[0];
  if (unknown !== undefined) {
    const known = "the keys are 'players', 'rivalry', 'deck' and 'tie_break'";
    throw badConfig(`the configuration has an unknown key ${quoted(unknown)}; ${known}`);
  }
  if (!Object.hasOwn(data, "players")) throw badConfig("the configuration has no 'players'; say 2, 3 or 4");
  const { players, rivalry = [], deck = "complete", tie_break: tieBreak = "player-order" } = data;
  const names = namesOf(rivalry, seed);
  const parsed = parseDeck(deck);
  if (!isInteger(players, MIN_PLAYERS, MAX_PLAYERS)) {
    throw badConfig(`'players' is ${quoted(players)}; a game has 2, 3 or 4 players (R1.2)`);
  }
  checkRivalry(names);
  if (tieBreak !== "player-order" && tieBreak !== "first-finished") {
    throw badConfig(`'tie_break' is ${quoted(tieBreak)}; it is 'player-order' or 'first-finished' (R9.5)`);
  }
  return new Config(players, names as string[], parsed, tieBreak);
}

function namesOf(rivalry: unknown, seed: string | undefined): readonly unknown[] {
  if (Array.isArray(rivalry)) return rivalry;
  const isWhole = typeof rivalry === "bigint" || (typeof rivalry === "number" && Number.isInteger(rivalry));
  if (seed !== undefined && isWhole) {
    if (isInteger(rivalry, 0, MAX_RIVALRY)) return drawnRivalry(seed, rivalry);
    throw badConfig(`'rivalry' is ${quoted(rivalry)}; 0 to 3 cards can be drawn (R2.2)`);
  }
  const what = seed === undefined ? "a list of rivalry cards" : "a list of rivalry cards or a number from 0 to 3";
  throw badConfig(`'rivalry' is ${quoted(rivalry)}; it is ${what}`);
}

function checkRivalry(names: readonly unknown[]): void {
  if (names.length > MAX_RIVALRY) {
    throw badConfig(`${names.length} rivalry cards are named; at most three are in play (R2.2)`);
  }
  for (const name of names) {
    rivalryCard(name);
    if (names.filter((other) => other === name).length > 1) {
      throw badConfig(`the rivalry card ${quoted(name)} is named twice; they are distinct (R2.2)`);
    }
  }
}

/** What is allowed but not advised (R2.2). */
export function warnings(config: Config): string[] {
  const rules = config.rivalryCards.filter((card) => card.kind === "rules").map((card) => card.id);
  if (rules.length < 2) return [];
  return [`R2.2: at most one rivalry card of kind 'rules' is advised; these are: ${rules.join(", ")}`];
}
