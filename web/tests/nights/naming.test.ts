import { beforeEach, expect, test } from "vitest";

import { chosenName, courseWords } from "../../src/nights/naming";
import type { NightSettings } from "../../src/wire";
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
  ({ rounds: 4, minutes: 45, partners: "drawn", real_cards: [], ...part }) as NightSettings;

test("whoever comes is told what awaits them", () => {
  expect(courseWords(settings({}))).toBe(
    "4 rounds · 45 minutes each · partners are drawn each round · on the phone",
  );
  const other = { rounds: null, minutes: 0, partners: "chosen", real_cards: "all" } as const;
  expect(courseWords(settings(other))).toBe(
    "rounds as long as people like · you choose your partner · real cards",
  );
  expect(courseWords(settings({ real_cards: [2] }))).not.toContain("cards");
});
