import { expect, test } from "vitest";

import { labelOf, matches } from "../../src/rules/options";
import type { OptionShape } from "../../src/wire";

const decks: OptionShape = {
  name: "decks",
  group: "setup",
  kind: "number",
  title: "Decks",
  help: "How many decks are shuffled together.",
  source: "Z21 §3.1",
  condition: "",
  values: [{ value: null, label: "One for two players", help: "Rounded down." }],
  low: 1,
  high: 6,
  step: 1,
};
const levels: OptionShape = {
  ...decks,
  name: "must_play",
  kind: "levels",
  title: "Must-play levels",
  values: ["2", "5", "10", "A"].map((level) => ({ value: level, label: level, help: "" })),
};

test("values are read as their labels", () => {
  expect(labelOf(decks, null, "none")).toBe("One for two players");
  expect(labelOf(decks, 3, "none")).toBe("3");
  expect(labelOf(levels, ["5", "10"], "none")).toBe("5 10");
  expect(labelOf(levels, [], "none")).toBe("none");
});

test("a search finds by title, help, name and labels, in any order", () => {
  expect(matches(decks, "")).toBe(true);
  expect(matches(decks, "SHUFFLED decks")).toBe(true);
  expect(matches(decks, "two players")).toBe(true);
  expect(matches(decks, "rounded down")).toBe(true);
  expect(matches(levels, "must_play")).toBe(true);
  expect(matches(decks, "kitty")).toBe(false);
});
