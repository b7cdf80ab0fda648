// How much JavaScript and CSS a first game costs, compressed: all chunks of the home and table screens. Fails over the limit.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 120_000;
const NOT_FIRST = /^(es|fr|ja|hi|Settings|NewTable|MyGames|Learn|Lesson|progress|line-model|Replay|Cards|Decks|pattern-words|QrCode)\b/;
const folder = fileURLToPath(new URL("../../src/holi/server/page/assets", import.meta.url));

let sum = 0;
for (const name of readdirSync(folder).filter((name) => /\.(js|css)$/.test(name)).sort()) {
  const size = gzipSync(readFileSync(join(folder, name))).length;
  const counted = !NOT_FIRST.test(name);
  if (counted) sum += size;
  console.log(`${String(size).padStart(7)} ${counted ? "first" : "later"} ${name}`);
}
console.log(`${sum} of at most ${LIMIT} bytes for a first game`);
process.exit(sum > LIMIT ? 1 : 0);
