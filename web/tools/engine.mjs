/** The engine protocol (F4) on standard input and output: `npm run engine`. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const source = fileURLToPath(new URL("../engine/src", import.meta.url));
const cache = fileURLToPath(new URL("../node_modules/.cache/holi-engine", import.meta.url));
const built = `${cache}/engine.mjs`;

/** Node.js 20 runs no TypeScript, so the library is bundled once after each change. */
async function bundle() {
  const files = readdirSync(source, { recursive: true }).filter((name) => name.endsWith(".ts"));
  const newest = Math.max(...[...files.map((name) => `${source}/${name}`), fileURLToPath(import.meta.url)].map((name) => statSync(name).mtimeMs));
  if (existsSync(built) && statSync(built).mtimeMs >= newest) return;
  const { build } = await import("vite");
  const own = `${cache}/${process.pid}`;
  mkdirSync(own, { recursive: true });
  await build({
    configFile: false,
    logLevel: "error",
    root: source,
    build: {
      ssr: `${source}/stdio.ts`,
      outDir: own,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "engine.mjs" } },
    },
  });
  renameSync(`${own}/engine.mjs`, built); // whole or not at all, if two start at once
  rmSync(own, { recursive: true });
}

await bundle();
const { serve } = await import(pathToFileURL(built).href);
await serve((name) => readFileSync(`${source}/${name}`));
