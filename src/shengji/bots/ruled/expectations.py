"""Preference for what people expect among answers that are equally good.

Among answers within EQUAL levels of the best a bot does not throw a called card away. It leads no
pair, tractor or throw that unseen cards can beat where it has a lead with fewer weak parts: a sure
pair before a weak one, a throw without its risky part, an Ace before the Queens under two Kings.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from shengji.cards import Card
from shengji.game import Hand
from shengji.play.apply import above
from shengji.play.jit import Words
from shengji.play.space import TRUMP, Space
from shengji.play.units import default_reading

EQUAL: Final = 0.02
"""The difference in levels below which answers count as equally good."""

Play = tuple[Card, ...]


def is_odd(hand: Hand, out: Words, cards: Play) -> bool:
    """Whether people would wonder at a play: a called card thrown away, or a weak pair led.

    `out` are the words of the cards that other seats may hold.
    """
    if hand.trick is not None:
        return bool(hand.rules.calls) and _thrown_away(hand, cards) > 0
    several = len(cards) > 1 and hand.space.suit(cards[0]) != TRUMP
    return several and at_risk(hand.space, out, cards) > 0


def most_expected(hand: Hand, out: Words, plays: Sequence[Play]) -> Play:
    """The play that people expect most among equally good ones; on a tie the first."""
    if hand.trick is not None:
        return min(plays, key=lambda cards: _thrown_away(hand, cards))
    return min(plays, key=lambda cards: at_risk(hand.space, out, cards))


def _thrown_away(hand: Hand, cards: Play) -> int:
    """The number of called cards in a follow that neither follows suit nor trumps."""
    assert hand.trick is not None
    called = {call.card for call in hand.open_calls}
    kept = (hand.trick.lead.suit, TRUMP)
    return sum(card in called and hand.space.suit(card) not in kept for card in cards)


def at_risk(space: Space, out: Words, cards: Play) -> int:
    """The number of units of a lead that unseen cards can beat."""
    units = default_reading(space, cards)
    tops = ((unit.width, max(map(space.place, unit.cards))) for unit in units)
    return sum(bool(int(out[width - 1]) & above(space.table, top)) for width, top in tops)
