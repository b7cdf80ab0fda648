// How much a first local game costs, compressed: all that the first screen, the game, the rules and a bot load. Fails over the limit.

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { gzipSync } from "node:zlib";

const LIMIT = 140_000;
const NOT_FIRST =
  /^(sw\.js$|assets.(es|fr|ja|hi|About|FirstGame|words|Rules|RuleText|HelperSheet|lessons?-words|lessons|Settings|NewTable|NewGame|RulesChoice|MyGames|Table|Learn|Lesson|progress|line-model|Replay|record|Cards|Decks|pattern-words|QrCode|learn|more|start|download|records|replaying|advising|hint|Handover|Clock|Loupe|synthesizer|RivalryCard|connection|nonces|refusals|sha256|fairness|Account|ChoiceDialog|identity)\b)/;
const folder = fileURLToPath(new URL(process.argv[2] ?? "../../src/holi/server/page", import.meta.url));

let sum = 0;
for (const name of readdirSync(folder, { recursive: true }).filter((name) => /\.(js|css|wasm|bin)$/.test(name)).sort()) {
  const size = gzipSync(readFileSync(join(folder, name))).length;
  const counted = !NOT_FIRST.test(name);
  if (counted) sum += size;
  console.log(`${String(size).padStart(7)} ${counted ? "first" : "later"} ${name}`);
}
console.log(`${sum} of at most ${LIMIT} bytes for a first game`);
process.exit(sum > LIMIT ? 1 : 0);
