import { describe, expect, it } from "vitest";

import type { HeldCard } from "../../src/table/hand";
import {
  atTurn,
  cardsOf,
  drawAcross,
  idsOf,
  NO_DUTY,
  stillHeld,
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

  it("brings the longest unit that fits what is owed", () => {
    expect(touch([], "QH#0", HAND, duty(4, GROUPS))).toHaveLength(4);
    expect(touch([], "QH#0", HAND, duty(2, GROUPS))).toEqual(["QH#0", "QH#1"]);
    expect(touch([], "QH#1", HAND, duty(1, GROUPS))).toEqual(["QH#1"]);
    expect(touch([], "QH#0", HAND, duty(null, GROUPS))).toHaveLength(4);
  });

  it("takes back just that card of a unit, and brings back just that card", () => {
    const pair = touch([], "7H#0", HAND, duty(null, GROUPS));
    const one = touch(pair, "7H#0", HAND, duty(null, GROUPS));
    expect(one).toEqual(["7H#1"]);
    expect(touch(one, "7H#0", HAND, duty(null, GROUPS))).toEqual(["7H#1", "7H#0"]);
  });

  it("adds units to a throw", () => {
    const pair = touch([], "7H#0", HAND, duty(null, GROUPS));
    expect(cardsOf(touch(pair, "9H#0", HAND, duty(null, GROUPS)), HAND)).toEqual([
      "9H",
      "7H",
      "7H",
    ]);
  });

  it("changes the choice where it is full and the unit completes it", () => {
    const other = touch(["7H#0", "7H#1"], "QH#0", HAND, duty(2, GROUPS));
    expect(other).toEqual(["QH#0", "QH#1"]);
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
