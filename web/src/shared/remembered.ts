/** Small things that this browser remembers about games and tables, by their ids; the oldest are forgotten. */

const MOST = 300;

class Remembered<T> {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  get(id: string): T | undefined {
    return this.#read().find(([known]) => known === id)?.[1];
  }

  set(id: string, value: T): void {
    const others = this.#read().filter(([known]) => known !== id);
    try {
      localStorage.setItem(this.#key, JSON.stringify([...others, [id, value]].slice(-MOST)));
    } catch {
      // Without storage, it is known until the page is closed, where it is needed.
    }
  }

  #read(): [id: string, value: T][] {
    try {
      return JSON.parse(localStorage.getItem(this.#key) ?? "[]") as [string, T][];
    } catch {
      return [];
    }
  }
}

/** How well each seat played, from 0 to 1, in games that were analysed. */
export const accuracies = new Remembered<readonly (number | null)[]>("holi.accuracy");
/** The number of the last line of chat that was read. */
export const chatRead = new Remembered<number>("holi.chat-read");
/** Hosted games that were taken off the list. */
export const offTheList = new Remembered<true>("holi.off-the-list");
