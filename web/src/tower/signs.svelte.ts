/**
 * What is drawn on the spaces besides tokens and sweets. Each space has its own reactive sign, so that a changed mark
 * redraws one space only.
 */

import { untrack } from "svelte";
import { LEVELS, type Space } from "../wire/game.ts";
import type { Mark } from "./marks.ts";

export class Sign {
  mark = $state.raw<Mark | undefined>();
  /** Whether the square is lit, because something in its column is pointed at. */
  lit = $state(false);
}

export class Signs {
  readonly #signs = new Map<Space, Sign>();
  #marked: ReadonlyMap<Space, Mark> = new Map();
  #lit: string | null = null;

  of(space: Space): Sign {
    const known = this.#signs.get(space);
    if (known) return known;
    const sign = new Sign();
    this.#signs.set(space, sign);
    return sign;
  }

  /** Shows these marks instead of those before. */
  mark(marks: ReadonlyMap<Space, Mark>): void {
    untrack(() => {
      for (const space of this.#marked.keys()) if (!marks.has(space)) this.of(space).mark = undefined;
      for (const [space, mark] of marks) {
        const sign = this.of(space);
        if (!same(sign.mark, mark)) sign.mark = mark;
      }
    });
    this.#marked = marks;
  }

  /** Lights a square on all levels, or none. */
  light(square: string | null): void {
    if (square === this.#lit) return;
    for (const level of LEVELS) {
      if (this.#lit !== null) this.of(level + this.#lit).lit = false;
      if (square !== null) this.of(level + square).lit = true;
    }
    this.#lit = square;
  }
}

function same(one: Mark | undefined, other: Mark): boolean {
  if (one === undefined || one === other) return one === other;
  const names = Object.keys(other) as (keyof Mark)[];
  return Object.keys(one).length === names.length && names.every((name) => one[name] === other[name]);
}
