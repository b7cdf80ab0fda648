/** Builds `dist/` for a package: JavaScript, types, the data files and the licence. */

import { execFileSync } from "node:child_process";
import { copyFileSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { fileURLToPath } from "node:url";

const at = (path) => fileURLToPath(new URL(path, import.meta.url));

rmSync(at("dist"), { recursive: true, force: true });
execFileSync(process.execPath, [createRequire(import.meta.url).resolve("typescript/bin/tsc"), "-p", at("tsconfig.json")], {
  stdio: "inherit",
});
for (const name of readdirSync(at("src")).filter((name) => /\.(wasm|bin)$/.test(name))) {
  copyFileSync(at(`src/${name}`), at(`dist/${name}`));
}
copyFileSync(at("../../LICENSE"), at("dist/LICENSE"));
// The compiler rewrites imports, but not the address of a worker.
for (const name of readdirSync(at("dist"), { recursive: true }).filter((name) => name.endsWith(".js"))) {
  const text = readFileSync(at(`dist/${name}`), "utf8");
  const rewritten = text.replace(/new URL\("(\.[^"]+)\.ts", import\.meta\.url\)/g, 'new URL("$1.js", import.meta.url)');
  if (rewritten !== text) writeFileSync(at(`dist/${name}`), rewritten);
}
