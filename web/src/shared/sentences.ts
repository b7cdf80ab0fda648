/** Sentences one after the other, set as their script sets them. */

/** The full stops of scripts that are written without spaces bring their own room with them. */
const ROOMY_END = /[。！？…」]$/;

/** Joins the sentences that are not empty. */
export function inARow(...sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((before, next) => (before === "" || ROOMY_END.test(before) ? before + next : `${before} ${next}`), "");
}
