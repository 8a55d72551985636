import { expect, it } from "vitest";

import { addCall, bySuit, isCalled, nth, withOrdinal } from "../../src/table/calling";
import { speak } from "../../src/words/words.svelte";

const ACE = { card: "AS", copies: 2 } as const;

it("calls the copies of a card one after the other, as many as there are", () => {
  const first = addCall([], ACE, 3);
  const both = addCall(first, ACE, 3);
  expect(both).toEqual([
    { card: "AS", ordinal: 1 },
    { card: "AS", ordinal: 2 },
  ]);
  expect(addCall(both, ACE, 3)).toBe(both);
});

it("calls no more friends than there are", () => {
  expect(addCall([{ card: "AH", ordinal: 1 }], ACE, 1)).toHaveLength(1);
});

it("calls another copy instead", () => {
  const calls = withOrdinal(addCall([], ACE, 1), 0, 2);
  expect(isCalled(calls, "AS", 2)).toBe(true);
  expect(isCalled(calls, "AS", 1)).toBe(false);
});

it("lists what may be called by suit", () => {
  const suits = bySuit([ACE, { card: "AH", copies: 2 }, { card: "KS", copies: 2 }]);
  expect(suits.map((suit) => suit.map(({ card }) => card))).toEqual([["AS", "KS"], ["AH"]]);
});

it("says which copy of a card is meant", async () => {
  await speak("en");
  expect([1, 2, 3, 4, 11].map(nth)).toEqual(["1st", "2nd", "3rd", "4th", "11th"]);
  await speak("zh-Hans");
  expect(nth(2)).toBe("第 2 张");
});
