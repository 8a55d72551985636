import { expect, test } from "vitest";

import { secondsLeft, sidesAtStake } from "../../src/rated/stakes";
import { clockOf } from "../../src/ui/numbers";
import type { SeatStake } from "../../src/wire";

const stake = (value: number, expected: number): SeatStake => ({
  value,
  expected,
  deviation: 60,
  provisional: false,
});
const STAKES = [stake(1700, 0.7), stake(1500, 0.3), stake(1650, 0.7), stake(1480, 0.3)];

test("two teams have what is expected of each, one's own first", () => {
  const sides = sidesAtStake({ players: 4, teams: "fixed" }, STAKES, 3);
  expect(sides.map(({ expected }) => expected)).toEqual([0.3, 0.7]);
  expect(sides.map(({ seats }) => seats.map(({ seat }) => seat))).toEqual([
    [1, 3],
    [0, 2],
  ]);
});

test("where friends are called everybody stands alone", () => {
  const sides = sidesAtStake({ players: 4, teams: "friends" }, STAKES, 2);
  expect(sides.map(({ seats }) => seats[0]?.stake.value)).toEqual([1650, 1700, 1500, 1480]);
});

test("who is away is told of as long as there is time", () => {
  const leaving = { seat: 1, since: 1_000_000 };
  expect(secondsLeft(leaving, 300, 1_000_000)).toBe(300);
  expect(secondsLeft(leaving, 300, 1_241_000)).toBe(59);
  expect(secondsLeft(leaving, 300, 2_000_000)).toBe(0);
  expect([clockOf(300), clockOf(59), clockOf(0)]).toEqual(["5:00", "0:59", "0:00"]);
});
