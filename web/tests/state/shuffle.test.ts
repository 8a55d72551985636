import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { afterEach, describe, expect, it, vi } from "vitest";

import { type Hand, type Match, step } from "../../src/state/match";
import { type DealtAt, shuffleOf } from "../../src/state/shuffle";
import type { Card, Event } from "../../src/wire";
import stories from "../fixtures/matches.json";

type Story = (typeof stories)[number];

/** The last hand of a story, as its viewer has been told it. */
function handOf(story: Story): Hand {
  const events = story.events as Event[];
  const match = events.reduce<Match | null>((at, event) => step(at, event, story), null);
  if (!match?.hand) throw new Error("no hand");
  return match.hand;
}

const placeOf = ({ table, rules }: Story): DealtAt =>
  ({ table: table ?? "t1", rules }) as unknown as DealtAt;

/** A hand whose server has committed to this deck from the beginning, and shows it. */
function dealt(hand: Hand, deck: readonly Card[], salt = hand.deck!.salt): Hand {
  const commitment = bytesToHex(sha256(utf8ToBytes(`${salt} ${deck.join(" ")}`)));
  return { ...hand, commitment, deck: { ...hand.deck!, deck: [...deck], salt } };
}

/** A hand with another play of a seat, its first one of a single card. */
function played(hand: Hand, seat: number, cards: readonly Card[]): Hand {
  let left = [...cards];
  const tricks = hand.tricks.map((trick) => ({
    ...trick,
    plays: trick.plays.map((play) => {
      if (play.seat !== seat || left.length === 0) return play;
      const own = play.cards.map((card) => left.shift() ?? card);
      return { ...play, cards: own };
    }),
  }));
  return { ...hand, tricks };
}

afterEach(() => vi.unstubAllGlobals());

describe.each(stories)("the shuffle of $name, seen from seat $seat", (story) => {
  const hand = handOf(story);
  const deck = hand.deck!.deck;
  const at = placeOf(story);

  it("is checked when the hand is over, over plain HTTP too", async () => {
    const right = story.table ? "checked" : "deck";
    expect(await shuffleOf(hand, at)).toBe(right);
    vi.stubGlobal("crypto", {});
    expect(await shuffleOf(hand, at)).toBe(right);
  });

  it("is wrong when another deck or salt is shown", async () => {
    const other = [...deck.slice(1), ...deck.slice(0, 1)];
    for (const lie of [{ deck: other }, { salt: `${hand.deck!.salt}0` }])
      expect(await shuffleOf({ ...hand, deck: { ...hand.deck!, ...lie } }, at)).toBe("wrong");
  });

  it("is wrong when the deck is not the pack of the rules", async () => {
    // Six Big Jokers in two decks, from the beginning: they were dealt, and played by their holders.
    const text = JSON.stringify(hand).replaceAll('"3D"', '"BJ"').replaceAll('"3C"', '"BJ"');
    const other = JSON.parse(text) as Hand;
    const more = other.deck!.deck;
    expect(more.filter((card) => card === "BJ").length).toBe(3 * at.rules.decks);
    expect(await shuffleOf(dealt(other, more), at)).toBe("wrong");
    expect(await shuffleOf(dealt(other, more), { ...at, rules: { ...at.rules, decks: 3 } })).toBe(
      "wrong",
    );
  });

  it("is wrong when the Dealer plays cards that the deck never gave", async () => {
    const jokers = Array<Card>(8).fill("BJ");
    expect(await shuffleOf(played(hand, hand.dealer!, jokers), at)).toBe("wrong");
  });

  it("is wrong when somebody shows cards that they do not hold", async () => {
    const shown = { seat: hand.first, cards: Array<Card>(5).fill("BJ"), takes: 0 };
    expect(await shuffleOf({ ...hand, revealed: [shown] }, at)).toBe("wrong");
  });

  it("is wrong when another kitty lies there at the end", async () => {
    if (!hand.kitty) return;
    const [first, ...others] = hand.kitty;
    const kitty = [first === "3C" ? "4C" : "3C", ...others] as Card[];
    expect(await shuffleOf({ ...hand, kitty }, at)).toBe("wrong");
  });

  it("is wrong when the deck fits the hash and not what was dealt", async () => {
    const first = (hand.first + 1) % hand.sizes.length;
    expect(await shuffleOf({ ...hand, first }, at)).toBe("wrong");
  });

  it("is not known before the deck is shown", async () => {
    expect(await shuffleOf({ ...hand, deck: null }, at)).toBe("unknown");
  });

  it.skipIf(!story.table)("is wrong when the commitment was to another deal", async () => {
    const { rules } = at;
    const others: [Hand, DealtAt][] = [
      [hand, { ...at, table: "another" }],
      [hand, { ...at, rules: { ...rules, given: { ...rules.given, throws: false } } }],
      [{ ...hand, number: hand.number + 1 }, at],
      [{ ...hand, deal: hand.deal + 1 }, at],
      [{ ...hand, counted: ["2S"] }, at],
    ];
    for (const [otherHand, otherAt] of others)
      expect(await shuffleOf(otherHand, otherAt)).toBe("wrong");
  });
});
