/** Which tab plays a game, so that no two do: tabs ask each other over a channel. What is kept is decided by the store. */

interface Message {
  readonly game: string;
  readonly from: string;
  /** `who` asks who plays a game, `mine` answers, `taken` says that the sender plays it from now on. */
  readonly type: "who" | "mine" | "taken";
}

/** Milliseconds in which a tab that plays a game answers, also from the background of a busy machine. */
const ANSWER_TIME = 600;

export class Presence {
  /** Whether this tab plays the game. */
  playing = false;
  readonly #game: string;
  readonly #tab: string;
  readonly #channel = openChannel();
  #answered: (() => void) | null = null;

  /** `ontaken` is called when another tab begins to play the game. */
  constructor(game: string, tab: string, ontaken: () => void) {
    this.#game = game;
    this.#tab = tab;
    if (!this.#channel) return;
    this.#channel.onmessage = ({ data }: MessageEvent<Message>) => {
      if (data.game !== game || data.from === tab) return;
      if (data.type === "who" && this.playing) this.#say("mine");
      else if (data.type === "mine") this.#answered?.();
      else if (data.type === "taken" && this.playing) {
        this.playing = false;
        ontaken();
      }
    };
  }

  /** Whether another tab plays the game. */
  playsElsewhere(): Promise<boolean> {
    this.#say("who");
    return new Promise((resolve) => {
      const timer = setTimeout(() => {
        resolve(false);
      }, ANSWER_TIME);
      this.#answered = () => {
        clearTimeout(timer);
        resolve(true);
      };
    });
  }

  /** Plays the game in this tab from now on. */
  take(): void {
    this.playing = true;
    this.#say("taken");
  }

  close(): void {
    this.playing = false;
    this.#channel?.close();
  }

  #say(type: Message["type"]): void {
    this.#channel?.postMessage({ game: this.#game, from: this.#tab, type } satisfies Message);
  }
}

/** Firefox refuses a channel where it keeps nothing; tabs then share no game either. */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel("holi.local");
  } catch {
    return null;
  }
}
