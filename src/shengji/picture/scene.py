"""Contents of a picture, as plain data."""

from __future__ import annotations

import msgspec

from shengji.cards import Card, Trump


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the table.

    Attributes:
        level: its level, as the notation of a rank.
        count: number of cards held.
        side: its side, if known.
        deals: whether this is the Dealer.
        joined: whether this is a friend who has joined the Dealer.
        cards: the cards in front of it: its play to the trick, or its declaration.
        leads: whether it leads the trick.
        ahead: whether it has won the trick, or is winning it.
    """

    name: str
    level: str
    count: int
    side: str | None = None
    deals: bool = False
    joined: bool = False
    turn: bool = False
    cards: tuple[Card, ...] = ()
    leads: bool = False
    ahead: bool = False


class Row(msgspec.Struct, frozen=True):
    """A row of open cards below the table, in groups with a gap between them.

    Attributes:
        title: caption of the row.
        groups: the cards: trumps first, then suit by suit.
        large: whether they are drawn large, as the viewer's own.
    """

    title: str
    groups: tuple[tuple[Card, ...], ...]
    large: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """The contents of a picture.

    Attributes:
        title: caption with the number of the hand.
        facts: further facts, above the table, one sentence each.
        trump: the trump so far; `None` while even its rank is unknown.
        middle: text in the middle of the table.
        places: the seats, from seat 0, counter-clockwise.
        bottom: the seat drawn at the bottom.
        faded: whether the cards on the table are those of the last trick, which is over.
        rows: the cards that lie open.
    """

    title: str
    facts: tuple[str, ...]
    trump: Trump | None
    middle: str
    places: tuple[Place, ...]
    bottom: int
    faded: bool
    rows: tuple[Row, ...]
