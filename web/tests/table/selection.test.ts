import { describe, expect, it } from "vitest";

import type { HeldCard } from "../../src/table/hand";
import {
  atTurn,
  cardsOf,
  drawAcross,
  idsOf,
  NO_DUTY,
  stillHeld,
  takeUnit,
  touch,
  type Duty,
} from "../../src/table/selection";
import type { Card } from "../../src/wire";

/** A hand written as cards with spaces between. */
function held(text: string): HeldCard[] {
  const seen = new Map<string, number>();
  return text.split(" ").map((card) => {
    const copy = seen.get(card) ?? 0;
    seen.set(card, copy + 1);
    return { id: `${card}#${copy}`, card: card as Card };
  });
}

const HAND = held("KH KH QH QH 9H 7H 7H 3S");
const duty = (size: number | null, groups: Card[][] = [], forced: Card[] = []): Duty => ({
  size,
  forced,
  unplayable: [],
  groups,
});
const TRACTOR: Card[] = ["KH", "KH", "QH", "QH"];
const GROUPS: Card[][] = [TRACTOR, ["KH", "KH"], ["QH", "QH"], ["7H", "7H"]];

describe("touching a card", () => {
  it("chooses it, and takes it back", () => {
    const one = touch([], "9H#0", HAND, NO_DUTY);
    expect(one).toEqual(["9H#0"]);
    expect(touch(one, "9H#0", HAND, NO_DUTY)).toEqual([]);
  });

  it("takes the card alone, also of a pair", () => {
    expect(touch([], "QH#0", HAND, duty(4, GROUPS))).toEqual(["QH#0"]);
  });

  it("changes the choice where it is full and the card completes it", () => {
    expect(touch(["9H#0"], "3S#0", HAND, duty(1))).toEqual(["3S#0"]);
  });

  it("keeps what is forced when it makes room", () => {
    const forced = duty(2, [], ["9H"]);
    expect(touch(["9H#0", "3S#0"], "7H#0", HAND, forced)).toEqual(["9H#0", "7H#0"]);
  });

  it("lets a choice grow too large rather than guess what should go", () => {
    expect(touch(["9H#0", "3S#0"], "7H#0", HAND, duty(2))).toHaveLength(3);
  });
});

describe("taking a unit", () => {
  const take = (chosen: string[], id: string, size: number | null, groups = GROUPS) =>
    takeUnit(chosen, id, HAND, duty(size, groups));

  it("takes the longest that has room, then less of it", () => {
    const tractor = take([], "QH#1", null)!;
    expect(cardsOf(tractor, HAND)).toEqual(TRACTOR);
    const pair = take([...tractor], "QH#1", null)!;
    expect(cardsOf(pair, HAND)).toEqual(["QH", "QH"]);
    expect(take([...pair], "QH#1", null)).toEqual(["QH#1"]);
    expect(take([], "QH#0", 2)).toEqual(["QH#0", "QH#1"]);
  });

  it("finds the pair in a tractor that is listed alone", () => {
    expect(take([], "KH#0", 2, [TRACTOR])).toEqual(["KH#0", "KH#1"]);
  });

  it("adds to a throw, or makes room in a full choice", () => {
    expect(take(["9H#0"], "7H#0", null)).toEqual(["9H#0", "7H#0", "7H#1"]);
    expect(take(["7H#0", "7H#1"], "QH#0", 2)).toEqual(["QH#0", "QH#1"]);
  });

  it("takes none where there is none, or no room", () => {
    expect(take([], "9H#0", null)).toBeNull();
    expect(take([], "7H#0", 1)).toBeNull();
  });
});

describe("the choice when a turn begins", () => {
  it("is what is forced", () => {
    expect(atTurn([], HAND, duty(3, [], ["7H", "7H"]))).toEqual(["7H#0", "7H#1"]);
  });

  it("keeps what was chosen ahead of it, if that fits", () => {
    expect(atTurn(["3S#0"], HAND, duty(2, [], ["9H"]))).toEqual(["9H#0", "3S#0"]);
    expect(atTurn(["3S#0", "KH#0"], HAND, duty(2, [], ["9H"]))).toEqual(["9H#0"]);
    expect(atTurn(["7H#1"], HAND, duty(1, [], ["7H"]))).toEqual(["7H#1"]);
  });
});

it("keeps of a choice what is still held", () => {
  expect(stillHeld(["9H#0", "AS#0"], HAND)).toEqual(["9H#0"]);
});

it("finds cards in the hand, those already chosen first", () => {
  expect(idsOf(["7H"], HAND, ["7H#1"])).toEqual(["7H#1"]);
  expect(idsOf(["7H", "AS"], HAND)).toEqual(["7H#0"]);
});

describe("drawing across cards", () => {
  it("chooses them all, or none", () => {
    expect(drawAcross(["KH#0"], ["KH#0", "KH#1"], true)).toEqual(["KH#0", "KH#1"]);
    expect(drawAcross(["KH#0", "9H#0"], ["KH#0", "KH#1"], false)).toEqual(["9H#0"]);
  });
});
