/** The weights of the value network, loaded when a level first needs them. `tools/wasm/weights.py` has the format. */

import { HoliError } from "../errors.ts";
import { allocate, bytesOf, initialize, writeFloats, type ModuleSource } from "../module.ts";

const SIGN = 1 << 20;
/** Of ten; written out, for `**` need not be exact everywhere. */
const POWERS = [1, 1e1, 1e2, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15, 1e16];

/** Reads the weights from the bytes of `weights.bin`: each is rounded once, so it is the very number that Python uses. */
export function unpackedWeights(bytes: Uint8Array): Float64Array {
  const count = (bytes.length - 1) / 3;
  const least = bytes[0] ?? 0;
  const byte = (plane: number, i: number): number => bytes[1 + plane * count + i] ?? 0;
  return Float64Array.from({ length: count }, (_, i) => {
    const code = byte(0, i) | (byte(1, i) << 8) | (byte(2, i) << 16);
    const size = (code & (SIGN - 1)) / (POWERS[least + (code >> 21)] ?? 1);
    return code & SIGN ? -size : size;
  });
}

let place: [at: number, length: number] | null = null;
let loading: Promise<void> | null = null;

/**
 * Load the weights, which the levels from `club` on, hints and analysis need; they do so themselves. Without `source`
 * they come from beside the module. Later calls wait for the first; after a failure one can try again.
 */
export function loadWeights(source?: ModuleSource): Promise<void> {
  loading ??= load(source ?? new URL("../weights.bin", import.meta.url)).catch((error: unknown) => {
    loading = null;
    const reason = error instanceof Error ? error.message : String(error);
    throw error instanceof HoliError ? error : new HoliError("unavailable", `the bots' weights cannot be loaded: ${reason}`);
  });
  return loading;
}

async function load(source: ModuleSource): Promise<void> {
  const [bytes] = await Promise.all([bytesOf(source), initialize()]);
  const weights = unpackedWeights(
    ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes),
  );
  const at = allocate(8 * weights.length);
  writeFloats(at, weights);
  place = [at, weights.length];
}

/** Where the weights are in the module's memory, as its functions take them. */
export function weightsAt(): [at: number, length: number] {
  if (place === null) throw new HoliError("unavailable", "the bots' weights are not loaded yet; await loadWeights() first");
  return place;
}

/** For levels that count only the score as it stands. */
export const noWeights = (): [at: number, length: number] => [0, 0];
