"""Helpers for all checks of events: turns, cards held, and errors."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from shengji.cards import Card, lacking, write_cards
from shengji.game import Event, Hand
from shengji.record.faults import fault
from shengji.words import SpokenError


class Misfit(SpokenError):
    """An event that cannot come next.

    Args:
        key: key of the message.
        params: parameters of the message.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(fault(key, **params))


def as_json(value: object) -> str:
    """A value as JSON, for messages."""
    return msgspec.json.encode(value).decode()


def need(fits: bool, otherwise: str, **params: object) -> None:
    """Raise `Misfit` unless the condition `fits` holds.

    Raises:
        Misfit: it does not hold; `otherwise` is the key of the message.
    """
    if not fits:
        raise Misfit(otherwise, **params)


def need_fields(event: Event, right: Event) -> None:
    """Check that an event equals the expected one of its kind, field by field."""
    for field in event.__struct_fields__:
        need(getattr(event, field) == getattr(right, field), "field", field=field)


def need_seat(hand: Hand, seat: int | None) -> None:
    """Check that the seat exists; `None` is always accepted."""
    need(seat is None or 0 <= seat < hand.players, "no-seat", seat=seat)


def need_turn(hand: Hand, seat: int) -> None:
    """Check that it is this seat's turn."""
    if seat != hand.turn:
        raise Misfit("turn.nobody" if hand.turn is None else "turn", seat=hand.turn)


def need_held(hand: Hand, seat: int, cards: Sequence[Card]) -> None:
    """Check that a seat can have these cards, as far as the viewer knows."""
    if len(cards) > hand.sizes[seat]:
        raise Misfit("only", seat=seat, count=hand.sizes[seat])
    if hand.knows(seat) and (missing := lacking(cards, hand.hands[seat])):
        raise Misfit("not-held", seat=seat, cards=write_cards(missing))


def need_copies(hand: Hand, cards: Sequence[Card], besides: Mapping[Card, int]) -> None:
    """Check that the deck has enough copies of these cards, given the copies in other places."""
    whole = hand.rules.copies
    fits = all(cards.count(card) + besides.get(card, 0) <= whole[card] for card in cards)
    need(fits, "copies")


def need_kitty_size(hand: Hand, cards: Sequence[Card] | None) -> None:
    """Check that the number of cards fits the kitty; hidden cards always do."""
    size = hand.rules.kitty_size
    need(cards is None or len(cards) == size, "kitty-size", size=size)


def held_by(hand: Hand, seat: int, shown: Sequence[Card]) -> Sequence[Card]:
    """The cards of a seat if the viewer knows them, else the cards that it has just shown."""
    return hand.hands[seat] if hand.knows(seat) else shown
