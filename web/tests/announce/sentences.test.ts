import { beforeAll, describe, expect, it } from "vitest";

import { dutyOf, sentenceOf } from "../../src/announce/sentences";
import { type Hand, matchAt } from "../../src/state/match";
import type { Reader } from "../../src/table/people";
import type { Card, Event, Now } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const reader: Reader = {
  seat: 0,
  players: 4,
  nameOf: (seat) => ["You", "Ann", "Bo", "Cy"][seat] ?? "",
};
const match = matchAt({ levels: [], laps: [], hands: 0, deals: 0, results: [] });
const say = (event: Event, past = false) => sentenceOf(event, { match, past }, reader);
const now = (given: Partial<Now>): Now => ({
  wait: "follow",
  seats: [0],
  since: 3,
  asleep: false,
  clock: null,
  onward: null,
  trump: null,
  dealer: null,
  winning: null,
  points: 0,
  declarers: [],
  sides_known: false,
  taken: [],
  voids: [],
  turn: null,
  passed: false,
  may_pass: false,
  plays_later: false,
  may_take_back: false,
  account: null,
  ...given,
});
const turn = {
  options: [],
  size: null,
  forced: [],
  unplayable: [],
  groups: [],
  owed: null,
  choices: [],
  calls: 0,
  reason: null,
  claim: null,
};

beforeAll(() => speak("en"));

