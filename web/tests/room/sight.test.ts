import { beforeAll, expect, test } from "vitest";

import { sightDiffers, sightSaid, sightSet } from "../../src/room/sight";
import { speak } from "../../src/words/words.svelte";
import type { Sight, TableState } from "../../src/wire";

beforeAll(() => speak("en"));

const TABLE: Sight = { onlookers: "table", delay: 180, until_end: true };
const ENDED: Sight = { onlookers: "hands", delay: 180, until_end: true };
const DURING: Sight = { onlookers: "hands", delay: 30, until_end: false };

function table(settings: Sight, sight: Sight): TableState {
  return { settings, sight } as unknown as TableState;
}

test("everyone is told what onlookers may see, and from when on", () => {
  expect(sightSaid(TABLE)).toBe("Onlookers see only what lies on the table.");
  expect(sightSaid(ENDED)).toBe("Onlookers see all cards of a hand when it is over.");
  expect(sightSaid(DURING)).toBe(
    "Onlookers see all cards already during the hand, 30 seconds later.",
  );
  expect(sightSet(table(DURING, DURING))).toBe(sightSaid(DURING));
  expect(sightSet(table(DURING, TABLE))).toBe(`From the next hand on: ${sightSaid(DURING)}`);
});

test("a delay that nobody notices is no change", () => {
  expect(sightDiffers(TABLE, { ...TABLE, delay: 30 })).toBe(false);
  expect(sightDiffers(ENDED, { ...ENDED, delay: 30 })).toBe(false);
  expect(sightDiffers(DURING, { ...DURING, delay: 60 })).toBe(true);
  expect(sightDiffers(DURING, ENDED)).toBe(true);
});
