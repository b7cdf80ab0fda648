/** What is wrong with a record, in the reader's words, and each kind of fault. */

import { readFileSync } from "node:fs";
import { beforeAll, expect, test, vi } from "vitest";
import { initialize } from "../src/rules/engine.ts";
import { parseRecord, RecordError, verifyRecord } from "../src/rules/records.ts";
import { recordTrouble } from "../src/rules/record-trouble.ts";
import { loadLanguage, loadMore } from "../src/texts/texts.svelte.ts";

const RECORD = readFileSync(new URL("../../tests/record/data/two-players.holi", import.meta.url), "utf8");
const RESULT = /^\d+-\d+$/m;

beforeAll(async () => {
  vi.stubGlobal("navigator", { languages: ["en"] });
  vi.stubGlobal("document", { documentElement: {} });
  await Promise.all([initialize(), loadMore()]);
});

function troubleOf(text: string): RecordError {
  try {
    verifyRecord(parseRecord(text));
  } catch (error) {
    if (error instanceof RecordError) return error;
  }
  throw new Error("the record is fine");
}

const CASES: [RecordError["fault"], string, string][] = [
  ["format", "no record", "línea 1: este tipo de archivo no lo conoce esta página"],
  ["cut-off", RECORD.replace(RESULT, ""), "falta algo"],
  ["form", RECORD.replace(/^0\. .*$/m, "0. nonsense | -"), "no se puede leer"],
  ["rules", RECORD.replace(/\[Rules ".*"\]/, '[Rules "99"]'), "otra versión de las reglas"],
  ["play", RECORD.replace(/^(1\. .*?) E /m, "$1 "), "este turno va contra las reglas"],
  ["result", RECORD.replace(RESULT, "1-2"), "el resultado no es el de la partida"],
  ["shuffle", RECORD.replace(RESULT, "$&").replace(/\[Seed /, '[RivalryDraw "3"]\n[Seed '), "la mezcla no es la prometida"],
];

test.each(CASES)("%s", async (fault, text, spanish) => {
  const error = troubleOf(text);
  expect(error.fault).toBe(fault);
  expect(recordTrouble(error)).toBe(error.message);
  vi.stubGlobal("navigator", { languages: ["es"] });
  await loadLanguage();
  expect(recordTrouble(error)).toContain(spanish);
  expect(recordTrouble(error)).toContain(`línea ${error.line}`);
  vi.stubGlobal("navigator", { languages: ["en"] });
  await loadLanguage();
});
