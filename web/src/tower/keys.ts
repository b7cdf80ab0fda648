import { LEVELS, levelOf, placeOf, spaceAt, type Space } from "../wire/game.ts";

const ARROWS = ["ArrowUp", "ArrowRight", "ArrowDown", "ArrowLeft"];
const WAYS = [[0, -1], [1, 0], [0, 1], [-1, 0]] as const;

/** The space that a key leads to; arrows go the way that they point to on the screen, however the tower is turned. */
export function spaceBeside(space: Space, key: string, turn: number): Space | null {
  const clamp = (value: number, most: number): number => Math.max(0, Math.min(most, value));
  const { x, y } = placeOf(space);
  const at = LEVELS.indexOf(levelOf(space));
  const onLevel = (level: number, dx = 0, dy = 0): Space =>
    spaceAt(LEVELS[clamp(level, 2)] ?? "G", clamp(x + dx, 5), clamp(y + dy, 5));
  if (key === "PageUp") return onLevel(at + 1);
  if (key === "PageDown") return onLevel(at - 1);
  const arrow = ARROWS.indexOf(key);
  if (arrow < 0) return null;
  const [dx, dy] = WAYS[(((arrow - Math.round(turn / 90)) % 4) + 4) % 4] ?? [0, 0];
  return onLevel(at, dx, dy);
}
