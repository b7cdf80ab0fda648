/** Texts as Python takes them: in characters, with its idea of blanks, and from bytes with the place of a fault. */

/** In characters, not in the UTF-16 units of a JavaScript text. */
export function lengthOf(text: string): number {
  return text.length - (text.match(/[\ud800-\udbff][\udc00-\udfff]/g)?.length ?? 0);
}

/** Without blanks and tabs around it; `trim` would take more. */
export function trimmed(text: string): string {
  let start = 0;
  let end = text.length;
  while (start < end && isBlank(text[start])) start++;
  while (end > start && isBlank(text[end - 1])) end--;
  return text.slice(start, end);
}

const isBlank = (letter: string | undefined): boolean => letter === " " || letter === "\t";

/** The text of UTF-8 bytes, a byte order mark included; `wrong` gets the place of the first byte that does not fit. */
export function decoded(data: Uint8Array, wrong: (at: number) => never): string {
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(data);
  } catch {
    return wrong(firstFault(data));
  }
}

function firstFault(data: Uint8Array): number {
  let at = 0;
  while (at < data.length) {
    const length = sequence(data, at);
    if (length === 0) return at;
    at += length;
  }
  return 0;
}

/** How many bytes the character at `at` has; 0 if there is none. */
function sequence(data: Uint8Array, at: number): number {
  const lead = data[at] ?? 0;
  if (lead < 0x80) return 1;
  if (lead < 0xc2 || lead > 0xf4) return 0;
  const length = lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4;
  // Not longer than need be, no surrogates, nothing beyond U+10FFFF.
  const least = lead === 0xe0 ? 0xa0 : lead === 0xf0 ? 0x90 : 0x80;
  const most = lead === 0xed ? 0x9f : lead === 0xf4 ? 0x8f : 0xbf;
  for (let i = 1; i < length; i++) {
    const byte = data[at + i] ?? 0;
    if (byte < (i === 1 ? least : 0x80) || byte > (i === 1 ? most : 0xbf)) return 0;
  }
  return length;
}
