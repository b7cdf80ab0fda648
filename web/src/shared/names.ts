/**
 * Names of people who have given none. A name is sent once and then read by everyone at the table, each in their own language,
 * and in records long after; a word of the sender's language would be the wrong one for most of them. The server wants a name,
 * so these words of the protocol are sent, and every page shows them in its reader's language. They are small letters, which
 * people hardly choose for themselves, and still mean something to whoever reads a record as it is.
 */

import { t } from "../texts/texts.svelte.ts";
import { COLOURS, type Colour } from "../wire/game.ts";

const GUEST = "guest";

/** What to send for what somebody has typed, or not. */
export function nameToSend(typed: string): string {
  return typed.trim() || GUEST;
}

/** The same for somebody who shares a device: without a name they are called by their colour. */
export function nameBesides(typed: string, colour: Colour): string {
  return typed.trim() || colour;
}

/** A name as its reader should see it; `colour` is the seat's now, which may have changed since the name was sent. */
export function shownName(name: string, colour: Colour | undefined): string {
  if (name === GUEST) return t("seat.guest");
  const called = COLOURS.find((other) => other === name);
  return called === undefined ? name : t(`colour.${colour ?? called}`);
}
