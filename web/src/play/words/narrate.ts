/** What happened at the table, in sentences: for the live region and the log. */

import { inARow } from "../../shared/sentences.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import { levelOf, readAction, type GameEvent, type Space } from "../../wire/game.ts";
import type { Step } from "../../wire/types.ts";

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
  return inARow(...step.events.map((event) => sentence(event, names)));
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
      return inARow(t(event.end === "hit" ? "said.token-hit" : "said.token-rained", { onto, space: at }), points);
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

/** One line of the log: an action and who did it. */
export function logLine(action: string, name: string): string {
  const { kind, card, squares } = actionParts(action);
  switch (kind) {
    case "S":
      return t("log.corner", { name, square: squares });
    case "T":
      return t("log.throw", { name, card, squares });
    case "D":
      return t("log.throw-down", { name, square: squares });
    case "M":
      return t("log.move", { name, square: squares });
    case "C":
      return t("log.climb", { name });
    default:
      return t("log.end", { name });
  }
}

/** An action in the infinitive, where it is clear who does it. */
export function actionWords(action: string): string {
  const { kind, card, squares } = actionParts(action);
  switch (kind) {
    case "S":
      return t("act.corner", { square: squares });
    case "T":
      return t("act.throw", { card, squares });
    case "D":
      return t("act.throw-down", { square: squares });
    case "M":
      return t("act.move", { square: squares });
    case "C":
      return t("act.climb");
    default:
      return t("act.end");
  }
}

/** The actions of a turn (F1) in words; the end of the turn is left out unless it is all. */
export function turnWords(turn: string): string {
  const actions = turn.split(" ").filter((action) => action !== "E");
  if (actions.length === 0) return t("act.end");
  // Not a list: an action lists its squares already.
  return actions.map((action) => actionWords(action)).reduce((first, next) => t("act.then", { first, next }));
}

function actionParts(action: string): { kind: string; card: number; squares: string } {
  const { kind, card, spaces } = readAction(action, "G");
  return { kind, card: card ?? 0, squares: listed(spaces.map((space) => space.slice(1))) };
}
