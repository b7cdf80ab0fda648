/** The text of a record: what can be wrong with it, and how the address of the page holds it. */

/** Far more than a game takes. */
export const MOST_BYTES = 40_000;
const IN_ADDRESS = "#record=";

export type Fault = "broken" | "broken-link" | "empty-file" | "too-long" | "unreadable";

/** A record that cannot be shown: what is wrong, and what more there is to say of it. */
export class RecordFault extends Error {
  readonly fault: Fault;

  constructor(fault: Fault, message = "") {
    super(message);
    this.fault = fault;
  }
}

/** The fragment of an address that holds a whole record, so that nothing has to be stored for a link. */
export async function recordToAddress(text: string): Promise<string> {
  const bytes = await passed(new Blob([text]), new CompressionStream("deflate-raw"));
  const letters = btoa(Array.from(bytes, (byte) => String.fromCharCode(byte)).join(""));
  return IN_ADDRESS + letters.replaceAll("+", "-").replaceAll("/", "_").replaceAll("=", "");
}

/** The record in an address; null if it holds none. */
export async function recordFromAddress(hash: string): Promise<string | null> {
  if (!hash.startsWith(IN_ADDRESS)) return null;
  try {
    const letters = atob(hash.slice(IN_ADDRESS.length).replaceAll("-", "+").replaceAll("_", "/"));
    const bytes = Uint8Array.from(letters, (letter) => letter.charCodeAt(0));
    return new TextDecoder().decode(await passed(new Blob([bytes]), new DecompressionStream("deflate-raw")));
  } catch (error) {
    throw error instanceof RecordFault ? error : new RecordFault("broken-link");
  }
}

/** Pipes bytes through a stream; throws if the result is too long, so that a short link cannot unpack into a huge text. */
async function passed(from: Blob, through: CompressionStream | DecompressionStream): Promise<Uint8Array> {
  const reader = from.stream().pipeThrough(through).getReader();
  const parts: Uint8Array[] = [];
  let length = 0;
  for (let next = await reader.read(); !next.done; next = await reader.read()) {
    parts.push(next.value);
    length += next.value.length;
    if (length > MOST_BYTES) throw new RecordFault("too-long");
  }
  const all = new Uint8Array(length);
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return all;
}
