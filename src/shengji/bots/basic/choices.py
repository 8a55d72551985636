"""Putting together legal follows: few of them, but those worth thinking about.

A lead of several cards can have thousands of legal follows. Here a follow is made from what is
wanted: all ways to play the unit that was led, and else the cards that one would soonest play, less
those that can be spared while what is owed still fits.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence

from shengji.bots.basic.memory import Shape
from shengji.bots.basic.sight import Sight
from shengji.bots.basic.worth import Worth
from shengji.cards import Card, minus
from shengji.play.columns import WIDEST, columns_of, next_placement
from shengji.play.follows import Lead
from shengji.play.jit import Table
from shengji.play.ladder import matches, meets
from shengji.play.space import TRUMP, Space, as_table
from shengji.play.units import Reading, name_cards, unit_table

MOST_RUFFS = 6
"""So many ways to trump a lead are thought about, from the lowest."""

Play = tuple[Card, ...]
Eager = Callable[[Card], float]
"""How soon one would play a card; the lowest number first."""


def follow_choices(sight: Sight, lead: Lead, worth: Worth) -> list[Play]:
    """Follows worth thinking about; all of them are legal."""

    def cheap(card: Card) -> float:
        return price(card) + card.points

    def feeding(card: Card) -> float:
        return price(card) - 3 * card.points

    def price(card: Card) -> float:
        return worth.one(card) + (worth.more(card) if sight.held[card] > 1 else 0.0)

    wishes = (cheap, feeding)
    of_suit = sight.by_suit.get(lead.suit, [])
    if lead.size == 1:
        return [(card,) for card in dict.fromkeys(of_suit or sight.cards)]
    if len(of_suit) > lead.size:
        return list(dict.fromkeys(_of_suit(sight, lead, of_suit, wishes)))
    rest = [card for card in sight.cards if sight.space.suit(card) != lead.suit]
    missing = lead.size - len(of_suit)
    found = [(*of_suit, *sorted(rest, key=wish)[:missing]) for wish in wishes]
    if not of_suit and lead.suit != TRUMP:
        found += ruffs(sight, lead, cheap)
    return list(dict.fromkeys(found))


def _of_suit(
    sight: Sight, lead: Lead, cards: list[Card], wishes: Sequence[Eager]
) -> Iterator[Play]:
    """Follows from more cards of the suit than were led."""
    rung = lead.owed(sight.cards).rung
    if len(lead.reading) == 1:
        shape = lead.reading[0].shape
        yield from placements(sight, cards, shape)
        if rung == ((*shape, 1),):
            return
    shapes, units = as_table(rung, 3), unit_table(sight.space, lead.reading)

    def enough(left: list[Card]) -> bool:
        words = sight.space.words(left)
        return bool(meets(sight.space.table, lead.suit, units, shapes, words))

    for wish in wishes:
        yield trim(cards, lead.size, wish, enough if rung else None)


def ruffs(sight: Sight, lead: Lead, eager: Eager) -> list[Play]:
    """Ways to match a lead with trumps, from the lowest."""
    trumps = sight.trumps
    if len(trumps) < lead.size:
        return []
    first, *others = lead.reading
    rest = shapes_of(tuple(others))
    size = lead.size - len(first.cards)

    def enough(left: list[Card]) -> bool:
        words = sight.space.words(left)
        return bool(matches(sight.space.table, TRUMP, rest, words, WIDEST))

    found: list[Play] = []
    for unit in placements(sight, trumps, first.shape):
        if not others:
            found.append(unit)
        else:
            left = minus(trumps, unit)
            if enough(left):
                found.append(unit + trim(left, size, eager, enough))
        if len(found) == MOST_RUFFS:
            break
    return found


def trim(
    cards: Sequence[Card], size: int, eager: Eager, enough: Callable[[list[Card]], bool] | None
) -> Play:
    """`size` of the cards, those that one plays soonest, that are together `enough`.

    All of `cards` are enough. What is not needed for it is taken out one by one, what one wants to
    keep most first; once a card is needed it stays so.
    """
    left = sorted(cards, key=eager)
    at = len(left) - 1
    while len(left) > size and at >= 0:
        card = left.pop(at)
        if enough is not None and not enough(left):
            left.insert(at, card)
        at -= 1
    return tuple(left[:size])


def placements(sight: Sight, cards: Sequence[Card], shape: Shape) -> list[Play]:
    """All units of a shape among cards of one suit, weakest first; of equal ones some."""
    width, length = shape
    if length > 1 and sight.hand.rules.consecutive == "nothing-between":
        return _placements_with_equals(sight.space, cards, shape)
    columns: dict[int, list[Card]] = {}
    for card, held in Counter(cards).items():
        if held >= width:
            columns.setdefault(sight.space.column(card), []).append(card)
    found: list[Play] = []
    for start in sorted(columns):
        run = [columns.get(column, []) for column in range(start, start + length)]
        if not all(run):
            continue
        if length == 1:
            found += [(card,) * width for card in run[0]]
        else:
            found.append(tuple(card for equals in reversed(run) for card in [equals[0]] * width))
    return found


def _placements_with_equals(space: Space, cards: Sequence[Card], shape: Shape) -> list[Play]:
    """All units of a shape, weakest first, where equal cards are consecutive too."""
    suit = space.suit(cards[0])
    columns = columns_of(space.table, suit, space.words(cards))
    found: list[Play] = []
    at = next_placement(columns, *shape, -1)
    while at >= 0:
        row = (*shape, columns.shape[0] - 1 - (at >> 8), at & 255)
        found.append(name_cards(space, suit, row).cards)
        at = next_placement(columns, *shape, at)
    return found[::-1]


def shapes_of(reading: Reading) -> Table:
    """The shapes of a reading as the kernels take them: rows of (width, length, times)."""
    shapes = Counter(unit.shape for unit in reading)
    return as_table([[w, n, times] for (w, n), times in shapes.items()], 3)
