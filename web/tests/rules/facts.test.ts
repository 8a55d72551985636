import { expect, it } from "vitest";

import { factsOf } from "../../src/rules/facts";
import type { RulesState } from "../../src/wire";

const words = { en: "", "zh-Hans": "", "zh-Hant": "" };
const rules: RulesState = {
  given: {},
  game: "tractor",
  heading: words,
  changed: [],
  players: 4,
  decks: 2,
  hand_size: 25,
  kitty_size: 8,
  teams: "fixed",
  calls: 0,
  land: false,
  named_readings: false,
  scale: [
    [0, false, 3],
    [40, false, 1],
    [80, true, 0],
    [120, true, 1],
  ],
  total: 200,
  removed: [],
  kitty_counts: true,
  last_level: "A",
  must_play: ["A"],
};

it("sums up who plays, with what, and what wins", () => {
  const facts = factsOf(rules);
  expect(facts.map(([key]) => key)).toEqual([
    "rules.fact_cards",
    "rules.fact_fixed",
    "rules.fact_points",
    "rules.fact_kitty",
  ]);
  expect(facts[0]?.[1]).toMatchObject({ players: 4, count: 2, each: 25, kitty: 8 });
  expect(facts[2]?.[1]).toMatchObject({ points: 80, total: 200 });
});

it("tells of friends and of bidding for land where there are", () => {
  const facts = factsOf({ ...rules, teams: "friends", calls: 2, land: true });
  const keys = facts.map(([key]) => key);
  expect(keys.slice(1, 3)).toEqual(["rules.fact_friends", "rules.fact_land"]);
  expect(facts[1]?.[1].count).toBe(2);
  expect(facts[0]?.[1].count).toBe(rules.decks);
});
