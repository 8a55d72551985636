"""Contents of a picture, as plain data."""

from __future__ import annotations

import msgspec

from shengji.cards import Card, Trump


class Place(msgspec.Struct, frozen=True, kw_only=True):
    """A seat at the table.

    Attributes:
        name: who sits there.
        level: the level, as a rank is written.
        count: how many cards are held.
        side: of which side, as far as that is open.
        deals: whether this is the Dealer.
        joined: whether this is a friend who has joined the Dealer.
        turn: whether it is this seat's turn.
        cards: what lies before it: its play to the trick, or what it has declared.
        leads: whether it leads the trick.
        ahead: whether it wins the trick, or does so as it lies.
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
    """Cards that lie open below the table, in groups with a gap between them.

    Attributes:
        title: whose they are.
        groups: the cards, the trumps first, and then suit by suit.
        large: whether they are drawn large, as the viewer's own.
    """

    title: str
    groups: tuple[tuple[Card, ...], ...]
    large: bool = False


class Scene(msgspec.Struct, frozen=True, kw_only=True):
    """All that a picture shows.

    Attributes:
        title: which hand it is.
        facts: what else is to be said above the table, one sentence each.
        trump: the trump so far; `None` while not even its rank is known.
        middle: what is said in the middle of the table.
        places: the seats, from seat 0 on, counter-clockwise.
        bottom: the seat that is drawn at the bottom.
        faded: whether what lies there is over: the last trick.
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
