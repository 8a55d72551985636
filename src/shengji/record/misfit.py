"""What every check of an event asks: whose turn it is, what is held, and how to say no."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import msgspec

from shengji.cards import Card, lacking, write_cards
from shengji.game import Event, Hand


class Misfit(ValueError):
    """Why an event cannot come next."""


def as_json(value: object) -> str:
    """What stands in a record, or must, as it is shown to people."""
    return msgspec.json.encode(value).decode()


def need(fits: bool, otherwise: str) -> None:
    """Go on when it fits.

    Raises:
        Misfit: when it does not; the message is `otherwise`.
    """
    if not fits:
        raise Misfit(otherwise)


def need_fields(event: Event, right: Event) -> None:
    """Check that an event says what one of its kind must say here."""
    for field in event.__struct_fields__:
        need(getattr(event, field) == getattr(right, field), f"{field} is wrong")


def need_seat(hand: Hand, seat: int | None) -> None:
    """Check that there is such a seat; `None` names nobody."""
    need(seat is None or 0 <= seat < hand.players, f"there is no seat {seat}")


def need_turn(hand: Hand, seat: int) -> None:
    """Check that it is this seat's turn."""
    if seat != hand.turn:
        raise Misfit(f"it is the turn of {'nobody' if hand.turn is None else hand.turn}")


def need_held(hand: Hand, seat: int, cards: Sequence[Card]) -> None:
    """Check that a seat can have these cards, as far as the viewer may know."""
    if len(cards) > hand.sizes[seat]:
        raise Misfit(f"seat {seat} has only {hand.sizes[seat]} cards")
    if hand.knows(seat) and (missing := lacking(cards, hand.hands[seat])):
        raise Misfit(f"seat {seat} does not hold {write_cards(missing)}")


def need_copies(hand: Hand, cards: Sequence[Card], besides: Mapping[Card, int]) -> None:
    """Check that there are so many of these cards, besides those that lie elsewhere."""
    whole = hand.rules.copies
    fits = all(cards.count(card) + besides.get(card, 0) <= whole[card] for card in cards)
    need(fits, "there are not so many of these cards")


def need_kitty_size(hand: Hand, cards: Sequence[Card] | None) -> None:
    """Check that so many cards can be the kitty; hidden ones always can."""
    size = hand.rules.kitty_size
    need(cards is None or len(cards) == size, f"the kitty has {size} cards")


def held_by(hand: Hand, seat: int, shown: Sequence[Card]) -> Sequence[Card]:
    """The cards of a seat that the viewer knows, or else those that it has just shown."""
    return hand.hands[seat] if hand.knows(seat) else shown
