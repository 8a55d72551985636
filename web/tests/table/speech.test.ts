import { describe, expect, it } from "vitest";

import { spotFor, type Area } from "../../src/table/speech";

const TABLE: Area = { left: 0, top: 100, width: 360, height: 300 };
const PLATE: Area = { left: 140, top: 106, width: 80, height: 32 };
const CARDS: Area = { left: 120, top: 140, width: 120, height: 90 };
const BUBBLE = { width: 100, height: 26 };

const covers = (one: Area, other: Area): boolean =>
  one.left < other.left + other.width &&
  other.left < one.left + one.width &&
  one.top < other.top + other.height &&
  other.top < one.top + one.height;

describe("a speech bubble", () => {
  it("stands beside the plate where there is no room above, and on no card", () => {
    const spot = spotFor(BUBBLE, PLATE, TABLE, [CARDS])!;
    const at = { ...spot, ...BUBBLE };
    expect(covers(at, CARDS)).toBe(false);
    expect(covers(at, PLATE)).toBe(false);
    expect(Math.abs(at.left + 50 - 180)).toBeLessThan(110);
  });

  it("stands above the plate where there is room", () => {
    const low = { ...PLATE, top: 360 };
    expect(spotFor(BUBBLE, low, TABLE, [])).toEqual({ left: 130, top: 330 });
  });

  it("covers the plate where everything else is taken", () => {
    const below = { left: 0, top: 142, width: 360, height: 260 };
    const around = [
      below,
      { left: 0, top: 100, width: 120, height: 60 },
      { left: 240, top: 100, width: 120, height: 60 },
    ];
    const spot = spotFor({ width: 90, height: 26 }, PLATE, TABLE, around)!;
    expect(covers({ ...spot, width: 90, height: 26 }, PLATE)).toBe(true);
  });

  it("has no spot on a table full of cards", () => {
    expect(spotFor(BUBBLE, PLATE, TABLE, [TABLE])).toBeNull();
  });
});
