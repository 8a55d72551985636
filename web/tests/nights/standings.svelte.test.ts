import { mount, unmount } from "svelte";
import { expect, test } from "vitest";

import StandingsTable from "../../src/nights/StandingsTable.svelte";
import type { NightStanding } from "../../src/wire";

const guest = (night: number): NightStanding =>
  ({
    place: night,
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

test("two guests of one name in a series are two lines", () => {
  const target = document.createElement("div");
  const table = mount(StandingsTable, { target, props: { lines: [guest(1), guest(2)] } });
  expect(target.querySelectorAll("tbody tr")).toHaveLength(2);
  void unmount(table);
});
