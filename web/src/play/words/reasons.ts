/** What is good about a turn, as hints and analyses say it, in words. */

import { t } from "../../texts/texts.svelte.ts";
import type { ReasonView } from "../../wire/types.ts";
import { cardName, spaceName, type CardText, type Names } from "./narrate.ts";

/** A reason in words; empty if this page does not know its code. */
export function reasonWords(reason: ReasonView, names: Names, card: CardText = cardName): string {
  const name = reason.whom == null ? "" : names.seatName(reason.whom);
  const points = reason.points ?? 0;
  const tokens = reason.tokens ?? 0;
  switch (reason.code) {
    case "finishes":
      if (reason.why === "tokens") return t("analysis.reason.finishes-tokens");
      return reason.why === "cards" ? t("analysis.reason.finishes-cards") : t("analysis.reason.finishes-last-dance");
    case "climbs":
      return t("analysis.reason.climbs", { space: spaceName(reason.to ?? "") });
    case "scores-now":
      return t("analysis.reason.scores-now", { count: points });
    case "hits":
      return t("analysis.reason.hits", { name, points });
    case "rains":
      return t("analysis.reason.rains", { name, count: tokens });
    case "gives":
      return t("analysis.reason.gives", { count: tokens, points });
    case "sweets":
      return t("analysis.reason.sweets", { count: reason.count ?? 0 });
    case "takes-back":
      return t("analysis.reason.takes-back", { count: tokens });
    case "blocks":
      return reason.what === "climb"
        ? t("analysis.reason.blocks-climb", { name })
        : t("analysis.reason.blocks-throw", { name, count: points });
    case "keeps-card":
      return t("analysis.reason.keeps-card", { card: card(reason.card ?? 0) });
    case "keeps-face-down":
      return t("analysis.reason.keeps-face-down");
    default:
      return "";
  }
}
