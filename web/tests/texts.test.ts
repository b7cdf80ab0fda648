/** Every catalogue against English, and English against the code; and no words in the code. */

import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { parse } from "svelte/compiler";
import { describe, expect, test } from "vitest";
import first from "../src/texts/en.ts";
import more from "../src/texts/more/en.ts";
import type { Message } from "../src/texts/texts.svelte.ts";

const source = fileURLToPath(new URL("../src", import.meta.url));
const names = (readdirSync(source, { recursive: true }) as string[]).filter((name) => /\.(ts|svelte)$/.test(name));
const files = names.map((name) => ({ name, text: readFileSync(join(source, name), "utf8") }));
const code = files.filter(({ name }) => !name.startsWith("texts/") && !name.startsWith("wire/"));
const catalogues = names
  .filter((name) => /^texts\/[a-z]{2}\.ts$/.test(name))
  .map((name) => name.slice("texts/".length, -".ts".length));
const listed = [...(files.find(({ name }) => name === "texts/texts.svelte.ts")?.text ?? "").matchAll(/import\("\.\/(\w+)\.ts"\)/g)];

const english: Record<string, Message> = { ...first, ...more };

/** A language's two catalogues: that of a first game, and the rest. */
async function parts(tag: string): Promise<Record<string, Message>[]> {
  const loaded = [import(`../src/texts/${tag}.ts`), import(`../src/texts/more/${tag}.ts`)];
  return (await Promise.all(loaded)).map(({ default: part }) => part as Record<string, Message>);
}

function forms(message: Message): string[] {
  return typeof message === "string" ? [message] : Object.values(message);
}

function placeholders(message: Message): string[] {
  return [...new Set(forms(message).flatMap((text) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => name ?? "")))].sort();
}

/** Keys that the code names, whole or as a pattern with gaps: `colour.${colour}.letter`. */
const used = code.flatMap(({ text }) => [
  ...[...text.matchAll(/"([a-z][\w-]*(?:\.[\w-]+)*)"/gi)].map(([, key]) => new RegExp(`^${escaped(key ?? "")}$`)),
  ...[...text.matchAll(/`([a-z][\w-]*\.[^`\s]*\$\{[^`]*)`/gi)].map(([, key]) => pattern(key ?? "")),
]);

function escaped(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, "\\$&");
}

function pattern(template: string): RegExp {
  return new RegExp(`^${template.split(/\$\{[^}]*\}/).map(escaped).join("[\\w-]+")}$`);
}

test("every catalogue is offered", () => {
  expect(listed.map(([, tag]) => tag).sort()).toEqual([...catalogues].sort());
});

test("every key of the catalogue is used", () => {
  const unused = Object.keys(english).filter((key) => !used.some((found) => found.test(key)));
  expect(unused).toEqual([]);
});

describe.each(catalogues)("%s", (tag) => {
  test("has the keys of English, with the same placeholders and no empty text", async () => {
    const [one = {}, other = {}] = await parts(tag);
    expect(Object.keys(one)).toEqual(Object.keys(first));
    expect(Object.keys(other)).toEqual(Object.keys(more));
    const catalogue = { ...one, ...other };
    for (const [key, message] of Object.entries<Message>(english)) {
      const translated = catalogue[key] ?? "";
      expect({ key, names: placeholders(translated) }).toEqual({ key, names: placeholders(message) });
      for (const text of forms(translated)) expect({ key, empty: text.trim() === "" }).toEqual({ key, empty: false });
    }
  });

  test("has every plural form that its language asks for", async () => {
    const catalogue = Object.assign({}, ...(await parts(tag))) as Record<string, Message>;
    const rules = new Intl.PluralRules(tag);
    const wanted = new Set(Array.from({ length: 30 }, (_, count) => rules.select(count)));
    for (const [key, message] of Object.entries(catalogue)) {
      if (typeof message === "string") continue;
      expect({ key, forms: Object.keys(message).sort() }).toEqual({ key, forms: [...wanted].sort() });
    }
  });
});

/** Words that stand in a component itself instead of a catalogue. */
function words(node: unknown, found: string[] = []): string[] {
  if (Array.isArray(node)) for (const part of node) words(part, found);
  else if (typeof node === "object" && node !== null) {
    const { type, data, name, value } = node as { type?: string; data?: string; name?: string; value?: unknown };
    if (type === "StyleDirective") return found;
    if (type === "Text" && data !== undefined && /\p{L}{2}/u.test(data)) found.push(data.trim());
    if (type === "Attribute" && !/^(aria-(label|valuetext|description)|title|placeholder|alt)$/.test(name ?? "")) {
      words(Array.isArray(value) ? value.filter((part) => (part as { type: string }).type !== "Text") : value, found);
    } else for (const part of Object.values(node)) words(part, found);
  }
  return found;
}

test.each(files.filter(({ name }) => name.endsWith(".svelte")))("$name holds no words", ({ text }) => {
  expect(words(parse(text, { modern: true }).fragment)).toEqual([]);
});
