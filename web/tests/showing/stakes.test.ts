import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, test, vi } from "vitest";

import StandingsTable from "../../src/nights/StandingsTable.svelte";
import { stakesOf } from "../../src/showing/stakes";
import WallTables from "../../src/showing/WallTables.svelte";
import type { NightRound, NightSettings, NightStanding, NightState } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  await learn("nights");
  await learn("showing");
});

const seats = (table: number, people: string, cards = "real"): object => ({
  table,
  seats: [...people],
  cards,
  levels: ["8", "8", "8", "8"],
  minutes: 0,
  ended: null,
  gone: [],
  friends: false,
});
const round = (number: number, final: string, tables: object[]): NightRound =>
  ({ round: number, final: [...final], tables, stopped: null }) as unknown as NightRound;

const night = (settings: Partial<NightSettings>, now: NightRound | null): NightState =>
  ({ settings: { rounds: 3, final: "none", ...settings }, round: now }) as NightState;

test("the projector says what is played for", () => {
  const plain = [seats(1, "abcd"), seats(2, "efgh")];
  expect(stakesOf(night({ rounds: null }, null), false)).toBe("");
  expect(stakesOf(night({}, round(2, "", plain)), true)).toBe("");
  expect(stakesOf(night({}, round(2, "", plain)), false)).toContain("The last round");
  expect(stakesOf(night({}, round(3, "", plain)), true)).toContain("The last round");
  expect(stakesOf(night({}, round(3, "", plain)), false)).toBe("");
  const four = { final: "four" } as const;
  expect(stakesOf(night(four, null), false)).toBe("After 3 rounds the first 4 play a final.");
  expect(stakesOf(night(four, round(4, "abcd", plain)), true)).toBe(
    "Table 1: the first 4 play the final, for the first places. The other tables play the consolation round.",
  );
  const alone = round(4, "abcd", plain.slice(0, 1));
  expect(stakesOf(night(four, alone), true)).toBe(
    "The final: the first 4 play for the first places.",
  );
});

test("the final is marked on the projector, and which tables have cards", async () => {
  const tables = [seats(1, "abcd"), seats(2, "efgh", "online")];
  const props = { round: round(4, "abcd", tables), people: [], ahead: 0, turn: 0 };
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1000);
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(800);
  const shown = mount(WallTables, { target: document.body, props });
  flushSync();
  const said = [...document.querySelectorAll(".which")].map((one) => one.textContent);
  expect(said.map((text) => [/Final/, /Cards/, /Phones/].map((word) => word.test(text)))).toEqual([
    [true, true, false],
    [false, false, true],
  ]);
  vi.restoreAllMocks();
  await unmount(shown);
});

test("standings with a final say how places come about", async () => {
  const line = (place: number, person: string, final: number | null): NightStanding =>
    ({
      place,
      person,
      name: person,
      account: null,
      final,
      hands: 1,
      score: place,
    }) as NightStanding;
  const lines = [line(1, "a", 3), line(2, "b", -3), line(3, "c", null)];
  const shown = mount(StandingsTable, { target: document.body, props: { lines } });
  expect(document.body.textContent).toContain("Finalists stand first");
  const cells = [...document.querySelectorAll("tbody tr")].map(
    (row) => row.querySelectorAll("td")[1]?.textContent,
  );
  expect(cells).toEqual(["+3", "−3", ""]);
  await unmount(shown);
});
