/** What a hint says, loaded with the first one. */

import { turnWords } from "../play/words/actions.ts";
import { cardName, type CardText, type Names } from "../play/words/narrate.ts";
import { reasonWords } from "../play/words/reasons.ts";
import { percent } from "../shared/figures.ts";
import { inARow } from "../shared/sentences.ts";
import { listed, t } from "../texts/texts.svelte.ts";
import type { Advice } from "./hint.svelte.ts";

/** The weightiest come first. */
const MOST_REASONS = 2;

export function whatToDo(actions: readonly string[], card: CardText = cardName): string {
  return t("hint.turn", { turn: turnWords(actions.join(" "), card) });
}

export function whyToDoIt({ reasons, chance, temptation }: Advice, names: Names, card: CardText = cardName): string {
  const good = reasons.map((reason) => reasonWords(reason, names, card)).filter(Boolean);
  const best = t("analysis.hint-chance", { percent: percent(chance) });
  const other = temptation > 0 ? t("analysis.hint-more-now", { count: temptation }) : "";
  return inARow(t("hint.why", { reasons: listed([...good.slice(0, MOST_REASONS), best]) }), other);
}
