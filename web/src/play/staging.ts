/** Animates what happened on the tower, and shows the new position before or after. */

import type { Score } from "../rules/engine.ts";
import { still } from "../settings/settings.svelte.ts";
import type { GameEvent } from "../wire/game.ts";
import type { View } from "../wire/types.ts";

/** Animates events: the tower. */
export interface Stage {
  perform(events: readonly GameEvent[], hurry: boolean): Promise<void>;
}

/** The part of a game that lags behind while something is being drawn. */
export interface Drawn {
  readonly view: View;
  readonly forecast: readonly Score[];
  /** The spaces that the last action touched. */
  readonly touched: ReadonlySet<string>;
}

/** Animates events; calls `show` for the new position: at once if a marker moves, else when everything has landed. */
export async function staged(stage: Stage | null, events: readonly GameEvent[], hurry: boolean, show: () => void): Promise<void> {
  const drawable = stage !== null && !still() && !document.hidden;
  const markerFirst = events.some(({ type }) => type === "moved" || type === "climbed" || type === "placed-marker");
  const performed = drawable ? stage.perform(events, hurry) : undefined;
  if (performed && !markerFirst) await performed; // nothing to draw: shown at once
  show();
  if (markerFirst) await performed;
}

/** The spaces that an action touched. */
export function touchedBy(events: readonly GameEvent[]): Set<string> {
  const touched = new Set<string>();
  for (const event of events) {
    if (event.type === "token") touched.add(event.path.at(-1) ?? "");
    if (event.type === "moved" || event.type === "climbed") touched.add(event.to);
    if (event.type === "placed-marker") touched.add(event.space);
  }
  return touched;
}
