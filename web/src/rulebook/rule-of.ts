/** The rule behind what a player has just tried, or points at. */

import type { Turn } from "../play/turn.svelte.ts";
import type { SectionId } from "./sections.ts";

type Doing = Pick<Turn, "refused" | "tried" | "action" | "intent" | "landings" | "options">;

export function ruleOf(turn: Doing): SectionId {
  const { refused, tried, landings } = turn;
  if (refused !== "") return tried ?? ruleOfChosen(turn);
  if (landings.some(({ end }) => end === "hit")) return "hit";
  if (landings.some(({ path, end }) => path.length > 1 || end === "rain")) return "fall";
  return turn.action === "C" ? "climb" : ruleOfChosen(turn);
}

function ruleOfChosen({ options, intent }: Doing): SectionId {
  if ((options?.corners.length ?? 0) > 0) return "setup";
  if (intent.kind === "card") return intent.face === "up" ? "throw" : "down";
  return intent.kind === "move" ? "move" : "turn";
}
