/** The engine's library for Node.js 20, which runs no TypeScript: bundled once after each change. */

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { fileURLToPath, pathToFileURL } from "node:url";

const source = fileURLToPath(new URL("../engine/src", import.meta.url));
const cache = fileURLToPath(new URL("../node_modules/.cache/holi-engine", import.meta.url));

/** The exports of a module of the library, such as `index`. */
export async function library(name) {
  const built = `${cache}/${name}.mjs`;
  if (!existsSync(built) || statSync(built).mtimeMs < newest()) await bundle(name, built);
  return import(pathToFileURL(built).href);
}

/** The bytes of a data file of the library. */
export function data(name) {
  return readFileSync(`${source}/${name}`);
}

function newest() {
  const names = readdirSync(source, { recursive: true }).filter((name) => name.endsWith(".ts"));
  const files = [fileURLToPath(import.meta.url), ...names.map((name) => `${source}/${name}`)];
  return Math.max(...files.map((file) => statSync(file).mtimeMs));
}

async function bundle(name, built) {
  const { build } = await import("vite");
  const own = `${cache}/${process.pid}`;
  mkdirSync(own, { recursive: true });
  await build({
    configFile: false,
    logLevel: "error",
    root: source,
    build: {
      ssr: `${source}/${name}.ts`,
      outDir: own,
      emptyOutDir: false,
      target: "node20",
      rollupOptions: { output: { entryFileNames: "[name].mjs" } },
    },
  });
  renameSync(`${own}/${name}.mjs`, built); // whole or not at all, if two start at once
  rmSync(own, { recursive: true });
}
