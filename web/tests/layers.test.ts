/** The folders of the page, read off the imports: which may import which, and how large they may get. */

import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, normalize } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import more from "../src/texts/more/en.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const modules = (readdirSync(source, { recursive: true }) as string[]).filter((name) => /\.(ts|svelte)$/.test(name)).sort();
const texts = new Map(modules.map((name) => [name, readFileSync(join(source, name), "utf8")]));

/** What every folder may import, besides itself. */
const BASE = ["art", "install", "look", "rules", "settings", "shared", "texts", "wire"];
/** And what else, by folder. */
const MORE: Readonly<Record<string, readonly string[]>> = {
  ...Object.fromEntries(BASE.map((folder) => [folder, []])),
  tower: [],
  cards: [],
  play: ["tower", "cards"],
  decks: ["cards"],
  game: ["play", "tower", "cards"],
  table: ["game", "play", "tower", "cards"],
  local: ["game", "play", "tower", "cards"],
  home: ["table", "local", "decks", "cards"],
  learn: ["local", "game", "decks", "play", "tower", "cards"],
  replay: ["local", "play", "tower", "cards"],
  gallery: ["decks", "cards"],
  about: [],
  rulebook: ["learn", "play", "tower", "cards"],
};
/** Folders that work without a server, and the module that does not. */
const OFFLINE = ["tower", "cards", "play", "game", "local", "learn", "rules"];
const ONLINE = "wire/connection.svelte.ts";
/** Folders that know no screens, and the modules that do. */
const ANYWHERE = ["tower", "cards", "play", "rules"];
const SCREENS = ["router.svelte.ts", "screens.ts"];
/** The only ones that know the engine. */
const ENGINE = /^(rules\/|wire\/types\.ts$)/;
/** What the page has from outside: the engine, and the texts that the terminal shares. */
const OUTSIDE = /^\.\.\/(engine|\.\.\/src\/holi\/texts)\//;
const TOWER_IMPORTS = /^(art\/|settings\/settings\.svelte|shared\/sounds|texts\/texts\.svelte|tower\/|wire\/(game|types)\.ts)/;

/** Words that those who say them load first: of rivalry cards, refusals and the reasons for hints. */
const LOADED_WITH_ITS_WORDS = /^(rivalry|refusal|analysis)\./;

const LONGEST = 400;
const MOST_MODULES = 14;
const CATALOGUE_OR_GENERATED = /^texts\/|^wire\/types\.ts$/;

/** The modules that one imports; those that it loads later, with `import()`, only if they are asked for. */
function imports(name: string, later = false): string[] {
  const pattern = later ? /(?:from|import|import\()\s*"(\.[^"]+)"/g : /(?:from|import)\s+"(\.[^"]+)"/g;
  return [...(texts.get(name) ?? "").matchAll(pattern)].map(([, path]) => normalize(join(dirname(name), path ?? "")));
}

/** Everything that is loaded with a module. */
function reached(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  for (const next of imports(name)) reached(next, found);
  return found;
}

const folderOf = (name: string): string => name.split("/")[0] ?? "";
const inFolder = modules.filter((name) => name.includes("/"));

test("every folder has a place, and the README says what is in it", () => {
  const folders = [...new Set(inFolder.map((name) => dirname(name)))];
  expect(folders.map(folderOf).filter((folder) => !(folder in MORE))).toEqual([]);
  const readme = readFileSync(new URL("../README.md", import.meta.url), "utf8");
  expect(folders.filter((folder) => !readme.includes(`\`src/${folder}/\``) && !folder.startsWith("texts/"))).toEqual([]);
});

test.each(inFolder)("%s imports only what its folder may", (name) => {
  const may = [folderOf(name), ...BASE, ...(MORE[folderOf(name)] ?? [])];
  // A file of the root, such as the router, is no folder.
  expect(imports(name).filter((other) => other.includes("/") && !OUTSIDE.test(other) && !may.includes(folderOf(other)))).toEqual([]);
});

test.each(inFolder.filter((name) => OFFLINE.includes(folderOf(name))))("%s works without a server", (name) => {
  expect([...reached(name)].filter((other) => other === ONLINE)).toEqual([]);
});

test.each(inFolder.filter((name) => ANYWHERE.includes(folderOf(name))))("%s works on any screen", (name) => {
  expect([...reached(name)].filter((other) => SCREENS.includes(other))).toEqual([]);
});

test("only one folder knows the engine, and its module only loads with the screens that need it", () => {
  const knowing = modules.filter((name) => imports(name, true).some((other) => other.startsWith("../engine/")));
  expect(knowing.filter((name) => !ENGINE.test(name))).toEqual([]);
  expect([...reached("main.ts"), ...reached("home/Home.svelte")].filter((name) => name === "rules/engine.ts")).toEqual([]);
});

test("the tower knows only how to draw", () => {
  const tower = modules.filter((name) => folderOf(name) === "tower");
  expect(tower.flatMap((name) => imports(name, true)).filter((other) => !TOWER_IMPORTS.test(other))).toEqual([]);
});

test("the first screen and a game on this device say only what the first catalogue has", () => {
  const others = Object.keys(more).filter((key) => !LOADED_WITH_ITS_WORDS.test(key));
  const shown = [...reached("home/Home.svelte"), ...reached("local/Local.svelte"), ...reached("main.ts")];
  const said = shown.filter((name) => folderOf(name) !== "texts").map((name) => texts.get(name) ?? "").join("\n");
  expect(others.filter((key) => said.includes(`"${key}"`))).toEqual([]);
});

test("no folder and no module is too large", () => {
  const folders = [...new Set(inFolder.map((name) => dirname(name)))];
  const count = (folder: string): number => inFolder.filter((name) => dirname(name) === folder).length;
  expect(folders.filter((folder) => count(folder) > MOST_MODULES)).toEqual([]);
  const measured = modules.filter((name) => !CATALOGUE_OR_GENERATED.test(name));
  expect(measured.filter((name) => (texts.get(name) ?? "").split("\n").length - 1 > LONGEST)).toEqual([]);
});
