/** Whom the reader ignores, at every table: this browser remembers it. */

const KEY = "holi.ignored";
const MOST = 300;

function kept(): readonly string[] {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? "[]") as string[];
  } catch {
    return [];
  }
}

let people = $state.raw(kept());

export function isIgnored(person: string): boolean {
  return people.includes(person);
}

export function ignore(person: string, ignored: boolean): void {
  const others = kept().filter((other) => other !== person);
  people = ignored ? [...others, person].slice(-MOST) : others;
  try {
    localStorage.setItem(KEY, JSON.stringify(people));
  } catch {
    // Without storage, it holds until the page is closed.
  }
}
