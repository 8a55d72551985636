import { flushSync } from "svelte";
import { beforeEach, expect, test } from "vitest";

import {
  dark,
  defaults,
  followPreferences,
  preferences,
  readPreferences,
  still,
} from "../../src/state/preferences.svelte";

const page = document.documentElement.dataset;

followPreferences();

beforeEach(() => {
  Object.assign(preferences, defaults(["en"]));
  flushSync();
});

test("nothing kept: what suits the browser", () => {
  expect(defaults(["zh-TW"]).tongue).toBe("zh-Hant");
  expect(readPreferences(null)).toEqual(defaults());
});

test("what was kept is read again", () => {
  const kept = {
    ...defaults(),
    theme: "dark" as const,
    volume: 0.25,
    bot: "strong",
    muted: ["abc"],
  };
  expect(readPreferences(JSON.stringify(kept))).toEqual(kept);
});

test.each([
  "not JSON",
  "null",
  "[]",
  '{"theme": "pink", "volume": 7, "tongue": "fr", "sound": "yes", "bot": 3, "muted": [1], "motion": null, "felt": "oak", "back": 1, "set": "", "company": "all", "table": 3}',
])("what is spoilt is as if not kept: %s", (text) => {
  expect(readPreferences(text)).toEqual(defaults());
});

test("a change is kept, and the page follows it", () => {
  preferences.theme = "dark";
  preferences.fourColours = true;
  preferences.largeCards = true;
  preferences.motion = "reduced";
  preferences.felt = "wine";
  preferences.back = "jade";
  flushSync();
  expect(page).toMatchObject({ theme: "dark", suits: "four", cards: "large", motion: "reduced" });
  expect(page).toMatchObject({ felt: "wine", back: "jade" });
  expect(dark()).toBe(true);
  expect(still()).toBe(true);
  expect(readPreferences(localStorage.getItem("shengji.preferences")).theme).toBe("dark");
});

test("another tab's change is taken over", () => {
  const text = JSON.stringify({ ...defaults(["en"]), fourColours: true });
  dispatchEvent(new StorageEvent("storage", { key: "shengji.preferences", newValue: text }));
  expect(preferences.fourColours).toBe(true);
});
