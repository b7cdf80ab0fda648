// How fast the WebAssembly module is: speaks with `holi bench` as the measuring processes of Python do (measure.py),
// after a first line with the vectors to measure on (in_node.py).

import { readFileSync } from "node:fs";
import { createInterface } from "node:readline";

const BATCHES_A_ROUND = 20;
const PAGE = 1 << 16;
const source = process.argv[2] ?? new URL("./src/holi.wasm", import.meta.url);
const { instance } = await WebAssembly.instantiate(readFileSync(source));
const { memory, __heap_base: heap, ...rules } = instance.exports;
let free = heap.value;

function room(bytes) {
  const at = free;
  free += Math.ceil(bytes / 8) * 8;
  if (free > memory.buffer.byteLength) memory.grow(Math.ceil((free - memory.buffer.byteLength) / PAGE));
  return at;
}

/** Copies a vector, a matrix or a tuple of these into the memory; returns what a function takes for it. */
function put(value) {
  if (value.fields) {
    const words = value.fields.flatMap(put);
    const at = room(4 * words.length);
    new Uint32Array(memory.buffer, at, words.length).set(words);
    return [at];
  }
  const entries = (value.floats ?? value).flat();
  const at = room(8 * entries.length);
  if (value.floats) new Float64Array(memory.buffer, at, entries.length).set(entries);
  else new BigInt64Array(memory.buffer, at, entries.length).set(entries.map(BigInt));
  return [at, value.floats?.length ?? value.length, ...(Array.isArray(value[0]) ? [value[0].length] : [])];
}

function randomGames({ start, rules: table, random }, [nobody, cards]) {
  const [first, state, config, luck] = [start, start, table, random].map(put);
  const pool = put(Array.from({ length: cards }, () => 0));
  const dealt = [...state, ...config, nobody, ...luck, ...pool];
  const played = [...state, ...config, ...luck];
  return (games) => {
    const [from, to] = [first, state].map(([at, length]) => new BigInt64Array(memory.buffer, at, length));
    let steps = 0;
    for (let game = 0; game < games; game++) {
      to.set(from);
      rules.deal_hidden(...dealt);
      steps += rules.random_playout(...played);
    }
    return steps;
  };
}

function turnSearch({ positions, rules: table, level, weights, thinking, memory: own, ahead, endgame }) {
  const states = positions.map(put);
  const [config, kind, network, thoughts, work, next, ending] = [table, level, weights, thinking, own, ahead, endgame].map(put);
  return (games) => {
    for (let game = 0; game < games; game++) {
      for (const state of states) {
        rules.begin_thinking(...state, ...config, ...kind, ...thoughts, ...work, ...ending);
        rules.think(1, 0, ...config, ...network, ...thoughts, ...work, ...next, ...ending);
      }
    }
    return games * states.length;
  };
}

/** As `timed` in measure.py. */
function timed(play, seconds) {
  let [batch, steps, games, elapsed] = [1, 0, 0, 0];
  const began = performance.now();
  const processor = process.cpuUsage();
  while (elapsed < seconds) {
    steps += play(batch);
    games += batch;
    const now = (performance.now() - began) / 1000;
    if (now - elapsed < seconds / BATCHES_A_ROUND) batch *= 2;
    elapsed = now;
  }
  const { user, system } = process.cpuUsage(processor);
  return { steps, games, seconds: (user + system) / 1e6 };
}

let players = null;
for await (const line of createInterface({ input: process.stdin })) {
  if (players === null) {
    const { games, deal, turns } = JSON.parse(line);
    players = { 2: randomGames(games[0], deal), 4: randomGames(games[1], deal), turns: turnSearch(turns) };
    console.log(JSON.stringify({ players: Object.keys(players) }));
  } else {
    const speeds = Object.fromEntries(Object.entries(players).map(([name, play]) => [name, timed(play, Number(line))]));
    console.log(JSON.stringify({ speeds, memory_mb: process.resourceUsage().maxRSS / 1024 }));
  }
}
