import { describe, expect, it } from "vitest";

import { lacksAccount, type Match, matchAt, step, withAccount } from "../../src/state/match";
import type { Card, Event, HandAccount, HandStarted } from "../../src/wire";
import stories from "../fixtures/matches.json";

/** What the server knows after so many events; see `web/make_matches.py`. */
interface Point {
  events: number;
  sizes: number[];
  cards: Card[] | null;
  kitty: Card[] | null;
  tricks: number;
}

const sorted = (cards: readonly Card[] | null | undefined) => cards && [...cards].sort();
const SIZES = { players: 4, kitty_size: 8 };

function started(given: Partial<HandStarted> = {}): HandStarted {
  return {
    event: "hand_started",
    hand: 1,
    rank: "2",
    dealer: null,
    first: 0,
    turned: [],
    commitment: "",
    deck: null,
    salt: null,
    redeals: 0,
    ...given,
  };
}

function after(...events: Event[]): Match {
  return events.reduce<Match | null>((match, event) => step(match, event, SIZES), null) as Match;
}

describe.each(stories)("the match $name, seen from seat $seat", (story) => {
  it("has the hands that the server has, after every event", () => {
    const points = new Map((story.points as Point[]).map((point) => [point.events, point]));
    let match: Match | null = null;
    for (const [at, event] of (story.events as Event[]).entries()) {
      match = step(match, event, story);
      const point = points.get(at + 1);
      if (!point) continue;
      const hand = match.hand;
      expect(hand?.sizes).toEqual(point.sizes);
      if (story.seat !== null) expect(sorted(hand?.cards[story.seat])).toEqual(sorted(point.cards));
      expect(sorted(hand?.kitty)).toEqual(sorted(point.kitty));
      expect(hand?.tricks.length).toBe(point.tricks);
    }
    expect(match?.hand?.ended?.levels_after).toEqual(match?.levels);
    expect(match?.hand?.trick).toBeNull();
  });
});

describe("a match", () => {
  it("begins with everyone at the level of the first hand", () => {
    expect(after(started({ rank: "5" })).levels).toEqual(["5", "5", "5", "5"]);
  });

  it("remembers why a hand is dealt again", () => {
    const match = after(
      started(),
      { event: "dealt_again", reason: "no-bid", first: 2, dealer: null, turned: ["BJ"] },
      started({ first: 2 }),
    );
    expect(match.again?.reason).toBe("no-bid");
    expect(match.hand?.again).toBeNull();
    expect(match.hand?.first).toBe(2);
  });

  it("knows a kitty that everybody was shown, and not who of others holds what", () => {
    const drawn = { event: "card_drawn", seat: 0, card: null } as const;
    const taken = { event: "kitty_taken", seat: 0, cards: ["KS", "5H"], shown: true } as const;
    const hand = after(started(), drawn, taken).hand;
    expect(hand?.shownKitty).toEqual(["KS", "5H"]);
    expect(hand?.cards[0]).toBeNull();
    expect(hand?.taken).toEqual([]);
    const hidden = after(started(), drawn, { ...taken, cards: null, shown: false }).hand;
    expect(hidden?.shownKitty).toEqual([]);
  });

  it("begins anew after its end", () => {
    const over = { ...after(started()), levels: ["A" as const], winners: [0, 2] };
    const next = step(over, started(), SIZES);
    expect(next.winners).toBeNull();
    expect(next.levels).toEqual(["2", "2", "2", "2"]);
  });

  it("keeps the cards of a failed throw that were not led", () => {
    const match = after(
      started(),
      ...(["AS", "KS", "QS"] as const).map((card) => ({
        event: "card_drawn" as const,
        seat: 1,
        card,
      })),
      { event: "throw_failed", seat: 1, thrown: ["AS", "QS"], challenger: 2, penalty: 10 },
      { event: "played", seat: 1, cards: ["QS"], units: [["QS"]] },
    );
    expect(match.hand?.cards[1]).toEqual(["AS", "KS"]);
    expect(match.hand?.trick?.failed?.thrown).toEqual(["AS", "QS"]);
    expect(match.hand?.trick?.leader).toBe(1);
  });

  it("takes an account once, and sees when one is missing", () => {
    const account = { number: 1 } as HandAccount;
    const match = after(started());
    expect(withAccount(withAccount(match, account), account).results).toEqual([account]);
    expect(lacksAccount(match)).toBe(false);
    expect(lacksAccount(step(match, started({ hand: 2 }), SIZES))).toBe(true);
    expect(lacksAccount(step(withAccount(match, account), started({ hand: 2 }), SIZES))).toBe(
      false,
    );
  });

  it("refuses events of a hand that it has not seen begin", () => {
    const match = matchAt({ levels: ["2"], laps: [], hands: 0, deals: 0, results: [] });
    expect(() => step(match, { event: "land_passed", seat: 0 }, SIZES)).toThrow("outside a hand");
  });
});
