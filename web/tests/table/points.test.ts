import { describe, expect, it } from "vitest";

import { barEnd, roleOf, stretchesOf, thresholdOf } from "../../src/table/points";
import type { ScaleStep } from "../../src/wire";

const SCALE: ScaleStep[] = [
  [0, false, 3],
  [5, false, 2],
  [40, false, 1],
  [80, true, 0],
  [120, true, 1],
];

describe("what points mean", () => {
  it("is told by stretches, one of which holds now", () => {
    const stretches = stretchesOf(SCALE, 45);
    expect(stretches.map(({ from, to }) => [from, to])).toEqual([
      [0, 5],
      [5, 40],
      [40, 80],
      [80, 120],
      [120, null],
    ]);
    expect(stretches.filter(({ now }) => now)).toEqual([
      { from: 40, to: 80, opponentsWin: false, levels: 1, now: true },
    ]);
  });

  it("holds below nothing and beyond the end", () => {
    expect(stretchesOf(SCALE, -10).findIndex(({ now }) => now)).toBe(0);
    expect(stretchesOf(SCALE, 300).findIndex(({ now }) => now)).toBe(4);
  });

  it("changes sides at the threshold", () => {
    expect(thresholdOf(SCALE)).toBe(80);
    expect(thresholdOf([[0, false, 1]])).toBeNull();
  });
});

it("leaves room beyond the threshold on the bar, and for all points", () => {
  expect(barEnd(SCALE, 0)).toBe(128);
  expect(barEnd(SCALE, 200)).toBe(200);
  expect(barEnd([], 0)).toBe(1);
});

describe("what one's side is out for", () => {
  const scale: ScaleStep[] = [
    [0, false, 1],
    [80, true, 0],
  ];

  it("is to attack or to defend", () => {
    expect(roleOf("opponents", scale)).toBe("attack");
    expect(roleOf("declarers", scale)).toBe("defend");
  });

  it("is open while sides are, or where points decide nothing", () => {
    expect(roleOf("unknown", scale)).toBeNull();
    expect(roleOf("opponents", [[0, false, 1]])).toBeNull();
  });
});
