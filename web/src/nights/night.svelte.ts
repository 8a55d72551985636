/** A night as the server sends it, and its commands, which are stored while there is no network. */
import { Refusal, Unreachable } from "../net/api";
import { reason } from "../net/faults";
import { toast } from "../ui/toasts.svelte";
import type {
  AskedOfNight,
  HandEntry,
  HandPreview,
  NightAnswers,
  NightState,
  NightTable,
  PreviewHand,
} from "../wire";
import { inLanguage } from "../words/words.svelte";
import { commandOf, keep, storedCommands, type Wish } from "./kept";
import * as requests from "./requests";

/** Delay in milliseconds before an unreachable server is asked again. */
export const AGAIN = 3000;

/** Status codes of an overloaded server; a retry may succeed. */
export const BUSY: ReadonlySet<number> = new Set([429, 503]);

/** The addresses of the server that are asked. */
export interface Desk {
  look(night: string, known: requests.Known | null): Promise<NightState | null>;
  tell(night: string, commands: readonly AskedOfNight[]): Promise<NightAnswers>;
  preview(night: string, command: PreviewHand["command"]): Promise<HandPreview>;
}

/** Commands about a hand. */
export type HandWish = Extract<Wish, { do: PreviewHand["command"]["do"] }>;

export class Night {
  /** The last received state; `null`: none yet. */
  state: NightState | null = $state.raw(null);
  /** The error because of which the night cannot be shown. */
  fault: unknown = $state.raw(null);
  /** Whether the server could not be reached last time. */
  offline = $state(false);
  /** Commands that have not reached the server, in order. */
  waiting: readonly AskedOfNight[] = $state.raw([]);
  /** The server's clock less that of this browser, in milliseconds. */
  ahead = $state(0);

  #closed = false;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #wake = (): void => undefined;
  /** The queue of sends: commands are sent one at a time. */
  #sending: Promise<unknown> = Promise.resolve();
  readonly #done = new Map<string, boolean>();

  constructor(
    readonly id: string,
    private readonly desk: Desk = requests,
    /** The name under which the browser stores the unsent commands. */
    private readonly store = id,
  ) {
    this.waiting = storedCommands(store);
  }

  /** Look on until `close`. */
  async follow(): Promise<void> {
    while (!this.#closed) {
      try {
        await this.#send();
        this.#take(await this.desk.look(this.id, this.state));
      } catch (fault) {
        if (!this.#failed(fault)) {
          this.fault = fault;
          return;
        }
        await new Promise<void>((resolve) => {
          this.#wake = resolve;
          setTimeout(resolve, AGAIN);
        });
      }
    }
  }

  /** Stop following the night. */
  close(): void {
    this.#closed = true;
    clearTimeout(this.#timer);
    this.#wake();
  }

  /** Try at once, such as when the network is back. */
  again(): void {
    this.#wake();
    void this.#sendAgain();
  }

  /**
   * Send a command; shows the error if it is refused.
   *
   * @returns whether it was done; `null`: it waits for the network.
   */
  async ask(wish: Wish): Promise<boolean | null> {
    const command = commandOf(wish);
    this.#keep([...this.waiting, command]);
    try {
      await this.#send();
    } catch (fault) {
      this.#later(fault);
    }
    const done = this.#done.get(command.id) ?? null;
    this.#done.delete(command.id);
    return done;
  }

  /** Send what waits; the server may be asked for news meanwhile, whose answer takes long. */
  async #sendAgain(): Promise<void> {
    try {
      await this.#send();
    } catch (fault) {
      this.#later(fault);
    }
  }

  #later(fault: unknown): void {
    clearTimeout(this.#timer);
    if (this.#failed(fault) && !this.#closed) {
      this.#timer = setTimeout(() => void this.#sendAgain(), AGAIN);
    }
  }

  /** Number of hands of a table that were recorded here and have not reached the server. */
  unsent({ round, table }: NightTable): number {
    const entered = this.waiting.filter((one) => one.do === "enter_hand");
    return entered.filter((one) => one.round === round && one.table === table).length;
  }

  /**
   * The command to record a table's next hand, after the unsent ones.
   *
   * @param decide - whether an organiser decides it, so that no player has to confirm.
   */
  nextHand(table: NightTable, entry: HandEntry, decide: boolean): HandWish {
    const hand = table.played + 1 + this.unsent(table);
    return { do: "enter_hand", round: table.round, table: table.table, hand, entry, decide };
  }

  /** The result of a hand after a command about it; `null`: the server cannot be asked now. */
  async preview(wish: HandWish): Promise<HandPreview | null> {
    try {
      return await this.desk.preview(this.id, commandOf(wish) as PreviewHand["command"]);
    } catch (fault) {
      this.#failed(fault);
      return null;
    }
  }

  #send(): Promise<void> {
    const sent = this.#sending.then(() => this.#sendAll());
    this.#sending = sent.catch(() => undefined);
    return sent;
  }

  async #sendAll(): Promise<void> {
    const sent = this.waiting;
    if (sent.length === 0) return;
    try {
      const { answers } = await this.desk.tell(this.id, sent);
      for (const { id, done, refusal, note } of answers) {
        this.#done.set(id, done);
        if (refusal) toast(inLanguage(refusal.words), "fault");
        else if (note) toast(inLanguage(note));
      }
    } catch (fault) {
      if (!(fault instanceof Refusal) || BUSY.has(fault.status)) throw fault;
      for (const { id } of sent) this.#done.set(id, false);
      toast(reason(fault), "fault");
    }
    this.#keep(this.waiting.filter((one) => !sent.includes(one)));
    this.#take(await this.desk.look(this.id, null));
  }

  /** Whether a retry of the failed request may succeed. */
  #failed(fault: unknown): boolean {
    this.offline = fault instanceof Unreachable;
    return this.offline || (fault instanceof Refusal && BUSY.has(fault.status));
  }

  #keep(commands: readonly AskedOfNight[]): void {
    this.waiting = commands;
    keep(this.store, commands);
  }

  #take(state: NightState | null): void {
    this.offline = false;
    if (state === null || state.version < (this.state?.version ?? 0)) return;
    this.ahead = state.now - Date.now();
    this.state = state;
  }
}
