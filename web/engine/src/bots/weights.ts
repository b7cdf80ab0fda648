/** The weights of the value network, loaded when a level first needs them. `tools/wasm/weights.py` has the format. */

import { HoliError } from "../errors.ts";
import { BOTS } from "../generated.ts";
import { allocate, bytesOf, initialize, writeFloats, type ModuleSource } from "../module.ts";

/** Reads the weights from the bytes of `weights.bin`: exactly the numbers that Python uses. */
export function unpackedWeights(bytes: Uint8Array): Float64Array {
  const count = bytes.length / 2;
  return Float64Array.from({ length: count }, (_, i) => {
    const parts = (bytes[i] ?? 0) | ((bytes[count + i] ?? 0) << 8);
    return ((parts << 16) >> 16) / BOTS.WEIGHT_PARTS;
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
