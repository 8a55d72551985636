"""Common ground of all checks of events: whose turn it is, what is held, and how to say no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from shengji.cards import Card, lacking, write_cards
from shengji.game import Event, Hand
from shengji.record.faults import fault
from shengji.words import SpokenError


class Misfit(SpokenError):
    """Why an event cannot come next.

    Args:
        key: of the words that say it.
        params: what these have in braces.
    """

    def __init__(self, key: str, **params: object) -> None:
        super().__init__(fault(key, **params))


def as_json(value: object) -> str:
    """The value as it stands in a record, or must, shown to people."""
    return msgspec.json.encode(value).decode()


def need(fits: bool, otherwise: str, **params: object) -> None:
    """Go on when it fits.

    Raises:
        Misfit: when it does not, with the words of `otherwise`.
    """
    if not fits:
        raise Misfit(otherwise, **params)


def need_fields(event: Event, right: Event) -> None:
    """Check that an event says what one of its kind must say here."""
    for field in event.__struct_fields__:
        need(getattr(event, field) == getattr(right, field), "field", field=field)


def need_seat(hand: Hand, seat: int | None) -> None:
    """Check that there is such a seat; `None` names nobody."""
    need(seat is None or 0 <= seat < hand.players, "no-seat", seat=seat)


def need_turn(hand: Hand, seat: int) -> None:
    """Check that it is this seat's turn."""
    if seat != hand.turn:
        raise Misfit("turn.nobody" if hand.turn is None else "turn", seat=hand.turn)


def need_held(hand: Hand, seat: int, cards: Sequence[Card]) -> None:
    """Check that a seat can have these cards, as far as the viewer may know."""
    if len(cards) > hand.sizes[seat]:
        raise Misfit("only", seat=seat, count=hand.sizes[seat])
    if hand.knows(seat) and (missing := lacking(cards, hand.hands[seat])):
        raise Misfit("not-held", seat=seat, cards=write_cards(missing))


def need_copies(hand: Hand, cards: Sequence[Card], besides: Mapping[Card, int]) -> None:
    """Check that there are so many of these cards, besides those that lie elsewhere."""
    whole = hand.rules.copies
    fits = all(cards.count(card) + besides.get(card, 0) <= whole[card] for card in cards)
    need(fits, "copies")


def need_kitty_size(hand: Hand, cards: Sequence[Card] | None) -> None:
    """Check that so many cards can be the kitty; hidden ones always can."""
    size = hand.rules.kitty_size
    need(cards is None or len(cards) == size, "kitty-size", size=size)


def held_by(hand: Hand, seat: int, shown: Sequence[Card]) -> Sequence[Card]:
    """The cards of a seat that the viewer knows, or else those that it has just shown."""
    return hand.hands[seat] if hand.knows(seat) else shown
