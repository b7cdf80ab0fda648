/** The kernel's reasons in words: why an action is not legal, and why a position is not consistent. */

import { PositionError } from "../errors.ts";
import {
  ABOUT_CARD,
  ABOUT_COUNT,
  ABOUT_MOST,
  ABOUT_OTHER_CARD,
  ABOUT_SEAT,
  ABOUT_SIZE,
  ABOUT_SPACE,
  ABOUT_SPACES,
  AGAINST_ACTION,
  AGAINST_POSITION,
  CANNOT_ACT,
  FINISHED,
  NO_REASON,
  SPACES,
  STATE_SIZE,
} from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { repr } from "../repr.ts";
import { callable } from "../scratch.ts";
import type { Config } from "./config.ts";
import { SQUARE_NAMES, spaceName, squaresOf } from "./notation.ts";
import { rulesAt } from "./rules.ts";

type State = readonly number[];

/** The first reason found against an illegal action, with its clause. */
export function reasonAgainst(state: State, config: Config, code: number): string {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  const reason = kernel.reason_against(at.state, STATE_SIZE, rules.at, rules.length, code, at.about, ABOUT_SIZE);
  const [clause, sentence] = AGAINST_ACTION[reason] ?? ["", ""];
  return filled(`${sentence} (${clause})`, state, config);
}

/** What keeps the seat's marker from climbing, or an empty text. */
export function climbLacks(state: State, config: Config, seat: number): string {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  const reason = kernel.missing_to_climb(at.state, STATE_SIZE, rules.at, rules.length, seat, at.about, ABOUT_SIZE);
  return reason === NO_REASON ? "" : filled(AGAINST_ACTION[reason]?.[1] ?? "", state, config);
}

/** Throw a `PositionError` with the first clause that the state breaks. */
export function checkConsistent(state: State, config: Config, handsAreKnown: boolean): void {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  const reason = kernel.inconsistency(at.state, STATE_SIZE, rules.at, rules.length, at.about, ABOUT_SIZE);
  if (reason === NO_REASON) return;
  // The last thing that is checked, and the only one that depends on which cards a hand holds.
  if (reason === CANNOT_ACT && !handsAreKnown) return;
  const [clause, sentence] = AGAINST_POSITION[reason] ?? ["", ""];
  throw new PositionError(clause, filled(sentence, state, config));
}

/** The sentence with its braces filled in from what the kernel has just written about the reason. */
function filled(sentence: string, state: State, config: Config): string {
  const numbers = readInts(callable().at.about, ABOUT_SIZE);
  const about = (index: number): number => numbers[index] ?? 0;
  const terms: Record<string, unknown> = {
    seat: about(ABOUT_SEAT),
    space: spaceName(about(ABOUT_SPACE)),
    below: spaceName(about(ABOUT_SPACE) - SPACES),
    squares: squaresOf(about(ABOUT_SPACES))
      .map((square) => SQUARE_NAMES[square])
      .join(" "),
    card: about(ABOUT_CARD) + 1,
    other_card: about(ABOUT_OTHER_CARD) + 1,
    count: about(ABOUT_COUNT),
    most: about(ABOUT_MOST),
    finished: repr(
      state
        .slice(FINISHED, FINISHED + config.players)
        .filter((place) => place >= 0)
        .sort((a, b) => a - b),
    ),
  };
  for (const card of config.rivalryCards) for (const setting of Object.keys(card.settings)) terms[setting] = card.id;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(terms[name]));
}
