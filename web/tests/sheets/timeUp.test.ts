import { beforeAll, expect, it } from "vitest";

import { timeUpWords } from "../../src/sheets/timeUp";
import type { TimeUp } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const up: TimeUp = { version: 9, seat: 1, person: "p", name: "Wu", cards: ["5H", "5H"] };

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
