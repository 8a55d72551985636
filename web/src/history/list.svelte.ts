/** A list of matches that grows as its reader wants more. */
import type { MatchLine, MatchPage } from "../wire";

/** Asks for a page: what is wanted, and after which match it begins. */
export type AskPage = (query: string, before: string | null) => Promise<MatchPage>;

export class MatchList {
  /** Those that are known, the one that ended last first; `null`: not asked yet. */
  lines: readonly MatchLine[] | null = $state.raw(null);
  /** Whether there are more. */
  more = $state(false);
  busy = $state(false);
  /** Why they could not be asked for; `null`: they could. */
  fault: unknown = $state.raw(null);

  #query = "";
  #next: string | null = null;
  /** Which question was asked last: answers to others come too late. */
  #turn = 0;

  constructor(private readonly ask: AskPage) {}

  /** Begin again with other matches. */
  async show(query: string): Promise<void> {
    this.#query = query;
    this.#next = null;
    this.lines = null;
    this.more = false;
    await this.#load();
  }

  /** Add those that follow, or try again. */
  async extend(): Promise<void> {
    if (!this.busy) await this.#load();
  }

  async #load(): Promise<void> {
    const turn = ++this.#turn;
    this.busy = true;
    this.fault = null;
    try {
      const page = await this.ask(this.#query, this.#next);
      if (turn !== this.#turn) return;
      this.lines = [...(this.lines ?? []), ...page.matches];
      this.#next = page.next;
      this.more = page.next !== null;
    } catch (fault) {
      if (turn !== this.#turn) return;
      this.fault = fault;
    }
    this.busy = false;
  }
}
