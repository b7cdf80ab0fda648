/** Loads the rules: their WebAssembly module at the same time as the code that runs it. */

const MODULE = new URL("../../engine/src/holi.wasm", import.meta.url);

let loading: Promise<void> | null = null;

export function loadRules(): Promise<void> {
  loading ??= load().catch((error: unknown) => {
    loading = null; // one can try again
    throw error;
  });
  return loading;
}

async function load(): Promise<void> {
  const fetched = fetch(MODULE).catch(() => undefined); // the engine asks again, and says what is wrong
  const { initialize } = await import("./engine.ts");
  await initialize(await fetched);
}
