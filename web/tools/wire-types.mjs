// Writes src/wire/types.ts from the server's own definitions; with --check, only compares.
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

const path = here("../src/wire/types.ts");
const same = existsSync(path) && readFileSync(path, "utf8") === types;
if (!checking) writeFileSync(path, types);
else if (!same) console.error(`${path} is not what the server defines; run 'npm run types'`);
process.exit(checking && !same ? 1 : 0);
