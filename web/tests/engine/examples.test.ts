/** The examples in the engine's README and in its page of the docs. */

import { readFileSync } from "node:fs";
import ts from "typescript";
import { expect, test } from "vitest";
import * as bots from "../../engine/src/bots/index.ts";
import * as game from "../../engine/src/index.ts";

const PAGES = ["../../engine/README.md", "../../../docs/engine-library.md"];
const BLOCK = /```(?:ts|js)\n(.*?)```/gs;
/** An expression and what it gives. */
const SHOWN = /^(\s*)(.+?);? \/\/ => (.+)$/gm;

const examples = PAGES.flatMap((page) => {
  const text = readFileSync(new URL(page, import.meta.url), "utf8");
  return [...text.matchAll(BLOCK)].map(([, code = ""], i) => [`${page.split("/").at(-1)} ${i + 1}`, code] as const);
});

test.each(examples)("%s", async (_, code) => {
  const checked = code
    .replace(/import \{([^}]*)\} from "@holi-festival\/engine(?:\/bots)?";/g, "const {$1} = engine;")
    .replace(SHOWN, "$1expect($2).toEqual($3);");
  expect(checked).not.toContain("import ");
  const { outputText } = ts.transpileModule(`const run = async () => {${checked}};`, {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  });
  const make = new Function("engine", "expect", `${outputText}; return run;`) as (...given: unknown[]) => () => Promise<void>;
  await make({ ...game, ...bots }, expect)();
});
