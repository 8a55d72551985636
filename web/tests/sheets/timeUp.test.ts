import { beforeAll, expect, it } from "vitest";

import { timeUpWords } from "../../src/sheets/timeUp";
import type { TimeUp } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const up: TimeUp = {
  version: 9,
  seat: 1,
  person: "p",
  name: "Wu",
  cards: ["5H", "5H"],
  left: null,
};

beforeAll(() => speak("en"));

it("tells whose time was up, and what was played for them", () => {
  const cards = "2 × 5 of hearts";
  expect(timeUpWords(up, 1)).toBe(`Your time was up. A bot played for you: ${cards}.`);
  for (const seat of [0, null])
    expect(timeUpWords(up, seat)).toBe(`Time was up for Wu. A bot played: ${cards}.`);
});

it("tells no cards that others may not see", () => {
  const buried = { ...up, cards: [] };
  expect(timeUpWords(buried, 1)).toBe("Your time was up. A bot decided for you.");
  expect(timeUpWords(buried, null)).toBe("Time was up for Wu. A bot decided.");
});

it("says in a rated match how often that may still happen, and what it has cost", () => {
  const rated = { ...up, cards: [], left: 2 };
  expect(timeUpWords(rated, 1)).toBe(
    "Your time was up. A bot decided for you. If that happens 2 more times, you lose this rated match.",
  );
  expect(timeUpWords(rated, 0)).toBe("Time was up for Wu. A bot decided.");
  const lost = { ...rated, left: 0 };
  expect(timeUpWords(lost, 1)).toBe("Your time was up too often. You have lost this rated match.");
  expect(timeUpWords(lost, null)).toBe(
    "Time was up too often for Wu, who has lost this rated match.",
  );
});

it("joins Chinese sentences without a space", async () => {
  await speak("zh-Hans");
  expect(timeUpWords({ ...up, cards: [], left: 2 }, 1)).toMatch(/。[^ ].*。$/);
  await speak("en");
});
