/** Deck files, as `holi deck check` and `holi play --deck` read them: TOML with a name and 13 faces. */

import { CARD_IDS, isFace } from "../cards/faces.ts";
import { t } from "../texts/texts.svelte.ts";
import type { OwnDeck } from "../wire/types.ts";

export const LARGEST_FILE = 65_536;
const SAMPLE = "#../.*#/.#.";

const NOTHING = /^\s*(#.*)?$/;
const TABLE = /^\s*\[\s*"?([\w-]+)"?\s*\]\s*(#.*)?$/;
const ENTRY = /^\s*("?)([\w-]+)\1\s*=\s*("(?:[^"\\]|\\.)*"|'[^']*')\s*(#.*)?$/;

/** Why a file cannot be opened, in the reader's words. */
export class DeckFileError extends Error {}

/** The text of a deck's file. */
export function deckFile({ name, cards }: OwnDeck): string {
  const faces = CARD_IDS.map((id) => `${id} = ${JSON.stringify(cards[id] ?? "")}\n`);
  return `name = ${JSON.stringify(name)}\n\n[cards]\n${faces.join("")}`;
}

/** What a deck's file is called. */
export function deckFileName(name: string): string {
  const plain = name.normalize("NFC").replace(/[^\p{L}\p{M}\p{N}]+/gu, "-").replace(/^-+|-+$/g, "").toLowerCase();
  return `${plain || "deck"}.toml`;
}

/** Reads a deck file; its patterns are not checked. Throws `DeckFileError`. */
export function readDeckFile(text: string): OwnDeck {
  const entries = new Map<string, string>();
  let table = "";
  text.split(/\r?\n/).forEach((line, index) => {
    if (NOTHING.test(line)) return;
    const heading = TABLE.exec(line)?.[1];
    if (heading !== undefined) {
      table = `${heading}.`;
      return;
    }
    const [, , key, value] = ENTRY.exec(line) ?? [];
    const read = value === undefined ? null : unquoted(value);
    if (key === undefined || read === null || entries.has(table + key)) throw new DeckFileError(t("deck.file-line", { line: index + 1 }));
    entries.set(table + key, read);
  });
  const known = new Set(["name", ...CARD_IDS.flatMap((id) => [`cards.${id}`, `keys.${id}`])]);
  const unknown = [...entries.keys()].find((key) => !known.has(key));
  if (unknown !== undefined) throw new DeckFileError(t("deck.file-unknown", { entry: unknown.slice(0, 40) }));
  const name = entries.get("name");
  if (name === undefined) throw new DeckFileError(t("deck.file-no-name"));
  return { name, cards: Object.fromEntries(CARD_IDS.map((id) => [id, faceOf(entries, id)])) };
}

function faceOf(entries: ReadonlyMap<string, string>, card: string): string {
  const face = entries.get(`cards.${card}`);
  if (face === undefined) throw new DeckFileError(t("deck.file-missing", { card }));
  if (!isFace(face)) throw new DeckFileError(t("deck.file-face", { card, sample: SAMPLE }));
  return face;
}

function unquoted(value: string): string | null {
  if (value.startsWith("'")) return value.slice(1, -1);
  try {
    return JSON.parse(value) as string;
  } catch {
    return null;
  }
}
