/** Plays one game after the other as it is told, a JSON object a line, and tells all that the library knows. */

import { createInterface } from "node:readline";
import { data, library } from "../../web/tools/bundle.mjs";

const holi = await library("index");
await holi.initialize(data("holi.wasm"));

let position = null;

const viewers = () => [...position.players.keys(), "spectator", "all"];

const COMMANDS = {
  new({ config, seed }) {
    position = holi.newPosition(holi.parseConfig(config, seed), seed);
    return {};
  },
  apply({ action }) {
    const step = position.apply(action);
    position = step.position;
    return { events: viewers().map((viewer) => holi.eventsFor(viewer, step.events)) };
  },
  tell() {
    return {
      position: position.toJson(),
      views: viewers().map((viewer) => position.view(viewer)),
      legal: position.legalActions(),
      scores: position.scores(),
      missing: [...position.players.keys()].map((seat) => holi.missingToClimb(position, seat)),
    };
  },
  complete({ dealing }) {
    const views = viewers().map((viewer) => position.view(viewer));
    return {
      same: holi.positionFromJson(position.toJson()).equals(position),
      filled: views.map((view) => holi.positionFromView(view).toJson()),
      dealt: views.map((view) => holi.positionFromView(view, holi.randomState(dealing)).toJson()),
    };
  },
  options: () => holi.options(position),
  against: ({ actions }) => actions.map((action) => attempt(() => position.apply(action).events)),
};

function attempt(work) {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof holi.HoliError)) throw error;
    return `${error.code}: ${error.message}`;
  }
}

for await (const line of createInterface({ input: process.stdin })) {
  const command = JSON.parse(line);
  process.stdout.write(`${JSON.stringify(COMMANDS[command.cmd](command))}\n`);
}
