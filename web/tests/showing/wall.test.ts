import { expect, test } from "vitest";

import { fitColumns, onPage, READABLE, shrunk, widthOf } from "../../src/showing/wall";

test.each([
  [6, 1200, 860],
  [24, 1880, 860],
  [24, 2500, 1200],
  [30, 1880, 860],
])("%d tables go onto %d by %d, and are read from afar", (count, width, height) => {
  const { columns, rows, size } = fitColumns(count, width, height, 5.6, 13);
  expect(columns * rows).toBeGreaterThanOrEqual(count);
  expect(rows * 5.6 * size).toBeLessThanOrEqual(height + 1e-9);
  expect(columns * 13 * size).toBeLessThanOrEqual(width + 1e-9);
  expect(size).toBeGreaterThan(height / 36);
});

test("fewer boxes are written larger, up to a bound", () => {
  const sizes = [24, 12, 6, 2, 1].map((count) => fitColumns(count, 1880, 860, 5.6, 13).size);
  expect(sizes).toEqual([...sizes].sort((a, b) => a - b));
  expect(sizes.at(-1)).toBeLessThan(860 / 10);
  expect(fitColumns(0, 1880, 860, 5.6, 13).columns).toBe(1);
});

test("a name that is too long is written smaller, and no other", () => {
  expect(shrunk("Li", 9)).toBe(1);
  expect(shrunk("欧阳修", 9)).toBe(1);
  expect(widthOf("欧阳")).toBeGreaterThan(widthOf("Li"));
  const name = "Wolfeschlegelsteinhausen";
  expect(shrunk(name, 9) * widthOf(name)).toBeCloseTo(9);
});

const FULL_HD = 1080;
test.each([
  ["twelve tables", 12, 1860, 860, 6.1, 14, 12],
  ["thirty tables", 30, 1860, 860, 6.1, 14, 15],
  ["48 in the standings", 48, 1860, 850, 1.4, 20.4, 48],
  ["120 in the standings", 120, 1860, 850, 1.4, 20.4, 60],
  ["26 beside the tables", 26, 650, 790, 1.4, 20.4, 13],
  ["nobody", 0, 1860, 860, 1.4, 20.1, 0],
])(
  "%s are read from five metres, if need be by turns",
  (_, count, width, height, high, wide, a) => {
    const least = FULL_HD * READABLE;
    const most = onPage(count, width, height, high, wide, least);
    expect(most).toBe(a);
    if (count > 0)
      expect(fitColumns(most, width, height, high, wide).size).toBeGreaterThanOrEqual(least);
  },
);
