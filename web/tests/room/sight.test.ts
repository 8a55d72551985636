import { beforeAll, expect, test } from "vitest";

import { sightSaid, sightSet } from "../../src/room/sight";
import { speak } from "../../src/words/words.svelte";
import type { Sight } from "../../src/wire";

beforeAll(() => speak("en"));

const TABLE: Sight = { onlookers: "table", delay: 180, until_end: true };
const ENDED: Sight = { onlookers: "hands", delay: 180, until_end: true };
const DURING: Sight = { onlookers: "hands", delay: 30, until_end: false };

test("everyone is told what onlookers may see, and from when on", () => {
  expect(sightSaid(TABLE)).toBe("Onlookers see only what lies on the table.");
  expect(sightSaid(ENDED)).toBe("Onlookers see all cards of a hand when it is over.");
  expect(sightSaid(DURING)).toBe(
    "Onlookers see all cards already during the hand, 30 seconds later.",
  );
  expect(sightSet(DURING, false)).toBe(sightSaid(DURING));
  expect(sightSet(DURING, true)).toBe(`From the next hand on: ${sightSaid(DURING)}`);
});
