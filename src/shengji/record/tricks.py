"""Checks that an event of the tricks, or the end of a hand, can come next."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from itertools import chain
from typing import Any

from msgspec import UNSET

from shengji.cards import Card, lacking
from shengji.game import (
    FriendJoined,
    Hand,
    HandEnded,
    Phase,
    Played,
    RestClaimed,
    ThrowFailed,
    TrickTaken,
)
from shengji.game.hand import PLAY
from shengji.record.misfit import (
    Misfit,
    need,
    need_copies,
    need_held,
    need_kitty_size,
    need_seat,
    need_turn,
)
from shengji.rules.bounds import Units

_MOST_POINTS = 1_000_000
"""Bound on points, above any rules' points, so that counters do not overflow."""


def _check_throw(hand: Hand, event: ThrowFailed) -> None:
    """Check a failed throw: its cards, the challenger and the range of the penalty."""
    _need_play(hand)
    need(hand.trick is None and hand.failed is None, "no-throw")
    need_turn(hand, event.seat)
    need_seat(hand, event.challenger)
    need(event.challenger != event.seat, "challenges-self")
    need_held(hand, event.seat, event.thrown)
    _need_one_suit(hand, event.thrown)
    need(0 <= event.penalty <= _MOST_POINTS, "pays")
    if event.units is not UNSET:
        _need_units(event.units, event.thrown)


def _check_played(hand: Hand, event: Played) -> None:
    """Check a lead or a follow: its cards and units."""
    seat, cards, trick = event.seat, event.cards, hand.trick
    _need_play(hand)
    if seat != hand.turn:
        need_turn(hand, seat)
    if not hand.all_seen:
        need_held(hand, seat, cards)
        need_copies(hand, cards, hand.played)
    elif len(cards) != 1 or cards[0] not in hand.hands[seat]:
        need_held(hand, seat, cards)  # and so they are of the deck, as all that is held
    if trick is None:
        _check_lead(hand, event)
    elif event.units:
        raise Misfit("only-lead")
    elif len(cards) != trick.lead.size:
        raise Misfit("led", size=trick.lead.size)


def _check_lead(hand: Hand, event: Played) -> None:
    single = len(event.cards) == 1 and event.units == (event.cards,)
    if not single:
        _need_one_suit(hand, event.cards)
        _need_units(event.units, event.cards)
    if hand.failed is not None:
        need(not lacking(event.cards, hand.failed.thrown), "not-in-throw")


def _check_joined(hand: Hand, event: FriendJoined) -> None:
    """Check that the joining seat has just played, and answers an open call."""
    trick = hand.trick
    need(trick is not None, "joins")
    assert trick is not None
    seat = (trick.leader + len(trick.plays) - 1) % hand.players
    need(event.seat == seat, "last-played", seat=seat)
    need(0 <= event.call < len(hand.calls), "no-call", call=event.call)
    need(hand.answers[event.call] is None, "answered")
    need(0 <= event.lost <= hand.taken[seat], "has-won", seat=seat, points=hand.taken[seat])


def _check_taken(hand: Hand, event: TrickTaken) -> None:
    """Check that a trick is complete, and the plausibility of its facts."""
    need(_full(hand), "no-trick")
    need_seat(hand, event.seat)
    for owner in event.red_fives:
        need_seat(hand, owner)
    need(0 <= event.points <= _MOST_POINTS, "points")


def _check_claimed(hand: Hand, event: RestClaimed) -> None:
    """Check that the claimer is in turn."""
    _need_play(hand)
    need_turn(hand, event.seat)


def _check_ended(hand: Hand, event: HandEnded) -> None:
    """Check that a hand can end, and that its end covers every seat."""
    trick = hand.last_trick
    need(hand.trick is None and not any(hand.sizes), "to-play")
    if trick is None or hand.dealer is None or hand.phase is not Phase.PLAY:
        raise Misfit("none-taken")
    need((event.kitty is None) == (event.kitty_points is None), "half-kitty")
    need_kitty_size(hand, event.kitty)
    if not hand.all_seen or event.kitty != hand.kitty:  # else every card came from the deck
        used, cards = hand.played + Counter(event.kitty), hand.rules.copies
        fits = used <= cards if event.kitty is None else used == cards
        need(fits, "not-decks")
    if event.kitty is not None:
        known = hand.kitty is None or hand.kitty == event.kitty
        need(known, "not-buried")
    seats = range(hand.players)
    need(len(event.levels_after) == hand.players, "levels-after")
    need(len(event.laps_after) in (0, hand.players), "laps-after")
    named = (
        *(event.dealer, event.buried_by, event.next_dealer, event.next_first),
        *(*event.declarers, *event.hooked, *event.fined, *event.tried_after, *event.winners),
    )
    need(all(seat is None or seat in seats for seat in named), "names-seat")


def _need_units(units: Units, cards: Sequence[Card]) -> None:
    alike = (len(set(Counter(unit).values())) == 1 for unit in units)
    need(bool(units) and all(alike), "no-units")
    need(Counter(chain.from_iterable(units)) == Counter(cards), "units-differ")


def _need_play(hand: Hand) -> None:
    if hand.phase is not PLAY:
        raise Misfit("not-begun")
    if _full(hand):
        raise Misfit("take-first")
    if not any(hand.sizes):
        raise Misfit("all-played")


def _full(hand: Hand) -> bool:
    return hand.trick is not None and len(hand.trick.plays) == hand.players


def _need_one_suit(hand: Hand, cards: Sequence[Card]) -> None:
    need(len({hand.space.suit(card) for card in cards}) == 1, "one-suit")


CHECKS: dict[type, Callable[[Hand, Any], None]] = {
    ThrowFailed: _check_throw,
    Played: _check_played,
    FriendJoined: _check_joined,
    TrickTaken: _check_taken,
    RestClaimed: _check_claimed,
    HandEnded: _check_ended,
}
"""Check for each event of the tricks and of the end of a hand."""
