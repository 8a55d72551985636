import { describe, expect, it } from "vitest";

import { curveOf, HEIGHT, WIDTH } from "../../src/review/curve";

const moment = (trick: number, levels: number, error = 0) => ({
  trick,
  event: trick,
  levels,
  error,
});

describe("the curve of a hand", () => {
  it("rises for the Dealer's side from the left to the right", () => {
    const curve = curveOf([moment(0, -1), moment(1, 0), moment(4, 2)], 2)!;
    expect(curve.most).toBe(2);
    expect(curve.places).toEqual([
      { x: 0, y: 150 },
      { x: 150, y: 100 },
      { x: WIDTH, y: 0 },
    ]);
    expect(curve.line).toBe("M0 150L150 100L600 0");
    expect(curve.tricks.map(({ trick }) => trick)).toEqual([1, 4]);
  });

  it("has whole levels on its grid, with nothing expected in the middle", () => {
    const { grid } = curveOf([moment(0, 0), moment(1, 4.5, 0.5)], 1)!;
    expect(grid.map(({ levels }) => levels)).toEqual([-6, -4, -2, 0, 2, 4, 6]);
    expect(grid.find(({ levels }) => levels === 0)?.y).toBe(HEIGHT / 2);
  });

  it("does not make much of little", () => {
    expect(curveOf([moment(0, 0.1), moment(1, 0.2)], 0)?.most).toBe(1);
  });

  it("needs two moments", () => {
    expect(curveOf([], null)).toBeNull();
    expect(curveOf([moment(3, 1)], null)).toBeNull();
  });
});
