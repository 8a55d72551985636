/**
 * The match as its viewer may know it: the events applied in order.
 *
 * The rules of the game are not here. The server sends the duties, the winner of the trick and the
 * meaning of points with each message (`Now`, `TableState`).
 */
import { without } from "../cards/cards";
import type {
  Call,
  Card,
  DealtAgain,
  DeckShown,
  Event,
  FriendJoined,
  HandAccount,
  HandEnded,
  HandStarted,
  JointDeal,
  LandBid,
  LandPassed,
  MatchEnded,
  MatchStart,
  Played,
  Rank,
  RedealAnswered,
  RestClaimed,
  Shown,
  Suit,
  ThrowFailed,
} from "../wire";

/** A player's cards in a trick; `units` is empty for a follower. */
export interface Play {
  readonly seat: number;
  readonly cards: readonly Card[];
  readonly units: readonly (readonly Card[])[];
}

/** A trick; complete as soon as it has a `winner`. */
export interface Trick {
  /** The number of the trick in the hand, from 1. */
  readonly number: number;
  readonly leader: number;
  readonly plays: readonly Play[];
  /** The failed throw that led this trick; its player still holds the cards that were not led. */
  readonly failed: ThrowFailed | null;
  readonly winner: number | null;
  readonly points: number;
}

/** Cards that a seat has shown to hold when so many had taken the kitty. */
export interface Revealed {
  readonly seat: number;
  readonly cards: readonly Card[];
  readonly takes: number;
}

/** The current hand, or the one that has just ended. */
export interface Hand {
  readonly number: number;
  /** The number of the deal in the match, from 1. */
  readonly deal: number;
  /** Number of deals repeated on request. */
  readonly redeals: number;
  /** The trump rank; null while everyone bids their own. */
  readonly rank: Rank | null;
  /** The trump suit as far as it is shown; null is no trump suit, or nothing shown yet. */
  readonly suit: Suit | null;
  /** Whether trump is fixed. */
  readonly made: boolean;
  readonly dealer: number | null;
  /** The Dealer before the draw; null: the draw decides. */
  readonly dealerBefore: number | null;
  readonly first: number;
  readonly commitment: string;
  /** The shares that decide the deal; null: the server shuffled alone. */
  readonly shares: JointDeal | null;
  /** The cards that were turned up to determine the player who draws first. */
  readonly counted: readonly Card[];
  /** The kitty's cards that were turned up because no player had declared. */
  readonly turned: readonly Card[];
  /** The kitty, where everybody was shown it before the Dealer took it. */
  readonly shownKitty: readonly Card[];
  /** The cards in each hand, in the order of arrival; null where they are hidden. */
  readonly cards: readonly (readonly Card[] | null)[];
  /** Number of cards in each hand. */
  readonly sizes: readonly number[];
  /** Number of cards drawn. */
  readonly drawn: number;
  /** The declarations, in order; the last one is valid. */
  readonly shown: readonly Shown[];
  readonly answers: readonly RedealAnswered[];
  /** The reason of the hand's redeal, before the new deal. */
  readonly again: DealtAgain | null;
  /** The seat that has taken the kitty and not buried yet. */
  readonly burying: number | null;
  /** The cards taken with the kitty, as long as they are new in a hand that is seen. */
  readonly taken: readonly Card[];
  /** The seat that buried last. */
  readonly buriedBy: number | null;
  /** The seats that took the kitty, in order. */
  readonly takers: readonly number[];
  /** The cards that seats showed, or tried to play and took back. */
  readonly revealed: readonly Revealed[];
  /** The buried cards, where they are known. */
  readonly kitty: readonly Card[] | null;
  /** The bidding for the land. */
  readonly land: readonly (LandPassed | LandBid)[];
  readonly calls: readonly Call[];
  readonly joined: readonly FriendJoined[];
  /** The failed throws. */
  readonly failed: readonly ThrowFailed[];
  /** The claims of the rest that were answered. */
  readonly claims: readonly RestClaimed[];
  /** The trick that lies on the table. */
  readonly trick: Trick | null;
  /** The complete tricks. */
  readonly tricks: readonly Trick[];
  readonly ended: HandEnded | null;
  /** The deck, once the hand is over; in a record with all cards from the beginning. */
  readonly deck: Pick<DeckShown, "deck" | "salt"> | null;
}

