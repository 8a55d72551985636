"""The rules of play once more, said as plainly as can be and tried out by brute force.

This is no second implementation to play with: it takes exponential time, and is there for the
tests to compare with on small hands. It knows nothing of ladders, columns or searches; it only asks
a space for the effective suit and the strength of a card.

A *piece* is a unit as a bag of cards. A *shape* is (width, length). A *rung* is a tuple of the
shapes that are not single, longest first.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import combinations, product

from shengji.cards import Card
from shengji.play.space import TRUMP, Space
from shengji.play.units import Reading, Unit

Shape = tuple[int, int]
Rung = tuple[Shape, ...]
Stacks = tuple[tuple[int, ...], ...]
"""For each column, weak to strong, how often each of its equal cards is held."""


def longer(shape: Shape) -> tuple[int, int]:
    """What shapes are ordered by: more cards; of as many cards the longer tuples (Z21 §6.5)."""
    width, length = shape
    return width * length, width


def standing(rung: Rung) -> tuple[tuple[int, int], ...]:
    """What rungs are ordered by: the longest unit, then the next; going on is better."""
    return tuple(map(longer, rung))


def stacks(space: Space, suit: int, cards: Iterable[Card]) -> Stacks:
    held = Counter(card for card in cards if space.suit(card) == suit)
    height = 1 + max((space.column(card) for card in held), default=-1)
    found: list[list[int]] = [[] for _ in range(height)]
    for card, copies in held.items():
        found[space.column(card)].append(copies)
    return tuple(tuple(sorted(column)) for column in found)


def _without(held: Stacks, top: int, picks: Sequence[int], width: int) -> Stacks:
    left = list(held)
    for column, pick in zip(range(top - len(picks) + 1, top + 1), picks, strict=True):
        kinds = list(left[column])
        kinds[pick] -= width
        left[column] = tuple(sorted(copies for copies in kinds if copies))
    return tuple(left)


def units_in(held: Stacks) -> Iterator[tuple[Shape, int, tuple[int, ...]]]:
    """Every unit that is not single, as (shape, top column, which of the equal cards)."""
    for bottom in range(len(held)):
        for length in range(1, len(held) - bottom + 1):
            columns = held[bottom : bottom + length]
            if not all(columns):
                break
            for picks in product(*(range(len(column)) for column in columns)):
                most = min(column[pick] for column, pick in zip(columns, picks, strict=True))
                for width in range(2, most + 1):
                    yield (width, length), bottom + length - 1, picks


@lru_cache(maxsize=200_000)
def rungs(held: Stacks) -> frozenset[Rung]:
    """All multisets of units that can be found in the cards, none sharing a card."""
    found: set[Rung] = {()}
    for shape, top, picks in units_in(held):
        for rest in rungs(_without(held, top, picks, shape[0])):
            found.add(tuple(sorted((shape, *rest), key=longer, reverse=True)))
    return frozenset(found)


@lru_cache(maxsize=10_000)
def rungs_of_lead(shapes: tuple[Shape, ...]) -> frozenset[Rung]:
    """All multisets of units into which the units of a lead can be cut, each within itself."""
    found: set[Rung] = {()}
    for width, length in shapes:
        parts = rungs(((width,),) * length)
        found = {
            tuple(sorted((*some, *part), key=longer, reverse=True))
            for some in found
            for part in parts
        }
    return frozenset(found)


def best_rung(space: Space, lead: Reading, cards: Iterable[Card]) -> Rung:
    """The best rung of the lead that the cards reach."""
    suit = space.suit(lead[0].cards[0])
    shared = rungs_of_lead(tuple(unit.shape for unit in lead)) & rungs(stacks(space, suit, cards))
    return max(shared, key=standing)


def choices(cards: Sequence[Card], size: int) -> set[tuple[Card, ...]]:
    """All distinct sets of `size` of the cards, each in the order of `Card.index`."""
    return set(combinations(sorted(cards, key=lambda card: card.index), size))


def is_legal(space: Space, lead: Reading, hand: Sequence[Card], play: Sequence[Card]) -> bool:
    """Whether a play of the right size from the hand follows the lead (Z21 §4.3)."""
    suit = space.suit(lead[0].cards[0])
    held = sum(space.suit(card) == suit for card in hand)
    played = sum(space.suit(card) == suit for card in play)
    if played < min(held, len(play)):
        return False
    return standing(best_rung(space, lead, play)) >= standing(best_rung(space, lead, hand))


def _matchings(held: Stacks, shapes: Sequence[Shape]) -> Iterator[tuple[int, ...]]:
    """The top columns of the shapes in every way to find them all in the cards."""
    if not shapes:
        yield ()
        return
    width, length = shapes[0]
    for top in range(length - 1, len(held)):
        columns = held[top - length + 1 : top + 1]
        for picks in product(*(range(len(column)) for column in columns)):
            if all(column[pick] >= width for column, pick in zip(columns, picks, strict=True)):
                left = _without(held, top, picks, width)
                for tops in _matchings(left, shapes[1:]):
                    yield (top, *tops)


def height(space: Space, suit: int, lead: Reading, play: Sequence[Card]) -> int | None:
    """The highest unit of the lead's longest shape over all ways to match the whole lead."""
    shapes = [unit.shape for unit in lead]
    longest = max(shapes, key=longer)
    found = [
        top
        for tops in _matchings(stacks(space, suit, play), shapes)
        for shape, top in zip(shapes, tops, strict=True)
        if shape == longest
    ]
    return max(found, default=None)


