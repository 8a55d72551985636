import { describe, expect, it } from "vitest";

import {
  jumpTo,
  layAgain,
  layOut,
  placesIn,
  roomOn,
  rowsOf,
  stepFrom,
  type Room,
  type Screen,
  type SuitGroup,
} from "../../src/table/hand";
import { scaleOf, type Shape } from "../../src/table/places";
import type { Card, Layout, Rank, Suit } from "../../src/wire";

const RANKS: Rank[] = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3"];

/** Twos are the trump rank, spades the trump suit. */
const LAYOUT: Layout = [
  [["BJ"], ["SJ"], ["2S"], ["2H", "2C", "2D"], ...RANKS.map((rank) => [`${rank}S` as Card])],
  ...(["H", "C", "D"] as Suit[]).map((suit) => RANKS.map((rank) => [`${rank}${suit}` as Card])),
];
const PHONE: Room = {
  width: 344,
  card: 46,
  least: 26,
  good: 40,
  rows: 1,
  most: 50,
  gap: 5,
  steady: true,
};

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

  it("leaves suits where they are when one runs out", () => {
    const spades = RANKS.map((rank) => [`${rank}S` as Card]);
    const noTrump: Layout = [[["BJ"], ["SJ"]], spades, ...LAYOUT.slice(1)];
    const held: Card[] = ["BJ", "AS", "AH", "AD"];
    expect(cardsOf(layOut(held, noTrump))).toEqual([["BJ"], ["AH"], ["AS"], ["AD"]]);
    expect(cardsOf(layOut(held, noTrump, ["AC"]))).toEqual([["BJ"], ["AS"], ["AH"], ["AD"]]);
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
    const groups = layOut(hand(12), LAYOUT);
    expect(rowsOf(groups, { ...PHONE, least: 24 }).rows.length).toBe(1);
    const { rows, strip } = rowsOf(groups, { ...PHONE, least: 24, rows: 9 });
    expect(rows.length).toBe(2);
    expect(strip).toBeGreaterThanOrEqual(37);
  });

  it("keep suits whole where that takes no more rows", () => {
    const groups = layOut(["AS", "KS", "QS", "AH", "KH", "AC", "KC", "QC", "JC", "10C"], LAYOUT);
    const { rows } = rowsOf(groups, { ...PHONE, width: 240 });
    expect(rows.length).toBe(2);
    expect(rows.flat()).toEqual(groups);
  });

  it("lie within the width", () => {
    for (const size of [5, 25, 33, 54]) {
      const laid = layAgain(null, layOut(hand(size), LAYOUT), PHONE);
      for (const { x } of placesIn(laid, 54)) {
        expect(x).toBeGreaterThanOrEqual(-0.01);
        expect(x + PHONE.card).toBeLessThanOrEqual(PHONE.width + 0.01);
      }
    }
  });

  it("cut a suit that is too long for the screen", () => {
    const cards = LAYOUT[0]!.flat() as Card[];
    const { rows, strip } = rowsOf(layOut(cards, LAYOUT), PHONE);
    expect(rows.length).toBe(2);
    expect(strip).toBeGreaterThanOrEqual(26);
  });

  it("are none for an empty hand", () => {
    expect(rowsOf([], PHONE).rows).toEqual([]);
  });
});

/** Every way in which so many cards can be of one to five suits that follow each other. */
function* shapesOf(cards: number, suits = 5): Generator<number[]> {
  yield [cards];
  if (suits === 1) return;
  for (let first = 1; first < cards; first++)
    for (const rest of shapesOf(cards - first, suits - 1)) yield [first, ...rest];
}

/** Suits of all lengths, made once: each is part of many hands. */
const LONG = Array.from({ length: 5 }, (_, suit) =>
  Array.from({ length: 40 }, (_, length) =>
    Array.from({ length }, (_, at) => ({ id: `${suit} ${at}`, card: "3H" as Card })),
  ),
);

/** A hand whose suits are so long. */
const ofShape = (shape: readonly number[]): SuitGroup[] =>
  shape.map((length, suit) => LONG[suit]![length]!);

/** How many cards lie on each row. */
const sizes = (rows: SuitGroup[][]): number[] =>
  rows.map((row) => row.reduce((sum, { length }) => sum + length, 0));

/** A suit that is on more than one row. */
const isCut = (rows: SuitGroup[][], groups: SuitGroup[]): boolean =>
  rows.flat().length > groups.length;

/** Each of so many shapes, which are similar to their neighbours. */
function* some(shapes: Iterable<number[]>, every = 97): Generator<number[]> {
  let at = 0;
  for (const shape of shapes) if (at++ % every === 0) yield shape;
}

const rowsFor = (shape: number[], screen: Screen): SuitGroup[][] => {
  const groups = ofShape(shape);
  return rowsOf(groups, roomOn(screen, groups)).rows;
};

