/** Where the tower's levels stand, and how they appear: all in the tower's own unit, in which a level is `SIZE` wide. */

import { LEVELS, levelOf, placeOf, type LevelName, type Space } from "../wire/game.ts";

export const CELL = 60;
export const EDGE = 28;
export const SIZE = 6 * CELL + 2 * EDGE;
/** The distance of the eye. */
export const PERSPECTIVE = 1_700;
/** The height of the markers, which need room above a level. */
const STANDING = 64;

export interface LevelPose {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly scale: number;
}

/** Angles in degrees; the levels from the bottom up. */
export interface Pose {
  readonly tilt: number;
  readonly turn: number;
  readonly levels: readonly LevelPose[];
}

export interface Point {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Scale and offset that fit a pose into the room there is. */
export interface Fit {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

interface Wish {
  /** 0 tower, 1 exploded, 2 side by side. */
  readonly spread: number;
  readonly turn: number;
  readonly tilt: number;
  readonly width: number;
  readonly height: number;
  /** The level that is shown large where there is no room for three. */
  readonly focus: LevelName;
}

/** The pose somewhere between tower, exploded and side by side. */
export function poseFor(wish: Wish): Pose {
  const { spread } = wish;
  return spread <= 1
    ? between(tower(wish), exploded(wish), spread)
    : between(exploded(wish), sideBySide(wish), spread - 1);
}

function tower({ turn, tilt }: Wish): Pose {
  return { tilt, turn, levels: LEVELS.map((_, k) => ({ x: 0, y: 0, z: (k - 1) * 0.4 * SIZE, scale: 1 })) };
}

function exploded({ turn, tilt, width, height }: Wish): Pose {
  // Apart from each other on the screen, whichever way the tower is turned.
  const wide = Math.min(1, Math.max(0, width / Math.max(1, height) - 0.8));
  const aside = wide * 0.95 * SIZE;
  const angle = (-turn * Math.PI) / 180;
  return {
    tilt: Math.min(72, tilt + 8),
    turn,
    levels: LEVELS.map((_, k) => ({
      x: (k - 1) * aside * Math.cos(angle),
      y: (k - 1) * aside * Math.sin(angle),
      z: (k - 1) * SIZE * (0.9 - 0.3 * wide),
      scale: 1,
    })),
  };
}

function sideBySide({ width, height, focus }: Wish): Pose {
  const aspect = width / Math.max(1, height);
  const gap = 0.04 * SIZE;
  if (aspect > 2.2) {
    return { tilt: 0, turn: 0, levels: LEVELS.map((_, k) => ({ x: (k - 1) * (SIZE + gap), y: 0, z: 0, scale: 1 })) };
  }
  const small = 0.48;
  const others = LEVELS.filter((level) => level !== focus).reverse();
  const levels = LEVELS.map((level) => {
    if (level === focus) return { x: 0, y: 0, z: 0, scale: 1 };
    const along = (others.indexOf(level) - 0.5) * (small * SIZE + gap);
    const away = (SIZE * (1 + small)) / 2 + gap;
    return aspect < 1 ? { x: -along, y: away, z: 0, scale: small } : { x: away, y: along, z: 0, scale: small };
  });
  return { tilt: 0, turn: 0, levels };
}

function between(one: Pose, other: Pose, part: number): Pose {
  const mix = (a: number, b: number): number => a + (b - a) * part;
  return {
    tilt: mix(one.tilt, other.tilt),
    turn: mix(one.turn, other.turn),
    levels: one.levels.map((level, k) => {
      const goal = other.levels[k] ?? level;
      return {
        x: mix(level.x, goal.x),
        y: mix(level.y, goal.y),
        z: mix(level.z, goal.z),
        scale: mix(level.scale, goal.scale),
      };
    }),
  };
}

/** The largest scale at which a whole pose is visible, and the offset that centres it. */
export function fitted(pose: Pose, width: number, height: number): Fit {
  let low = 0.05;
  let high = 4;
  for (let i = 0; i < 14; i++) {
    const middle = (low + high) / 2;
    const box = boxOf(pose, middle);
    if (box.right - box.left <= width && box.bottom - box.top <= height) low = middle;
    else high = middle;
  }
  const box = boxOf(pose, low);
  return { scale: low, left: -(box.left + box.right) / 2, top: -(box.top + box.bottom) / 2 };
}

function boxOf(pose: Pose, scale: number): { left: number; right: number; top: number; bottom: number } {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  const standing = STANDING * Math.sin((pose.tilt * Math.PI) / 180);
  for (const level of pose.levels) {
    for (const [sx, sy] of [[-1, -1], [-1, 1], [1, -1], [1, 1]] as const) {
      for (const up of [0, standing]) {
        const half = (level.scale * SIZE) / 2;
        const seen = seenAt({ x: level.x + sx * half, y: level.y + sy * half, z: level.z + up }, pose, scale);
        box.left = Math.min(box.left, seen.x);
        box.right = Math.max(box.right, seen.x);
        box.top = Math.min(box.top, seen.y);
        box.bottom = Math.max(box.bottom, seen.y);
      }
    }
  }
  return box;
}

/** Where a point of the tower is seen, relative to the middle. */
export function seenAt(point: Point, pose: Pose, scale: number): { x: number; y: number } {
  const turn = (pose.turn * Math.PI) / 180;
  const tilt = (pose.tilt * Math.PI) / 180;
  const x = point.x * Math.cos(turn) - point.y * Math.sin(turn);
  const flat = point.x * Math.sin(turn) + point.y * Math.cos(turn);
  const y = flat * Math.cos(tilt) - point.z * Math.sin(tilt);
  const z = flat * Math.sin(tilt) + point.z * Math.cos(tilt);
  const near = PERSPECTIVE / (PERSPECTIVE - z * scale);
  return { x: x * scale * near, y: y * scale * near };
}

/** The middle of a space in the tower's unit. */
export function pointOf(space: Space, pose: Pose): Point {
  const level = pose.levels[LEVELS.indexOf(levelOf(space))];
  const { x, y } = placeOf(space);
  if (!level) return { x: 0, y: 0, z: 0 };
  return {
    x: level.x + (x - 2.5) * CELL * level.scale,
    y: level.y + (y - 2.5) * CELL * level.scale,
    z: level.z,
  };
}

/** How large things on a space are. */
export function scaleOf(space: Space, pose: Pose): number {
  return pose.levels[LEVELS.indexOf(levelOf(space))]?.scale ?? 1;
}
