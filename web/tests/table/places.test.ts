import { describe, expect, it } from "vitest";

import { placesOf, roomFor, type Shape } from "../../src/table/places";

describe("the places at the table", () => {
  it("go counter-clockwise from one's right", () => {
    expect(placesOf(4, 0, "wide")).toEqual({ right: [1], top: [2], left: [3] });
    expect(placesOf(4, 2, "tall")).toEqual({ right: [3], top: [0], left: [1] });
  });

  it("hold every other seat once, in the order of play, at every size", () => {
    for (const shape of ["tall", "wide", "flat"] as Shape[]) {
      for (let players = 4; players <= 12; players++) {
        const { right, top, left } = placesOf(players, 3, shape);
        const order = Array.from({ length: players - 1 }, (_, i) => (4 + i) % players);
        expect([...right, ...top, ...left]).toEqual(order);
        expect(right.length).toBe(left.length);
      }
    }
  });

  it("have at most three at the top of a phone held upright", () => {
    for (let players = 4; players <= 12; players++) {
      expect(placesOf(players, 0, "tall").top.length).toBeLessThanOrEqual(3);
    }
  });
});

it("keeps more height for more players, and for the cards of a trick", () => {
  expect(roomFor(6, true)).toBeGreaterThan(roomFor(4, true));
  expect(roomFor(4, true)).toBeGreaterThan(roomFor(4, false));
});
