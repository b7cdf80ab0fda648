/**
 * The WebAssembly module: one instance, its memory, and where things stand in it.
 *
 * Positions are kept in JavaScript and copied in for a call, so nothing in the module's memory has to be given back.
 * Ints are 64 bits there; all that is in game vectors fits into 53, so they are plain numbers here.
 */

import { HoliError } from "./errors.ts";
import type { Exports } from "./generated.ts";

export type ModuleSource = BufferSource | Response | URL | string;

const PAGE = 1 << 16;
const WORD = 2 ** 32;

let functions: Exports | null = null;
let starting: Promise<void> | null = null;
let top = 0;
let words = new Int32Array();
let doubles = new Float64Array();

/**
 * Load the rules; everything else is synchronous afterwards. Without `source`, the module is fetched, or read from the
 * disk under Node.js, from beside this file. Later calls wait for the first; after a failure one can try again.
 */
export function initialize(source?: ModuleSource): Promise<void> {
  starting ??= start(source ?? new URL("./holi.wasm", import.meta.url)).catch((error: unknown) => {
    starting = null;
    throw new HoliError("unavailable", `the rules cannot be loaded: ${error instanceof Error ? error.message : String(error)}`);
  });
  return starting;
}

export function isInitialized(): boolean {
  return functions !== null;
}

async function start(source: ModuleSource): Promise<void> {
  const { instance } = await WebAssembly.instantiate(await bytesOf(source));
  functions = instance.exports as unknown as Exports;
  top = Number(functions.__heap_base.value);
}

/** What is at an address, or given. */
export async function bytesOf(source: ModuleSource): Promise<BufferSource> {
  if (source instanceof ArrayBuffer || ArrayBuffer.isView(source)) return source;
  if (source instanceof Response) return bytesOfResponse(source);
  const address = String(source);
  if (address.startsWith("file:")) {
    // Not an import: bundlers for browsers would ask what to do with it.
    return new Uint8Array(process.getBuiltinModule("node:fs").readFileSync(new URL(address)));
  }
  return bytesOfResponse(await fetch(address));
}

/** Not compiled while it loads: some hosts serve the file with a type that this would refuse. */
async function bytesOfResponse(response: Response): Promise<ArrayBuffer> {
  if (!response.ok) throw new Error(`${response.url} answered ${response.status}`);
  return response.arrayBuffer();
}

/** The module's functions. */
export function wasm(): Exports {
  if (functions === null) throw new HoliError("unavailable", "the rules are not loaded yet; await initialize() first");
  return functions;
}

/** Room in the module's memory, kept as long as the module: allocate once for each use. The address is a multiple of 8. */
export function allocate(bytes: number): number {
  const { memory } = wasm();
  const at = Math.ceil(top / 8) * 8;
  top = at + bytes;
  const missing = top - memory.buffer.byteLength;
  if (missing > 0) memory.grow(Math.ceil(missing / PAGE));
  return at;
}

/** The memory as 32-bit words; growing the memory makes earlier ones useless. */
function wordsNow(): Int32Array {
  if (words.length === 0) words = new Int32Array(wasm().memory.buffer);
  return words;
}

export function writeInts(at: number, values: Iterable<number>): void {
  const target = wordsNow();
  let place = at >> 2;
  for (const value of values) {
    target[place++] = value;
    target[place++] = Math.floor(value / WORD);
  }
}

export function readInts(at: number, length: number): number[] {
  const source = wordsNow();
  const values = new Array<number>(length);
  let place = at >> 2;
  for (let i = 0; i < length; i++) {
    const low = source[place++] ?? 0;
    values[i] = (source[place++] ?? 0) * WORD + (low >>> 0);
  }
  return values;
}

/** Ints as the module keeps them, to be put back quickly by `writeWords`. */
export function copyWords(at: number, length: number): Int32Array {
  return wordsNow().slice(at >> 2, (at >> 2) + 2 * length);
}

export function writeWords(at: number, values: Int32Array): void {
  wordsNow().set(values, at >> 2);
}

function doublesNow(): Float64Array {
  if (doubles.length === 0) doubles = new Float64Array(wasm().memory.buffer);
  return doubles;
}

export function writeFloats(at: number, values: ArrayLike<number>): void {
  doublesNow().set(values, at >> 3);
}

export function readFloats(at: number, length: number): number[] {
  return Array.from(doublesNow().subarray(at >> 3, (at >> 3) + length));
}

/** 32-bit words without a sign, such as descriptors of several arrays. */
export function writePointers(at: number, values: ArrayLike<number>): void {
  wordsNow().set(values, at >> 2);
}
