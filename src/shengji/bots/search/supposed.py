"""Hypothetical hands: the state after an answer that comes before the play."""

from __future__ import annotations

from copy import deepcopy
from typing import NamedTuple

from shengji.bots.deals.memory import Memory
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


class Supposed(NamedTuple):
    """The hand as a seat would see it at the first lead.

    Attributes:
        hand: the hand.
        memory: the seat's memory of the hand.
    """

    hand: Hand
    memory: Memory


def after_burying(hand: Hand, memory: Memory, kitty: tuple[Card, ...]) -> Supposed:
    """The hand after the memory's seat buries this kitty, with friends called by rule.

    It assumes no later bids for the land.
    """
    supposed = _copy(hand, memory)
    _apply(supposed, KittyBuried(memory.seat, kitty))
    dealer = supposed.hand.dealer
    supposed.hand.phase, supposed.hand.turn = Phase.PLAY, dealer
    if hand.rules.calls:
        assert dealer is not None
        _apply(supposed, FriendsCalled(dealer, choose_calls(supposed.hand, memory.seat)))
    return supposed


def after_calling(hand: Hand, memory: Memory, calls: tuple[Call, ...]) -> Supposed:
    """The hand after the Dealer has called these cards."""
    supposed = _copy(hand, memory)
    assert hand.dealer is not None
    _apply(supposed, FriendsCalled(hand.dealer, calls))
    return supposed


def after_showing(hand: Hand, memory: Memory, shown: Shown | None) -> Supposed:
    """The hand after the draw and the burial, with this (or nothing) as the last declaration.

    There must be a declaration then, and no friends to be called.
    """
    supposed = _copy(hand, memory)
    if shown is not None:
        _apply(supposed, shown)
    dealer = supposed.hand.dealer
    assert dealer is not None
    rank = hand.ranks[dealer] if hand.started.rank is None else None
    _apply(supposed, TrumpMade(supposed.hand.trump_so_far.suit, dealer, rank=rank))
    _take_and_bury(supposed, dealer)
    return supposed


def after_land(hand: Hand, memory: Memory, cards: tuple[Card, ...]) -> Supposed:
    """The hand after the memory's seat has taken the land with these cards, or passed."""
    supposed = _copy(hand, memory)
    if cards:
        _apply(supposed, LandBid(memory.seat, cards, suit_of(cards)))
        _take_and_bury(supposed, memory.seat)
    supposed.hand.phase, supposed.hand.turn = Phase.PLAY, supposed.hand.dealer
    return supposed


def _take_and_bury(supposed: Supposed, seat: int) -> None:
    """Take the kitty and bury an unknown one."""
    hand = supposed.hand
    _apply(supposed, KittyTaken(seat))
    hand.sizes[seat] -= hand.rules.kitty_size
    hand.kitty, hand.buried_by = None, seat
    hand.phase, hand.turn = Phase.PLAY, hand.dealer


def _copy(hand: Hand, memory: Memory) -> Supposed:
    """Copy both for changes; immutable parts are shared."""
    shared = {id(it): it for it in (hand.rules, hand.started, hand.space)}
    return Supposed(*deepcopy((hand, memory), shared))


def _apply(supposed: Supposed, event: Event) -> None:
    supposed.hand.apply(event)
    supposed.memory.observe(event, supposed.hand)
