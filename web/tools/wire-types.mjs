// Writes src/wire/types.ts from the server's own definitions, and src/texts/shared.ts from the texts that the page shares with
// the terminal; with --check, only compares.
// The Python that has the package is taken from HOLI_PYTHON, else ../.venv, else the one on the path.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const local = here("../../.venv/bin/python");
const python = process.env.HOLI_PYTHON ?? (existsSync(local) ? local : "python3");
const checking = process.argv.includes("--check");

const schema = JSON.parse(
  execFileSync(python, [here("wire_schema.py")], {
    env: { ...process.env, PYTHONPATH: here("../../src") },
    maxBuffer: 1 << 24,
    encoding: "utf8",
  }),
);

const banner = `// Made by \`npm run types\` from the server's definitions. Do not edit.

import type * as engine from "../../engine/src/index.ts";
`;
// What the game and its bots write by themselves.
const ofTheEngine = { GameEvent: "GameEvent", ReasonView: "Reason", View: "View" };
for (const [name, type] of Object.entries(ofTheEngine)) schema.$defs[name] = { tsType: `engine.${type}` };
schema.properties = Object.fromEntries(Object.keys(schema.$defs).map((name) => [name, { $ref: `#/$defs/${name}` }]));
const body = await compile(schema, "HoliWire", {
  bannerComment: "",
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
});
const types = `${banner}\n${body.trim()}\n`;

/** For each text of these catalogues, the values that it has to be given: a JSON file tells the compiler only that it is a text. */
function valuesOf(...names) {
  const texts = names.flatMap((name) => Object.entries(JSON.parse(readFileSync(here(`../../src/holi/texts/${name}`), "utf8"))));
  const lines = texts.map(([key, message]) => {
    const forms = typeof message === "string" ? [message] : [...Object.values(message), "{count}"];
    const values = new Set(forms.flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => JSON.stringify(name))));
    return `  ${JSON.stringify(key)}: ${[...values].sort().join(" | ") || "never"};`;
  });
  return `// Made by \`npm run types\` from src/holi/texts. Do not edit.

/** The texts that the page shares with the terminal, each with the values that it has to be given. */
export interface Shared {
${lines.join("\n")}
}
`;
}

let differ = false;
for (const [file, text] of [["wire/types.ts", types], ["texts/shared.ts", valuesOf("en.json", "more/en.json")]]) {
  const path = here(`../src/${file}`);
  if (existsSync(path) && readFileSync(path, "utf8") === text) continue;
  if (!checking) writeFileSync(path, text);
  else console.error(`${path} is out of date; run 'npm run types'`);
  differ = checking;
}
process.exit(differ ? 1 : 0);
