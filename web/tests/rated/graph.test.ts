import { expect, test } from "vitest";

import { graphOf, HEIGHT, WIDTH } from "../../src/rated/graph";
import type { RatingPoint } from "../../src/wire";

const points = (...values: number[]): RatingPoint[] =>
  values.map((value, at) => ({ at, match: null, value, deviation: 50 }));

test("of nothing, and of a single rating, there is no drawing", () => {
  expect(graphOf([])).toBeNull();
  expect(graphOf(points(1500))).toBeNull();
});

test("a rating goes from left to right, higher ones above", () => {
  const graph = graphOf(points(1500, 1600))!;
  expect(graph.line).toBe("M0 133.3L600 66.7");
  expect(graph.last).toEqual({ x: WIDTH, y: 66.7 });
  // What is uncertain is drawn too, from the highest to the lowest that may be.
  expect(graph.area).toBe("M0 66.7L600 0L600 133.3L0 200Z");
  expect(graph.grid).toEqual([
    { value: 1400, y: HEIGHT },
    { value: 1500, y: 133.3 },
    { value: 1600, y: 66.7 },
    { value: 1700, y: 0 },
  ]);
});
