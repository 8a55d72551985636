import { expect, test } from "vitest";

import { leaders, wonIn } from "../../src/showing/leaders";
import type { NightStanding, SeriesTable } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

const line = (person: string, place: number, hands: number): NightStanding =>
  ({ person, place, hands }) as NightStanding;

test("the first three places have certificates, shared ones too, if they have played", () => {
  const lines = [line("a", 1, 9), line("b", 2, 9), line("c", 2, 9), line("d", 4, 9)];
  expect(leaders(lines).map(({ person }) => person)).toEqual(["a", "b", "c"]);
  expect(leaders([line("a", 1, 0), line("b", 1, 2)]).map(({ person }) => person)).toEqual(["b"]);
});

test("a season is won with its last night, over all nights that count", async () => {
  await speak("en");
  await learn("nights");
  const nights = [
    { opened: 5, ended: 9 },
    { opened: 1, ended: 2 },
  ];
  const found = { series: "Wednesdays", counted: 51, nights } as unknown as SeriesTable;
  expect(wonIn(found)).toEqual({ won: "Wednesdays · 51 nights", when: 9 });
});
