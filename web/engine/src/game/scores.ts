/** Every player's score with all its parts (R9). */

import { SCORE_HITS, SCORE_LEVELS, SCORE_ON_OTHERS, SCORE_SIZE, SCORE_SWEETS, SCORE_TERMS, SCORE_TOTAL, STATE_SIZE } from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { callable } from "../scratch.ts";
import type { Score } from "../types.ts";
import type { Config } from "./config.ts";
import { rulesAt } from "./rules.ts";

/** The score of every seat if the game ended with this state. */
export function scoresOf(state: readonly number[], config: Config): Score[] {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  const size = SCORE_SIZE * config.players;
  writeInts(at.state, state);
  kernel.score_all(at.state, STATE_SIZE, rules.at, rules.length, at.scores, size);
  const numbers = readInts(at.scores, size);
  return Array.from({ length: config.players }, (_, seat) => {
    const number = (index: number): number => numbers[SCORE_SIZE * seat + index] ?? 0;
    return {
      total: number(SCORE_TOTAL),
      levels: [0, 1, 2].map((level) => number(SCORE_LEVELS + level)),
      on_others: number(SCORE_ON_OTHERS),
      sweets: number(SCORE_SWEETS),
      hits: number(SCORE_HITS),
      rivalry: Object.fromEntries(config.scoringCards.map((card, slot) => [card.id, number(SCORE_TERMS + slot)])),
      rank: kernel.rank(at.state, STATE_SIZE, rules.at, rules.length, at.scores, size, seat),
    };
  });
}
