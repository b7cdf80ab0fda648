/**
 * Which tab plays a game, so that no two do: it holds a lock of the browser. Without https there are no locks, and
 * the tab that opened the game last plays it. What is kept is decided by the store.
 */

const locks = navigator.locks as LockManager | undefined;

export class Presence {
  /** Whether this tab plays the game. */
  playing = false;
  readonly #lock: string;
  readonly #ontaken: () => void;
  #letGo: (() => void) | null = null;

  /** `ontaken` is called when another tab begins to play the game. */
  constructor(game: string, ontaken: () => void) {
    this.#lock = `holi.local.${game}`;
    this.#ontaken = ontaken;
  }

  /** Whether another tab plays the game. */
  async playsElsewhere(): Promise<boolean> {
    const found = await locks?.query().catch(() => null); // some browsers have none where they keep nothing
    return found?.held?.some(({ name }) => name === this.#lock) ?? false;
  }

  /** Plays the game in this tab from now on. */
  take(): void {
    this.close();
    this.playing = true;
    let letGo = (): void => undefined;
    const held = new Promise<void>((resolve) => (letGo = resolve));
    this.#letGo = letGo;
    locks?.request(this.#lock, { steal: true }, () => held).catch((error: unknown) => {
      const isStolen = error instanceof DOMException && error.name === "AbortError";
      if (isStolen && this.#letGo === letGo && this.playing) this.#ontaken();
    });
  }

  close(): void {
    this.playing = false;
    this.#letGo?.();
  }
}
