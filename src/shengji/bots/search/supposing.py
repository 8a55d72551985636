"""A hand as it would be after an answer that comes before the play: to try it out from there."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from shengji.bots.basic.memory import Memory
from shengji.bots.ruled.calling import choose_calls
from shengji.cards import Card
from shengji.game import Call, FriendsCalled, Hand, KittyBuried, Phase


class Supposed(NamedTuple):
    """What a seat would see at the first lead.

    Attributes:
        hand: the hand.
        memory: what the seat remembers of it.
    """

    hand: Hand
    memory: Memory


def after_burying(hand: Hand, memory: Memory, kitty: tuple[Card, ...]) -> Supposed:
    """The hand once the seat of the memory has buried this kitty, with friends called by rule.

    Nobody bids for the land after it.
    """
    supposed = _copy(hand, memory)
    _apply(supposed, KittyBuried(memory.seat, kitty))
    supposed.hand.phase, supposed.hand.turn = Phase.PLAY, supposed.hand.dealer
    if hand.rules.calls:
        return after_calling(*supposed, choose_calls(supposed.hand, memory.seat))
    return supposed


def after_calling(hand: Hand, memory: Memory, calls: tuple[Call, ...]) -> Supposed:
    """The hand once the Dealer has called these cards."""
    supposed = _copy(hand, memory)
    assert hand.dealer is not None
    _apply(supposed, FriendsCalled(hand.dealer, calls))
    return supposed


def _copy(hand: Hand, memory: Memory) -> Supposed:
    """A copy of both that can be changed; what never changes is shared."""
    shared = {id(it): it for it in (hand.rules, hand.started, hand.space, hand.shown)}
    if hasattr(memory, "space"):
        shared[id(memory.space)] = memory.space
    return Supposed(deepcopy(hand, dict(shared)), deepcopy(memory, dict(shared)))


def _apply(supposed: Supposed, event: KittyBuried | FriendsCalled) -> None:
    supposed.hand.apply(event)
    supposed.memory.observe(event, supposed.hand)
