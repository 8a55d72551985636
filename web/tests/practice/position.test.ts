import { expect, test } from "vitest";

import { placeOf, pointsOf, tieOf } from "../../src/practice/position";
import type { Hand } from "../../src/state/match";
import type { PuzzleAsked } from "../../src/wire";

const puzzle = (teams: "fixed" | "friends", players: number, seat: number): PuzzleAsked =>
  ({ seat, rules: { teams, players } }) as PuzzleAsked;

test("who somebody is to the seat that decides", () => {
  const four = puzzle("fixed", 4, 3);
  expect([0, 1, 2, 3].map((seat) => tieOf(seat, four))).toEqual([
    "opponent",
    "partner",
    "opponent",
    "self",
  ]);
  expect([0, 1, 2, 3].map((seat) => placeOf(seat, four))).toEqual([1, 2, 3, 0]);
  expect(tieOf(2, puzzle("friends", 5, 0))).toBe("player");
});

test("the points that the Opponents have are those of tricks that others took", () => {
  const tricks = [
    { winner: 0, points: 10 },
    { winner: 1, points: 15 },
    { winner: 2, points: 20 },
    { winner: null, points: 5 },
  ];
  const hand = { dealer: 0, joined: [{ seat: 1 }], tricks } as unknown as Hand;
  expect(pointsOf(hand, puzzle("fixed", 4, 0))).toBe(15);
  expect(pointsOf(hand, puzzle("friends", 5, 0))).toBe(20);
});
