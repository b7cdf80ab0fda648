/** The page's title in tab and history: the screen's name from `screens.ts`, or a better one from the screen itself. */

let own = $state("");

/** Sets the title while the calling effect lasts; an empty one keeps the name from `screens.ts`. */
export function entitle(name: string): () => void {
  own = name;
  return () => {
    own = "";
  };
}

export function ownTitle(): string {
  return own;
}
