import { beforeEach, expect, test } from "vitest";

import { chosenName, courseWords, tableRound } from "../../src/nights/naming";
import type { NightSettings, NightState, NightTable } from "../../src/wire";
import { learn, speak } from "../../src/words/words.svelte";

beforeEach(async () => {
  await speak("en");
  await learn("nights");
});

test.each([
  ["Guest 4711", ""],
  ["访客 1234", ""],
  ["Lin Chong", "Lin Chong"],
  ["Lin 7", "Lin 7"],
])("%j is chosen as %j", (name, chosen) => {
  expect(chosenName(name)).toBe(chosen);
});

const settings = (part: Partial<NightSettings>): NightSettings =>
  ({
    rounds: 4,
    final: "none",
    minutes: 45,
    partners: "drawn",
    real_cards: [],
    ...part,
  }) as NightSettings;

test("whoever comes is told what awaits them", () => {
  expect(courseWords(settings({}))).toBe(
    "4 rounds · 45 minutes each · partners are drawn each round · on the phone",
  );
  const other = { rounds: null, minutes: 0, partners: "chosen", real_cards: "all" } as const;
  expect(courseWords(settings(other))).toBe(
    "rounds as long as people like · you choose your partner · real cards",
  );
  expect(courseWords(settings({ real_cards: [2] }))).not.toContain("cards");
  expect(courseWords(settings({ final: "eight" }))).toContain("then a final of the first 8");
});

test("the tables of a final have another round than those beside it", () => {
  const table = (people: string): NightTable => ({ seats: [...people] }) as unknown as NightTable;
  const of = (final: string[]): NightState =>
    ({ round: { round: 4, final }, settings: settings({}) }) as unknown as NightState;
  expect([table("abcd"), table("efgh")].map((one) => tableRound(of(["a"]), one))).toEqual([
    "Final",
    "Consolation round",
  ]);
  expect(tableRound(of([]), table("abcd"))).toBe("Round 4 of 4");
});
