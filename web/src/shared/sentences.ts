/** Joining sentences. */

/** Full stops of scripts without spaces; they already include some room. */
const ROOMY_END = /[。！？…」]$/;

/** Joins the sentences that are not empty. */
export function inARow(...sentences: readonly string[]): string {
  return sentences
    .filter(Boolean)
    .reduce((before, next) => (before === "" || ROOMY_END.test(before) ? before + next : `${before} ${next}`), "");
}
