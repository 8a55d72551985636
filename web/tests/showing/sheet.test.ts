import { flushSync, mount, unmount } from "svelte";
import { beforeEach, expect, test } from "vitest";

import ScoreSheet from "../../src/showing/ScoreSheet.svelte";
import type { NightTable, Question } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  for (const area of ["nights", "showing"] as const) await learn(area);
});

test("the sheet asks what the rules of its table ask, and says what points are worth", async () => {
  const questions: readonly Question[] = [
    ["dealer", false],
    ["points", false],
    ["last_trick", false],
    ["kitty", true],
    ["width", true],
    ["led", true],
    ["offender", false],
    ["winner", false],
    ["levels", false],
  ];
  const table = {
    table: 1,
    seats: [..."abcd"],
    levels: ["8", "8", "8", "8"],
    questions,
    scale: [
      [0, false, 3],
      [5, false, 2],
      [40, false, 1],
      [80, true, 0],
    ],
  } as unknown as NightTable;
  const page = mount(ScoreSheet, { target: document.body, props: { table, people: [], of: "x" } });
  flushSync();
  const heads = [...document.querySelectorAll("thead th")].slice(1);
  const asked = heads.map((head) => head.firstChild?.textContent?.trim());
  expect(asked).toEqual([
    "Dealer",
    "Points in tricks",
    "Last trick",
    "Points in kitty",
    "Won with",
    "Cards led",
    "Invalid play found later",
    "Won by",
    "Levels up",
  ]);
  const scale = [...document.querySelectorAll("dl div")].map((step) => step.textContent.trim());
  expect(scale).toEqual([
    "0 Declarers win, up 3",
    "5 to 35 Declarers win, up 2",
    "40 to 75 Declarers win, up 1",
    "80 and more Opponents win and deal next",
  ]);
  await unmount(page);
});
