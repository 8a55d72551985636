import { describe, expect, it } from "vitest";

import { placesOf, widestCard } from "../../src/replay/seating";

describe.each([4, 5, 6, 7, 8, 10, 12])("the places of %i", (seats) => {
  const places = placesOf(seats);

  it("keep to the table", () => {
    for (const { x, share } of places) {
      expect(x - share / 2).toBeGreaterThanOrEqual(0);
      expect(x + share / 2).toBeLessThanOrEqual(100);
    }
  });

  it.each([
    [366, 352, 1],
    [366, 352, 3],
    [900, 340, 3],
  ])("leave each other's cards free: %i by %i, %i cards", (width, height, cards) => {
    const card = widestCard(places, width, height, cards);
    const [wide, high] = [card * (1 + 0.5 * (cards - 1)), 26 + card * 1.4];
    if (card > 18)
      places.forEach(({ x, y }, at) => {
        const next = places[(at + 1) % seats]!;
        const beside = (Math.abs(x - next.x) * width) / 100 - wide;
        const below = (Math.abs(y - next.y) * height) / 100 - high;
        expect(Math.max(beside, below)).toBeGreaterThanOrEqual(-1);
      });
  });
});

it("leaves cards on a phone as large as they are read, with eight who play three each", () => {
  expect(widestCard(placesOf(8), 366, 336, 3)).toBeGreaterThanOrEqual(35);
  expect(widestCard(placesOf(4), 366, 320, 1)).toBeGreaterThanOrEqual(42);
});
