/** The commands of the engine protocol (F4): one game at a time, one answer per line. */

import { parseLevel, turnForSync } from "./bots/turns.ts";
import { HoliError, illegal, malformed, quoted } from "./errors.ts";
import { parseConfig, warnings } from "./game/config.ts";
import { Game } from "./game/game.ts";
import { parseAction } from "./game/notation.ts";
import type { Position } from "./game/position.ts";
import { positionFromJson } from "./game/position-json.ts";
import { newSeed } from "./seed.ts";
import { parseSeed } from "./game/shuffle.ts";
import { type Command, parseLine, parseMovetime, writeJson } from "./lines.ts";

const DEFAULT_MOVETIME = 1;
const DEFAULT_LEVEL = "greedy";

type Answer = Record<string, unknown>;

/**
 * Answers one line at a time. An error, expected or not, leaves the game as it was. For `go` with the levels from `club`
 * on, `loadWeights` has to be awaited first.
 */
export class Protocol {
  #game: Game | null = null;
  #quitting = false;

  /** Whether `quit` was sent. */
  get quitting(): boolean {
    return this.#quitting;
  }

  /** Answer a line, given without its end; null for a blank one. The answer has no line end either. */
  answer(line: string | Uint8Array): string | null {
    try {
      const command = parseLine(typeof line === "string" ? new TextEncoder().encode(line) : line);
      return command === null ? null : writeJson({ ok: true, ...this.#run(command) });
    } catch (error) {
      return writeJson({ ok: false, ...told(error) });
    }
  }

  #run(command: Command): Answer {
    const name = command["cmd"];
    if (name === "quit") {
      this.#quitting = true;
      return {};
    }
    let game: Game;
    let answer: Answer;
    if (isNameIn(BEGINNINGS, name)) {
      [game, answer] = BEGINNINGS[name](command);
    } else if (isNameIn(COMMANDS, name)) {
      if (this.#game === null) {
        throw new HoliError("no-game", `there is no game for ${quoted(name)} yet; send 'new' or 'load' first`);
      }
      game = this.#game.copy();
      answer = COMMANDS[name](game, command);
    } else {
      const known = [...Object.keys(BEGINNINGS), "quit", ...Object.keys(COMMANDS)].join(", ");
      throw new HoliError("unknown-command", `'cmd' is ${quoted(name)}; the commands are ${known}`);
    }
    this.#game = game; // only now: a command that fails changes nothing
    return answer;
  }
}

const BEGINNINGS = {
  new(command: Command): [Game, Answer] {
    const seed = "seed" in command ? parseSeed(command["seed"]) : newSeed();
    const game = new Game(parseConfig(command["config"], seed), { seed });
    return [game, { ...positionOf(game), seed, warnings: warnings(game.config) }];
  },
  load(command: Command): [Game, Answer] {
    const position = positionFromJson(command["position"]);
    const game = new Game(position.config, { position });
    return [game, positionOf(game)];
  },
};

const COMMANDS = {
  position: positionOf,
  legal: (game: Game): Answer => ({ actions: game.legalActions() }),
  apply(game: Game, command: Command): Answer {
    const events = game.apply(parseAction(command["action"]).text);
    return { ...positionOf(game), events };
  },
  undo(game: Game): Answer {
    game.undo();
    return positionOf(game);
  },
  view(game: Game, command: Command): Answer {
    const seat = command["seat"] ?? null;
    if (seat === null) return { view: game.position.view("spectator") };
    if (typeof seat === "bigint") throw malformed(`${quoted(seat)} is no seat; the seats are 0 to ${game.config.players - 1}`);
    if (typeof seat !== "number") {
      throw malformed(`'seat' is ${quoted(seat)}; it is a seat's number, or null for a spectator`);
    }
    return { view: game.position.view(seat) };
  },
  go(game: Game, command: Command): Answer {
    const { movetime = DEFAULT_MOVETIME, seed = randomSeed(), level = DEFAULT_LEVEL } = command;
    const seconds = parseMovetime(movetime);
    if (typeof seed !== "number" && typeof seed !== "bigint") {
      throw malformed(`'seed' is ${quoted(seed)}; for 'go' it is a whole number`);
    }
    return chosen(game.position, level, seed, seconds);
  },
};

function isNameIn<T extends object>(commands: T, name: unknown): name is keyof T {
  return typeof name === "string" && Object.hasOwn(commands, name);
}

function positionOf(game: Game): Answer {
  return { position: game.position.toJson() };
}

function randomSeed(): number {
  return crypto.getRandomValues(new Uint32Array(1))[0] ?? 0;
}

/** Ask a bot, which sees only what the seat to act may know. */
function chosen(position: Position, level: unknown, seed: number | bigint, movetime: number): Answer {
  const name = parseLevel(level);
  const { seat } = position;
  if (seat === null) throw illegal("there is nothing to choose: the game is over (R8.4)");
  const legal = position.legalActions();
  const began = performance.now();
  const [action = ""] = turnForSync(position.view(seat), { level: name, seed, movetime });
  const seconds = Math.round(1000 * (performance.now() - began)) / 1e6;
  if (!legal.includes(action)) throw new Error(`the bot ${name} chose ${action}, which is not legal`);
  return { action, info: { level: name, seconds, legal: legal.length } };
}

function told(error: unknown): { code: string; error: string } {
  if (error instanceof HoliError) return { code: error.code, error: error.message };
  const [name, message] = error instanceof Error ? [error.constructor.name, error.message] : ["Error", String(error)];
  return { code: "internal", error: `the engine failed with ${name} ${quoted(message)}; please report this line` };
}
