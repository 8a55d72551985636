"""Units of a hand: cards that belong together and are selected together."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from shengji.cards import Card
from shengji.play.columns import columns_of, longest_in, next_placement, put
from shengji.play.follows import Lead, Owed
from shengji.play.jit import Matrix
from shengji.play.ladder import asked, columns_up_to, most_copies
from shengji.play.space import Space
from shengji.play.units import name_cards, unit_table

Group = tuple[Card, ...]


def units_of(space: Space, hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the tractors and tuples that a hand splits into, longest first.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(decks=3), Trump(Rank("2"), Suit("H")))
    >>> hand = read_cards("AS AS 9S 9S 9S 8S 8S 7S 6D 6D 6D 5D 5D 5D")
    >>> [write_cards(group) for group in units_of(space, hand)]
    ['6D 6D 6D 5D 5D 5D', '9S 9S 8S 8S', 'AS AS']
    """
    found: list[tuple[int, int, Group]] = []
    for suit, cards in space.by_suit(hand).items():
        if len(set(cards)) < len(cards):
            columns = columns_of(space.table, suit, space.words(cards))
            found += _cut(space, suit, columns)
    found.sort(key=lambda one: one[:2], reverse=True)
    return tuple(group for _, _, group in found)


def _cut(space: Space, suit: int, columns: Matrix) -> Iterator[tuple[int, int, Group]]:
    """Cut units out of the columns, longest first; yield each with its size and width."""
    shapes = [
        (width * length, width, length)
        for width in range(2, space.decks + 1)
        for length in range(1, int(longest_in(columns)) + 1)
    ]
    for size, width, length in sorted(shapes, reverse=True):
        placement = next_placement(columns, width, length, -1)
        while placement >= 0:
            top = put(columns, width, length, placement)
            row = (width, length, top, placement & 255)
            yield size, width, name_cards(space, suit, row).cards
            # Another unit may start at this place.
            placement = next_placement(columns, width, length, placement - 1)


def units_owed(lead: Lead, owed: Owed, hand: Sequence[Card]) -> tuple[Group, ...]:
    """Return the units by which a hand can meet its obligation on a lead, longest first.

    They may overlap: three pairs in a row contain two tractors.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("KS KS QS QS")))
    >>> hand = read_cards("9S 9S 8S 8S 7S 7S 4S 4S 3C 3C")
    >>> [write_cards(group) for group in units_owed(lead, lead.owed(hand), hand)]
    ['9S 9S 8S 8S', '8S 8S 7S 7S']
    """
    if not owed.rung:
        return ()
    if owed.beat:
        return tuple(lead.follows(hand))
    space, suit = lead.space, lead.suit
    units, words = unit_table(space, lead.reading), space.words(hand)
    words &= int(asked(space.table, suit, units, words))
    most = int(most_copies(space.table, units, space.decks))
    columns = columns_up_to(space.table, suit, words, most)
    found: list[Group] = []
    for width, length, _ in owed.rung:
        placement = next_placement(columns, width, length, -1)
        while placement >= 0:
            top = columns.shape[0] - 1 - (placement >> 8)
            found.append(name_cards(space, suit, (width, length, top, placement & 255)).cards)
            placement = next_placement(columns, width, length, placement)
    return tuple(found)
