/** Answers questions about the library, one JSON line each, for the tests in Python that compare the two (tests/node.py). */

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { analyse, hints, type Level, loadWeights, turnForSync } from "../src/bots/index.ts";
import { rounded } from "../src/bots/rounding.ts";
import { unpackedWeights } from "../src/bots/weights.ts";
import {
  formatRecord,
  Game,
  type GameRecord,
  HoliError,
  initialize,
  parseConfig,
  parseRecord,
  readRecord,
  recordFromGame,
  verifyRecord,
  type View,
} from "../src/index.ts";

type Question = Record<string, unknown>;

/** What reading, verifying and writing a record comes to. */
function record({ data }: Question): unknown {
  let read: GameRecord;
  try {
    read = readRecord(Buffer.from(String(data), "base64"));
  } catch (error) {
    return refused(error);
  }
  const text = formatRecord(read);
  const same = formatRecord(parseRecord(text)) === text;
  try {
    const { proven, winner, position, steps } = verifyRecord(read);
    return { text, same, proven, winner, position: position.toJson(), rounds: steps.map((step) => step.round) };
  } catch (error) {
    return { text, same, ...refused(error) };
  }
}

/** The text of the record of a game, played again from its seed. */
function makeRecord({ config, seed, actions, names, tags }: Question): unknown {
  const game = new Game(parseConfig(config), { seed: String(seed) });
  for (const action of actions as string[]) game.apply(action);
  try {
    return { text: formatRecord(recordFromGame(game, names as string[], tags as Record<string, string>)) };
  } catch (error) {
    return refused(error);
  }
}

function turn({ view, level, seed, rounds }: Question): unknown {
  return turnForSync(view as View, { level: level as Level, seed: Number(seed), rounds: Number(rounds) });
}

function advise({ view, ...options }: Question): unknown {
  return hints(view as View, options);
}

function analysis({ record: text, ...options }: Question): unknown {
  return analyse(parseRecord(String(text)), options);
}

function round({ values, decimals }: Question): unknown {
  return (values as number[]).map((value) => rounded(value, Number(decimals)));
}

function refused(error: unknown): { code: string; error: string } {
  if (error instanceof HoliError) return { code: error.code, error: error.message };
  throw error;
}

const ANSWERS: Record<string, (question: Question) => unknown> = {
  record,
  "make-record": makeRecord,
  turn,
  hints: advise,
  analysis,
  round,
  weights: () => [...unpackedWeights(weights)],
};

const [folder = ""] = process.argv.slice(2);
const weights = readFileSync(join(folder, "weights.bin"));
await initialize(readFileSync(join(folder, "holi.wasm")));
await loadWeights(weights);
for await (const line of createInterface({ input: process.stdin })) {
  const question = JSON.parse(line) as Question;
  const answer = ANSWERS[String(question["ask"])];
  if (answer === undefined) throw new Error(`no answer to ${line}`);
  process.stdout.write(JSON.stringify(await answer(question)) + "\n");
}
