import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import { afterEach, describe, expect, it, vi } from "vitest";

import { type Hand, type Match, step } from "../../src/state/match";
import { lineOf, loadHashing } from "../../src/state/joint";
import type { GivenShare } from "../../src/state/shares";
import { type DealtAt, shuffleOf } from "../../src/state/shuffle";
import type { Card, DealRequest, Event } from "../../src/wire";
import vectors from "../fixtures/joint.json";
import stories from "../fixtures/matches.json";

type Story = (typeof stories)[number];

const hashing = await loadHashing();

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

it("verifies the deals of a hand that were thrown in, whose requests then are listed", async () => {
  const story = stories.find(({ name }) => name === "onlooker")!;
  const started = (story.events as Event[]).slice(0, 1);
  const blank = handOf({ ...story, events: started } as Story);
  const [thrown, , last] = vectors.map(({ deck, first, shares, server_share, turned }) => {
    const { hand: number, deal, rules } = shares.request;
    const salt =
      `${server_share} hand=${number} deal=${deal} first=${first}` +
      ` turned=${turned.join(",")} rules=${rules} table=${hashing.hash("table")}`;
    const facts = { number, deal, first, counted: turned, shares, deck: { deck, salt } };
    return dealt({ ...blank, ...facts } as unknown as Hand, deck as Card[]);
  }) as [Hand, Hand, Hand];
  const rules = JSON.stringify(story.rules);
  const given = [thrown, last].map(({ shares }) => {
    const { seats } = shares!.request;
    const { share } = seats.find((at) => at.share)!;
    return { share: share!, line: lineOf(shares!.request, hashing.hash("table")), rules };
  });
  const at = { ...placeOf(story), table: "table", given };
  expect(await shuffleOf(last, { ...at, thrown: [thrown] })).toBe("own");
  expect(await shuffleOf(last, { ...at, thrown: [] })).toBe("unlisted");
  const other = { ...thrown, shares: last.shares };
  expect(await shuffleOf(last, { ...at, thrown: [thrown, other] })).toBe("wrong");
});

describe.each(stories)("the shuffle of $name, seen from seat $seat", (story) => {
  const hand = handOf(story);
  const deck = hand.deck!.deck;
  const at = placeOf(story);

  it("is checked when the hand is over, over plain HTTP too", async () => {
    const right = hand.shares ? "shared" : story.table ? "checked" : "deck";
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

  it.skipIf(!hand.shares)("is of this page only with a share that it gave", async () => {
    const { request } = hand.shares!;
    const line = lineOf(request, hashing.hash(at.table!));
    const own = { share: request.seats[2]!.share!, line, rules: JSON.stringify(at.rules) };
    const verdictOn = (...given: GivenShare[]) => shuffleOf(hand, { ...at, given });
    expect(await verdictOn(own)).toBe("own");
    expect(await verdictOn({ ...own, share: "9".repeat(64) })).toBe("shared");
    expect(await verdictOn({ ...own, rules: "{}" })).toBe("wrong");
    const unlisted = { ...own, line: line.replace("hand=1", "hand=2") };
    expect(await verdictOn(unlisted)).toBe("unlisted");
    expect(await verdictOn(own, unlisted)).toBe("unlisted");
  });

  it.skipIf(!hand.shares)("is wrong when what shares decide is of another form", async () => {
    const { request } = hand.shares!;
    for (const other of [{ seats: [] }, { seats: null }, { server: null }, { hand: 2 }]) {
      const shares = { request: { ...request, ...other } as DealRequest, given_up: [] };
      expect(await shuffleOf({ ...hand, shares }, at)).toBe("wrong");
    }
  });

  it("is wrong when no deck is shown at the end", async () => {
    expect(await shuffleOf({ ...hand, deck: null }, at)).toBe("wrong");
    const replayed = shuffleOf({ ...hand, shares: null, deck: null }, { ...at, table: null });
    expect(await replayed).toBe("unknown");
  });

  it("is not known before the deck is shown", async () => {
    expect(await shuffleOf({ ...hand, deck: null, ended: null }, at)).toBe("unknown");
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
