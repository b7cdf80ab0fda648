/** A whole turn drawn as marks on the position before it. */

import type { Mark } from "../../tower/marks.ts";
import type { GameEvent, Space } from "../../wire/game.ts";

export function marksOf(events: readonly GameEvent[]): ReadonlyMap<Space, Mark> {
  const marks = new Map<Space, Mark>();
  const mark = (space: Space, more: Mark): void => void marks.set(space, { ...marks.get(space), ...more });
  for (const event of events) {
    if (event.type === "moved" || event.type === "climbed") mark(event.to, { aimed: "goes" });
    if (event.type !== "token") continue;
    const { path, end, points } = event;
    for (const space of path) mark(space, { aimed: space === path[0] ? "thrown" : "passes" });
    mark(path.at(-1) ?? "", { end, points });
  }
  return marks;
}
