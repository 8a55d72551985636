import { expect, it, vi } from "vitest";

import { loadHashing } from "../../src/state/joint";
import { type GivenShare, SharingPage } from "../../src/state/shares";
import type { Hand } from "../../src/state/match";
import type { EventListener, LiveTable } from "../../src/state/table.svelte";
import type { Action, DealRequest, Event, TableState } from "../../src/wire";

const { commitmentTo } = await loadHashing();
const NINES = "9".repeat(64);

/** A page in seat 0 of a table, and what it has sent. */
class Seated {
  readonly sent: Action[] = [];
  readonly live: LiveTable;
  readonly page: SharingPage;
  #listen: EventListener = () => undefined;

  constructor() {
    const live = {
      table: null,
      given: [],
      thrown: [],
      do: (action: Action) => {
        this.sent.push(action);
        if (action.do === "commit_share" && this.live.table)
          this.live.table = { ...this.live.table, commitments: [action.commitment, null] };
        return Promise.resolve({ done: true });
      },
      onEvent: (listener: EventListener) => {
        this.#listen = listener;
      },
    };
    this.live = live as unknown as LiveTable;
    this.page = new SharingPage(this.live);
  }

  /** The commitment to the next share of the page. */
  get commitment(): string {
    const last = this.sent.at(-1);
    if (last?.do === "commit_share") return last.commitment;
    return last?.do === "give_share" ? last.next : "";
  }

  async follow(request: DealRequest | null, pending = true): Promise<void> {
    const seats = [{ person: "me" }, { person: null }];
    const commitments = [this.commitment || null, null];
    const others = { id: "t", match: request?.match ?? 1, rules: {} };
    const table = { ...others, seats, commitments, request } as unknown as TableState;
    this.live.table = pending ? table : null;
    this.page.follow(table, 0);
    await vi.waitFor(() => expect(this.sent.length).toBeGreaterThan(0));
    await new Promise((later) => setTimeout(later));
  }

  #hear(event: object, hand: object): void {
    this.#listen(event as Event, { match: { hand } } as Parameters<EventListener>[1]);
  }

  /** What the page knows to have given for a deal that begins. */
  start(request: DealRequest): readonly GivenShare[] {
    const shares = { request, given_up: [] };
    this.#hear({ event: "hand_started", hand: request.hand, shares }, {});
    return this.live.given;
  }

  /** The deals that the page knows to be thrown in, after one more. */
  throwIn(request: DealRequest): readonly Hand[] {
    const shares = { request, given_up: [] };
    this.#hear({ event: "deck_shown" }, { deal: request.deal, shares, again: {} });
    return this.live.thrown;
  }
}

const request = (number: number, commitment: string, given: Partial<DealRequest> = {}) =>
  ({
    ...{
      number,
      match: 1,
      hand: 1,
      deal: 1,
      first: 0,
      rules: NINES,
      previous: null,
      server: NINES,
    },
    seats: [
      { commitment, share: null, why: null },
      { commitment: null, share: null, why: "bot" },
    ],
    ...given,
  }) as DealRequest;

it("commits, and gives each share once to a request that names its commitment", async () => {
  const seat = new Seated();
  await Promise.all([seat.follow(null), seat.follow(null)]); // Another state comes meanwhile.
  const { commitment } = seat;
  await seat.follow(request(1, commitment));
  const given = seat.sent[1];
  expect(given).toMatchObject({ do: "give_share", number: 1 });
  expect(given?.do === "give_share" && commitmentTo(given.share)).toBe(commitment);
  for (const again of [request(1, commitment), request(2, commitment), request(2, NINES)])
    await seat.follow(again);
  expect(seat.sent.filter((one) => one.do === "give_share").length).toBe(1);
});

it("gives no share to a request that is over, or states less than it seems to", async () => {
  const seat = new Seated();
  await seat.follow(null);
  const { commitment } = seat;
  await seat.follow(request(1, commitment), false);
  const own = { commitment, share: null, why: null };
  for (const [at, other] of [
    { commitment: null, share: null, why: "" },
    { commitment: null, share: null, why: NINES },
    { commitment: NINES, share: null, why: "away" },
    { commitment: null, share: NINES, why: "away" },
    { commitment: "", share: null, why: null },
  ].entries())
    await seat.follow(request(at + 2, commitment, { seats: [own, other] as DealRequest["seats"] }));
  await seat.follow(request(9, commitment, { first: "x" as "random" }));
  expect(seat.sent.some((one) => one.do === "give_share")).toBe(false);
});

it("gives a share only to the request after the one it knows", async () => {
  const seat = new Seated();
  await seat.follow(null);
  await seat.follow(request(1, NINES));
  await seat.follow(request(2, seat.commitment, { previous: NINES }));
  expect(seat.sent.some((one) => one.do === "give_share")).toBe(false);
});

it("keeps what it has given for each deal, also when a deal is told again", async () => {
  const seat = new Seated();
  await seat.follow(null);
  const first = request(1, seat.commitment);
  await seat.follow(first);
  const given = seat.start(first);
  expect(given.length).toBe(1);
  expect(given[0]!.line).toContain(" match=1 hand=1 deal=1 first=0 ");
  expect(seat.start(first)).toBe(given);
  expect(seat.throwIn(first).length).toBe(1);
  expect(seat.throwIn(first).length).toBe(1);
  // The deal of another hand in between changes nothing for this hand.
  expect(seat.start(request(2, NINES, { hand: 2 }))).toEqual([]);
  expect(seat.live.thrown).toEqual([]);
  expect(seat.throwIn(first).length).toBe(1);
  expect(seat.start(request(3, NINES, { deal: 2 }))).toEqual(given);
  expect(seat.live.thrown.length).toBe(1);
  // In the next match the same request is of no deal that the page took part in.
  await seat.follow(request(4, NINES, { match: 2 }));
  expect(seat.start(request(3, NINES))).toEqual([]);
  // A share given since the last deal must be listed, whatever hand it was for.
  await seat.follow(request(7, seat.commitment, { match: 2, hand: 9 }));
  expect(seat.start(request(8, NINES, { match: 2 })).length).toBe(1);
});
