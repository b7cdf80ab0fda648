/** The strict reader of JSON, and values as Python writes them. */

import { expect, test } from "vitest";
import { HoliError, JsonFloat, parseJson, quoted, repr } from "../../engine/src/index.ts";

const codeOf = (text: string): string => {
  try {
    parseJson(text);
  } catch (error) {
    if (error instanceof HoliError) return error.code;
    throw error;
  }
  return "read";
};

test("what every reader takes for the same is read", () => {
  const text = ' {"a": [1, -2, true, null, "\\u00e9\\n\\ud83c\\udfa8"], "__proto__": {"12": {}}, "": []} ';
  expect(JSON.stringify(parseJson(text))).toBe(JSON.stringify(JSON.parse(text)));
});

test("a whole number, one with a point and one too large to be exact are told apart", () => {
  expect(parseJson("[1, 1.0, 1e2, 9007199254740991, 9007199254740993, -0]")).toEqual([
    1,
    new JsonFloat(1),
    new JsonFloat(100),
    9007199254740991,
    9007199254740993n,
    0,
  ]);
});

test.each([
  "", " ", "{", "[1,]", "{,}", '{"a":1,}', "01", "1.", ".5", "+1", "1e", "NaN", "-Infinity", "'a'", '"\t"', '"\\x"', '"\\u12"',
  '{"a":1,"a":2}', '{"a":1 "b":2}', "[] []", "\ufeff[]", "tru", "nulls", '"a', "\u00a01",
])("%j is no JSON", (text) => {
  expect(codeOf(text)).toBe("invalid-json");
});

test("50 levels of nesting are read, 51 are not", () => {
  expect(codeOf("[".repeat(50) + "]".repeat(50))).toBe("read");
  expect(codeOf("[".repeat(51) + "]".repeat(51))).toBe("invalid-json");
  expect(codeOf("[".repeat(1_000_000))).toBe("invalid-json");
});

test.each<[unknown, string]>([
  [null, "None"],
  [undefined, "None"],
  [true, "True"],
  [7, "7"],
  [1e22, "10000000000000000000000"],
  [0.5, "0.5"],
  [new JsonFloat(3), "3.0"],
  [new JsonFloat(-0), "-0.0"],
  [1e-7, "1e-07"],
  [new JsonFloat(1e16), "1e+16"],
  [new JsonFloat(123456789012345.6), "123456789012345.6"],
  [0.0001, "0.0001"],
  [new JsonFloat(Number.POSITIVE_INFINITY), "inf"],
  [2n ** 70n, "1180591620717411303424"],
  ["a'b", '"a\'b"'],
  [`'"`, `'\\'"'`],
  ["\n\u0000\u00e9\u200b\ud800\u{10ffff}\u{1f3a8}\u00a0", "'\\n\\x00\u00e9\\u200b\\ud800\\U0010ffff\u{1f3a8}\\xa0'"],
  [["x", [1], { a: false }], "['x', [1], {'a': False}]"],
  [new Uint8Array([0xff, 0x61, 0x0a, 0x27]), "b'\\xffa\\n\\''"],
])("%s reads as in Python", (value, text) => {
  expect(repr(value)).toBe(text);
});

test("a quote is cut at 80 characters, whatever they are", () => {
  expect(quoted("x".repeat(78))).toBe(`'${"x".repeat(78)}'`);
  expect([...quoted("\u{1f3a8}".repeat(100))].length).toBe(80);
  expect(quoted(Array.from({ length: 100_000 }, (_, i) => i))).toMatch(/^\[0, 1, 2, .*\.\.\.$/);
});
