"""Candidates to lead: every distinct kind of unit, and throws, sure and risky."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from shengji.bots.search.equals import masks_above
from shengji.cards import Card
from shengji.game import Hand
from shengji.game.memory import Memory
from shengji.play.columns import columns_of, next_placement
from shengji.play.space import Space
from shengji.play.units import Unit, default_reading, name_cards

Play = tuple[Card, ...]

WHOLE_SUIT = 8
"""Maximum size of a whole suit that is thrown at a risk."""
BEATEN = 2
"""Maximum number of unseen cards that beat a part of a throw. With more the throw is not tried: it
fails almost surely, and then leads that part, which is tried."""
PARTS = 3
"""Maximum length of tractors with all parts tried; of longer ones only the two ends are."""


def leads(hand: Hand, memory: Memory, stand_in: dict[Card, Card], rule: Play) -> list[Play]:
    """Candidate leads, beginning with the rule's; without duplicates."""
    found = {_key(hand.space, rule): rule}
    for play in _all(hand, memory, stand_in):
        found.setdefault(_key(hand.space, play), play)
    return list(found.values())


def _key(space: Space, play: Play) -> tuple[Card, ...]:
    return tuple(space.sort(play))


def _all(hand: Hand, memory: Memory, stand_in: dict[Card, Card]) -> Iterator[Play]:
    """Candidate leads, possibly with duplicates."""
    space, held = hand.space, Counter(hand.hands[memory.seat])
    for cards in space.by_suit(held.elements()).values():
        yield from ((card,) for card in dict.fromkeys(stand_in[card] for card in cards))
        for width in range(2, space.decks + 1):
            wide = dict.fromkeys(stand_in[c] for c in cards if held[c] >= width)
            yield from ((card,) * width for card in wide)
        yield from _tractors(space, cards)
        if memory.rules.throws:
            yield from _throws(memory, cards)


def _tractors(space: Space, cards: Sequence[Card]) -> Iterator[Play]:
    """The tractors in the cards of a suit: the longest of each width, and parts of them."""
    suit = space.suit(cards[0])
    columns = columns_of(space.table, suit, space.words(cards))
    height = columns.shape[0]
    for width in range(2, space.decks + 1):
        for length in range(2, len(cards) // width + 1):
            placed = []
            at = next_placement(columns, width, length, -1)
            while at >= 0:
                placed.append((width, length, height - 1 - (at >> 8), at & 255))
                at = next_placement(columns, width, length, at)
            if not placed:
                break
            ends = placed if length <= PARTS else [placed[0], placed[-1]]
            yield from (name_cards(space, suit, row).cards for row in ends)


def _throws(memory: Memory, cards: Sequence[Card]) -> Iterator[Play]:
    """Candidate throws of a suit: sure units, the same with one more, the two best, the whole suit.

    Of throws that may fail, only those are included that may as well stand.
    """
    reading = default_reading(memory.hand.space, cards)
    if len(reading) < 2:
        return
    suit = memory.hand.space.suit(cards[0])
    sure = [unit for unit in reading if _stands(memory, suit, unit)]
    unsure = [unit for unit in reading if unit not in sure]
    bold = [unit for unit in unsure if _may_stand(memory, suit, unit)]
    if len(sure) > 1:
        yield _together(sure)
        longest, *others = sure
        yield _together(others) if len(others) > 1 else others[0].cards
        yield longest.cards
    if sure:
        for unit in _best_of_each_shape(bold):
            yield _together([*sure, unit])
    else:
        best = _best_of_each_shape(bold)
        if len(best) > 1:
            yield _together(best)
    singles = [unit for unit in reading if unit.width == 1 and (unit in sure or unit in bold)]
    if len(singles) > 1:
        yield _together(singles[:2])
    if len(cards) <= WHOLE_SUIT and len(bold) == len(unsure):
        yield tuple(cards)


def _may_stand(memory: Memory, suit: int, unit: Unit) -> bool:
    """Whether few enough unseen cards, or further copies of them for a tuple, beat a unit.

    A seat that knows the kitty knows that another seat holds each unseen single card.
    """
    space = memory.hand.space
    higher = masks_above(space)[suit][space.column(unit.cards[0]) + 1]
    beat = sum((int(word) & higher).bit_count() for word in memory.out[unit.width - 1 :])
    return beat <= (0 if unit.width == 1 and memory.hand.kitty is not None else BEATEN)


def _stands(memory: Memory, suit: int, unit: Unit) -> bool:
    """Whether no seat can beat a unit of a throw, or any of its tuples where these are judged."""
    narrow = unit.length > 1 and unit.width < memory.hand.space.decks
    if not narrow or memory.rules.free_leads == "tractors":
        return memory.stands(suit, unit)
    tuples = (Unit(unit.width, 1, (card,) * unit.width) for card in dict.fromkeys(unit.cards))
    return all(memory.stands(suit, part) for part in tuples)


def _best_of_each_shape(units: Sequence[Unit]) -> list[Unit]:
    """The highest unit of each shape; the input is ordered from high to low."""
    found: dict[tuple[int, int], Unit] = {}
    for unit in units:
        found.setdefault(unit.shape, unit)
    return list(found.values())


def _together(units: Sequence[Unit]) -> Play:
    return tuple(card for unit in units for card in unit.cards)
