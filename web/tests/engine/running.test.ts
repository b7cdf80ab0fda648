import { expect, test } from "vitest";
import { run, type Work } from "../../engine/src/bots/running.ts";

test("cancelled work gives back what it borrowed", async () => {
  const cancel = new AbortController();
  let borrowed = 0;
  function* work(): Work<string> {
    borrowed++;
    try {
      for (let i = 0; ; i++) {
        if (i === 3) cancel.abort();
        yield i;
      }
    } finally {
      borrowed--;
    }
  }
  await expect(run(work(), { signal: cancel.signal })).rejects.toMatchObject({ code: "cancelled" });
  expect(borrowed).toBe(0);
});
