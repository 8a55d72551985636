import { expect, test } from "vitest";

import { leaders, wonIn } from "../../src/showing/leaders";
import type { Honoured } from "../../src/showing/leaders";
import type { SeasonTable } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const line = (name: string, place: number | null, hands: number): Honoured => ({
  name,
  place,
  hands,
  nights: 1,
});

test("the first three places have certificates, shared ones too, if they have played", () => {
  const lines = [line("a", 1, 9), line("b", 2, 9), line("c", 2, 9), line("d", 4, 9)];
  expect(leaders(lines).map(({ name }) => name)).toEqual(["a", "b", "c"]);
  expect(leaders([line("a", null, 9), line("", 1, 9)])).toEqual([]);
  expect(leaders([line("a", 1, 0), line("b", 1, 2)]).map(({ name }) => name)).toEqual(["b"]);
});

test("a season is won with its last night, over all nights that count", async () => {
  await speak("en");
  await learn("nights");
  const nights = [
    { opened: 5, ended: 9 },
    { opened: 1, ended: 2 },
  ];
  const found = {
    name: "Wednesdays",
    season: { name: "Spring" },
    counted: 51,
    nights,
  } as unknown as SeasonTable;
  expect(wonIn(found)).toEqual({ won: "Wednesdays · Spring · 51 nights", when: 9 });
});
