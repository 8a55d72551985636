"""Decisions in steps: an action names a kind of card, or stops, and the last one completes it.

The actions are 0 to 53, a copy of a kind of card, by `Card.index`; `STOP`; `CLAIM`, a re-deal; from
`ORDINAL` on, the first to sixth copy, for a call; and where the leader names the reading of a
throw, from `READING` on, the number of a reading. Cards are named in any order:

| decision | steps |
| --- | --- |
| show, bid for the land | its cards, then stop; stop alone waits or passes |
| claim a re-deal | claim, or stop |
| bury | as many cards as the kitty has |
| call friends | for each friend a kind and which copy |
| lead | its cards, then stop; then the number of the reading, if it has several |
| follow | as many cards as were led |

Each step has a mask. An action is allowed if and only if a legal decision begins with the named
part and this action. So every legal decision can be named, and there are no dead ends. The
decisions are those of `Match.legal`.
"""

from __future__ import annotations

from abc import abstractmethod
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import numpy as np

from shengji.cards import CARDS, Card, lacking
from shengji.env.actions.question import Answer, Answered, Mask, Question
from shengji.env.layout import KIND_COUNT
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Decision,
    Due,
    Hand,
    Play,
    Show,
    readings_of_lead,
)
from shengji.game.due import every_call, units_among
from shengji.play.columns import WIDEST
from shengji.play.readings import MOST_READINGS
from shengji.play.units import unit_of
from shengji.rules import Rules

VERSION: Final = 1
"""Version of the actions and their numbers."""
STOP: Final = KIND_COUNT
"""Action that ends the naming of cards."""
CLAIM: Final = STOP + 1
"""Action that claims a re-deal."""
ORDINAL: Final = CLAIM + 1
"""Action for the first copy of a called card; the other copies follow it."""
READING: Final = ORDINAL + WIDEST
"""Action for the first reading of a lead; the other readings follow it."""


def action_count(rules: Rules) -> int:
    """The number of actions under given rules."""
    return READING + (MOST_READINGS if rules.throw_reading == "named" else 0)


class Naming(Question):
    """A decision while its parts are named; created by `naming_of`."""

    @abstractmethod
    def allowed(self) -> Iterable[int]:
        """The actions that lead to a legal decision; at least one, possibly with duplicates."""

    def mask(self) -> Mask:
        """The actions that are allowed now."""
        mask = np.zeros(action_count(self.hand.rules), dtype=np.int8)
        mask[list(self.allowed())] = 1
        return mask

    def _left(self) -> Counter[Card]:
        return Counter(self.cards) - Counter(self.chosen)


class _Shown(Naming):
    """Show cards from a list of possible sets, or wait."""

    def _sets(self) -> Iterator[tuple[Card, ...]]:
        named = Counter(self.chosen)
        return (cards for cards in self.due.options if named <= Counter(cards))

    def allowed(self) -> Iterator[int]:
        if not self.chosen:
            yield STOP
        for cards in self._sets():
            if len(cards) == len(self.chosen):
                yield STOP
            yield from (card.index for card in Counter(cards) - Counter(self.chosen))

    def take(self, action: int) -> Answered | None:
        if action != STOP:
            self.chosen.append(CARDS[action])
            return None
        size = len(self.chosen)
        return Answered(
            self._answer(next((set_ for set_ in self._sets() if len(set_) == size), ()))
        )

    def _answer(self, cards: tuple[Card, ...]) -> Answer:
        return Show(self.due.seat, cards) if cards else None


class _Land(_Shown):
    """Bid for the land, or pass."""

    def _answer(self, cards: tuple[Card, ...]) -> Answer:
        return BidLand(self.due.seat, cards)


class _Redeal(Naming):
    """Claim a re-deal, or not."""

    def allowed(self) -> Iterable[int]:
        return STOP, CLAIM

    def take(self, action: int) -> Answered | None:
        return Answered(AnswerRedeal(self.due.seat, action == CLAIM))


class _Bury(Naming):
    """Bury the kitty."""

    def allowed(self) -> Iterable[int]:
        return (card.index for card in self._left())

    def take(self, action: int) -> Answered | None:
        self.chosen.append(CARDS[action])
        if len(self.chosen) < self.hand.rules.kitty_size:
            return None
        return Answered(Bury(self.due.seat, tuple(self.hand.space.sort(self.chosen))))


