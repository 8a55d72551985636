import { beforeAll, describe, expect, it } from "vitest";

import { endedEarly } from "../../src/table/endings";
import type { Reader } from "../../src/table/people";
import { speak, type Tongue } from "../../src/words/words.svelte";

const NAMES = ["Ann", "Bo", "Cai", "Di"];

function read(seat: number | null): string {
  const nameOf = (one: number) => NAMES[one] ?? "";
  return endedEarly([0, 2], { seat, players: 4, nameOf, ending: "conceded" });
}

describe.each<[Tongue, Record<string, string>]>([
  [
    "en",
    {
      won: "Bo, Di concede. Your side has won the match.",
      lost: "Your side has conceded. The match is won by Ann, Cai.",
      watched: "Bo, Di concede. The match is won by Ann, Cai.",
    },
  ],
  [
    "zh-Hans",
    {
      won: "Bo、Di认输，你们赢下这场。",
      lost: "你们认输，Ann、Cai赢下这场。",
      watched: "Bo、Di认输，Ann、Cai赢下这场。",
    },
  ],
])("a concession in %s", (tongue, words) => {
  beforeAll(() => speak(tongue));

  it.each([0, 2])("is told seat %i, which has won by it", (seat) => {
    expect(read(seat)).toBe(words.won);
  });

  it.each([1, 3])("is told seat %i, which has conceded", (seat) => {
    expect(read(seat)).toBe(words.lost);
  });

  it("is told an onlooker by names", () => {
    expect(read(null)).toBe(words.watched);
  });
});

describe("a match that was ended before anybody had won it", () => {
  beforeAll(() => speak("en"));
  const read = (seat: number | null, more: Partial<Reader>): string =>
    endedEarly([], { seat, players: 4, nameOf: (one) => NAMES[one] ?? "", ...more });

  it("was ended by agreement only where it was", () => {
    expect(read(0, { ending: "agreed" })).toBe("All agreed to end the match.");
    expect(read(0, { ending: "left", left: [3] })).toBe("Di left the match, and lost it.");
    expect(read(null, { ending: "left", left: [1, 3] })).toBe(
      "Bo, Di left the match, and lost it.",
    );
    expect(read(3, { ending: "left", left: [3] })).toBe("You left the match, and lost it.");
    expect(read(0, { ending: "late", left: [3] })).toBe(
      "Di let the time run out too often, and lost the match.",
    );
    expect(read(3, { ending: "late", left: [3] })).toBe(
      "You let the time run out too often, and lost the match.",
    );
    expect(read(0, { ending: "abandoned" })).toBe(
      "Everybody had gone, so nobody has lost the match.",
    );
    expect(read(0, { ending: "agreed", night: true })).toBe("The round is over at this table.");
  });
});

describe("a match that a hand has won", () => {
  it("has not ended early", () => {
    const reader: Reader = { seat: 0, players: 4, nameOf: String };
    expect(endedEarly([0, 2], { ...reader, ending: "won" })).toBe("");
    expect(endedEarly([0], { ...reader, ending: "hand" })).toBe("");
    expect(endedEarly(null, { ...reader, ending: "conceded" })).toBe("");
  });
});