/** The match, with the hand under way. */
export interface Match {
  /** The level of each seat. */
  readonly levels: readonly Rank[];
  /** Number of times that each seat has gone through all levels; empty where levels do not wrap. */
  readonly laps: readonly number[];
  /** The hands that are over, in order. */
  readonly results: readonly HandAccount[];
  readonly hand: Hand | null;
  /** Number of deals so far. */
  readonly deals: number;
  /** The reason of the previous hand's redeal, where this hand is the new deal. */
  readonly again: DealtAgain | null;
  /** The seats that won; null while the match goes on. */
  readonly winners: readonly number[] | null;
  /** The reason of the end; null while the match goes on. */
  readonly reason: MatchEnded["reason"] | null;
}

/** Sizes given by the rules, which the events do not contain. */
export interface Sizes {
  readonly players: number;
  readonly kitty_size: number;
}

/** The match before the first of the events that come with it. */
export function matchAt(start: MatchStart): Match {
  return {
    levels: start.levels,
    laps: start.laps,
    results: start.results,
    hand: null,
    deals: start.deals,
    again: null,
    winners: null,
    reason: null,
  };
}

/** The match after one more event. */
export function step(match: Match | null, event: Event, sizes: Sizes): Match {
  if (event.event === "hand_started") return begin(match, event, sizes);
  if (!match?.hand) throw new Error(`${event.event} outside a hand`);
  switch (event.event) {
    case "hand_ended":
      return {
        ...match,
        levels: event.levels_after,
        laps: event.laps_after,
        hand: {
          ...match.hand,
          dealer: event.dealer,
          kitty: event.kitty ?? match.hand.kitty,
          ended: event,
        },
      };
    case "match_ended":
      return { ...match, winners: event.winners, reason: event.reason };
    default:
      return { ...match, hand: within(match.hand, event, sizes) };
  }
}

/** The match with the account of the hand that has just ended. */
export function withAccount(match: Match, account: HandAccount): Match {
  const known = match.results.some((result) => result.number === account.number);
  return known ? match : { ...match, results: [...match.results, account] };
}

/** Whether a hand that is over lacks its account, because it ended and the next began unseen. */
export function lacksAccount(match: Match): boolean {
  return match.hand !== null && match.results.length < match.hand.number - 1;
}

function begin(match: Match | null, event: HandStarted, { players }: Sizes): Match {
  const goesOn = match !== null && match.winners === null;
  if (!goesOn && event.rank === null) throw new Error("a match begins without a level");
  const base: Match = goesOn
    ? match
    : matchAt({
        levels: Array<Rank>(players).fill(event.rank as Rank),
        laps: [],
        hands: 0,
        deals: 0,
        results: [],
      });
  const deals = base.deals + 1;
  return { ...base, deals, again: base.hand?.again ?? null, hand: dealt(event, deals, players) };
}

function dealt(event: HandStarted, deal: number, players: number): Hand {
  return {
    number: event.hand,
    deal,
    redeals: event.redeals,
    rank: event.rank,
    suit: null,
    made: false,
    dealer: event.dealer,
    dealerBefore: event.dealer,
    first: event.first,
    commitment: event.commitment,
    shares: event.shares ?? null,
    counted: event.turned,
    turned: [],
    shownKitty: [],
    cards: Array<readonly Card[]>(players).fill([]),
    sizes: Array<number>(players).fill(0),
    drawn: 0,
    shown: [],
    answers: [],
    again: null,
    burying: null,
    taken: [],
    buriedBy: null,
    takers: [],
    revealed: [],
    kitty: null,
    land: [],
    calls: [],
    joined: [],
    failed: [],
    claims: [],
    trick: null,
    tricks: [],
    ended: null,
    deck: event.deck && event.salt ? { deck: event.deck, salt: event.salt } : null,
  };
}

