import { describe, expect, it } from "vitest";

import { groupsOf, levelsOf, hasMoved, ownFirst, pointsOf, wonBy } from "../../src/sheets/accounts";
import type { HandAccount, HandEnded, Standing } from "../../src/wire";

const at = (level: Standing["level"]): Standing => ({ level, lap: 0, tried: false });

function account(ended: Partial<HandEnded> = {}, given: Partial<HandAccount> = {}): HandAccount {
  return {
    number: 1,
    rank: "2",
    suit: "H",
    ended: {
      event: "hand_ended",
      dealer: 0,
      declarers: [0, 2],
      tricks: 75,
      factor: 2,
      points: 95,
      winner: "opponents",
      levels: 0,
      levels_after: [],
      next_dealer: 1,
      next_first: 1,
      buried_by: 0,
      missing: 0,
      hooked: [],
      fined: [],
      laps_after: [],
      tried_after: [],
      winners: [],
      kitty: ["KS"],
      kitty_points: 10,
      halved: false,
      ...ended,
    },
    before: [at("2"), at("5"), at("2"), at("5")],
    after: [at("2"), at("6"), at("2"), at("6")],
    tricks: [
      { number: 3, seat: 1, points: 45 },
      { number: 9, seat: 2, points: 15 },
      { number: 12, seat: 3, points: 40 },
    ],
    penalty: -10,
    discarded: 0,
    held: [],
    auto_level: false,
    gain: 0,
    ...given,
  };
}

describe("the points of a hand", () => {
  it("add up from tricks, penalties and the kitty", () => {
    const points = pointsOf(account());
    expect(points.won).toBe(85);
    expect(points.tricks.filter(({ counts }) => counts).map(({ points }) => points)).toEqual([
      45, 40,
    ]);
    expect(points.kitty).toEqual({ points: 10, factor: 2, halved: false, bonus: 20 });
    expect(points.won + points.penalty + 10 * 2).toBe(points.total);
  });

  it("have half of the kitty that a side suit took", () => {
    const points = pointsOf(account({ points: 85, halved: true }));
    expect(points.kitty).toEqual({ points: 10, factor: 2, halved: true, bonus: 10 });
  });

  it("have nothing of a kitty that was kept", () => {
    expect(pointsOf(account({ factor: 0, kitty: null, kitty_points: null })).kitty).toBeNull();
  });
});

describe("the levels after a hand", () => {
  it("are those of the teams, one's own first", () => {
    const teams = ownFirst(groupsOf({ players: 4, teams: "fixed" }), 3);
    expect(teams).toEqual([
      [1, 3],
      [0, 2],
    ]);
    const [own, other] = levelsOf(account({}, { held: [3] }), teams);
    expect(own).toMatchObject({ side: "opponents", before: at("5"), after: at("6"), held: true });
    expect(other).toMatchObject({ side: "declarers", held: false });
  });

  it("are each player's own where friends change", () => {
    const players = groupsOf({ players: 4, teams: "friends" });
    expect(players).toEqual([[0], [1], [2], [3]]);
    const lines = levelsOf(account({ hooked: [2], fined: [1] }), players);
    expect(lines.map(({ hooked }) => hooked)).toEqual([false, false, true, false]);
    expect(lines.map(({ fined }) => fined)).toEqual([false, true, false, false]);
  });
});

it("a hand is won by a side, and by no onlooker", () => {
  expect([0, 1, null].map((seat) => wonBy(account(), seat))).toEqual([false, true, null]);
});

it("a level has moved when it or its lap is another", () => {
  const two = at("2");
  expect(hasMoved({ before: two, after: two })).toBe(false);
  expect(hasMoved({ before: two, after: at("4") })).toBe(true);
  expect(hasMoved({ before: two, after: { ...two, lap: 1 } })).toBe(true);
});
