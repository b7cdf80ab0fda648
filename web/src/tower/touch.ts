/** Which space a finger means: fingers are broader than spaces, and know where something can be done. */

import { COLUMNS, ROWS, spaceAt, type LevelName, type Space } from "../wire/game.ts";
import { CELL, pointOf, scaleOf, seenAt, type Fit, type Pose } from "./geometry.ts";
import type { Mark } from "./marks.ts";

/** How much nearer a space appears on which something can be done. */
const PREFERRED = 0.6;
/** The farthest from a space's middle that means it, in widths of a space. */
const REACH = 0.9;

/** The nearest space on the screen, where nearness counts more if something can be done there; null if none is near. */
export function meantSpace(
  touch: { readonly x: number; readonly y: number },
  { pose, fit, levels, marks }: { pose: Pose; fit: Fit; levels: readonly LevelName[]; marks: ReadonlyMap<Space, Mark> },
): Space | null {
  let best: Space | null = null;
  let least = Infinity;
  for (const level of levels) {
    ROWS.forEach((_, y) => {
      COLUMNS.forEach((_, x) => {
        const space = spaceAt(level, x, y);
        const middle = seenAt(pointOf(space, pose), pose, fit.scale);
        const far = Math.hypot(middle.x + fit.left - touch.x, middle.y + fit.top - touch.y);
        const felt = marks.get(space)?.can ? far * PREFERRED : far;
        if (felt < least && far < REACH * CELL * fit.scale * scaleOf(space, pose)) [best, least] = [space, felt];
      });
    });
  }
  return best;
}
