/** In words: points won and lost in a turn, and leads that changed. */

import { rivalryCard } from "../../cards/rivalry.ts";
import { listed, t } from "../../texts/texts.svelte.ts";
import { SWEETS, type Change, type Lead } from "../story/story.ts";
import type { Names } from "./narrate.ts";

/** Empty if points only became safe. */
export function changeWords({ seat, safe, provisional }: Change, names: Names): string {
  const count = safe + provisional;
  if (count === 0) return "";
  const values = { name: names.seatName(seat), count: Math.abs(count) };
  return count > 0 ? t("said.gained", values) : t("said.lost", values);
}

export function leadWords({ what: id, seats, from, shared }: Lead, names: Names): string {
  const what = id === SWEETS ? t("lead.sweets") : rivalryCard(id).title;
  const name = listed(seats.map((seat) => names.seatName(seat)));
  const other = listed(from.map((seat) => names.seatName(seat)));
  if (seats.length === 0) return t("lead.gone", { what });
  if (shared) return t("lead.shared", { name, other, what });
  return from.length === 0 ? t("lead.taken", { name, what }) : t("lead.taken-from", { name, other, what });
}
