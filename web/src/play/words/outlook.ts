/** The action pointed at, and what it would do, in words. */

import { inARow } from "../../shared/sentences.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import type { Playable } from "../playable.ts";
import type { Turn } from "../turn.svelte.ts";
import { spaceName } from "./narrate.ts";
import { whyNotDown } from "./refusals.ts";

export function outlook(turn: Turn, table: Playable): string {
  const { action, landings, move } = turn;
  if (action === null) return "";
  if (action.startsWith("S")) return t("outlook.corner", { square: action.slice(1) });
  if (action === "C") return t("outlook.climb");
  if (move) {
    const brings: string[] = [];
    if (move.swapped !== null) brings.push(t("outlook.swap", { name: table.seatName(move.swapped) }));
    if (move.sweets > 0) brings.push(t("outlook.sweets", { count: move.sweets }));
    if (move.collected.length > 0) brings.push(t("outlook.collects", { count: move.collected.length }));
    const square = move.space.slice(1);
    return brings.length === 0 ? t("outlook.move", { square }) : t("outlook.move-brings", { square, brings: listed(brings) });
  }
  const ends = landings.map(({ path, end, onto, points }) => {
    const last = path.at(-1) ?? "";
    if (onto === null) {
      const fell = path.length > 1;
      return fell ? t("outlook.falls", { space: spaceName(last) }) : spaceName(last);
    }
    const name = table.seatName(onto);
    if (end === "hit") return t("outlook.hits", { name, count: points });
    return points > 0 ? t("outlook.rains-for", { name, count: points }) : t("outlook.rains", { name });
  });
  return t("outlook.throw", { ends: listed(ends) });
}

/** What the player should know before they point at anything; at first, that it was drawn who begins. */
export function advice(turn: Turn, table: Playable): string {
  const drawn = table.firstDrawn === true && table.state?.view?.phase === "setup";
  return inARow(drawn ? t("said.first-drawn", { name: table.seatName(0) }) : "", whatToDo(turn, table));
}

function whatToDo(turn: Turn, table: Playable): string {
  const { options, intent } = turn;
  const turnNow = table.state?.view?.turn;
  if (!table.myTurn) {
    const seat = turnNow?.seat;
    if (table.state?.viewer == null) return t("advice.watching");
    return seat === undefined ? "" : t("advice.wait", { name: table.seatName(seat) });
  }
  if (!options || !turnNow) return "";
  if (options.corners.length > 0) return t("advice.corner");
  if (intent.kind === "card") {
    if (turn.throws.length > 0) {
      if (intent.face === "down") return t("advice.aim-down");
      return matchMedia("(pointer: coarse)").matches ? t("advice.aim-touch") : t("advice.aim");
    }
    if (intent.face === "down") return whyNotDown(turn, intent.card);
    if (turn.fitsFrom.length > 0) return t("advice.fits-after-move", { squares: listed(turn.fitsFrom.map((space) => space.slice(1))) });
    return turn.cards.get(intent.card)?.kind === "after" ? t("advice.fits-after-climb") : t("advice.no-up");
  }
  if (intent.kind === "move") return t("advice.move");
  if (options.no_throw_fits) return options.moves.length > 0 ? t("advice.no-throw-move") : t("advice.no-throw-climb");
  const move = options.moves.length > 0;
  const climb = options.can_climb;
  if (!turnNow.thrown) {
    if (move) return climb ? t("advice.start-move-climb") : t("advice.start");
    return climb ? t("advice.start-climb") : t("advice.start-throw");
  }
  if (move) return climb ? t("advice.after-throw") : t("advice.after-throw-move");
  return climb ? t("advice.after-throw-climb") : t("advice.end");
}
