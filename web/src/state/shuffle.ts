/** Verification of a finished hand's deal against the hash published before its first card. */
import { without } from "../cards/cards";
import { packOf } from "../cards/pack";
import type { Card, RulesState } from "../wire";
import type { Hand } from "./match";

/**
 * `checked`: all of the deal. `deck`: the order of the deck, since an older commitment covers no
 * more. `unknown`: the deck has not been shown.
 */
export type Verdict = "checked" | "deck" | "wrong" | "unknown";

/** The place and the rules that a hand was dealt under. */
export interface DealtAt {
  /** The id of the table. */
  readonly table: string;
  readonly rules: Pick<RulesState, "given" | "decks" | "kitty_size" | "removed">;
}

type Hash = (text: string) => string;

/** SHA-256 in hex. Browsers have it over HTTPS alone, and a table may be played over plain HTTP. */
async function loadHash(): Promise<Hash> {
  const [{ sha256 }, { bytesToHex, utf8ToBytes }] = await Promise.all([
    import("@noble/hashes/sha2.js"),
    import("@noble/hashes/utils.js"),
  ]);
  return (text) => bytesToHex(sha256(utf8ToBytes(text)));
}

/**
 * Verify the deck that is revealed after a hand: it is the pack of the rules, its hash was
 * published before the hand, the salt's statement is true, and it contains for every player, also
 * the Dealer, all the cards that they have shown, played and buried.
 */
export async function shuffleOf(hand: Hand, at: DealtAt): Promise<Verdict> {
  if (!hand.deck) return "unknown";
  const { deck, salt } = hand.deck;
  const hash = await loadHash();
  if (hash(`${salt} ${deck.join(" ")}`) !== hand.commitment) return "wrong";
  if (!same(deck, packOf(at.rules)) || !fits(hand, deck, at.rules.kitty_size)) return "wrong";
  if (!salt.includes(" ")) return "deck";
  return salt.endsWith(` ${statementOf(hand, at, hash)}`) ? "checked" : "wrong";
}

/** The public part of a salt, as `Statement` in `shengji.game.shuffle` defines it. */
function statementOf(hand: Hand, { table, rules }: DealtAt, hash: Hash): string {
  const given = Object.entries(rules.given).sort(([one], [other]) => (one < other ? -1 : 1));
  return [
    `hand=${hand.number}`,
    `deal=${hand.deal}`,
    `first=${hand.first}`,
    `turned=${hand.counted.join(",")}`,
    `rules=${hash(JSON.stringify(Object.fromEntries(given)))}`,
    `table=${hash(table)}`,
  ].join(" ");
}

/**
 * Whether a deck is consistent with all cards that players have shown, played and buried.
 *
 * A player who took the kitty had their dealt cards and the kitty. A former taker's buried cards
 * may be unknown, so a later taker is allowed every possible card; together the takers must have
 * their dealt cards and the kitty.
 */
function fits(hand: Hand, deck: readonly Card[], kittySize: number): boolean {
  const players = hand.sizes.length;
  const drawn = deck.slice(0, deck.length - kittySize);
  const kitty = deck.slice(drawn.length);
  const seen = hand.shownKitty.length > 0 ? hand.shownKitty : hand.turned;
  if (seen.some((card, at) => card !== kitty[at])) return false;

  const dealt = hand.sizes.map((_, seat) =>
    drawn.filter((_, at) => at < hand.drawn && (hand.first + at) % players === seat),
  );
  const given = (seats: readonly number[]) => [
    ...kitty,
    ...[...new Set(seats)].flatMap((seat) => dealt[seat] ?? []),
  ];
  const canHave = (seat: number, takers: readonly number[]) => {
    const last = takers.lastIndexOf(seat);
    return last < 0 ? (dealt[seat] ?? []) : given(takers.slice(0, last + 1));
  };
  for (const { seat, cards, takes } of hand.revealed)
    if (!within(cards, canHave(seat, hand.takers.slice(0, takes)))) return false;

  const tricks = hand.trick ? [...hand.tricks, hand.trick] : hand.tricks;
  const plays = tricks.flatMap((trick) => trick.plays);
  const held = hand.sizes.map((_, seat) => [
    ...(hand.cards[seat] ?? []),
    ...plays.filter((play) => play.seat === seat).flatMap(({ cards }) => cards),
  ]);
  const known = hand.sizes.map((size, seat) => size === 0 || hand.cards[seat] !== null);
  const right = held.every((cards, seat) =>
    known[seat] && !hand.takers.includes(seat)
      ? same(cards, dealt[seat] ?? [])
      : within(cards, canHave(seat, hand.takers)),
  );
  if (!right || hand.takers.length === 0) return right;
  const theirs = [...new Set(hand.takers)].flatMap((seat) => held[seat] ?? []);
  return hand.kitty && hand.takers.every((seat) => hand.sizes[seat] === 0)
    ? same([...theirs, ...hand.kitty], given(hand.takers))
    : within(theirs, given(hand.takers));
}

/** Whether the cards of a list are among those of another, copy by copy. */
function within(cards: readonly Card[], others: readonly Card[]): boolean {
  return without(cards, others).length === 0;
}

function same(cards: readonly Card[], others: readonly Card[]): boolean {
  return cards.length === others.length && within(cards, others);
}
