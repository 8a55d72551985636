import { beforeAll, expect, test } from "vitest";

import { FIELDS as NIGHT, FRESH as NIGHT_FRESH } from "../../src/organising/settings.fields";
import { FIELDS, FRESH } from "../../src/room/settings.fields";
import {
  applyChange,
  drawnOf,
  numbersIn,
  rowsOf,
  same,
  shownOf,
  toggleLevel,
  unusual,
} from "../../src/ui/fields";
import { learn, speak } from "../../src/words/words.svelte";

beforeAll(async () => {
  await speak("en");
  await learn("organising");
});

const field = (name: string, fields = FIELDS) => fields.find((one) => one.name === name)!;
const names = (fields: readonly { name: string }[]): string[] => fields.map(({ name }) => name);

test("values are the same by what they say", () => {
  expect(same(["2", "A"], ["2", "A"])).toBe(true);
  expect(same(["2"], ["2", "A"])).toBe(false);
  expect(same(null, undefined)).toBe(false);
  expect(same(3, 3)).toBe(true);
});

test("levels keep the order of the cards", () => {
  const values = ["2", "5", "10", "A"].map((level) => ({ value: level, label: level }));
  expect(toggleLevel({ values }, ["10"], "5")).toEqual(["5", "10"]);
  expect(toggleLevel({ values }, ["5", "10"], "5")).toEqual(["10"]);
});

test("numbers are read however they are written", () => {
  expect(numbersIn("3, 1 2；3 and 0")).toEqual([1, 2, 3]);
});

test("what has no effect is not asked", () => {
  const free = names(shownOf(FIELDS, FRESH, "free"));
  expect(free).not.toContain("delay");
  expect(free).not.toContain("bank");
  expect(free).toContain("reasons");
  const open = { ...FRESH, onlookers: "hands", clock: 30, hints: false } as const;
  expect(names(shownOf(FIELDS, open, "free"))).toEqual(
    expect.arrayContaining(["delay", "until_end", "bank"]),
  );
  expect(names(shownOf(FIELDS, open, "free"))).not.toContain("reasons");
});

test("a rated table is asked less, and least while its match is under way", () => {
  const set = { ...FRESH, rated: true, hints: false, clock: 30 };
  const strict = names(shownOf(FIELDS, set, "strict"));
  expect(strict).toEqual(expect.arrayContaining(["title", "onlookers", "pace", "clock", "bank"]));
  for (const off of ["hints", "reasons", "counter", "claims", "take_back", "take_over", "one_hand"])
    expect(strict).not.toContain(off);
  expect(names(shownOf(FIELDS, set, "running"))).toEqual(["title", "private", "onlookers", "chat"]);
  const choices = drawnOf(field("onlookers"), "table", "strict").values;
  expect(choices.map(({ value }) => value)).toEqual(["none", "table"]);
  expect(drawnOf(field("clock"), 30, "strict").values[0]?.value).toBe(10);
  expect(drawnOf(field("clock"), 30, "free").values[0]?.label).toBe("No clock");
});

test("what comes into effect begins with its default", () => {
  const before = { ...FRESH, bank: 600, delay: 30, until_end: false };
  expect(applyChange(FIELDS, before, FRESH, "clock", 30)).toEqual({
    ...before,
    clock: 30,
    bank: 0,
  });
  const clocked = { ...FRESH, clock: 30, bank: 60 };
  expect(applyChange(FIELDS, clocked, FRESH, "clock", 60)).toEqual({ ...clocked, clock: 60 });
});

test("a value that is set otherwise stands among the usual ones", () => {
  const { values } = drawnOf(field("bank"), 45, "free");
  expect(values.map(({ label }) => label)).toEqual([
    ...["None", "30 seconds", "45 seconds", "1 minute", "2 minutes", "5 minutes", "10 minutes"],
  ]);
});

test("a field may stand beside the one before it", () => {
  const rows = rowsOf(shownOf(FIELDS, { ...FRESH, clock: 30 }, "free")).map(names);
  expect(rows).toContainEqual(["clock", "bank"]);
  expect(rows).toContainEqual(["pace"]);
});

test("what few nights have is hidden only while it is as usual", () => {
  expect(unusual(NIGHT, NIGHT_FRESH, NIGHT_FRESH)).toBe(false);
  expect(unusual(NIGHT, { ...NIGHT_FRESH, rounds: null, real_cards: [2] }, NIGHT_FRESH)).toBe(
    false,
  );
  expect(unusual(NIGHT, { ...NIGHT_FRESH, casual: [3] }, NIGHT_FRESH)).toBe(true);
});

test("a number begins with the default where it was none", () => {
  const drawn = drawnOf(field("rounds", NIGHT), null, "free", NIGHT_FRESH.rounds);
  expect(drawn).toMatchObject({ kind: "number", low: 1, high: 50, start: 4 });
  expect(drawn.values).toEqual([{ value: null, label: "as many as people like" }]);
});
