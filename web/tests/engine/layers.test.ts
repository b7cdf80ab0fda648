/** The folders of the engine, read off the imports: what may import what, and how large they may get. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const source = fileURLToPath(new URL("../../engine/src", import.meta.url));
const modules = (readdirSync(source, { recursive: true }) as string[]).filter((name) => name.endsWith(".ts")).sort();
const texts = new Map(modules.map((name) => [name, readFileSync(join(source, name), "utf8")]));

/** From the bottom up; a folder or module may import what stands in a line before its own, or in its own line. */
const LAYERS = [
  ["generated.ts", "types.ts", "objects.ts", "repr.ts", "errors.ts", "json.ts", "sha256.ts", "seed.ts", "module.ts", "scratch.ts"],
  ["game"],
  ["record"],
  ["bots"],
  ["lines.ts", "protocol.ts", "stdio.ts", "index.ts"],
];
const GENERATED = "generated.ts";
const LONGEST = 400;
const MOST_MODULES = 14;

const layerOf = (name: string): number => LAYERS.findIndex((layer) => layer.includes(name.split("/")[0] ?? ""));

test.each(modules)("%s imports only from its own layer and those below", (name) => {
  expect(layerOf(name)).toBeGreaterThanOrEqual(0);
  const imported = [...(texts.get(name) ?? "").matchAll(/(?:from|import|import\()\s*"([^"]+)"/g)].map(([, path = ""]) => path);
  expect(imported.filter((path) => !path.startsWith("."))).toEqual([]); // no dependencies
  const within = imported.map((path) => normalize(join(dirname(name), path)));
  expect(within.filter((other) => !texts.has(other) || layerOf(other) > layerOf(name))).toEqual([]);
});

test("no folder and no module is too large", () => {
  const folders = [...new Set(modules.map((name) => dirname(name)))];
  const count = (folder: string): number => modules.filter((name) => dirname(name) === folder).length;
  expect(folders.filter((folder) => count(folder) > MOST_MODULES)).toEqual([]);
  const measured = modules.filter((name) => name !== GENERATED);
  expect(measured.filter((name) => (texts.get(name) ?? "").split("\n").length - 1 > LONGEST)).toEqual([]);
});

test("the package is named, licensed and without dependencies", () => {
  const data = JSON.parse(readFileSync(join(source, "../package.json"), "utf8")) as Record<string, unknown>;
  expect(data).toMatchObject({ name: "@holi-festival/engine", license: "MIT", type: "module" });
  expect(Object.keys(data).filter((key) => /dependencies/i.test(key))).toEqual([]);
});
