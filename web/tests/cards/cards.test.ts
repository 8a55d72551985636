import { describe, expect, it } from "vitest";

import { countCards, faceOf, pointsIn, pointsOf, without } from "../../src/cards/cards";

describe("a card", () => {
  it("is taken apart into rank and suit, or a Joker", () => {
    expect(faceOf("10S")).toEqual({ rank: "10", suit: "S", joker: null });
    expect(faceOf("AD")).toEqual({ rank: "A", suit: "D", joker: null });
    expect(faceOf("BJ").joker).toBe("big");
    expect(faceOf("SJ").joker).toBe("small");
  });

  it("has points when it is a five, a ten or a king", () => {
    expect(["5H", "10S", "KD", "AC", "BJ"].map((card) => pointsOf(card as "5H"))).toEqual([
      5, 10, 10, 0, 0,
    ]);
    expect(pointsIn(["5H", "5H", "KS"])).toBe(20);
  });
});

describe("lists of cards", () => {
  it("are counted copy by copy", () => {
    expect(countCards(["5H", "KS", "5H"])).toEqual(
      new Map([
        ["5H", 2],
        ["KS", 1],
      ]),
    );
  });

  it("lose one copy for each card that is taken away", () => {
    expect(without(["5H", "5H", "KS"], ["5H", "AC"])).toEqual(["5H", "KS"]);
  });
});
