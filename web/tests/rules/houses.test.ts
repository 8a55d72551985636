import { afterEach, expect, it } from "vitest";

import { rulesOf } from "../../src/lobby/systems";
import {
  forgetHouse,
  gameOf,
  houseOf,
  keepHouse,
  read,
  houseToAddress,
} from "../../src/rules/houses";
import { preferences, readPreferences } from "../../src/state/preferences.svelte";

const WANG = { name: "王家 Wang’s", rules: { preset: "zhang-2021", kitty: 12 } };

afterEach(() => (preferences.houses = []));

it("a house is kept under its name, and another in its place", () => {
  keepHouse(WANG);
  keepHouse({ name: "  " + WANG.name, rules: { preset: "pagat" } });
  expect(preferences.houses).toEqual([{ name: WANG.name, rules: { preset: "pagat" } }]);
  expect(houseOf(gameOf(WANG))?.rules).toEqual({ preset: "pagat" });
  forgetHouse(WANG.name);
  expect(houseOf(gameOf(WANG))).toBeNull();
});

it("a house goes through a link whole, and what is spoilt on the way is none", () => {
  expect(houseToAddress(WANG)).toMatch(/^[A-Za-z0-9_-]+$/);
  expect(read(houseToAddress(WANG))).toEqual(WANG);
  expect(read(houseToAddress(WANG).slice(0, -9))).toBeNull();
  expect(read(btoa('{"name": "", "rules": {}}'))).toBeNull();
  expect(read(btoa('{"name": "x", "rules": []}'))).toBeNull();
  expect(read("%")).toBeNull();
});

it("a game has its length, and a house its rules", () => {
  keepHouse(WANG);
  expect(rulesOf(gameOf(WANG))).toEqual(WANG.rules);
  expect(rulesOf("tractor", "hand")).toBe("tractor");
  expect(rulesOf("tractor", "5")).toEqual({ preset: "tractor", last_level: "5" });
  expect(rulesOf("land", "10")).toEqual({ system: "tractor", land: true, last_level: "10" });
  expect(rulesOf("house:gone")).toBe("tractor");
});

it("what is kept of games and houses is read again, and what is none is not", () => {
  const kept = { game: gameOf(WANG), length: "5", rules: WANG.rules, houses: [WANG] };
  expect(readPreferences(JSON.stringify(kept))).toMatchObject(kept);
  const spoilt = { game: "", length: "7", rules: [], houses: [WANG, { name: "x" }] };
  expect(readPreferences(JSON.stringify(spoilt))).toMatchObject({
    game: "tractor",
    length: "rules",
    rules: null,
    houses: [],
  });
});
