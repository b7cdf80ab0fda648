/** What the browser calls the page, in its tab and its history: the name of the screen, or what the screen says of itself. */

let own = $state("");

/** Names the screen as long as the effect lasts in which this is called; an empty name leaves it as `screens.ts` has it. */
export function entitle(name: string): () => void {
  own = name;
  return () => {
    own = "";
  };
}

export function ownTitle(): string {
  return own;
}