describe("an event in words", () => {
  it("names who played what", () => {
    const cards: Card[] = ["9S", "9S"];
    expect(say({ event: "played", seat: 1, cards, units: [cards] })).toBe(
      "Ann, leading: 2 × 9 of spades.",
    );
    expect(say({ event: "played", seat: 2, cards: ["KC"], units: [] })).toBe("Bo: K of clubs.");
  });

  it("tells one's own cards as they come, and nobody else's", () => {
    expect(say({ event: "card_drawn", seat: 0, card: "BJ" })).toBe("Big Joker");
    expect(say({ event: "card_drawn", seat: 1, card: null })).toBeNull();
  });

  it("tells what everybody is shown of the kitty", () => {
    const taken = { event: "kitty_taken", seat: 1, cards: null, shown: false } as const;
    expect(say(taken)).toBe("Ann takes the kitty.");
    // In a replay with all hands open the cards lie there; told, they hide what comes next.
    expect(say({ ...taken, cards: ["KC"] })).toBe("Ann takes the kitty.");
    expect(say({ ...taken, cards: ["KC"], shown: true })).toBe(
      "Ann takes the kitty, which all have seen: K of clubs.",
    );
    expect(say({ ...taken, seat: 0, cards: ["KC"] })).toBe("You take the kitty: K of clubs.");
  });

  it("tells points only where there are some", () => {
    const trick = {
      event: "trick_taken",
      seat: 1,
      points: 0,
      opponents: 20,
      red_fives: [],
    } as const;
    expect(say(trick)).toBe("Ann: trick won.");
    expect(say({ ...trick, points: 10, opponents: 30 })).toBe(
      "Ann: trick won, 10 points. Opponents: 30.",
    );
  });

  it("tells a claim of one's own, and of others", () => {
    const claim = { event: "rest_claimed", seat: 0, takes: "all", accepted: true } as const;
    expect(say(claim)).toBe(
      "You claim every trick that is left. The others agree, and the cards are played out.",
    );
    expect(say({ ...claim, seat: 1, takes: "none", accepted: false })).toBe(
      "Ann gives the other side every trick that is left. The others want to play on.",
    );
  });

  it("says to oneself what one does, and what is done to one", () => {
    const shown = { event: "shown", way: "override", cards: ["2H"], suit: "H", dealer: 0 } as const;
    expect(say({ ...shown, seat: 0 })).toBe("You override with 2 of hearts.");
    expect(say({ ...shown, seat: 1 })).toBe("Ann overrides with 2 of hearts.");
    const failed = { event: "throw_failed", thrown: ["9D", "6D"], penalty: 0 } as const;
    expect(say({ ...failed, seat: 1, challenger: 0 })).toBe(
      "Ann throws 9 of diamonds, 6 of diamonds, but you can beat it.",
    );
    expect(say({ ...failed, seat: 0, challenger: 1 })).toBe(
      "Your throw 9 of diamonds, 6 of diamonds fails: Ann can beat it.",
    );
    const won = { event: "match_ended", winners: [0, 2], reason: "won" } as const;
    expect(say(won)).toBe("The match is over: you have won!");
    expect(say({ ...won, winners: [1, 3] })).toBe("The match is won by Ann, Cy.");
  });

  it("tells a friend who joins from one who had joined already", () => {
    const joins = { event: "friend_joined", seat: 1, call: 0, lost: 5 } as const;
    const tell = (dealer: number, before: readonly (typeof joins)[]) => {
      const hand = { calls: [{ card: "AH", ordinal: 2 }], dealer, joined: [...before, joins] };
      const told = { match: { ...match, hand: hand as unknown as Hand }, past: false };
      return sentenceOf(joins, told, reader);
    };
    const again =
      "Ann has played the A of hearts number 2 too: the Declarers are one short. " +
      "5 points won before are thrown away.";
    expect(tell(3, [])).toBe(
      "Ann has played the A of hearts number 2 and is the Dealer's friend. " +
        "5 points won before are thrown away.",
    );
    expect([tell(1, []), tell(3, [joins])]).toEqual([again, again]);
  });

  it("tells who wins a hand, and with what", () => {
    const ended = { event: "hand_ended", winner: "opponents", points: 120 };
    expect(say({ ...ended, levels: 1 } as unknown as Event)).toBe(
      "The Opponents win the hand and go up 1 level: the Opponents have 120 points.",
    );
    expect(say({ ...ended, levels: 2 } as unknown as Event)).toBe(
      "The Opponents win the hand and go up 2 levels: the Opponents have 120 points.",
    );
    expect(say({ ...ended, levels: 0 } as unknown as Event)).toBe(
      "The Opponents win the hand and take over, with no levels: the Opponents have 120 points.",
    );
    expect(say({ ...ended, winner: "declarers", levels: 0 } as unknown as Event)).toBe(
      "The Declarers win the hand and stay at their level: the Opponents have 120 points.",
    );
  });

  it("is silent about what is caught up on", () => {
    expect(
      say({ event: "dealt_again", reason: "no-bid", first: 0, dealer: null, turned: [] }, true),
    ).toBeNull();
  });

  it("speaks the language of the site", async () => {
    await speak("zh-Hant");
    expect(say({ event: "played", seat: 1, cards: ["KC"], units: [] })).toBe("Ann：梅花K。");
    expect(say({ event: "land_passed", seat: 0 })).toBe("你不炒地皮。");
    expect(say({ event: "land_passed", seat: 1 })).toBe("Ann不炒地皮。");
    await speak("en");
  });
});

describe("one's turn in words", () => {
  it("says what is owed as the server puts it", () => {
    const words = { en: "Follow with a pair.", "zh-Hans": "跟一对。", "zh-Hant": "跟一對。" };
    const owed = { suit: "S", size: 2, of_suit: 2, rung: [], beat: false, words } as const;
    expect(dutyOf(now({ turn: { ...turn, size: 2, owed } }))).toBe(
      "Your turn. Follow with a pair.",
    );
  });

  it("says what may be declared, and nothing where nothing may", () => {
    const options: Card[][] = [["2H"], ["2H", "2H"]];
    expect(dutyOf(now({ wait: "draw", turn: { ...turn, options } }))).toBe(
      "You can declare 2 of hearts, or 2 × 2 of hearts.",
    );
    expect(dutyOf(now({ wait: "draw", turn }))).toBeNull();
  });

  it("counts what is to be buried", () => {
    expect(dutyOf(now({ wait: "bury", turn: { ...turn, size: 8 } }))).toBe(
      "Your turn: bury 8 cards.",
    );
  });
});
