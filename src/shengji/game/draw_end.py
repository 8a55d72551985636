"""The end of the draw: the Dealer, trumps from the kitty, and re-deals (Z21 §3.5.5, §3.5.7)."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, Rank, Suit, points_of
from shengji.game.events import DealtAgain, TrumpMade
from shengji.game.hand import Hand
from shengji.play.space import TRUMP
from shengji.rules import Rules


def dealer_after(hand: Hand, seat: int, cards: Sequence[Card]) -> int:
    """The Dealer after a seat has shown these cards.

    In the first hand the rules choose: the last declarer (Z21 §3.5.5), the first (W23), the last
    one apart from overrides with Jokers (Z16 §5.4.5), or the first to show a pair and until then
    the first declarer (W23). Where the draw decides in later hands too, the last declarer deals and
    sets suit and rank (Z21 §6.5).
    """
    if hand.dealer is None:
        return seat
    if hand.fixed_dealer:
        return hand.dealer
    if hand.number > 1:
        return seat
    if hand.rules.first_dealer == "first":
        return hand.dealer
    if hand.rules.first_dealer == "last-not-jokers" and all(card.is_joker for card in cards):
        return hand.dealer
    if hand.rules.first_dealer == "first-pair":
        paired = any(_has_pair(showing.cards) for showing in hand.shown)
        return seat if _has_pair(cards) and not paired else hand.dealer
    return seat


def _has_pair(cards: Sequence[Card]) -> bool:
    return len(set(cards)) < len(cards)


def close_draw(hand: Hand) -> TrumpMade | DealtAgain:
    """The event at the end of the draw: trumps, or a new deal.

    When the draw was to decide the Dealer and no player has declared, the first drawer deals, as
    the Dealer draws first in all later hands; Z21 leaves this case open.
    """
    kitty, rules = hand.kitty, hand.rules
    assert kitty is not None, "only the table knows the kitty"
    dealer = hand.first if hand.dealer is None else hand.dealer
    rank = hand.ranks[dealer] if hand.started.rank is None else None
    if hand.shown:
        return TrumpMade(hand.trump_so_far.suit, dealer, rank=rank)
    first = hand.number == 1 and not hand.fixed_dealer
    if first and rules.no_bid_first_hand == "deal-again":
        return DealtAgain("no-bid", hand.first, None)
    turned = turn_up(rules, kitty, hand.ranks[dealer])
    if joker_deals_again(rules, turned):
        return DealtAgain("joker", hand.first, hand.dealer, turned)
    return TrumpMade(turned_suit(rules, turned, hand.ranks[dealer]), dealer, turned, rank)


def turn_up(rules: Rules, kitty: Sequence[Card], rank: Rank) -> tuple[Card, ...]:
    """The kitty's cards that are turned up when no player has declared.

    These are the cards up to the first one of the trump rank, else all (Z21 §3.5.5); or the first
    card, or three, and the next ones while a Joker means the next card (W23).

    >>> from shengji.cards import read_cards, write_cards
    >>> kitty = read_cards("SJ 5H 8C AS")
    >>> write_cards(turn_up(Rules(), kitty, Rank("8")))
    'SJ 5H 8C'
    >>> write_cards(turn_up(Rules(no_bid="first-card"), kitty, Rank("8")))
    'SJ 5H'
    """
    first = 3 if rules.no_bid == "third-card" else 1
    for number, card in enumerate(kitty, 1):
        if rules.no_bid == "turn-kitty":
            stop = card.rank is rank
        else:
            stop = number >= first and not (card.is_joker and rules.no_bid_joker == "next-card")
        if stop:
            return tuple(kitty[:number])
    return tuple(kitty)


def joker_deals_again(rules: Rules, turned: Sequence[Card]) -> bool:
    """Whether the turned-up card is a Joker that throws the hand in (W23)."""
    deals_again = rules.no_bid != "turn-kitty" and rules.no_bid_joker == "deal-again"
    return deals_again and turned[-1].is_joker


def turned_suit(rules: Rules, turned: Sequence[Card], rank: Rank) -> Suit | None:
    """The trump suit that the turned-up cards make, or `None` for no trump suit.

    It is the suit of the card of the trump rank; without one, of the highest card from Ace to 2,
    the first among equals; Jokers do not count (Z21 §3.5.5). Under other rules it is the suit of
    the last card turned up (W23). A kitty of Jokers alone makes no trump suit.
    """
    if rules.no_bid != "turn-kitty" or turned[-1].rank is rank:
        return turned[-1].suit
    best: Card | None = None
    for card in turned:
        if card.rank is not None and (
            best is None or best.rank is None or card.rank.order > best.rank.order
        ):
            best = card
    return None if best is None else best.suit


def trumps_in(hand: Hand, cards: Sequence[Card]) -> int:
    """Number of trumps among the cards."""
    return sum(hand.space.suit(card) == TRUMP for card in cards)


def may_redeal(hand: Hand, cards: Sequence[Card]) -> bool:
    """Whether a player with these cards may claim a re-deal (Z21 §3.5.7, Z16 §8.1, W14, W23)."""
    rules = hand.rules
    if rules.redeal_no_trumps and trumps_in(hand, cards) <= rules.redeal_trumps:
        return True
    return rules.redeal_points is not None and points_of(cards) < rules.redeal_points


def again_on_request(hand: Hand, seat: int) -> DealtAgain:
    """The new deal after a player's claim (Z21 §3.5.7)."""
    starters = {"same": hand.first, "next": (hand.first + 1) % hand.players, "requester": seat}
    open_to_all = hand.rules.redeal_dealer == "open"
    return DealtAgain(
        "request", starters[hand.rules.redeal_starter], None if open_to_all else hand.dealer
    )
