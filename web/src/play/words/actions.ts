/** Actions and turns that are proposed, in words. */

import { listed, t } from "../../texts/texts.svelte.ts";
import { readAction } from "../../wire/game.ts";
import { cardName, type CardText } from "./narrate.ts";

/** An action in the infinitive, where it is clear who does it. */
export function actionWords(action: string, cardText: CardText = cardName): string {
  const { kind, card, spaces } = readAction(action, "G");
  const squares = listed(spaces.map((space) => space.slice(1)));
  switch (kind) {
    case "S":
      return t("act.corner", { square: squares });
    case "T":
      return t("act.throw", { card: cardText(card ?? 0), squares });
    case "D":
      if (card === null) return t("act.throw-hidden", { square: squares });
      return t("act.throw-down", { card: cardText(card), square: squares });
    case "M":
      return t("act.move", { square: squares });
    case "C":
      return t("act.climb");
    default:
      return t("act.end");
  }
}

/** The actions of a turn (F1) in words; the end of the turn is left out unless it is all. */
export function turnWords(turn: string, card: CardText = cardName): string {
  const actions = turn.split(" ").filter((action) => action !== "E");
  if (actions.length === 0) return t("act.end");
  // Not a list: an action lists its squares already.
  return actions.map((action) => actionWords(action, card)).reduce((first, next) => t("act.then", { first, next }));
}
