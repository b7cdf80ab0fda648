/** A column of the tower read as one sentence. */

import { inARow } from "../../shared/sentences.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import type { Mark } from "../../tower/marks.ts";
import { LEVELS, placeOf, type LevelName, type Space } from "../../wire/game.ts";
import type { View } from "../../wire/types.ts";
import type { Playable } from "../playable.ts";
import { spaceName } from "./narrate.ts";

export function columnSentence(space: Space, view: View, table: Playable, can: Mark["can"]): string {
  const square = space.slice(1);
  const [G, M, T] = LEVELS.map((level) => contents(level, square, view, table));
  const sentence = t("column.sentence", {
    space: spaceName(space),
    ground: G ?? "",
    middle: M ?? "",
    top: T ?? "",
  });
  return can === undefined ? sentence : inARow(sentence, t(`column.can-${can}`));
}

function contents(level: LevelName, square: string, view: View, table: Playable): string {
  const { x, y } = placeOf(level + square);
  const marker = view.players.findIndex((player) => player.marker === level + square);
  const owner = Number.parseInt(view.levels[level][y]?.charAt(x) ?? "", 10);
  const sweets = view.sweets[level][y]?.[x] ?? 0;
  const found: string[] = [];
  const colour = table.colours[owner];
  if (marker >= 0) found.push(t("column.marker", { name: table.seatName(marker) }));
  if (colour !== undefined) found.push(t("column.token", { colour: t(`colour.${colour}`) }));
  if (sweets > 0) found.push(t("column.sweets", { count: sweets }));
  return found.length === 0 ? t("column.empty") : listed(found);
}
