"""Results besides points that a claim of the rest leaves open: hooks, and friends not yet found.

A claim settles who takes the tricks that are left. It is proven only where all else that may follow
from them comes out the same, however the others play: whether the last trick hooks (Z21 §6.1.3),
and who joins the Declarers (Z21 §6.5).
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
"""Nobody can answer a call any more; each call that can be answered is answered by whoever holds
the one copy that is left of its card, whenever that is played; or it depends on the play."""


def calls_left(hand: Hand, seat: int) -> Calls:
    """The possible outcomes of the calls that nobody has answered, as far as a seat knows.

    Args:
        hand: in play.
        seat: who asks; its own answer would depend on when it gives it.
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
    """Whether anybody can fall to a lower level by a last trick that one of this side takes."""
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
    """Whether any of these cards might hook."""
    return any(may_hook(hand, card) for card in cards)


def can_be_captured(hand: Hand, cards: Sequence[Card]) -> bool:
    """Whether any of these cards counts when it falls to a hook that captures (PAG, The hook)."""
    return any(card.rank is hand.rank for card in cards)


def hooks_last(hand: Hand, seat: int, cards: tuple[Card, ...]) -> bool:
    """Whether a seat that leads these cards to the last trick, and takes it, hooks."""
    units = tuple(unit.cards for unit in default_reading(hand.space, cards))
    return has_hook(hand, Trick(seat, lead_of(hand.space, units), [cards], winner=seat))
