"""Random cards for a drill: leads, hands and plays with typical difficulties."""

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
"""Probability of no trump suit."""

_MOST_LED = 6
"""Maximum number of cards of a lead."""


class Option(msgspec.Struct, frozen=True):
    """One of the choices of a draft.

    Attributes:
        label: its description, or `None` if the cards are enough.
        value: compared with the judge's answer, where cards are not.
    """

    cards: tuple[Card, ...] = ()
    label: Text | None = None
    value: object = None


class Draft(msgspec.Struct):
    """A drill before its right choices are known.

    Attributes:
        asks: the questions to the judge.
        trump: the trumps, or `None` if the question has none.
        piles: the cards shown with the question.
        several: whether more than one choice may be right.
        interest: a score of how instructive the drill is; higher is better.
    """

    prompt: Text
    asks: tuple[Question, ...]
    options: tuple[Option, ...]
    trump: TrumpGiven | None = None
    piles: tuple[Pile, ...] = ()
    several: bool = False
    interest: float = 0.0


class Scene:
    """A trump, and the cards of the deck that are still unused."""

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
        """Pick a suit to ask about; trumps are twice as likely as each other suit."""
        return self.chance.choice([*self.suits, next(iter(self.suits))])

    def take(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """Mark cards as used, and return them from high to low."""
        self._left.subtract(cards)
        return tuple(self.space.sort(cards))

    # The following methods pick unused cards, without marking them as used.

    def a_tuple(self, suit: int, width: int) -> tuple[Card, ...]:
        """Pick a tuple of `width` copies of a card of a suit; empty if there is none."""
        can = [card for column in self.suits[suit] for card in column if self._left[card] >= width]
        return (self.chance.choice(can),) * width if can else ()

    def a_run(self, suit: int, width: int, length: int, gap: int = 0) -> tuple[Card, ...]:
        """Pick `width` copies of cards of adjacent strengths; empty if there are none.

        With a gap, `gap` strengths are left out above the lowest.
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
        # Runs across the trump rank, or among rank cards and Jokers, are more instructive.
        odd = [held for held in found if not _printed_in_order([cards[0] for cards in held])]
        held = self.chance.choice(odd if odd and self.chance.random() < 0.4 else found)
        return tuple(self.chance.choice(cards) for cards in held for _ in range(width))

    def a_unit(self, suit: int, most: int = _MOST_LED) -> tuple[Card, ...]:
        """Pick a single, a tuple or a tractor of at most `most` cards; empty if there is none."""
        widths = range(2, min(self.rules.deck_count, 4, most) + 1)
        width = self.chance.choice([1, *widths, *list(widths)[:1]])
        lengths = range(2, min(3, most // width) + 1) if width > 1 else ()
        if lengths and self.chance.random() < 0.6:
            return self.a_run(suit, width, self.chance.choice(lengths))
        return self.a_tuple(suit, width)

    def some(self, count: int, suits: Sequence[int] | None = None) -> tuple[Card, ...]:
        """Pick random cards of these suits, or of all; fewer than `count` if too few are left."""
        wanted = self.suits if suits is None else suits
        kinds = [card for suit in wanted for column in self.suits[suit] for card in column]
        pool = [card for card in kinds for _ in range(self._left[card])]
        return tuple(self.chance.sample(pool, min(count, len(pool))))

    # The following methods mark the cards as used.

    def a_lead(self, suit: int, throws: float = 0.25) -> tuple[Card, ...]:
        """Pick a lead: one unit or, with probability `throws`, several if the rules have throws.

        Empty if no legal lead was found.
        """
        lead = list(self.take(self.a_unit(suit)))
        if self.rules.throws and self.chance.random() < throws:
            for _ in range(self.chance.choice((1, 1, 2))):
                if room := min(_MOST_LED - len(lead), 4):
                    lead += self.take(self.a_unit(suit, room))
        if not self.rules.throws and lead and len(default_reading(self.space, lead)) > 1:
            return ()  # adjacent strengths that are not consecutive under these rules
        return tuple(self.space.sort(lead))

    def of_suit(self, suit: int, count: int) -> tuple[Card, ...]:
        """Pick cards of a suit, with tuples and tractors among them; may be fewer than `count`."""
        found: list[Card] = []
        while len(found) < count:
            room = count - len(found)
            more = self.a_unit(suit, room) or self.some(1, [suit])
            if not more:
                break
            found += self.take(more)
        return tuple(self.space.sort(found))


def _printed_in_order(cards: Sequence[Card]) -> bool:
    """Whether cards of adjacent strengths are also adjacent by their printed ranks."""
    ranks = [card.rank.order for card in cards if card.rank is not None]
    same = len({card.suit for card in cards}) == 1 and len(ranks) == len(cards)
    return same and ranks == list(range(ranks[0], ranks[0] + len(ranks)))
