import { describe, expect, it } from "vitest";

import { placesOf, roomFor, type Shape, spreadOf } from "../../src/table/places";

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

describe("the plays of a trick", () => {
  const least = { 4: 60, 6: 48, 12: 26 };

  it.each([
    [4, "tall", 308, 210, 84],
    [4, "wide", 1220, 250, 175],
    [6, "tall", 378, 300, 84],
    [6, "flat", 500, 130, 84],
    [12, "tall", 308, 230, 68],
    [12, "wide", 1220, 250, 175],
  ] as const)("lie round the middle: %i players, %s", (players, shape, width, height, aside) => {
    for (const cards of [1, 2]) {
      const places = placesOf(players, 0, shape);
      const plates = [aside, Math.min(height, 80 * places.left.length)] as const;
      const spread = spreadOf(places, 0, { width, height, plates, cards, largest: 104 });
      expect(spread.card).toBeGreaterThanOrEqual(least[players] / cards);
      const [{ y: top }, { y: own }] = [spread.at.get(places.top[0]!)!, spread.at.get(0)!];
      expect(top).toBeLessThan(0);
      expect(own).toBeGreaterThan(0);
      expect(spread.at.get(1)!.x).toBeGreaterThan(0);
      expect(spread.at.get(players - 1)!.x).toBeLessThan(0);
      for (const { x, y } of spread.at.values()) {
        expect(Math.abs(x) + spread.width / 2).toBeLessThanOrEqual(width / 2);
        expect(Math.abs(y) + spread.height / 2).toBeLessThanOrEqual(height / 2);
      }
    }
  });

  it("leave the middle free for declarations", () => {
    const cloth = { width: 378, height: 260, plates: [84, 80], cards: 2, largest: 44 } as const;
    const { at, height } = spreadOf(placesOf(4, 0, "tall"), 0, { ...cloth, apart: true });
    expect(at.get(0)!.y - at.get(2)!.y).toBeGreaterThan(height + 100);
  });
});
