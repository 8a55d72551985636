import { describe, expect, it } from "vitest";

import { type Event } from "../../src/wire";
import { type Match, step } from "../../src/state/match";
import { outOf } from "../../src/table/counter";
import type { Card, Layout } from "../../src/wire";
import stories from "../fixtures/matches.json";

const RANKS = ["A", "K", "Q", "J", "10", "9", "8", "7", "6", "5", "4", "3", "2"];
const LAYOUT = [
  [["BJ"], ["SJ"]],
  ...["S", "H", "C", "D"].map((suit) => RANKS.map((rank) => [`${rank}${suit}`])),
] as Layout;
const rules = { decks: 2, removed: [] as Card[] };
type Story = (typeof stories)[number];

function after(story: Story, count: number): Match {
  const events = story.events.slice(0, count) as unknown as Event[];
  return events.reduce<Match | null>((match, event) => step(match, event, story), null)!;
}

describe("the cards that are out", () => {
  it.each(stories)(
    "are all but one's own, those played and those one has buried: $name",
    (story) => {
      for (const { events } of story.points) {
        const hand = after(story, events).hand!;
        if (!hand.made || hand.ended || hand.burying !== null) continue;
        const out = outOf(hand, story.seat, LAYOUT, rules).flatMap(({ cards }) => cards);
        const known = hand.buriedBy === story.seat && hand.kitty ? 0 : story.kitty_size;
        const others = hand.sizes.reduce(
          (sum, size, at) => (at === story.seat ? sum : sum + size),
          0,
        );
        expect(out.reduce((sum, { count }) => sum + count, 0)).toBe(others + known);
        expect(Math.min(...out.map(({ count }) => count))).toBeGreaterThanOrEqual(0);
        const tricks = [...hand.tricks, ...(hand.trick ? [hand.trick] : [])];
        const plays = tricks.flatMap((trick) => trick.plays.flatMap(({ cards }) => cards));
        expect(out.reduce((sum, { played }) => sum + played, 0)).toBe(plays.length);
      }
    },
  );

  it("lack the Jokers that are taken out", () => {
    const hand = after(stories[0]!, 1).hand!;
    const out = outOf(hand, null, LAYOUT, { decks: 2, removed: ["SJ", "BJ", "SJ"] as Card[] });
    expect(out.map(({ suit }) => suit)).toEqual(["T", "S", "H", "C", "D"]);
    expect(out[0]!.cards).toEqual([
      { card: "BJ", count: 1, played: 0 },
      { card: "SJ", count: 0, played: 0 },
    ]);
  });
});
