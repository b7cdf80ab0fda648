/** What happened at the table, in sentences: for the live region and the log. */

import { listed, t } from "../texts/texts.svelte.ts";
import { levelOf, readAction, type GameEvent, type Space } from "../wire/game.ts";
import type { Step, TurnLine } from "../wire/types.ts";

/** Names of seats. */
export interface Names {
  seatName(seat: number): string;
}

/** An action with what it did; without an action, one was taken back. */
export interface Happened extends Pick<Step, "action" | "seat"> {
  readonly events: readonly GameEvent[];
}

/** A space in words: "c3 on the ground". */
export function spaceName(space: Space): string {
  return t(`space.on-${levelOf(space)}`, { square: space.slice(1) });
}

export function narrate(step: Happened, names: Names): string {
  if (step.action === null) return t("said.took-back", { name: names.seatName(step.seat) });
  return step.events
    .map((event) => sentence(event, names))
    .filter(Boolean)
    .join(" ");
}

function sentence(event: GameEvent, names: Names): string {
  const name = "seat" in event ? names.seatName(event.seat) : "";
  switch (event.type) {
    case "placed-marker":
      return t("said.placed-marker", { name, space: spaceName(event.space) });
    case "threw":
      if (event.card === null) return t("said.threw-hidden", { name });
      return t(event.face === "up" ? "said.threw-up" : "said.threw-down", { name, card: event.card });
    case "token": {
      const at = spaceName(event.path.at(-1) ?? "");
      if (event.onto === null) return t("said.token-landed", { space: at });
      const onto = names.seatName(event.onto);
      const points = event.points > 0 ? t("said.points", { count: event.points }) : "";
      return `${t(event.end === "hit" ? "said.token-hit" : "said.token-rained", { onto, space: at })} ${points}`.trim();
    }
    case "moved":
      if (event.swapped !== null) return t("said.swapped", { name, other: names.seatName(event.swapped) });
      return t("said.moved", { name, space: spaceName(event.to) });
    case "climbed":
      return t("said.climbed", { name, space: spaceName(event.to) });
    case "sweets":
      return t("said.sweets", { name, count: event.count });
    case "collected":
      return t("said.collected", { name, owner: names.seatName(event.owner) });
    case "drew":
      return t("said.drew", { name, count: event.cards?.length ?? event.count ?? 0 });
    case "finished":
      return t(`said.finished-${event.why}`, { name });
    case "turn":
      return t("said.turn", { name });
    case "over":
      return t("said.over");
  }
}

/** One line of the log: an action as its text tells it. */
export function logLine(line: TurnLine): string {
  const { kind, card, spaces } = readAction(line.action, "G");
  const squares = listed(spaces.map((space) => space.slice(1)));
  switch (kind) {
    case "S":
      return t("log.corner", { square: squares });
    case "T":
      return t("log.throw", { card: card ?? 0, squares });
    case "D":
      return t("log.throw-down", { square: squares });
    case "M":
      return t("log.move", { square: squares });
    case "C":
      return t("log.climb");
    default:
      return t("log.end");
  }
}
