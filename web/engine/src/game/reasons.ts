/** The kernel's reasons in words: why an action is not legal, and why a position is not consistent. */

import { PositionError } from "../errors.ts";
import * as layout from "../generated.ts";
import { readInts, writeInts } from "../module.ts";
import { repr } from "../repr.ts";
import { callable } from "../scratch.ts";
import type { Space } from "../types.ts";
import type { Config } from "./config.ts";
import { SQUARE_NAMES, spaceName, squaresOf } from "./notation.ts";
import { rulesAt } from "./rules.ts";

type State = readonly number[];

const NAMES = {
  [layout.GAME_IS_OVER]: "game-is-over",
  [layout.CORNER_FIRST]: "corner-first",
  [layout.NO_FREE_CORNER]: "no-free-corner",
  [layout.ALL_PLACED]: "all-placed",
  [layout.NOT_THROWN_YET]: "not-thrown-yet",
  [layout.THROW_MADE]: "throw-made",
  [layout.NOT_IN_HAND]: "not-in-hand",
  [layout.NO_OWN_TOKEN]: "no-own-token",
  [layout.TARGET_TAKEN]: "target-taken",
  [layout.NOT_LAID_SO]: "not-laid-so",
  [layout.SPACE_TAKEN]: "space-taken",
  [layout.SPACE_MARKED]: "space-marked",
  [layout.LAST_FACE_DOWN]: "last-face-down",
  [layout.MOVE_MADE]: "move-made",
  [layout.ONLY_END_LEFT]: "only-end-left",
  [layout.STANDS_THERE]: "stands-there",
  [layout.MARKER_THERE]: "marker-there",
  [layout.NO_MOVE_THROWS]: "no-move-throws",
  [layout.TOO_FAR]: "too-far",
  [layout.MOVE_STOPS_THROW]: "move-stops-throw",
  [layout.CLIMB_MADE]: "climb-made",
  [layout.NOT_PLACED]: "not-placed",
  [layout.ON_TOP]: "on-top",
  [layout.AT_EDGE]: "at-edge",
  [layout.MARKER_ABOVE]: "marker-above",
  [layout.NEIGHBOURS_EMPTY]: "neighbours-empty",
  [layout.CLIMB_STOPS_THROW]: "climb-stops-throw",
} as const satisfies Record<number, string>;

export type ReasonName = (typeof NAMES)[keyof typeof NAMES];

/** Why an action is not legal, for programs that say it in their own words. */
export interface Refusal {
  readonly reason: ReasonName;
  /** The space that the reason names, if it names one. */
  readonly space: Space;
  /** The squares that need a token, if that is the reason. */
  readonly squares: readonly string[];
}

/** The first reason found against an illegal action, with its clause. */
export function reasonAgainst(state: State, config: Config, code: number): string {
  const [clause, sentence] = layout.AGAINST_ACTION[askedAgainst(state, config, code)] ?? ["", ""];
  return filled(`${sentence} (${clause})`, state, config);
}

/** The same as data. */
export function refusal(state: State, config: Config, code: number): Refusal {
  const reason = NAMES[askedAgainst(state, config, code) as keyof typeof NAMES];
  const about = readInts(callable().at.about, layout.ABOUT_SIZE);
  return { reason, space: spaceName(about[layout.ABOUT_SPACE] ?? 0), squares: squareNames(about[layout.ABOUT_SPACES] ?? 0) };
}

function askedAgainst(state: State, config: Config, code: number): number {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  return kernel.reason_against(at.state, layout.STATE_SIZE, rules.at, rules.length, code, at.about, layout.ABOUT_SIZE);
}

function squareNames(board: number): string[] {
  return squaresOf(board).map((square) => SQUARE_NAMES[square] ?? "");
}

/** What keeps the seat's marker from climbing, or an empty text. */
export function climbLacks(state: State, config: Config, seat: number): string {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  const reason = kernel.missing_to_climb(at.state, layout.STATE_SIZE, rules.at, rules.length, seat, at.about, layout.ABOUT_SIZE);
  return reason === layout.NO_REASON ? "" : filled(layout.AGAINST_ACTION[reason]?.[1] ?? "", state, config);
}

/** Throw a `PositionError` with the first clause that the state breaks. */
export function checkConsistent(state: State, config: Config, handsAreKnown: boolean): void {
  const { kernel, at } = callable();
  const rules = rulesAt(config);
  writeInts(at.state, state);
  const reason = kernel.inconsistency(at.state, layout.STATE_SIZE, rules.at, rules.length, at.about, layout.ABOUT_SIZE);
  if (reason === layout.NO_REASON) return;
  // The last thing that is checked, and the only one that depends on which cards a hand holds.
  if (reason === layout.CANNOT_ACT && !handsAreKnown) return;
  const [clause, sentence] = layout.AGAINST_POSITION[reason] ?? ["", ""];
  throw new PositionError(clause, filled(sentence, state, config));
}

/** The sentence with its braces filled in from what the kernel has just written about the reason. */
function filled(sentence: string, state: State, config: Config): string {
  const numbers = readInts(callable().at.about, layout.ABOUT_SIZE);
  const about = (index: number): number => numbers[index] ?? 0;
  const terms: Record<string, unknown> = {
    seat: about(layout.ABOUT_SEAT),
    space: spaceName(about(layout.ABOUT_SPACE)),
    below: spaceName(about(layout.ABOUT_SPACE) - layout.SPACES),
    squares: squareNames(about(layout.ABOUT_SPACES)).join(" "),
    card: about(layout.ABOUT_CARD) + 1,
    other_card: about(layout.ABOUT_OTHER_CARD) + 1,
    count: about(layout.ABOUT_COUNT),
    most: about(layout.ABOUT_MOST),
    finished: repr(
      state
        .slice(layout.FINISHED, layout.FINISHED + config.players)
        .filter((place) => place >= 0)
        .sort((a, b) => a - b),
    ),
  };
  for (const card of config.rivalryCards) for (const setting of Object.keys(card.settings)) terms[setting] = card.id;
  return sentence.replace(/\{(\w+)\}/g, (_, name: string) => String(terms[name]));
}
