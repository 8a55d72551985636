import { beforeAll, expect, it } from "vitest";

import { gameName, rulesOf, SYSTEMS } from "../../src/lobby/systems";
import { speak } from "../../src/words/words.svelte";

beforeAll(() => speak("zh-Hans"));

it("a game is a preset of the server, or has rules of its own", () => {
  expect(rulesOf("tractor")).toBe("tractor");
  expect(rulesOf("land")).toEqual({ system: "tractor", land: true });
  expect(new Set(SYSTEMS.map(({ name }) => name)).size).toBe(SYSTEMS.length);
});

it("a game is named as people name it, else by its text", () => {
  const heading = { en: "Ours", "zh-Hans": "自家规则", "zh-Hant": "自家規則" };
  expect(gameName({ game: "finding-friends", heading })).toBe("找朋友");
  expect(gameName({ game: null, heading })).toBe("自家规则");
});