class _Call(Naming):
    """Call friends: for each, a kind of card and then its copy."""

    def _open(self) -> Iterator[Call]:
        return (call for call in every_call(self.hand) if call not in self.calls)

    def allowed(self) -> Iterable[int]:
        if not self.chosen:
            return (call.card.index for call in self._open())
        (card,) = self.chosen
        return (ORDINAL + call.ordinal - 1 for call in self._open() if call.card is card)

    def take(self, action: int) -> Answered | None:
        if action < KIND_COUNT:
            self.chosen.append(CARDS[action])
            return None
        self.calls.append(Call(self.chosen.pop(), action - ORDINAL + 1))
        if len(self.calls) < self.hand.rules.calls:
            return None
        return Answered(CallFriends(self.due.seat, tuple(self.calls)))


class _Lead(Naming):
    """Lead cards, and select their reading."""

    def __init__(self, hand: Hand, due: Due) -> None:
        super().__init__(hand, due)
        self._stopped = False

    def allowed(self) -> Iterator[int]:
        if self._stopped:
            yield from (READING + way for way in range(self._readings()))
        elif self.hand.rules.throws:
            if self.chosen:
                yield STOP
            yield from (card.index for card in self._left() if self._goes_with(card))
        else:
            if self.chosen and unit_of(self.hand.space, self.chosen) is not None:
                yield STOP
            named = Counter(self.chosen)
            for suit in self.hand.space.by_suit(self.cards).values():
                for unit in units_among(self.hand.space, suit):
                    yield from (
                        card.index for card in Counter(unit.cards) - named
                        if not lacking(self.chosen, unit.cards)
                    )  # fmt: skip

    def _goes_with(self, card: Card) -> bool:
        """Whether a card is of the suit that has been named, if any."""
        space = self.hand.space
        return not self.chosen or space.suit(card) == space.suit(self.chosen[0])

    def _readings(self) -> int:
        return len(readings_of_lead(self.hand, tuple(self.chosen)).listed)

    def take(self, action: int) -> Answered | None:
        if action < KIND_COUNT:
            self.chosen.append(CARDS[action])
            return None
        cards = tuple(self.hand.space.sort(self.chosen))
        if action != STOP:
            return Answered(Play(self.due.seat, cards, action - READING or None))
        self._stopped = True
        return None if self._readings() else Answered(Play(self.due.seat, cards))


class _Follow(Naming):
    """Follow with cards."""

    def allowed(self) -> Iterable[int]:
        assert self.hand.trick is not None
        lead, named, found = self.hand.trick.lead_for(self.due.seat), Counter(self.chosen), set()
        for card in self._left():
            # All kinds of a legal play are allowed.
            if card not in found:
                play = next(lead.follows(self.cards, [*self.chosen, card]), ())
                found |= set(Counter(play) - named)
        return (card.index for card in found)

    def take(self, action: int) -> Answered | None:
        assert self.hand.trick is not None
        self.chosen.append(CARDS[action])
        if len(self.chosen) < self.hand.trick.lead.size:
            return None
        return Answered(Play(self.due.seat, tuple(self.hand.space.sort(self.chosen))))


_NAMINGS: dict[Decision, type[Naming]] = {
    "show": _Shown,
    "redeal": _Redeal,
    "bury": _Bury,
    "land": _Land,
    "call": _Call,
    "lead": _Lead,
    "follow": _Follow,
}


def naming_of(hand: Hand, due: Due) -> Naming:
    """Create the naming of a decision.

    Args:
        hand: the seat's view of the hand.
        due: the decision that is due.
    """
    return _NAMINGS[due.decision](hand, due)


def steps_of(hand: Hand, due: Due, answer: Answer) -> list[int]:
    """The actions that name a legal decision, cards high to low.

    Args:
        hand: the seat's view of the hand.
        due: the decision that is due.
        answer: one of the decisions of `Match.legal`, or `None` to wait.
    """
    match answer:
        case AnswerRedeal():
            return [CLAIM if answer.wanted else STOP]
        case CallFriends():
            steps = ((call.card.index, ORDINAL + call.ordinal - 1) for call in answer.calls)
            return [action for pair in steps for action in pair]
        case Play():
            cards = _kinds(hand, answer.cards)
            if due.decision == "follow":
                return cards
            if not readings_of_lead(hand, answer.cards).listed:
                return [*cards, STOP]
            assert not isinstance(answer.reading, tuple), "readings that are listed have numbers"
            return [*cards, STOP, READING + (answer.reading or 0)]
        case Bury():
            return _kinds(hand, answer.cards)
        case Show() | BidLand():
            return [*_kinds(hand, answer.cards), STOP]
        case _:
            return [STOP]


def _kinds(hand: Hand, cards: Sequence[Card]) -> list[int]:
    return [card.index for card in hand.space.sort(cards)]
