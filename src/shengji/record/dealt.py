"""Checks a shown deck against the cards that seats showed, played and buried."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shengji.cards import Card
from shengji.game import Hand
from shengji.record.misfit import need


def check_dealt(hand: Hand, deck: Sequence[Card]) -> None:
    """Check the deck of a finished hand against all that its viewer has seen of it.

    A taker of the kitty can have had its own dealt cards and those in the kitty. The burial of an
    earlier taker is not always known, so a later taker is allowed every card that it can have
    contained. Together the takers must account for the cards that they were given.
    """
    kitty = deck[hand.to_draw :]
    need(tuple(kitty[: len(hand.kitty_seen)]) == hand.kitty_seen, "other-kitty")
    dealt = [
        Counter(deck[(seat - hand.first) % hand.players : hand.drawn : hand.players])
        for seat in range(hand.players)
    ]
    for seat, cards, takes in hand.revealed:
        can_have = _can_have(seat, dealt, kitty, hand.takers[:takes])
        need(Counter(cards) <= can_have, "dealt", seat=seat)
    held = [_held(hand, seat) for seat in range(hand.players)]
    for seat, own in enumerate(held):
        if seat not in hand.takers and (hand.knows(seat) or not hand.sizes[seat]):
            need(own == dealt[seat], "dealt", seat=seat)
        else:
            need(own <= _can_have(seat, dealt, kitty, hand.takers), "dealt", seat=seat)
    if hand.takers:
        takers = set(hand.takers)
        given = sum((dealt[seat] for seat in takers), Counter(kitty))
        theirs = sum((held[seat] for seat in takers), Counter[Card]())
        need(theirs <= given, "dealt", seat=hand.takers[-1])
        known = hand.kitty is not None and not any(hand.sizes[seat] for seat in takers)
        need(not known or given - theirs == Counter(hand.kitty), "other-kitty")


def _can_have(
    seat: int, dealt: Sequence[Counter[Card]], kitty: Iterable[Card], takers: Sequence[int]
) -> Counter[Card]:
    """Maximum cards that a seat can have held after these seats took the kitty in turn."""
    if seat not in takers:
        return dealt[seat]
    last = max(number for number, taker in enumerate(takers) if taker == seat)
    return sum((dealt[taker] for taker in set(takers[: last + 1])), Counter(kitty))


def _held(hand: Hand, seat: int) -> Counter[Card]:
    """Cards that a seat has played or, as far as the viewer knows, still holds."""
    found = Counter(hand.hands[seat])
    for trick in hand.tricks:
        found.update(trick.plays[(seat - trick.leader) % hand.players])
    return found