type Within = Exclude<Event, { event: "hand_started" | "hand_ended" | "match_ended" }>;

function within(hand: Hand, event: Within, sizes: Sizes): Hand {
  switch (event.event) {
    case "card_drawn":
      return {
        ...hand,
        ...gained(hand, event.seat, event.card === null ? null : [event.card], 1),
        drawn: hand.drawn + 1,
      };
    case "shown":
      return {
        ...hand,
        ...revealing(hand, event.seat, event.cards),
        shown: [...hand.shown, event],
        suit: event.suit,
        dealer: event.dealer,
      };
    case "trump_made":
      return {
        ...hand,
        made: true,
        suit: event.suit,
        dealer: event.dealer,
        turned: event.turned,
        rank: event.rank ?? hand.rank,
      };
    case "redeal_answered":
      return {
        ...hand,
        ...revealing(hand, event.seat, event.cards),
        answers: [...hand.answers, event],
      };
    case "dealt_again":
      return { ...hand, again: event, turned: event.turned };
    case "deck_shown":
      return { ...hand, deck: event };
    case "kitty_taken":
      return {
        ...hand,
        ...gained(hand, event.seat, event.cards, sizes.kitty_size),
        burying: event.seat,
        takers: [...hand.takers, event.seat],
        taken: (hand.cards[event.seat] && event.cards) ?? [],
        shownKitty: event.shown ? (event.cards ?? []) : hand.shownKitty,
        kitty: null,
      };
    case "kitty_buried":
      return {
        ...hand,
        ...lost(hand, event.seat, event.cards, sizes.kitty_size),
        burying: null,
        taken: [],
        buriedBy: event.seat,
        kitty: event.cards,
      };
    case "land_passed":
      return { ...hand, land: [...hand.land, event] };
    case "land_bid":
      return {
        ...hand,
        ...revealing(hand, event.seat, event.cards),
        land: [...hand.land, event],
        suit: event.suit,
      };
    case "friends_called":
      return { ...hand, calls: event.calls };
    case "friend_joined":
      return { ...hand, joined: [...hand.joined, event] };
    case "throw_failed":
      return {
        ...hand,
        ...revealing(hand, event.seat, event.thrown),
        failed: [...hand.failed, event],
        trick: emptyTrick(hand, event.seat, event),
      };
    case "rest_claimed":
      return { ...hand, claims: [...hand.claims, event] };
    case "played":
      return played(hand, event);
    case "trick_taken":
      return {
        ...hand,
        trick: null,
        tricks: hand.trick
          ? [...hand.tricks, { ...hand.trick, winner: event.seat, points: event.points }]
          : hand.tricks,
      };
  }
}

function played(hand: Hand, { seat, cards, units }: Played): Hand {
  const trick = hand.trick ?? emptyTrick(hand, seat, null);
  return {
    ...hand,
    ...lost(hand, seat, cards, cards.length),
    trick: { ...trick, plays: [...trick.plays, { seat, cards, units }] },
  };
}

function emptyTrick(hand: Hand, leader: number, failed: ThrowFailed | null): Trick {
  return { number: hand.tricks.length + 1, leader, plays: [], failed, winner: null, points: 0 };
}

function revealing(hand: Hand, seat: number, cards: readonly Card[]): Pick<Hand, "revealed"> {
  return { revealed: [...hand.revealed, { seat, cards, takes: hand.takers.length }] };
}

type Holdings = Pick<Hand, "cards" | "sizes">;

function gained(hand: Hand, seat: number, cards: readonly Card[] | null, size: number): Holdings {
  const held = hand.cards[seat];
  return {
    cards: hand.cards.with(seat, held && cards ? [...held, ...cards] : null),
    sizes: hand.sizes.with(seat, (hand.sizes[seat] ?? 0) + size),
  };
}

function lost(hand: Hand, seat: number, cards: readonly Card[] | null, size: number): Holdings {
  const held = hand.cards[seat];
  return {
    cards: hand.cards.with(seat, held && cards ? without(held, cards) : null),
    sizes: hand.sizes.with(seat, (hand.sizes[seat] ?? 0) - size),
  };
}
