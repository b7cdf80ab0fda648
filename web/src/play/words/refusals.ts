/** Why something is not possible, in words. */

import type { Refusal } from "../../rules/engine.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import { COLUMNS, ROWS } from "../../wire/game.ts";
import type { Turn } from "../turn.svelte.ts";

const SQUARES = COLUMNS.flatMap((column) => ROWS.map((row) => `${column}${row}`));

/** Reasons that are about one space, and not about what is tried. */
const ABOUT_A_SPACE: ReadonlySet<Refusal["reason"]> = new Set(["space-taken", "space-marked", "stands-there", "marker-there", "too-far"]);

/** Why an action is not possible; `square` is the one that it names. */
export function refusalWords({ reason, squares }: Refusal, square = ""): string {
  switch (reason) {
    case "neighbours-empty":
      return t("not.neighbours-empty", { squares: listed([...squares]) });
    case "space-taken":
    case "space-marked":
    case "marker-there":
    case "too-far":
    case "move-stops-throw":
      return t(`not.${reason}`, { square });
    // What the page never tries.
    case "game-is-over":
    case "corner-first":
    case "all-placed":
    case "not-in-hand":
    case "target-taken":
    case "not-laid-so":
    case "not-placed":
      return t("refusal.illegal");
    default:
      return t(`not.${reason}`);
  }
}

/** Why the marker cannot move at all. */
export function whyNoMove(turn: Turn): string {
  return whyNowhere(turn, "M") ?? t("not.nowhere-to-go");
}

/** Why a card cannot be thrown face down at all. */
export function whyNotDown(turn: Turn, card: number): string {
  return whyNowhere(turn, `D${card}@`) ?? t("not.no-free-space");
}

/** Why a climb or the end of the turn is not possible. */
export function whyNot(turn: Turn, action: "C" | "E"): string {
  const refusal = turn.whyNot(action);
  return refusal ? refusalWords(refusal) : "";
}

/** Why nothing comes of the space that was clicked or tapped. */
export function whyNotThere(turn: Turn, square: string): string {
  const { intent, options } = turn;
  const wordsOf = (action: string): string => {
    const refusal = turn.whyNot(action);
    return refusal ? refusalWords(refusal, square) : "";
  };
  if (!options) return "";
  if (options.corners.length > 0) return wordsOf(`S${square}`);
  if (intent.kind === "move") return wordsOf(`M${square}`);
  if (intent.kind === "none") return options.cards.some(({ up, down }) => up.length + down.length > 0) ? t("not.take-a-card") : "";
  if (intent.face === "down") return wordsOf(`D${intent.card}@${square}`);
  return turn.throws.length > 0 ? t("not.card-elsewhere", { square }) : "";
}

/** What is in the way wherever one would go, or null if each space has a reason of its own. */
function whyNowhere(turn: Turn, beginning: string): string | null {
  for (const square of SQUARES) {
    const refusal = turn.whyNot(beginning + square);
    if (refusal && !ABOUT_A_SPACE.has(refusal.reason)) return refusalWords(refusal, square);
  }
  return null;
}
