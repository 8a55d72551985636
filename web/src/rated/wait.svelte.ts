/** Waiting for a rated match, by polling: the server drops a player who stops polling. */
import { Unreachable } from "../net/api";
import { Resource } from "../net/resource.svelte";
import type { AskPairing, PairingState } from "../wire";

/** Polling interval in milliseconds. */
export const EVERY = 3000;

/** The addresses of the server that are asked. */
export interface Queue {
  ask(wish: AskPairing): Promise<PairingState>;
  state(): Promise<PairingState>;
  end(): Promise<PairingState>;
}

export class Wait {
  /** Whether a request to begin or to stop is on its way. */
  busy = $state(false);
  /** Whether the server no longer knows of the player's wait. */
  lost = $state(false);

  readonly #state = new Resource<PairingState>();
  #timer: ReturnType<typeof setTimeout> | undefined;
  #closed = false;

  /**
   * @param queue - where it is asked.
   * @param onseated - what is done when the table is there.
   */
  constructor(
    private readonly queue: Queue,
    private readonly onseated: (table: string) => void,
  ) {}

  /** The state of the wait; `null`: not known yet. */
  get state(): PairingState | null {
    return this.#state.value;
  }

  /** The error of the latest request; `null`: none. */
  get fault(): unknown {
    return this.#state.fault;
  }

  /** Poll the state of the wait, as long as the player waits. */
  look(): Promise<void> {
    return this.#ask(() => this.queue.state(), true);
  }

  /** Wait for a match. */
  begin(wish: AskPairing): Promise<void> {
    this.busy = true;
    return this.#ask(() => this.queue.ask(wish));
  }

  /** Wait no more. */
  stop(): Promise<void> {
    this.busy = true;
    return this.#ask(() => this.queue.end());
  }

  /** Stop polling. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
  }

  async #ask(question: () => Promise<PairingState>, only = false): Promise<void> {
    clearTimeout(this.#timer);
    const latest = await this.#state.load(question, {
      accept: ({ state }) => {
        const before = this.state?.state;
        const waited = this.lost || before === "waits" || before === "partner";
        this.lost = only && waited && state === "none";
      },
    });
    if (!latest) return;
    this.busy = false;
    if (this.#closed) return;
    const { state, table } = this.state ?? { state: "none", table: null };
    // The player may already be waiting if the first request failed.
    const unknown = this.state === null && this.fault instanceof Unreachable;
    if (state === "seated" && table !== null) this.onseated(table);
    else if (state === "waits" || state === "partner" || unknown) {
      this.#timer = setTimeout(() => void this.look(), EVERY);
    }
  }
}
