import { createHash, randomBytes } from "node:crypto";
import { expect, test } from "vitest";
import { sha256 } from "../engine/src/sha256.ts";

test("digests are those of an independent implementation", () => {
  const texts = ["", "abc", "holi:" + "0".repeat(64), "रंग".repeat(40), ...[55, 56, 63, 64, 119].map((n) => "x".repeat(n))];
  for (let i = 0; i < 50; i++) texts.push(randomBytes(i * 3).toString("hex"));
  for (const text of texts) expect(sha256(text)).toBe(createHash("sha256").update(text).digest("hex"));
});
