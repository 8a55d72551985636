import { beforeEach, expect, it } from "vitest";

import { setName } from "../../src/rated/naming";
import type { RatedSet } from "../../src/wire";
import { speak } from "../../src/words/words.svelte";

const set = (name: string, game: string): RatedSet =>
  ({ name, game, heading: { en: name } }) as unknown as RatedSet;

beforeEach(() => speak("en"));

it("a set that is its game is called by that alone, another of the game by its own name", () => {
  const [own, house] = [set("forty-points", "forty-points"), set("club", "forty-points")];
  expect(setName(own, [own, house])).toBe("Forty Points");
  expect(setName(house, [own, house])).toBe("Forty Points · club");
});
