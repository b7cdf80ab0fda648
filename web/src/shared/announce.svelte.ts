/** The live region for screen readers, and notices for everyone. */

import { inARow } from "./sentences.ts";

interface Notice {
  readonly id: number;
  readonly text: string;
  readonly tone: "plain" | "trouble";
}

let spoken = $state("");
let gathered: string[] = [];
let notices = $state.raw<readonly Notice[]>([]);
let number = 0;

const NOTICE_FOR = 6_000;

/** Says a sentence through the live region. Several at once are joined, since a later one would replace the others. */
export function announce(text: string): void {
  if (gathered.push(text) > 1) return;
  setTimeout(() => {
    const said = inARow(...gathered);
    gathered = [];
    // The same text twice in a row is not read again, so it must differ.
    spoken = said === spoken ? `${said}\u00a0` : said;
  });
}

export function announced(): string {
  return spoken;
}

/** Shows a notice for a while, and says it. */
export function notify(text: string, tone: Notice["tone"] = "plain"): void {
  const notice = { id: number++, text, tone };
  notices = [...notices.slice(-2), notice];
  announce(text);
  setTimeout(() => {
    dismiss(notice.id);
  }, NOTICE_FOR);
}

export function dismiss(id: number): void {
  notices = notices.filter((notice) => notice.id !== id);
}

export function shownNotices(): readonly Notice[] {
  return notices;
}
