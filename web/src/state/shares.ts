/**
 * The part of this page in the shuffle (docs/deals.md): it commits to a share, and sends it when the
 * server asks for the shares of the next deal.
 */
import type { TableState } from "../wire";
import { type Hashing, isSound, lineOf, loadHashing } from "./joint";
import type { LiveTable } from "./table.svelte";

interface KnownRequest {
  readonly number: number;
  readonly digest: string;
}

/** A share that this page has given. */
export interface GivenShare {
  readonly share: string;
  /** The line of the request for it. */
  readonly line: string;
  /** The rules that the page showed then, as JSON. */
  readonly rules: string;
}

export class SharingPage {
  readonly #live: LiveTable;
  #loaded: Promise<Hashing> | null = null;
  #work: Promise<unknown> = Promise.resolve();
  /** The next share, and the commitment to it; empty: none yet. */
  #share = "";
  #commitment = "";
  /** The commitments of this page, to tell them from those of another page of the person. */
  readonly #own = new Set<string>();
  /** The last request that this page knows. */
  #last: KnownRequest | null = null;
  /** The number of the request that decided the last deal, and of the match. */
  #decided = { number: 0, match: 0 };
  /** All shares given, and how many of them before the last deal. */
  readonly #given: GivenShare[] = [];
  #before = 0;
  /** The last request that left this page out because an earlier share of it was late. */
  #leftOut: number | null = null;

  constructor(live: LiveTable) {
    this.#live = live;
    live.onEvent((event, { match: { hand } }) => {
      if (event.event === "deck_shown" && hand?.again && hand.shares)
        live.thrown = [...live.thrown.filter(({ deal }) => deal !== hand.deal), hand];
      if (event.event !== "hand_started" || !event.shares) return;
      const { number } = event.shares.request;
      const match = live.table?.match ?? 0;
      // The same deal, told again.
      if (number === this.#decided.number && match === this.#decided.match) return;
      const place = ` match=${match} hand=${event.hand} `;
      live.given = this.#given.filter(({ line }, at) => at >= this.#before || line.includes(place));
      live.thrown = live.thrown.filter(
        ({ shares }) => shares?.request.match === match && shares.request.hand === event.hand,
      );
      this.#decided = { number, match };
      this.#before = this.#given.length;
    });
  }

  /**
   * Follow a new state of the table.
   *
   * @param used - whether the user has just come back to this page, so that it takes part again
   * after another page of the person.
   */
  follow(table: TableState, seat: number, used = false): void {
    this.#work = this.#work
      .then(async () => {
        this.#loaded ??= loadHashing();
        return this.#follow(table, seat, used, await this.#loaded);
      })
      .catch(() => (this.#loaded = null)); // the next state tries again
  }

  async #follow(table: TableState, seat: number, used: boolean, hashing: Hashing): Promise<void> {
    const { request } = table;
    const asked = request?.seats[seat];
    if (request && request.number > (this.#last?.number ?? 0)) {
      const before = this.#last;
      const line = lineOf(request, hashing.hash(table.id));
      this.#last = { number: request.number, digest: hashing.hash(line) };
      const isPending = this.#live.table?.request?.number === request.number;
      const follows = before?.number !== request.number - 1 || request.previous === before.digest;
      const isFit = isSound(request) && asked?.commitment === this.#commitment && follows;
      const rules = JSON.stringify(table.rules);
      if (isPending && isFit) return this.#answer(request.number, line, rules, hashing);
    }
    // What was sent meanwhile is in the latest state.
    const named = (this.#live.table ?? table).commitments?.[seat] ?? "";
    const isNew = named === "" || this.#own.size === 0;
    const isBack = used && !this.#own.has(named);
    const isOut = asked?.why === "out" && this.#leftOut !== request?.number;
    if (isNew || isBack || isOut) await this.#commit(hashing);
    if (isOut && request) this.#leftOut = request.number;
  }

  async #commit(hashing: Hashing): Promise<void> {
    this.#renew(hashing);
    await this.#live.do({ do: "commit_share", commitment: this.#commitment });
  }

  /** Send the share, once, and commit to the next one. */
  async #answer(number: number, line: string, rules: string, hashing: Hashing): Promise<void> {
    const share = this.#share;
    this.#given.push({ share, line, rules });
    this.#renew(hashing);
    const next = this.#commitment;
    const { done } = await this.#live.do({ do: "give_share", number, share, next });
    if (!done) await this.#commit(hashing); // It was late, or the match is over.
  }

  #renew({ newShare, commitmentTo }: Hashing): void {
    this.#share = newShare();
    this.#commitment = commitmentTo(this.#share);
    this.#own.add(this.#commitment);
  }
}
