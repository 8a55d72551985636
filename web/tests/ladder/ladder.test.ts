import { expect, it } from "vitest";

import { climbersOf, rungsOf, type Climb } from "../../src/ladder/ladder";
import type { Rank } from "../../src/wire";

const climb = (seat: number, before: Rank, after: Rank, lap = 0): Climb => ({
  seats: [seat],
  before: { level: before, lap: 0 },
  after: { level: after, lap },
});

it("marks what must be played, and lights the rungs that were climbed", () => {
  const climbers = climbersOf([climb(0, "8", "10"), climb(1, "2", "2")], false);
  const rungs = rungsOf({ last_level: "Q", must_play: ["10", "Q"] }, climbers);
  expect(rungs.map(({ level }) => level).join(" ")).toBe("2 3 4 5 6 7 8 9 10 J Q");
  expect(rungs.filter(({ must }) => must).map(({ level }) => level)).toEqual(["10", "Q"]);
  expect(rungs.filter(({ gained }) => gained).map(({ level }) => level)).toEqual(["9", "10"]);
});

it("lets players stand together who went the same way, and begin a lap from below", () => {
  const lines = [climb(0, "2", "3"), climb(1, "2", "2"), climb(2, "2", "3"), climb(3, "A", "2", 1)];
  expect(climbersOf(lines, true)).toEqual([
    { seats: [0, 2], from: 0, to: 1, lap: 0 },
    { seats: [1], from: 0, to: 0, lap: 0 },
    { seats: [3], from: -1, to: 0, lap: 1 },
  ]);
});
