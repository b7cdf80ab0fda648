// Plays random games on the module alone and prints a digest of all that happened: `tests/wasm/identity.py` plays the
// same in Python. Arguments: the module's file. On standard input: the games, as `Games.to_json` writes them.

import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";

const { layout, head, faces, reach, mirror, decks, random, steps: least } = JSON.parse(readFileSync(0, "utf8"));
const { instance } = await WebAssembly.instantiate(readFileSync(process.argv[2]));
const { memory, __heap_base: heap, ...rules } = instance.exports;
memory.grow(16);
let free = heap.value;

/** All that a position can be asked, about twice a game: playing on at random takes as long as a game. */
const LOOK_EVERY = 50;

function array(length, values = []) {
  const ints = new BigInt64Array(memory.buffer, free, length);
  ints.set(values.map(BigInt));
  free += 8 * length;
  return { ints, passed: [ints.byteOffset, length] };
}

const hash = createHash("sha256");
const write = ({ ints }, length = ints.length) => hash.update(new Uint8Array(memory.buffer, ints.byteOffset, 8 * length));
const number = array(1);
function writeNumber(value) {
  number.ints[0] = BigInt(value);
  write(number);
}

const table = array(layout.MOST_RULES, head);
const shape = array(faces.length, faces);
const work = array(layout.MOST_WAYS);
const size = rules.write_tables(...table.passed, ...shape.passed, reach, mirror, ...work.passed);
const config = [table.passed[0], size];
write(table, size);

const state = array(layout.STATE_SIZE);
const other = array(layout.STATE_SIZE);
const shuffled = array(decks.length, decks);
const luck = array(2, random);
const pool = array(layout.CARDS);
const codes = array(4096);
const events = array(layout.MOST_EVENTS * layout.EVENT_SIZE);
const landings = array(layout.SPACES * layout.EVENT_SIZE);
const scores = array(layout.MAX_PLAYERS * layout.SCORE_SIZE);
const about = array(layout.ABOUT_SIZE);
const players = head[layout.PLAYERS];

function look(action) {
  const seat = Number(state.ints[layout.SEAT]);
  write(events, layout.EVENT_SIZE * rules.foresee(...state.passed, ...config, action, ...other.passed, ...events.passed));
  write(other);
  rules.write_landings(...state.passed, ...config, seat, ...landings.passed);
  write(landings);
  const asked = [
    rules.inconsistency(...state.passed, ...config, ...about.passed),
    rules.reason_against(...state.passed, ...config, layout.CLIMB_ACTION, ...about.passed),
    rules.reason_against(...state.passed, ...config, layout.END_ACTION, ...about.passed),
    rules.missing_to_climb(...state.passed, ...config, seat, ...about.passed),
    rules.empty_neighbours(...state.passed, ...config, seat),
    rules.may_throw_face_down(...state.passed, ...config, seat),
    rules.below(...luck.passed, 1000),
    rules.next_word(...luck.passed),
  ];
  asked.forEach(writeNumber);
  write(about);
  other.ints.set(state.ints);
  rules.deal_hidden(...other.passed, ...config, seat, ...luck.passed, ...pool.passed);
  write(other);
  writeNumber(rules.random_playout(...other.passed, ...config, ...luck.passed));
  write(other);
}

let steps = 0;
let games = 0;
while (steps < least) {
  rules.clear_state(...state.passed);
  rules.new_game(...state.passed, ...config, ...shuffled.passed);
  rules.deal_hidden(...state.passed, ...config, layout.NOBODY, ...luck.passed, ...pool.passed);
  for (let step = 0; Number(state.ints[layout.PHASE]) !== layout.OVER; step++) {
    const count = rules.legal_actions(...state.passed, ...config, ...codes.passed, codes.ints.length);
    writeNumber(count);
    write(codes, count);
    const action = rules.random_action(...state.passed, ...config, ...luck.passed);
    if (step % LOOK_EVERY === LOOK_EVERY - 1) look(action);
    other.ints.set(state.ints);
    rules.apply_action(...state.passed, ...config, action);
    const happened = rules.explain(...other.passed, ...state.passed, ...config, action, ...events.passed);
    write(events, layout.EVENT_SIZE * happened);
    write(state);
    write(luck);
    rules.score_all(...state.passed, ...config, ...scores.passed);
    write(scores);
    for (let seat = 0; seat < players; seat++) {
      writeNumber(rules.rank(...state.passed, ...config, ...scores.passed, seat));
    }
    steps++;
  }
  games++;
}
console.log(JSON.stringify({ digest: hash.digest("hex"), steps, games }));
