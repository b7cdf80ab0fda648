/** What a hint says and shows, loaded with the first one. */

import { turnWords } from "../play/words/actions.ts";
import { cardName, type CardText, type Names } from "../play/words/narrate.ts";
import { reasonWords } from "../play/words/reasons.ts";
import type { Position } from "../rules/engine.ts";
import { percent } from "../shared/figures.ts";
import { inARow } from "../shared/sentences.ts";
import { listed, t } from "../texts/texts.svelte.ts";
import type { Mark } from "../tower/marks.ts";
import { LEVELS, levelOf, readAction, type Space } from "../wire/game.ts";
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

/** The spaces of the advised actions, numbered if there are several, for a marker that stands at a space. */
export function marksOf(actions: readonly string[], marker: Space | null): ReadonlyMap<Space, Mark> {
  const marks = new Map<Space, Mark>();
  const several = actions.filter((action) => action !== "E").length > 1;
  for (const [i, action] of actions.entries()) {
    const order = several ? { order: i + 1 } : {};
    const { kind, spaces } = readAction(action, marker ? levelOf(marker) : "G");
    if (kind === "T" || kind === "D") for (const space of spaces) marks.set(space, { advised: "throw", ...order });
    else {
      // A climb's text has no space; it leads to the same square one level up.
      if (kind === "C" && marker) marker = (LEVELS[LEVELS.indexOf(levelOf(marker)) + 1] ?? "T") + marker.slice(1);
      else marker = spaces[0] ?? marker;
      if (marker && kind !== "E") marks.set(marker, { advised: "go", ...order });
    }
  }
  return marks;
}

/** The most points that a single action now would bring. */
export function mostAtOnce(position: Position | null): number {
  if (position?.seat == null) return 0;
  const { seat } = position;
  const total = (of: Position): number => of.scores()[seat]?.total ?? 0;
  return Math.max(...position.legalActions().map((action) => (action === "E" ? 0 : total(position.apply(action).position) - total(position))));
}
