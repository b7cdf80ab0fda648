// Writes src/wire/types.ts and src/wire/cards.ts from the server's own definitions; with --check, only compares.
// The Python that has the package is taken from HOLI_PYTHON, else ../.venv, else the one on the path.

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { compile } from "json-schema-to-typescript";

const here = (path) => fileURLToPath(new URL(path, import.meta.url));
const local = here("../../.venv/bin/python");
const python = process.env.HOLI_PYTHON ?? (existsSync(local) ? local : "python3");
const checking = process.argv.includes("--check");

const defined = JSON.parse(
  execFileSync(python, [here("wire_schema.py")], {
    env: { ...process.env, PYTHONPATH: here("../../src") },
    maxBuffer: 1 << 24,
    encoding: "utf8",
  }),
);

const banner = "// Made by `npm run types` from the server's definitions. Do not edit.\n";
const { schema, cards } = defined;
schema.properties = Object.fromEntries(Object.keys(schema.$defs).map((name) => [name, { $ref: `#/$defs/${name}` }]));
const body = await compile(schema, "HoliWire", {
  bannerComment: "",
  additionalProperties: false,
  ignoreMinAndMaxItems: true,
});
const types = `${banner}\n${body.trim()}\n`;

const patterns = Object.fromEntries(cards.colour.map(({ id, rows }) => [id, rows.join("/")]));
const rivalry = Object.fromEntries(cards.rivalry.map(({ id, kind }) => [id, kind]));
const drawn = `${banner}
/** The colour cards of the deck that comes with the game: rows from top to bottom, \`#\` filled, \`*\` star. */
export const COMPLETE: Readonly<Record<string, string>> = ${JSON.stringify(patterns, null, 2)};

/** The rivalry cards and their kinds. */
export const RIVALRY = ${JSON.stringify(rivalry, null, 2)} as const;

export type RivalryId = keyof typeof RIVALRY;
`;

let differ = false;
for (const [path, text] of [
  [here("../src/wire/types.ts"), types],
  [here("../src/wire/cards.ts"), drawn],
]) {
  if (!checking) writeFileSync(path, text);
  else if (!existsSync(path) || readFileSync(path, "utf8") !== text) {
    differ = true;
    console.error(`${path} is not what the server defines; run 'npm run types'`);
  }
}
process.exit(differ ? 1 : 0);
