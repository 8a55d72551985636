/** Verification of a finished hand's deal against the hash published before its first card. */
import { without } from "../cards/cards";
import { packOf } from "../cards/pack";
import type { Card, RulesState } from "../wire";
import { type Hashing, isJoint, lineOf, loadHashing } from "./joint";
import type { Hand } from "./match";
import type { GivenShare } from "./shares";

/**
 * `own`: the shares of the players, this page's among them, and of the server decide all of the deal.
 * `shared`: shares decide it, and this page had no part. `unlisted`: this page gave a share for a deal that
 * it has not seen. `checked`: all of the deal is as the server dealt it. `deck`: the order of the deck is,
 * since an older commitment covers no more. `unknown`: the hand is not over.
 */
export type Verdict = "own" | "shared" | "unlisted" | "checked" | "deck" | "wrong" | "unknown";

type Shown = NonNullable<Hand["deck"]>;

/** The place and the rules that a hand was dealt under. */
export interface DealtAt {
  /** The id of the table; null: it is not known, as in a replay. */
  readonly table: string | null;
  readonly rules: Pick<RulesState, "given" | "players" | "decks" | "kitty_size" | "removed">;
  /** The shares that the page has given for its deals, and for requests given up before. */
  readonly given?: readonly GivenShare[];
  /** The deals of the hand that were thrown in. */
  readonly thrown?: readonly Hand[];
}

/**
 * Verify the deck that is revealed after a hand: it is the pack of the rules, its hash was
 * published before the hand, the salt's statement is true, and it contains for every player, also
 * the Dealer, all the cards that they have shown, played and buried.
 */
export async function shuffleOf(hand: Hand, at: DealtAt): Promise<Verdict> {
  const isDue = hand.ended && (hand.shares || at.table !== null);
  if (!hand.deck) return isDue ? "wrong" : "unknown";
  const hashing = await loadHashing();
  try {
    const deals = [...(at.thrown ?? []), hand];
    const found = deals.map((deal) => verdictOn(deal, deal.deck!, at, hashing));
    return found.includes("wrong") ? "wrong" : found.at(-1)!;
  } catch {
    return "wrong"; // It is not even of the right form.
  }
}

function verdictOn(hand: Hand, shown: Shown, at: DealtAt, hashing: Hashing): Verdict {
  const { deck, salt } = shown;
  const { hash } = hashing;
  if (hash(`${salt} ${deck.join(" ")}`) !== hand.commitment) return "wrong";
  if (!same(deck, packOf(at.rules)) || !fits(hand, deck, at.rules.kitty_size)) return "wrong";
  if (!salt.includes(" ")) return "deck";
  // A replay may be of one hand, so that only the statement counts the hands and deals before it.
  const stated = (name: string) => salt.match(` ${name}=([^ ]*)`)?.[1] ?? "";
  const place =
    at.table === null
      ? { number: +stated("hand"), deal: +stated("deal"), table: stated("table") }
      : { number: hand.number, deal: hand.deal, table: hash(at.table) };
  const options = Object.entries(at.rules.given).sort(([one], [other]) => (one < other ? -1 : 1));
  const rules = hash(JSON.stringify(Object.fromEntries(options)));
  // As `Statement` in `shengji.game.shuffle` defines it.
  const statement =
    ` hand=${place.number} deal=${place.deal} first=${hand.first}` +
    ` turned=${hand.counted.join(",")} rules=${rules} table=${place.table}`;
  if (!salt.endsWith(statement)) return "wrong";
  if (!hand.shares) return "checked";
  const { request } = hand.shares;
  const isOfHand =
    request.hand === place.number && request.deal === place.deal && request.rules === rules;
  const { dealerBefore: dealer, first, counted: turned } = hand;
  const serverShare = salt.slice(0, salt.indexOf(" "));
  const deal = { table: place.table, rules: at.rules, deck, dealer, first, turned, serverShare };
  if (!isOfHand || !isJoint(hand.shares, deal, hashing)) return "wrong";
  const { given = [], thrown = [] } = at;
  const lines = [...thrown, hand]
    .flatMap(({ shares }) => (shares ? [...(shares.given_up ?? []), shares.request] : []))
    .map((one) => lineOf(one, place.table));
  if (given.some(({ line }) => !lines.includes(line))) return "unlisted";
  const own = given.find(({ line }) => line === lines.at(-1));
  if (own && own.rules !== JSON.stringify(at.rules)) return "wrong";
  return own && request.seats.some(({ share }) => share === own.share) ? "own" : "shared";
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
