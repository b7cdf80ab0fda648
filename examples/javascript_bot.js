// A whole bot in plain JavaScript, without any package: holi arena random --bot "cmd:node examples/javascript_bot.js"
//
// Holi starts it for each game, writes one line of JSON whenever it is its turn, and reads one line as the answer:
//
//   {"cmd": "choose", "view": {...}, "legal": ["T7@b2d4", "Me5", "C"], "movetime": 0.93}
//   {"action": "C"}
//
// `view` is all that our seat may know, `legal` is every action that we may answer with, and `movetime` is how many
// seconds are left for this turn. A turn takes several actions, so we are asked several times until we answer "E".
"use strict";

const readline = require("node:readline");

const COLUMNS = "abcdef";
const ROWS = "654321"; // the view lists row 6 first

// What lies on a square such as "c3" in six rows of tokens or sweets.
const at = (rows, square) => rows[ROWS.indexOf(square[1])][COLUMNS.indexOf(square[0])];

// The squares beside this one; a marker needs four with tokens to climb.
function neighbours(square) {
  const column = COLUMNS.indexOf(square[0]);
  const row = Number(square[1]);
  return [[column - 1, row], [column + 1, row], [column, row - 1], [column, row + 1]]
    .filter(([c, r]) => c >= 0 && c < 6 && r >= 1 && r <= 6)
    .map(([c, r]) => COLUMNS[c] + r);
}

// How good an action looks; the best one is played. These few numbers are the whole strategy: change them!
function worth(action, view) {
  const seat = view.turn.seat;
  const marker = view.players[seat].marker;
  const level = marker ? marker[0] : "G";
  const squares = action.match(/[a-f][1-6]/g) ?? [];
  switch (action[0]) {
    case "C": // higher levels score more, and nobody ever comes down
      return 1000;
    case "T": // a throw: hits are best, then as many tokens as possible
    case "D":
      return squares.reduce((sum, square) => sum + worthOfToken(square, level, marker, view), 100);
    case "M": { // a move: first to where we can climb at once, then to sweets, but not onto our own tokens
      const beside = neighbours(squares[0]);
      const ready = beside.filter((near) => at(view.levels[level], near) !== ".").length;
      if (ready === 4 && level !== "T") return 260;
      const ownToken = at(view.levels[level], squares[0]) === String(seat) ? 3 : 0;
      return 4 * at(view.sweets[level], squares[0]) + (ready === 3 && beside.length === 4 ? 12 : 0) - ownToken - 1;
    }
    case "E":
      return 0;
    default: // a starting corner: they are all alike
      return 1;
  }
}

function worthOfToken(square, level, marker, view) {
  if (view.players.some((player) => player.marker === level + square)) return 30; // a direct hit
  const below = { T: "M", M: "G" }[level];
  if (below && at(view.levels[below], square) === ".") return 10; // it falls at least one level
  const beside = neighbours(marker.slice(1)).includes(square) ? 2 : 0; // helps us to climb
  return 10 * { G: 1, M: 2, T: 3 }[level] + beside;
}

// The input ends when the game does, and then so do we.
readline.createInterface({ input: process.stdin }).on("line", (line) => {
  const { view, legal } = JSON.parse(line);
  let best = legal[0];
  for (const action of legal) {
    if (worth(action, view) > worth(best, view)) best = action;
  }
  console.log(JSON.stringify({ action: best }));
});
