import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, it } from "vitest";

import MyTable from "../../src/lobby/MyTable.svelte";
import TableCard from "../../src/lobby/TableCard.svelte";
import type { Seated, TableLine } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const text = { en: "Tractor", "zh-Hans": "拖拉机", "zh-Hant": "拖拉機" };
const seated: Seated = {
  table: "t",
  title: "",
  playing: true,
  game: "tractor",
  heading: text,
  levels: ["2", "5"],
  others: [
    { person: "b", name: "Bo", account: true },
    { person: "c", name: "Cai", account: false },
  ],
  at: 0,
};
const line: TableLine = {
  table: "t",
  title: "Friday",
  heading: text,
  changed: 0,
  players: 4,
  free: 2,
  people: ["Bo", "Cai"],
  bots: 0,
  playing: false,
  onlookers: true,
  game: "tractor",
  levels: [],
  rated: false,
  accounts: ["Bo"],
};

beforeEach(() => speak("en"));

it("leads from one's own table to the pages of those who sit there", async () => {
  const card = mount(MyTable, { target: document.body, props: { seated } });
  flushSync();
  const items = [...document.querySelectorAll("ul li")];
  expect(items.map((item) => item.querySelector("a")!.getAttribute("href"))).toEqual([
    "#/person/b",
    "#/person/c",
  ]);
  expect(items.map((item) => item.querySelector(".account-mark") !== null)).toEqual([true, false]);
  await unmount(card);
});

it("marks the names of accounts at an open table", async () => {
  const card = mount(TableCard, { target: document.body, props: { line } });
  flushSync();
  const names = [...document.querySelectorAll(".who > span")];
  expect(names.map((name) => name.querySelector(".account-mark") !== null)).toEqual([true, false]);
  await unmount(card);
});
