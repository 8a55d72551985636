"""Results other than points that a claim of the rest leaves open: hooks and friends.

A claim settles the winners of the remaining tricks. It is proven only where all other results are
independent of the other players' play: a hook in the last trick (Z21 §6.1.3), and the friends who
join the Declarers (Z21 §6.5).
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Literal

from shengji.cards import Card
from shengji.game.hand import Hand
from shengji.game.hooks import has_hook, may_hook, who_falls
from shengji.game.trick import Trick, lead_of
from shengji.play.units import default_reading

Calls = Literal["answered", "certain", "open"]
"""Outcome of the open calls.

`answered`: no call can be answered any more. `certain`: each call that can be answered will be, by
the holder of the only copy left. `open`: it depends on the play.
"""


def calls_left(hand: Hand, seat: int) -> Calls:
    """The possible outcomes of the open calls, as far as a seat knows.

    Args:
        hand: a hand in play.
        seat: the seat whose knowledge counts; its own answer would depend on the time of its play.
    """
    found: Calls = "answered"
    mine, out = Counter(hand.hands[seat]), Counter(hand.unseen_by(seat))
    for call in hand.open_calls:
        card = call.card
        if mine[card] + out[card] < call.ordinal - hand.played[card]:
            continue
        if mine[card] or out[card] > 1:
            return "open"
        found = "certain"
    return found


def may_fall(hand: Hand, *, taker_declares: bool) -> bool:
    """Whether a seat can be demoted by a last trick that this side takes."""
    rules = hand.rules
    if hand.rank.value not in rules.hooks:
        return False
    if hand.open_calls:
        return rules.hook_card == "capture" or not taker_declares
    return any(
        who_falls(rules, hand.rank, hand.levels, hand.declarers, taker_declares, opponents_won=won)
        for won in (True, False)
    )


def holds_hook(hand: Hand, cards: Sequence[Card]) -> bool:
    """Whether any of these cards can hook."""
    return any(may_hook(hand, card) for card in cards)


def can_be_captured(hand: Hand, cards: Sequence[Card]) -> bool:
    """Whether a capturing hook counts any of these cards (PAG, The hook)."""
    return any(card.rank is hand.rank for card in cards)


def hooks_last(hand: Hand, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a seat hooks by winning the last trick with this lead."""
    units = tuple(unit.cards for unit in default_reading(hand.space, cards))
    return has_hook(hand, Trick(seat, lead_of(hand.space, units), [cards], winner=seat))
