import { describe, expect, it } from "vitest";

import {
  jumpTo,
  layOut,
  placesIn,
  rowsOf,
  stepFrom,
  suitsOf,
  type Room,
  type SuitGroup,
} from "../../src/table/hand";
import type { Card, Layout, Rank, Suit } from "../../src/wire";

const RANKS: Rank[] = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"];

/** Twos are the trump rank, spades the trump suit. */
const LAYOUT: Layout = [
  [["BJ"], ["SJ"], ["2S"], ["2H", "2C", "2D"], ...RANKS.map((rank) => [`${rank}S` as Card])],
  ...(["H", "C", "D"] as Suit[]).map((suit) => RANKS.map((rank) => [`${rank}${suit}` as Card])),
];
const PHONE: Room = { width: 344, card: 46, least: 26, good: 40, rows: 1, most: 50, gap: 5 };

const cardsOf = (groups: SuitGroup[]): Card[][] =>
  groups.map((group) => group.map(({ card }) => card));

/** A hand of so many cards, evenly from all of them. */
function hand(size: number): Card[] {
  const all = [...LAYOUT.flat(2), ...LAYOUT.flat(2)] as Card[];
  return Array.from({ length: size }, (_, i) => all[Math.floor((i * all.length) / size)]!);
}

describe("laying out a hand", () => {
  it("puts trumps together and first, each suit from high to low", () => {
    const cards: Card[] = ["3H", "2H", "AS", "BJ", "AH", "2S", "3H"];
    expect(cardsOf(layOut(cards, LAYOUT))).toEqual([
      ["BJ", "2S", "2H", "AS"],
      ["AH", "3H", "3H"],
    ]);
  });

  it("tells copies of one card apart", () => {
    const ids = layOut(["3H", "3H"], LAYOUT)
      .flat()
      .map(({ id }) => id);
    expect(new Set(ids).size).toBe(2);
  });

  it("lets the colours of side suits take turns", () => {
    const groups = layOut(["AS", "AH", "AD", "AC"], LAYOUT);
    expect(cardsOf(groups)).toEqual([["AS"], ["AH"], ["AC"], ["AD"]]);
    const [hearts, clubs, diamonds] = [LAYOUT[1]!, LAYOUT[2]!, LAYOUT[3]!];
    const other = layOut(["AS", "AH", "AD", "AC"], [LAYOUT[0]!, hearts, diamonds, clubs]);
    expect(cardsOf(other)).toEqual([["AS"], ["AH"], ["AC"], ["AD"]]);
  });

  it("goes by printed suits before there is a layout", () => {
    expect(cardsOf(layOut(["2H", "SJ", "AS"], null))).toEqual([["SJ"], ["AS"], ["2H"]]);
  });
});

describe("the rows of a hand", () => {
  it("hold every card once, in order", () => {
    for (const size of [1, 12, 25, 33, 54, 70]) {
      const groups = layOut(hand(size), LAYOUT);
      expect(rowsOf(groups, PHONE).rows.flat(2)).toEqual(groups.flat());
    }
  });

  it("leave 33 cards readable on three rows of a phone", () => {
    const { rows, strip } = rowsOf(layOut(hand(33), LAYOUT), PHONE);
    expect(rows.length).toBe(3);
    expect(strip).toBeGreaterThanOrEqual(26);
  });

  it("never show less of a card than can be touched", () => {
    for (let size = 1; size <= 70; size++) {
      expect(rowsOf(layOut(hand(size), LAYOUT), PHONE).strip).toBeGreaterThanOrEqual(25.75);
    }
  });

  it("are more where the height allows it, until cards lie comfortably apart", () => {
    const groups = layOut(hand(25), LAYOUT);
    expect(rowsOf(groups, PHONE).rows.length).toBe(3);
    const { rows, strip } = rowsOf(groups, { ...PHONE, rows: 9 });
    expect(rows.length).toBe(4);
    expect(strip).toBeGreaterThanOrEqual(40);
    expect(rowsOf(layOut(hand(33), LAYOUT), { ...PHONE, rows: 4 }).rows.length).toBe(4);
  });

  it("keep suits whole where that takes no more rows", () => {
    const groups = layOut(["AS", "KS", "QS", "AH", "KH", "AC", "KC", "QC", "JC", "10C"], LAYOUT);
    const { rows } = rowsOf(groups, { ...PHONE, width: 240 });
    expect(rows.length).toBe(2);
    expect(rows.flat()).toEqual(groups);
  });

  it("lie within the width", () => {
    for (const size of [5, 25, 33, 54]) {
      const rows = rowsOf(layOut(hand(size), LAYOUT), PHONE);
      for (const { x } of placesIn(rows, PHONE, 54)) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + PHONE.card).toBeLessThanOrEqual(PHONE.width + 0.01);
      }
    }
  });

  it("are none for an empty hand", () => {
    expect(rowsOf([], PHONE).rows).toEqual([]);
  });
});

describe("moving among the cards", () => {
  const groups = layOut(hand(33), LAYOUT);
  const { rows } = rowsOf(groups, PHONE);
  const all = groups.flat().map(({ id }) => id);

  it("goes from card to card and stops at the ends", () => {
    expect(stepFrom(rows, all[0]!, "right")).toBe(all[1]);
    expect(stepFrom(rows, all[0]!, "left")).toBe(all[0]);
    expect(stepFrom(rows, all[4]!, "last")).toBe(all.at(-1));
    expect(stepFrom(rows, null, "right")).toBe(all[0]);
  });

  it("goes between rows, and stays in the outer ones", () => {
    const below = stepFrom(rows, all[0]!, "down");
    expect(below).toBe(rows[1]!.flat()[0]!.id);
    expect(stepFrom(rows, below, "up")).toBe(all[0]);
    expect(stepFrom(rows, all[0]!, "up")).toBe(all[0]);
  });

  it("jumps to the next card of a rank, round the hand", () => {
    const few = layOut(["KS", "10H", "KH", "BJ"], LAYOUT);
    const [joker, king, otherKing, ten] = few.flat().map(({ id }) => id);
    expect(jumpTo(few, null, "k")).toBe(king);
    expect(jumpTo(few, king!, "K")).toBe(otherKing);
    expect(jumpTo(few, otherKing!, "k")).toBe(king);
    expect(jumpTo(few, null, "1")).toBe(ten);
    expect(jumpTo(few, null, "b")).toBe(joker);
    expect(jumpTo(few, null, "9")).toBeNull();
  });
});

it("knows the effective suit of every card", () => {
  const suits = suitsOf(LAYOUT);
  expect(["BJ", "2H", "AS", "AH", "3D"].map((card) => suits.get(card as Card))).toEqual([
    "T",
    "T",
    "T",
    "H",
    "D",
  ]);
});
