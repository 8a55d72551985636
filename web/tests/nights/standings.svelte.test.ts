import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import StandingsTable from "../../src/nights/StandingsTable.svelte";
import type { NightStanding } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  await learn("nights");
});

const guest = (place: number): NightStanding =>
  ({
    place,
    person: "Song Ming",
    name: "Song Ming",
    account: null,
    team: "",
    nights: 1,
    rounds: 1,
    hands: 2,
    won: 1,
    levels: 0,
    matches: 0,
    penalty: 0,
    score: 0,
  }) as unknown as NightStanding;

const line = (place: number): NightStanding =>
  ({ ...guest(place), person: `p${place}`, name: `P${place}` }) as NightStanding;
const names = (target: HTMLElement): string[] =>
  [...target.querySelectorAll("tbody th")].map((cell) => cell.textContent.trim());

test("of many places the first are shown, and the own one", () => {
  const target = document.createElement("div");
  const lines = Array.from({ length: 20 }, (_, at) => line(at + 1));
  const table = mount(StandingsTable, { target, props: { lines, few: 3, you: "p12" } });
  flushSync();
  expect(names(target)).toEqual(["P1", "P2", "P3", "P12"]);
  const all = [...target.querySelectorAll("button")].find((one) => /20/.test(one.textContent));
  all?.click();
  flushSync();
  expect(names(target)).toHaveLength(20);
  void unmount(table);
});

test("one or two places more are not left out", () => {
  const target = document.createElement("div");
  const lines = [1, 2, 3, 4, 5].map(line);
  const table = mount(StandingsTable, { target, props: { lines, few: 3 } });
  expect(names(target)).toHaveLength(5);
  void unmount(table);
});

test("who has played nothing has no place", () => {
  const target = document.createElement("div");
  const lines = [line(1), { ...line(2), hands: 0, penalty: 3 }];
  const table = mount(StandingsTable, { target, props: { lines } });
  const places = [...target.querySelectorAll("tbody td:first-child")];
  expect(places.map((cell) => cell.textContent)).toEqual(["1", "–"]);
  void unmount(table);
});
