/** What `src/texts/README.md` asks of every language, as far as a test can see it; of the terminal's texts as well. */

import { expect, test } from "vitest";
import type { Message } from "../src/texts/texts.svelte.ts";

const TAGS = ["en", "es", "fr", "ja", "hi"];

/** What never stands in a text of a language. */
const NEVER: Record<string, RegExp> = {
  en: /colour|centre\b|neighbour|favour|\bgrey|analys(e|ed|ing)\b|\bgather|(throw|thrown|threw) (a|the|your|that|this)( \w+)? card|\bin this column\b/i,
  es: /(?<!\p{L})(en|es)?co(g|j)(e|er|es|en|a|as|an|o|ido|ida)(?!\p{L})|\bbordes?\b|\bvosotros\b|\btir(a|ar|e) (la|una|tu) (\p{L}+ )?carta\b/iu,
  fr: /\brejet|élimin|jet(ez|er|te|é|ée) (la|une|votre)( \p{L}+)? carte|(?<![Ff]ai(re|t|s|tes)(-la|-le|-les)?( \p{L}+)? )\bpivot(er|ez|ée?s?)\b|\bà soi\b|jetons? (Jaune|Bleu|Rouge|Vert)|discussion/u,
  ja: /ブラウザー|だれ|棋譜|カードを投げ|[ぁ-ん一-龠] [ぁ-ん一-龠]|[ぁ-ん一-龠][,!?:]/u,
  hi: /मेज़(?!बान)|रिकॉर्ड|चैट|खिलाड़ी पर |टोकन पर (\d|\{count\}) अंक|कार्ड फेंक|बाहर हुआ|[^\d]\.$/u,
};
const TYPOGRAPHY = /'|"|\.\.\.|\d x \d| {2}|^\s|\s$|\s…(?!$|")/u;
const FRENCH = /[^\u00a0][:%](?![/\w])|[^\u202f][;!?»]|«[^\u202f]/u;

async function texts(tag: string): Promise<[string, string][]> {
  const page = [import(`../src/texts/${tag}.ts`), import(`../src/texts/more/${tag}.ts`), import(`../src/texts/learn/${tag}.ts`)];
  const loaded = [...page, import(`../../src/holi/texts/terminal/${tag}.json`)];
  const all = Object.assign({}, ...(await Promise.all(loaded)).map(({ default: part }) => part as object)) as Record<string, Message>;
  return Object.entries(all).flatMap(([key, message]): [string, string][] =>
    (typeof message === "string" ? [message] : Object.values(message)).map((text) => [key, text]),
  );
}

const bare = (text: string): string => text.replace(/\{\w+\}/g, "x");

test.each(TAGS)("%s uses none of the words that its style sheet rules out", async (tag) => {
  const never = NEVER[tag] ?? /$^/;
  expect((await texts(tag)).filter(([, text]) => never.test(text.replace(/\{colour\}/g, "x")))).toEqual([]);
});

test.each(TAGS)("%s is set with its own signs", async (tag) => {
  expect((await texts(tag)).filter(([, text]) => TYPOGRAPHY.test(text.replace(/ …/g, "…")))).toEqual([]);
});

test("French has its no-break spaces", async () => {
  expect((await texts("fr")).filter(([, text]) => FRENCH.test(bare(text)))).toEqual([]);
});

test("Spanish opens what it closes", async () => {
  const count = (text: string, sign: string): number => text.replace(/ \? /g, "").split(sign).length; // a key of the terminal
  const open = (await texts("es")).filter(([, t]) => count(t, "¿") !== count(t, "?") || count(t, "¡") !== count(t, "!"));
  expect(open).toEqual([]);
});

test.each(TAGS)("%s has the placeholders of English in its lessons", async (tag) => {
  const names = (found: [string, string][]): string[] =>
    [...new Set(found.flatMap(([key, text]) => [...text.matchAll(/\{(\w+)\}/g)].map(([, name]) => `${key} ${name ?? ""}`)))].sort();
  expect(names(await texts(tag))).toEqual(names(await texts("en")));
});

/** Texts that have to hold the term of their row in the style sheet. */
const TERMS: Record<string, Record<string, RegExp>> = {
  "actions.throw": { en: /Throw/, es: /Tirar/, fr: /Jeter/, ja: /彩色/, hi: /फेंकें/ },
  "outlook.hits": { en: /direct hit/, es: /impacto directo/, fr: /coup direct/, ja: /塗りつけ/, hi: /सीधा निशाना/ },
  "side.rivalry": { en: /Rivalry/, es: /rivalidad/, fr: /Rivalité/, ja: /ライバル/, hi: /होड़/ },
  "said.threw-up": { en: /plays/, es: /juega/, fr: /joue/, ja: /プレイ/, hi: /खेला/ },
  "act.throw": { en: /play/, es: /jugar/, fr: /jouer/, ja: /プレイ/, hi: /खेलें/ },
  "hint.ask": { en: /Hint/, es: /Pista/, fr: /Indice/, ja: /ヒント/, hi: /सुझाव/ },
  "column.sweets": { en: /sweet/, es: /caramelo/, fr: /bonbon/, ja: /スイーツ/, hi: /मिठा/ },
  "column.marker": { en: /marker/, es: /figura/, fr: /pion/, ja: /コマ/, hi: /मोहरा/ },
  "column.token": { en: /token/, es: /ficha/, fr: /jeton/, ja: /トークン/, hi: /टोकन/ },
  "column.sentence": { en: /stack/, es: /pila/, fr: /pile/, ja: /縦/, hi: /सीध/ },
  "rivalry.rooftop-view.text": { en: /stack/, es: /pila/, fr: /pile/, ja: /座標/, hi: /सीध/ },
};

test.each(TAGS)("%s has the terms of the style sheet", async (tag) => {
  const all = await texts(tag);
  for (const [key, terms] of Object.entries(TERMS)) {
    const forms = all.filter(([name]) => name === key).map(([, text]) => text);
    expect(forms.length, key).toBeGreaterThan(0);
    for (const text of forms) expect(text).toMatch(terms[tag] ?? /$^/);
  }
});
