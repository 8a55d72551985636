import { expect, test } from "vitest";

import { cardSeats, freshTables, mergeable, playedBy, seatedAnew } from "../../src/nights/seating";
import type { HandEntry, NightState, NightTable } from "../../src/wire";

const table = (number: number, seats: string[], more: Partial<NightTable> = {}): NightTable =>
  ({ table: number, seats, played: 0, ended: null, ...more }) as NightTable;

test("who sits down elsewhere leaves the seat to who was there", () => {
  expect(seatedAnew(["a", "b", "c", "d"], 1, "d")).toEqual(["a", "d", "c", "b"]);
  expect(seatedAnew(["a", "b", "c", "d"], 1, "e")).toEqual(["a", "e", "c", "d"]);
});

test("what was written of somebody is of who played in their place", () => {
  const entry = {
    dealer: "a",
    declarers: ["a", "c"],
    red_fives: ["b"],
    throws: [{ person: "a", units: 1, cards: 1, withdrawn: 1 }],
    offender: "c",
  } as unknown as HandEntry;
  const after = playedBy(entry, "a", "e");
  expect([after.dealer, after.declarers, after.throws[0]?.person]).toEqual(["e", ["e", "c"], "e"]);
  expect([after.red_fives, after.offender]).toEqual([["b"], "c"]);
});

test("seats change at tables that have not played, with those who are here", () => {
  const tables = [
    table(1, ["a", "b", "c", "d"]),
    table(2, ["e", "f", "g", "h"]),
    table(3, ["i", "j", "k", "l"], { played: 1 }),
    table(4, ["m", "n", "o", "p"], { ended: 1 }),
  ];
  const people = ["a", "b", "c", "e", "f", "q"].map((person) => ({ person, here: person !== "b" }));
  const now = { round: { ended: null, sits_out: ["q"], tables }, people } as unknown as NightState;
  expect(freshTables(now).map(({ table: number }) => number)).toEqual([1, 2]);
  expect(mergeable(now, tables.slice(0, 2))).toEqual(["a", "c", "e", "f", "q"]);
  expect(freshTables({ ...now, round: null })).toEqual([]);
});

test("whether another table with real cards would seat more without phones", () => {
  const people = ["a", "b", "c"].map((person) => ({
    person,
    here: person !== "c",
    phone: person === "a",
  })) as unknown as NightState["people"];
  const state = (real_cards: NightState["settings"]["real_cards"]): NightState =>
    ({ people, settings: { real_cards } }) as unknown as NightState;
  expect(cardSeats(state([2, 3]))).toMatchObject({ needed: 1, seats: 8 });
  expect(cardSeats(state([]))).toMatchObject({ needed: 1, seats: 0 });
  expect(cardSeats(state("all")).seats).toBe(Infinity);
  // Seven fill one table, however many others have real cards.
  const desk = (count: number): NightState => {
    const people = Array.from({ length: count }, () => ({ here: true, phone: false }));
    return { people, settings: { real_cards: [1] } } as unknown as NightState;
  };
  expect([7, 8].map((count) => cardSeats(desk(count)).short)).toEqual([false, true]);
});
