"""Random small positions, rich in pairs, triples and runs."""

from __future__ import annotations

from collections import Counter
from random import Random

from shengji.cards import Card, Rank, Suit, Trump
from shengji.play.space import TRUMP, Space, space_of
from shengji.play.units import Reading, Unit, arrange
from shengji.rules import Rules


def random_space(rng: Random, most_decks: int = 4) -> Space:
    trump = Trump(rng.choice(list(Rank)), rng.choice([*Suit, None]))
    return space_of(Rules(decks=rng.randint(2, most_decks)), trump)


def random_suit(rng: Random, space: Space) -> int:
    """An effective suit; trumps more often, for their cards of equal strength."""
    plain = [other.order for other in Suit if other is not space.trump.suit]
    return TRUMP if rng.random() < 0.5 else rng.choice(plain)


def cards_of(space: Space, suit: int) -> list[Card]:
    """One of each card of an effective suit, weak to strong."""
    return sorted((c for c in Card if space.suit(c) == suit), key=space.place)


def window(rng: Random, space: Space, suit: int) -> list[Card]:
    """Some neighbouring cards of a suit, so that what is dealt from them makes runs."""
    found = cards_of(space, suit)
    # A few strengths only; in the trump suit often those around the cards of equal strength.
    wanted = rng.randint(2, 6)
    top = space.column(found[-1])
    start = rng.randint(0, max(0, top + 1 - wanted))
    if suit == TRUMP and rng.random() < 0.6:
        start = max(0, top - 2 - rng.randint(0, wanted))
    return [card for card in found if start <= space.column(card) < start + wanted]


def draw(rng: Random, space: Space, kinds: list[Card], size: int) -> list[Card]:
    """About `size` cards out of `kinds`, in clumps of equal cards."""
    held: Counter[Card] = Counter()
    clumps = rng.choice([[1, 1, 2, 2, 2, 3, 4], [1, 1, 2, 2, 2, 3, 4], [2, 2, 3, 4], [4]])
    for _ in range(4 * size):
        if held.total() >= size:
            break
        card = rng.choice(kinds)
        clump = rng.choice(clumps)
        held[card] += min(clump, space.decks - held[card], size - held.total())
    return list(held.elements())


def random_reading(rng: Random, space: Space, cards: list[Card]) -> Reading:
    """A random way to split cards of one suit into units."""
    held = Counter(cards)
    units: list[Unit] = []
    while held := +held:
        possible = []
        for first in held:
            runs = [[first]]
            for run in runs:
                for width in range(1, min(held[card] for card in run) + 1):
                    if width > 1 or len(run) == 1:
                        possible.append((width, run))
                runs += [[c, *run] for c in held if space.column(c) == space.column(run[0]) + 1]
        weights = [(width * len(run)) ** 2 for width, run in possible]
        width, run = rng.choices(possible, weights)[0]
        unit = Unit(width, len(run), tuple(card for card in run for _ in range(width)))
        units.append(unit)
        held -= Counter(unit.cards)
    return arrange(space, units)


def random_lead(rng: Random, space: Space, suit: int, most: int) -> Reading:
    """One unit half of the time, else anything of the suit, read at random."""
    reading = random_reading(
        rng, space, draw(rng, space, window(rng, space, suit), rng.randint(1, most))
    )
    return reading[:1] if rng.random() < 0.4 else reading


def random_hand(rng: Random, space: Space, suit: int, most: int) -> list[Card]:
    """Up to `most` cards of the suit, and a few others."""
    of_suit = draw(rng, space, window(rng, space, suit), rng.randint(0, most))
    other = [card for card in Card if space.suit(card) != suit]
    few = rng.sample(other, rng.randint(1, 3))
    return of_suit + draw(rng, space, few, rng.choice([0, 0, 1, 2, 3]))


def answers(rng: Random, space: Space, lead: Reading, suit: int) -> list[Card]:
    """As many cards as the lead, made to match it more often than not."""
    size = sum(len(unit.cards) for unit in lead)
    kinds = window(rng, space, suit)
    if rng.random() < 0.3:
        return draw(rng, space, kinds, size)
    held: Counter[Card] = Counter()
    for unit in lead:
        width, length = unit.shape
        run: list[Card] = []
        at: Card | None = rng.choice(kinds)
        while at is not None and len(run) < length:
            run.append(at)
            column = space.column(at) + 1
            ups = [card for card in cards_of(space, suit) if space.column(card) == column]
            at = rng.choice(ups) if ups else None
        if len(run) < length or any(held[card] + width > space.decks for card in run):
            return draw(rng, space, kinds, size)
        for card in run:
            held[card] += width
    return list(held.elements())
