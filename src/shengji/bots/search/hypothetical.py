"""Hypothetical hands: the state after an answer that comes before the play."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from shengji.bots.ruled.calls import choose_calls
from shengji.cards import Card
from shengji.game import (
    Call,
    Event,
    FriendsCalled,
    Hand,
    KittyBuried,
    KittyTaken,
    LandBid,
    Phase,
    Shown,
    TrumpMade,
)
from shengji.game.hand import suit_of
from shengji.game.memory import Memory


class Hypothetical(NamedTuple):
    """The hand as a seat would see it at the first lead."""

    hand: Hand
    memory: Memory


def after_burying(hand: Hand, memory: Memory, kitty: tuple[Card, ...]) -> Hypothetical:
    """The hand after the memory's seat buries this kitty, with friends called by rule.

    It assumes no later bids for the land.
    """
    hypothetical = _copy(hand, memory)
    _apply(hypothetical, KittyBuried(memory.seat, kitty))
    dealer = hypothetical.hand.dealer
    hypothetical.hand.phase, hypothetical.hand.turn = Phase.PLAY, dealer
    if hand.rules.calls:
        assert dealer is not None
        _apply(hypothetical, FriendsCalled(dealer, choose_calls(hypothetical.hand, memory.seat)))
    return hypothetical


def after_calling(hand: Hand, memory: Memory, calls: tuple[Call, ...]) -> Hypothetical:
    """The hand after the Dealer has called these cards."""
    hypothetical = _copy(hand, memory)
    assert hand.dealer is not None
    _apply(hypothetical, FriendsCalled(hand.dealer, calls))
    return hypothetical


def after_showing(hand: Hand, memory: Memory, shown: Shown | None) -> Hypothetical:
    """The hand after the draw and the burial, with this (or nothing) as the last declaration.

    There must be a declaration then, and no friends to be called.
    """
    hypothetical = _copy(hand, memory)
    if shown is not None:
        _apply(hypothetical, shown)
    dealer = hypothetical.hand.dealer
    assert dealer is not None
    rank = hand.ranks[dealer] if hand.started.rank is None else None
    _apply(hypothetical, TrumpMade(hypothetical.hand.trump_so_far.suit, dealer, rank=rank))
    _take_and_bury(hypothetical, dealer)
    return hypothetical


def after_land(hand: Hand, memory: Memory, cards: tuple[Card, ...]) -> Hypothetical:
    """The hand after the memory's seat has taken the land with these cards, or passed."""
    hypothetical = _copy(hand, memory)
    if cards:
        _apply(hypothetical, LandBid(memory.seat, cards, suit_of(cards)))
        _take_and_bury(hypothetical, memory.seat)
    hypothetical.hand.phase, hypothetical.hand.turn = Phase.PLAY, hypothetical.hand.dealer
    return hypothetical


def _take_and_bury(hypothetical: Hypothetical, seat: int) -> None:
    hand = hypothetical.hand
    _apply(hypothetical, KittyTaken(seat))
    hand.sizes[seat] -= hand.rules.kitty_size
    hand.kitty, hand.buried_by = None, seat
    hand.phase, hand.turn = Phase.PLAY, hand.dealer


def _copy(hand: Hand, memory: Memory) -> Hypothetical:
    """Copy both for changes; immutable parts are shared."""
    copied = hand.copy()
    known = {id(hand): copied, id(hand.rules): hand.rules, id(hand.space): hand.space}
    return Hypothetical(copied, deepcopy(memory, known))


def _apply(hypothetical: Hypothetical, event: Event) -> None:
    hypothetical.hand.apply(event)
    hypothetical.memory.observe(event, hypothetical.hand)
