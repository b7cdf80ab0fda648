/** Thinking in a worker: what the page asks, what the worker answers, and giving up. */

import { beforeAll, expect, test } from "vitest";
import { Thinker, type WorkerLike } from "../../engine/src/bots/client.ts";
import { analyse, hints, LEVELS, turnFor, turnForSync } from "../../engine/src/bots/index.ts";
import type { Answer, Request } from "../../engine/src/bots/messages.ts";
import { type Port, serve } from "../../engine/src/bots/serving.ts";
import { formatRecord, Game, HoliError, initialize, parseConfig, recordFromGame, type View } from "../../engine/src/index.ts";

const PLENTY = 1000;

beforeAll(() => initialize());

/** A worker of this thread: messages go both ways as copies, one event at a time, as a browser's do. */
function worker(log: Request[] = []): WorkerLike {
  const pair = new MessageChannel();
  const port: Port = { onmessage: null, postMessage: (answer: Answer) => pair.port2.postMessage(answer) };
  serve(port);
  const own: WorkerLike = {
    onmessage: null,
    onerror: null,
    onmessageerror: null,
    postMessage: (request: Request) => {
      log.push(request);
      pair.port1.postMessage(request);
    },
    terminate: () => pair.port1.close(),
  };
  pair.port1.onmessage = (event) => own.onmessage?.call(own as Worker, event);
  pair.port2.onmessage = (event) => port.onmessage?.(event as MessageEvent<Request>);
  return own;
}

function played(actions = 2): Game {
  const game = new Game(parseConfig({ players: 2 }), { seed: "7".repeat(64) });
  for (const corner of ["Sa1", "Sf6"].slice(0, actions)) game.apply(corner);
  return game;
}

const viewOf = (game: Game): View => game.position.view(game.position.seat ?? 0);

async function codeOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => "done",
    (error: unknown) => (error instanceof HoliError ? error.code : String(error)),
  );
}

test("a worker answers as the library does", async () => {
  const thinker = new Thinker(worker);
  const view = viewOf(played());
  for (const level of LEVELS) {
    const turn = await thinker.turn(view, level, { seed: 5, rounds: 2 });
    expect(turn).toEqual(await turnFor(view, { level, seed: 5, rounds: 2 }));
    expect(turn).toEqual(turnForSync(view, { level, seed: 5, rounds: 2 }));
    expect(turn.at(-1)).toBe("E");
  }
  expect(await thinker.hints(view, { most: 2, rounds: 8 })).toEqual(await hints(view, { most: 2, rounds: 8 }));
  thinker.dispose();
});

test("a corner is chosen in setup", async () => {
  const view = viewOf(played(1));
  expect(await turnFor(view, { level: "master", seed: 1 })).toEqual(["Sf6"]);
});

test("an analysis tells each turn as soon as it is done", async () => {
  const game = played();
  for (let turn = 0; turn < 3; turn++)
    for (const action of turnForSync(viewOf(game), { level: "greedy", seed: turn })) game.apply(action);
  const record = recordFromGame(game, ["Anna", "Ravi"]);
  const told: [number, number][] = [];
  const thinker = new Thinker(worker);
  const analysis = await thinker.analyse(formatRecord(record), (turn, count) => told.push([turn.number, count]), { rounds: 8 });
  expect(told).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
  ]);
  expect(analysis).toEqual(await analyse(record, { rounds: 8 }));
  thinker.dispose();
});

test("thinking can be given up, and the worker goes on with the next request", async () => {
  const log: Request[] = [];
  const thinker = new Thinker(() => worker(log));
  const view = viewOf(played());
  let progress = 0;
  const long = thinker.turn(view, "master", { movetime: PLENTY }, () => {
    progress++;
    long.cancel();
  });
  const next = thinker.turn(view, "greedy");
  expect(await codeOf(long)).toBe("cancelled");
  expect((await next).at(-1)).toBe("E");
  expect(progress).toBe(1);
  long.cancel(); // once more does nothing
  expect(log.map((request) => request.kind)).toEqual(["turn", "turn", "cancel"]);
  thinker.dispose();
});

test("a signal gives up without a worker too", async () => {
  const control = new AbortController();
  const onProgress = (): void => control.abort();
  const work = hints(viewOf(played()), { movetime: PLENTY }, { signal: control.signal, onProgress });
  expect(await codeOf(work)).toBe("cancelled");
});

test("two can think at once", async () => {
  const [one, other] = [viewOf(played()), viewOf(played(1))];
  const asked = { level: "master", seed: 3, rounds: 3 } as const;
  const both = await Promise.all([turnFor(one, asked), turnFor(other, asked), turnFor(one, asked)]);
  expect(both).toEqual([turnForSync(one, asked), turnForSync(other, asked), turnForSync(one, asked)]);
});

test("errors arrive as what they are", async () => {
  const thinker = new Thinker(worker);
  const view = viewOf(played());
  await expect(thinker.turn({ ...view, turn: null }, "club")).rejects.toThrow("the game is over, so there is no turn");
  await expect(thinker.turn(view, "champion" as "club")).rejects.toThrow("there is no bot level 'champion'; the levels are random, ");
  await expect(thinker.hints(played().position.view(1))).rejects.toThrow("seat 0 is to act, but its hand is hidden");
  expect(await codeOf(thinker.analyse("nothing"))).toBe("bad-record");
  const left = thinker.turn(view, "master");
  thinker.dispose();
  expect(await codeOf(left)).toBe("cancelled");
});

test("a worker that cannot start says so", async () => {
  const thinker = new Thinker(() => {
    throw new Error("forbidden here");
  });
  const work = thinker.turn(viewOf(played()), "club");
  expect(await codeOf(work)).toBe("no-worker");
  await expect(work).rejects.toThrow("the bots cannot think here: forbidden here");
});
