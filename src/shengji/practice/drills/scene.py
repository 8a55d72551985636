"""Cards by chance for a drill: leads, hands and plays in which something can go wrong."""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence

import msgspec

from shengji.cards import CARDS, RANKS, Card, Suit, Trump
from shengji.judge import Question
from shengji.judge.questions import TrumpGiven
from shengji.play.space import Space, space_of
from shengji.play.units import default_reading
from shengji.practice.drills.drill import Pile
from shengji.rules import Rules
from shengji.words import Text

_NO_SUIT = 0.08
"""How often there is no trump suit."""

_MOST_LED = 6
"""A lead has at most so many cards."""


class Option(msgspec.Struct, frozen=True):
    """One of the choices of a draft.

    Attributes:
        cards: the cards that it is.
        label: what it is, where cards do not say it.
        value: what of the judge's answer it stands for.
    """

    cards: tuple[Card, ...] = ()
    label: Text | None = None
    value: object = None


class Draft(msgspec.Struct):
    """A drill of which it is not settled yet which choices are right.

    Attributes:
        prompt: the question.
        asks: the questions to the judge.
        options: the choices.
        trump: what is trump, where something is.
        piles: the cards that it shows.
        several: whether more than one choice may be right.
        interest: how much there is to be thought of.
    """

    prompt: Text
    asks: tuple[Question, ...]
    options: tuple[Option, ...]
    trump: TrumpGiven | None = None
    piles: tuple[Pile, ...] = ()
    several: bool = False
    interest: float = 0.0


class Scene:
    """A trump, and the cards of the deck that have not been used yet.

    Args:
        rules: what is played.
        chance: decides.
    """

    def __init__(self, rules: Rules, chance: random.Random) -> None:
        self.rules = rules
        self.chance = chance
        levels = range(rules.first_level.order, rules.last_level.order + 1)
        rank = chance.choice([rank for rank in RANKS if rank.order in levels])
        suit = None if chance.random() < _NO_SUIT else chance.choice(list(Suit))
        self.given = TrumpGiven(rank, suit)
        self.space: Space = space_of(rules, Trump(rank, suit))
        self._left = Counter(rules.deck)
        self.suits: dict[int, list[list[Card]]] = {}
        kinds = [card for card in CARDS if self._left[card]]
        for number, cards in self.space.by_suit(kinds).items():
            columns: dict[int, list[Card]] = {}
            for card in reversed(cards):
                columns.setdefault(self.space.column(card), []).append(card)
            self.suits[number] = list(columns.values())

    def a_suit(self) -> int:
        """A suit to ask about, trumps, which come first, rather more often than another."""
        return self.chance.choice([*self.suits, next(iter(self.suits))])

    def take(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Use cards up; the same cards, high to low."""
        self._left.subtract(cards)
        return tuple(self.space.sort(cards))

    # What these find is still there, until it is taken.

    def a_tuple(self, suit: int, width: int) -> tuple[Card, ...]:
        """A tuple of so many copies of a card of a suit; perhaps there is none."""
        can = [card for column in self.suits[suit] for card in column if self._left[card] >= width]
        return (self.chance.choice(can),) * width if can else ()

    def a_run(self, suit: int, width: int, length: int, gap: int = 0) -> tuple[Card, ...]:
        """A run of so many copies of cards in neighbouring strengths; perhaps there is none.

        With a gap, so many strengths are left out above the lowest of them.
        """
        columns = self.suits[suit]
        found = []
        for low in range(len(columns) - length - gap + 1):
            steps = [low, *range(low + 1 + gap, low + length + gap)]
            held = [[card for card in columns[at] if self._left[card] >= width] for at in steps]
            if all(held):
                found.append(held)
        if not found:
            return ()
        # Across the trump rank, and among rank cards and Jokers, there is more to be seen.
        odd = [held for held in found if not _printed_in_order([cards[0] for cards in held])]
        held = self.chance.choice(odd if odd and self.chance.random() < 0.4 else found)
        return tuple(self.chance.choice(cards) for cards in held for _ in range(width))

    def a_unit(self, suit: int, most: int = _MOST_LED) -> tuple[Card, ...]:
        """A single, a tuple or a tractor of at most so many cards; perhaps there is none."""
        widths = range(2, min(self.rules.deck_count, 4, most) + 1)
        width = self.chance.choice([1, *widths, *list(widths)[:1]])
        lengths = range(2, min(3, most // width) + 1) if width > 1 else ()
        if lengths and self.chance.random() < 0.6:
            return self.a_run(suit, width, self.chance.choice(lengths))
        return self.a_tuple(suit, width)

    def some(self, count: int, suits: Sequence[int] | None = None) -> tuple[Card, ...]:
        """Cards drawn by chance, of these suits or of all; fewer when there are no more."""
        wanted = self.suits if suits is None else suits
        kinds = [card for suit in wanted for column in self.suits[suit] for card in column]
        pool = [card for card in kinds for _ in range(self._left[card])]
        return tuple(self.chance.sample(pool, min(count, len(pool))))

    # What these find is taken.

    def a_lead(self, suit: int, throws: float = 0.25) -> tuple[Card, ...]:
        """A possible lead: one unit or, so often, several where the rules have throws.

        Perhaps chance finds nothing that may be.
        """
        lead = list(self.take(self.a_unit(suit)))
        if self.rules.throws and self.chance.random() < throws:
            for _ in range(self.chance.choice((1, 1, 2))):
                if room := min(_MOST_LED - len(lead), 4):
                    lead += self.take(self.a_unit(suit, room))
        if not self.rules.throws and lead and len(default_reading(self.space, lead)) > 1:
            return ()  # neighbours in strength that are not consecutive here
        return tuple(self.space.sort(lead))

    def of_suit(self, suit: int, count: int) -> tuple[Card, ...]:
        """Cards of a suit with tuples and tractors among them; perhaps fewer than asked."""
        found: list[Card] = []
        while len(found) < count:
            room = count - len(found)
            more = self.a_unit(suit, room) or self.some(1, [suit])
            if not more:
                break
            found += self.take(more)
        return tuple(self.space.sort(found))


def _printed_in_order(cards: Sequence[Card]) -> bool:
    """Whether neighbours in strength are so by what is printed on them, too."""
    ranks = [card.rank.order for card in cards if card.rank is not None]
    same = len({card.suit for card in cards}) == 1 and len(ranks) == len(cards)
    return same and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
