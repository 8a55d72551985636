"""Declaring: whether to show cards now, and which (Z21 §3.5.5, §5).

A trump suit is good for a side when it is long and strong in the hand. While cards are still to be
drawn, waiting tells more, but somebody else may be first; so the longer the draw lasts the less it
takes to declare. What may be shown at all, and who deals after it, the rules say.
"""

from __future__ import annotations

from shengji.bots.basic.strength import USUAL, strength
from shengji.cards import Card, Suit, Trump
from shengji.game import Hand
from shengji.game.hand import suit_of
from shengji.game.making import dealer_after

LEAST_CARDS = 6
"""A suit is not judged from fewer cards drawn, except where declaring makes the Dealer."""
MARGIN = 1.5
"""How many trumps better than the suit that lies there another one must be."""
PARTNERS_MARGIN = 2.0
"""How much more when it is the partner's."""
TO_DEAL = 6.0
"""What it is worth, in trumps, to become the Dealer where the draw decides."""
PARTNER_DEALS = 0.5
"""How much better a suit must be when the partner deals, who will know the kitty."""
NO_TRUMP = 2.0
"""How much better a hand must be to declare no trump suit."""
NO_TRUMP_FOR_OPPONENTS = 1.0
"""No trump suit makes it hard for the Dealer to keep control (Z21 §5)."""


def choose_showing(
    hand: Hand, seat: int, options: list[tuple[Card, ...]]
) -> tuple[Card, ...] | None:
    """One of the options, or `None` to wait."""
    best, best_gain = None, 0.0
    worth: dict[Suit | None, float] = {}
    for option in options:
        gain = _gain(hand, seat, option, worth)
        if gain > best_gain:
            best, best_gain = option, gain
    return best


def _gain(
    hand: Hand, seat: int, option: tuple[Card, ...], worth: dict[Suit | None, float]
) -> float:
    """What is gained, in trumps, by showing these cards now; nothing when it is not positive.

    `worth` keeps what the hand is worth with each trump suit.
    """
    cards, rules = hand.hands[seat], hand.rules
    shown = hand.shown[-1] if hand.shown else None
    if shown is not None and shown.seat == seat:
        # Reinforcing: nothing is lost but that the card is seen. More than needed is not shown.
        return 0.1 if len(option) == len(shown.cards) + 1 and not _is_mixed(option) else 0.0
    suit = suit_of(option)
    seizes = not (hand.fixed_dealer or _together(hand, seat, hand.dealer)) and _together(
        hand, seat, dealer_after(hand, seat, option)
    )
    if shown is None and not seizes and len(cards) < LEAST_CARDS:
        return 0.0
    if suit not in worth:
        worth[suit] = strength(rules, cards, Trump(hand.ranks[seat], suit))
    value = worth[suit]
    if shown is None:
        if seizes:
            return value + TO_DEAL
        return value - _expected(hand, seat, len(cards), no_trump=suit is None)
    now = strength(rules, cards, hand.trump_so_far)
    margin = MARGIN
    if seizes:
        margin -= TO_DEAL
    elif _together(hand, seat, shown.seat):
        margin += PARTNERS_MARGIN
    if suit is None and hand.dealer is not None and not _together(hand, seat, hand.dealer):
        margin -= NO_TRUMP_FOR_OPPONENTS
    return value - now - margin


def _together(hand: Hand, seat: int, other: int | None) -> bool:
    """Whether another seat is certainly on the same side; among friends nobody is, so early."""
    if other is None or hand.rules.teams == "friends":
        return seat == other
    return hand.same_side(seat, other)


def _is_mixed(cards: tuple[Card, ...]) -> bool:
    """Whether Jokers have been added to rank cards; they are better kept unseen."""
    return len(set(cards)) > 1


def _expected(hand: Hand, seat: int, drawn: int, *, no_trump: bool) -> float:
    """What a suit must be worth to be declared after so many cards."""
    left = hand.cards_to_draw / (hand.rules.hand_size * hand.players)
    need = USUAL * drawn * (1.0 + 0.35 * left)
    if no_trump:
        need += NO_TRUMP
    if hand.dealer != seat and _together(hand, seat, hand.dealer):
        need += PARTNER_DEALS
    return need
