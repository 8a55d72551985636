import { expect, test } from "vitest";

import { leaders } from "../../src/showing/leaders";
import type { NightStanding } from "../../src/wire";

const line = (person: string, place: number, hands: number): NightStanding =>
  ({ person, place, hands }) as NightStanding;

test("the first three places have certificates, shared ones too, if they have played", () => {
  const lines = [line("a", 1, 9), line("b", 2, 9), line("c", 2, 9), line("d", 4, 9)];
  expect(leaders(lines).map(({ person }) => person)).toEqual(["a", "b", "c"]);
  expect(leaders([line("a", 1, 0), line("b", 1, 2)]).map(({ person }) => person)).toEqual(["b"]);
});
