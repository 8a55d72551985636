import { describe, expect, it, vi } from "vitest";

import { type Hand, type Match, step } from "../../src/state/match";
import { shuffleOf } from "../../src/state/shuffle";
import type { Event } from "../../src/wire";
import stories from "../fixtures/matches.json";

type Story = (typeof stories)[number];

/** The last hand of a story, as its viewer has been told it. */
function handOf(story: Story): Hand {
  const events = story.events as Event[];
  const match = events.reduce<Match | null>((at, event) => step(at, event, story), null);
  if (!match?.hand) throw new Error("no hand");
  return match.hand;
}

describe.each(stories)("the shuffle of $name, seen from seat $seat", (story) => {
  it("is checked when the hand is over", async () => {
    expect(await shuffleOf(handOf(story))).toBe("checked");
  });

  it("is wrong when another deck or salt is shown", async () => {
    const hand = handOf(story);
    if (!hand.deck) throw new Error("no deck");
    const { deck, salt } = hand.deck;
    const other = [...deck.slice(1), ...deck.slice(0, 1)];
    for (const lie of [{ deck: other }, { salt: `${salt}0` }])
      expect(await shuffleOf({ ...hand, deck: { ...hand.deck, ...lie } })).toBe("wrong");
  });

  // With the land, every player of that hand has held the kitty.
  it.skipIf(story.name.includes("land"))(
    "is wrong when the deck fits the hash and not what was dealt",
    async () => {
      const hand = handOf(story);
      const first = (hand.first + 1) % hand.sizes.length;
      expect(await shuffleOf({ ...hand, first })).toBe("wrong");
    },
  );

  it("is not known before the deck is shown, and where nothing can be hashed", async () => {
    const hand = handOf(story);
    expect(await shuffleOf({ ...hand, deck: null })).toBe("unknown");
    vi.stubGlobal("crypto", {});
    expect(await shuffleOf(hand)).toBe("unknown");
    vi.unstubAllGlobals();
  });
});