def winner(space: Space, lead: Reading, plays: Sequence[Sequence[Card]]) -> int:
    """Which play wins the trick (Z21 §4.4)."""
    suit = space.suit(plays[0][0])
    longest = max((unit.shape for unit in lead), key=longer)
    own = max(space.column(unit.cards[0]) for unit in lead if unit.shape == longest)
    best, best_rank = 0, (suit == TRUMP, own)
    for number, play in enumerate(plays[1:], 1):
        suits = {space.suit(card) for card in play}
        if len(suits) == 1 and suits <= {suit, TRUMP}:
            found = height(space, suits.pop(), lead, play)
            if found is not None:
                rank = (space.suit(play[0]) == TRUMP, found)
                if rank > best_rank:
                    best, best_rank = number, rank
    return best


def beats(space: Space, unit: Unit, hand: Iterable[Card]) -> bool:
    """Whether the hand holds a unit of the same shape in the same suit that is strictly higher."""
    suit, own = space.suit(unit.cards[0]), space.column(unit.cards[0])
    held = stacks(space, suit, hand)
    if unit.shape == (1, 1):
        return len(held) - 1 > own
    return any(shape == unit.shape and top > own for shape, top, _ in units_in(held))


def must_be_led(space: Space, lead: Reading, others: Sequence[Sequence[Card]]) -> Unit | None:
    """The unit to lead instead of a failed throw (Z21 §3.7.5, §6.5); `None`: the throw stands."""
    if len(lead) == 1:
        return None
    beaten = [unit for unit in lead if any(beats(space, unit, hand) for hand in others)]

    def weakness(unit: Unit) -> tuple[bool, int, int, int]:
        # "single; pair; triple; consecutive pairs of length 2, then length 3, etc.; consecutive
        # triples of length 2, then length 3, etc.; ..."
        return unit.length > 1, unit.width, unit.length, space.column(unit.cards[0])

    return min(beaten, key=weakness, default=None)


Split = frozenset[tuple[tuple[Card, ...], int]]
"""A reading as a bag of units, each as its cards from high to low."""


def _pieces_with(
    space: Space, held: Counter[Card], first: Card
) -> Iterator[tuple[int, list[Card]]]:
    """All units (width, cards high to low) whose lowest card is `first`."""
    runs = [[first]]
    while runs:
        longer_runs: list[list[Card]] = []
        for run in runs:
            for width in range(1, min(held[card] for card in run) + 1):
                if width > 1 or len(run) == 1:
                    yield width, run
            longer_runs += [
                [card, *run] for card in held if space.column(card) == space.column(run[0]) + 1
            ]
        runs = longer_runs


def _splits(space: Space, held: Counter[Card]) -> Iterator[list[tuple[Card, ...]]]:
    held = +held
    if not held:
        yield []
        return
    # The lowest card is the lowest of some unit.
    first = min(held, key=lambda card: (space.column(card), card.index))
    for width, run in _pieces_with(space, held, first):
        piece = tuple(card for card in run for _ in range(width))
        for rest in _splits(space, held - Counter(piece)):
            yield [piece, *rest]


def is_piece(space: Space, cards: Iterable[Card]) -> bool:
    """Whether the cards are one unit."""
    held = Counter(cards)
    columns = sorted(space.column(card) for card in held)
    widths = set(held.values())
    consecutive = columns == list(range(columns[0], columns[0] + len(columns)))
    return len(widths) == 1 and consecutive and (widths != {1} or len(columns) == 1)


def maximal_splits(space: Space, cards: Sequence[Card]) -> set[Split]:
    """All ways to split cards of one suit into units of which no two or more can be joined."""
    found = set()
    for pieces in _splits(space, Counter(cards)):
        joins = (
            is_piece(space, [card for piece in some for card in piece])
            for count in range(2, len(pieces) + 1)
            for some in combinations(pieces, count)
        )
        if not any(joins):
            found.add(frozenset(Counter(pieces).items()))
    return found


def tuples_fit(copies: Iterable[int], wanted: Sequence[int]) -> bool:
    """Whether tuples of these widths can all be cut from stacks of so many copies."""
    return _tuples_fit(tuple(sorted(copies)), tuple(sorted(wanted, reverse=True)))


@lru_cache(maxsize=500_000)
def _tuples_fit(copies: tuple[int, ...], wanted: tuple[int, ...]) -> bool:
    if not wanted:
        return True
    return any(
        _tuples_fit(tuple(sorted((*copies[:i], held - wanted[0], *copies[i + 1 :]))), wanted[1:])
        for i, held in enumerate(copies)
        if held >= wanted[0] and (i == 0 or copies[i - 1] != held)
    )
