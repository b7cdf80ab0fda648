/** Values as Python writes them, so that errors of both implementations read the same. */

/** A number that JSON writes with a point or an exponent. Python tells 1.0 from 1, so files and protocols do as well. */
export class JsonFloat {
  readonly value: number;

  constructor(value: number) {
    this.value = value;
  }
}

const ESCAPES: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };
const UNPRINTABLE = /[\p{C}\p{Z}]/u;

/** Whether Python would print every character as it is. */
export function isPrintable(text: string): boolean {
  return !UNPRINTABLE.test(text.replaceAll(" ", ""));
}

/** The value as Python would write it; writing ends soon after `most` characters. */
export function repr(value: unknown, most = Number.POSITIVE_INFINITY): string {
  if (value === null || value === undefined) return "None";
  if (typeof value === "boolean") return value ? "True" : "False";
  if (typeof value === "number") return Number.isInteger(value) ? String(BigInt(value)) : reprFloat(value);
  if (typeof value === "string") return reprText(value, most);
  if (value instanceof JsonFloat) return reprFloat(value.value);
  if (value instanceof Uint8Array) return reprBytes(value);
  if (Array.isArray(value)) return `[${listed(value, (item, left) => repr(item, left), most)}]`;
  if (typeof value === "object") {
    const entry = ([key, inner]: [string, unknown], left: number): string => `${reprText(key, left)}: ${repr(inner, left)}`;
    return `{${listed(Object.entries(value), entry, most)}}`;
  }
  return String(value);
}

function listed<T>(items: readonly T[], write: (item: T, left: number) => string, most: number): string {
  let text = "";
  for (const item of items) {
    if (text.length > 2 * most) break; // characters beyond the basic plane count twice
    text += (text && ", ") + write(item, most);
  }
  return text;
}

function reprText(text: string, most: number): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  let written = quote;
  let count = 1;
  for (const character of text) {
    if (count++ > most) return written;
    if (character === quote || character === "\\") written += `\\${character}`;
    else written += ESCAPES[character] ?? (isPrintable(character) ? character : escaped(character.codePointAt(0) ?? 0));
  }
  return written + quote;
}

function escaped(code: number): string {
  const digits = code.toString(16);
  if (code < 0x100) return `\\x${digits.padStart(2, "0")}`;
  return code < 0x10000 ? `\\u${digits.padStart(4, "0")}` : `\\U${digits.padStart(8, "0")}`;
}

function reprBytes(bytes: Uint8Array): string {
  const characters = Array.from(bytes, (byte) => {
    const character = String.fromCharCode(byte);
    if (character === "'" || character === "\\") return `\\${character}`;
    return ESCAPES[character] ?? (byte >= 0x20 && byte < 0x7f ? character : escaped(byte));
  });
  return `b'${characters.join("")}'`;
}

/** Python changes to an exponent at other sizes than JavaScript, and writes it with two digits. */
function reprFloat(value: number): string {
  if (Number.isNaN(value)) return "nan";
  if (!Number.isFinite(value)) return value > 0 ? "inf" : "-inf";
  if (Object.is(value, -0)) return "-0.0";
  const [mantissa = "", exponent = "0"] = value.toExponential().split("e");
  const power = Number(exponent);
  if (value !== 0 && (power < -4 || power >= 16)) {
    return `${mantissa}e${power < 0 ? "-" : "+"}${String(Math.abs(power)).padStart(2, "0")}`;
  }
  const digits = mantissa.replace(/[-.]/g, "");
  const sign = value < 0 ? "-" : "";
  if (power < 0) return `${sign}0.${"0".repeat(-power - 1)}${digits}`;
  const whole = digits.slice(0, power + 1).padEnd(power + 1, "0");
  return `${sign}${whole}.${digits.slice(power + 1) || "0"}`;
}
