/** The NamedTuples of arrays that the searches work in, kept in the module's memory and lent out. */

import type { Shape } from "../generated.ts";
import type { Config } from "../game/config.ts";
import { rulesAt } from "../game/rules.ts";
import { allocate, readFloats, readInts, writeInts, writePointers } from "../module.ts";

type Shapes = Readonly<Record<string, Shape>>;

interface Field {
  at: number;
  rows: number | null;
  length: number;
}

/** One tuple: a descriptor, which is what the module's functions take, and the arrays that it points to. */
export class Arrays<Name extends string = string> {
  /** Where the descriptor is. */
  readonly at: number;
  readonly #fields = new Map<string, Field>();

  constructor(shapes: Readonly<Record<Name, Shape>>, candidates: number) {
    const words: number[] = [];
    for (const [name, shape] of Object.entries<Shape>(shapes)) {
      const rows = shape.rows === "candidates" ? candidates : (shape.rows ?? null);
      const length = shape.length ?? (shape.candidates ?? 0) * candidates;
      const at = allocate(8 * (rows ?? 1) * length);
      this.#fields.set(name, { at, rows, length });
      words.push(at, ...(rows === null ? [length] : [rows, length]));
    }
    this.at = allocate(4 * words.length);
    writePointers(this.at, words);
  }

  /** The ints of a vector, or of one row of a matrix. */
  ints(name: Name, row = 0): number[] {
    const { at, length } = this.#field(name);
    return readInts(at + 8 * row * length, length);
  }

  floats(name: Name): number[] {
    const { at, length } = this.#field(name);
    return readFloats(at, length);
  }

  /** As the module's functions take a vector. */
  vector(name: Name, length?: number): [at: number, length: number] {
    const field = this.#field(name);
    return [field.at, length ?? field.length];
  }

  write(name: Name, values: readonly number[]): void {
    writeInts(this.#field(name).at, values);
  }

  #field(name: Name): Field {
    const field = this.#fields.get(name);
    if (field === undefined) throw new RangeError(`no array ${name}`);
    return field;
  }
}

const free = new Map<string, Arrays[]>();

/** Arrays of this kind that nobody else uses now; `give` them back, for the module's memory is never freed. */
export function take<Kind extends Shapes>(kind: string, shapes: Kind, candidates: number): Arrays<keyof Kind & string> {
  const arrays = free.get(`${kind} ${candidates}`)?.pop() ?? new Arrays(shapes, candidates);
  kinds.set(arrays, `${kind} ${candidates}`);
  return arrays as Arrays<keyof Kind & string>;
}

export function give(...all: (Arrays | null)[]): void {
  for (const arrays of all) {
    if (arrays === null) continue;
    const key = kinds.get(arrays) ?? "";
    free.set(key, [...(free.get(key) ?? []), arrays]);
  }
}

const kinds = new WeakMap<Arrays, string>();

/** The rules of a configuration as the module's functions take them: to be asked for before every call. */
export function rulesVector(config: Config): [at: number, length: number] {
  const { at, length } = rulesAt(config);
  return [at, length];
}