/** A screen of so many pixels; half of the height is for the hand. */
const screen = (shape: Shape, width: number, height: number): Omit<Screen, "large"> => ({
  shape,
  width: width - 16,
  tallest: height / 2,
  scale: shape === "wide" ? scaleOf(width, height) : 1,
});
const TABLETS = [screen("wide", 744, 1133), screen("wide", 768, 1024), screen("wide", 820, 1180)];
const SCREENS = [
  screen("tall", 360, 640),
  screen("tall", 390, 844),
  screen("flat", 640, 360),
  TABLETS[1]!,
  screen("wide", 1280, 800),
];
/** How long going through all shapes of hands may take, in milliseconds: the machine may be busy. */
const PATIENCE = 60_000;

describe.each(SCREENS)("the rows of any hand on a $shape screen, $width wide", (screen) => {
  const SIZES = [12, 25, 33, 39];

  const names = "show each card to be read and touched (large cards: %s)";
  it.each([false, true])(names, { timeout: PATIENCE }, (large) => {
    for (const size of SIZES)
      for (const shape of some(shapesOf(size, 4))) {
        const groups = ofShape(shape);
        const room = roomOn({ ...screen, large }, groups);
        const { rows, strip } = rowsOf(groups, room);
        const cards = sizes(rows);
        // What lies alone on its row shows whole.
        const shows = strip >= room.least - 0.25 || cards.every((number) => number === 1);
        if (cards.reduce((sum, number) => sum + number) !== size || !shows)
          expect.unreachable(`${shape}: ${rows.length} rows, ${strip} of each card`);
      }
  });
});

describe("a hand of 25 on a tablet held upright", () => {
  const any = { timeout: PATIENCE };

  it.each(TABLETS)("lies on two rows, $width wide, whatever its suits", any, (screen) => {
    const laid = new Set<number>();
    for (const shape of some(shapesOf(25)))
      laid.add(rowsFor(shape, { ...screen, large: false }).length);
    expect([...laid]).toEqual([2]);
  });

  it.each(TABLETS)("lies on three at most where cards are large, $width wide", any, (screen) => {
    const laid = new Set<number>();
    for (const shape of some(shapesOf(25)))
      laid.add(rowsFor(shape, { ...screen, large: true }).length);
    expect(Math.max(...laid)).toBeLessThanOrEqual(3);
  });

  it("cuts a suit only where it does not lie on two rows otherwise", () => {
    const rowsHere = (shape: number[]) => rowsFor(shape, { ...TABLETS[0]!, large: false });
    const cutUp = (shape: number[]): boolean => isCut(rowsHere(shape), ofShape(shape));
    expect(cutUp([10, 8, 7])).toBe(false);
    expect(cutUp([4, 17, 4])).toBe(true);
    expect(rowsHere([4, 17, 4]).map((row) => row.map((one) => one.length))).toEqual([
      [4, 9],
      [8, 4],
    ]);
  });
});

describe("a hand that is played from", () => {
  const whole = layOut(hand(20), LAYOUT);
  const tall: Room = { ...PHONE, good: 32, rows: 4 };
  const where = (laid: ReturnType<typeof layAgain>) =>
    new Map(placesIn(laid, 54).map(({ held, x, y }) => [held.id, { x, y }]));
  const without = (groups: SuitGroup[], id: string): SuitGroup[] =>
    groups
      .map((group) => group.filter((held) => held.id !== id))
      .filter((group) => group.length > 0);

  it("keeps every card in its row, and those before the played one in place", () => {
    const before = layAgain(null, whole, tall);
    const id = before.rows[1]!.flat()[2]!.id;
    const [was, is] = [where(before), where(layAgain(before, without(whole, id), tall))];
    expect(is.size).toBe(19);
    for (const [held, { y }] of is) expect(y).toBe(was.get(held)!.y);
    const moved = [...is].filter(([held, { x }]) => x !== was.get(held)!.x);
    expect(moved.length).toBe(before.rows[1]!.flat().length - 3);
  });

  it("goes on fewer rows as soon as it fits there", () => {
    let laid = layAgain(null, whole, tall);
    let groups = whole;
    const changes: number[] = [];
    while (groups.length > 0) {
      groups = without(groups, groups.at(-1)!.at(-1)!.id);
      const rows = laid.rows.length;
      laid = layAgain(laid, groups, tall);
      if (laid.rows.length !== rows) changes.push(laid.rows.length);
      expect(laid.rows.flat(2)).toEqual(groups.flat());
    }
    expect(changes.toSorted((one, other) => other - one)).toEqual(changes);
  });

  it("is laid out afresh when a card comes, trump is made, or the screen turns", () => {
    const few = layAgain(null, without(whole, whole[0]![0]!.id), tall);
    expect(layAgain(few, whole, tall).rows.flat(2)).toEqual(whole.flat());
    const plain = layOut(hand(20), null);
    expect(layAgain(layAgain(null, plain, tall), whole, tall)).toEqual(layAgain(null, whole, tall));
    const wide = { ...tall, width: 800 };
    expect(layAgain(few, whole, wide)).toEqual(layAgain(null, whole, wide));
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
