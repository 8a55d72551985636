"""Drills about the order of cards and about tractors (Z21 §3.3, §4.1)."""

from __future__ import annotations

from shengji.cards import Card, write_cards
from shengji.judge import Answer
from shengji.judge.answers import OrderAnswer, UnitsAnswer
from shengji.judge.inputs import space_for
from shengji.judge.questions import Order, Units
from shengji.play.space import Space
from shengji.play.units import default_reading
from shengji.practice.drills.kind import Answers, DrillReasons, Kind
from shengji.practice.drills.phrases import cards_text, say, suit_text, units_text
from shengji.practice.drills.scene import Draft, Option, Scene
from shengji.rules import Rules

_CHOICES = 4


class _HighestCard(Kind):
    """The drill about the highest of some cards."""

    source = "Z21 §3.3"
    options = ("no_trump_rank_cards", "permanent_twos", "red_fives")

    def draft(self, scene: Scene) -> Draft | None:
        suit, chance = scene.a_suit(), scene.chance
        columns = scene.suits[suit]
        if len(columns) < _CHOICES:
            return None
        low = chance.randrange(len(columns) - _CHOICES + 1)
        near = columns[low : low + _CHOICES + 2]
        cards = [chance.choice(column) for column in chance.sample(near, _CHOICES)]
        printed = [card.rank.order for card in cards if card.rank is not None]
        mixed = len({card.suit for card in cards}) > 1
        around = bool(printed) and min(printed) < scene.given.rank.order < max(printed)
        return Draft(
            say("order.ask", suit=suit_text(scene.space, suit)),
            (Order(trump=scene.given, cards=write_cards(cards)),),
            tuple(Option((card,)) for card in cards),
            scene.given,
            interest=2.0 * mixed + around,
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        highest = _columns(answers)[0]
        return tuple(option.cards[0] in highest for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        cards = [card for column in _columns(answers) for card in column]
        return DrillReasons(say("order.why", cards=cards_text(cards)), [None] * len(draft.options))


def _columns(answers: Answers) -> list[list[Card]]:
    (order,) = answers
    assert isinstance(order, OrderAnswer)
    return order.suits[0]


class _Tractors(Kind):
    """The drill about which cards are tractors."""

    source = "Z21 §4.1"
    options = ("consecutive", "no_trump_rank_cards", "permanent_twos", "red_fives")

    def is_played(self, rules: Rules) -> bool:
        return rules.deck_count > 1

    def draft(self, scene: Scene) -> Draft | None:
        chance = scene.chance
        found: list[tuple[Card, ...]] = []
        suits: set[int] = set()
        runs = chance.randint(1, _CHOICES - 1)
        for number in range(_CHOICES):
            cards = _near_run(scene, is_run=number < runs)
            if not cards or cards in found:
                return None
            found.append(scene.take(cards))
            suits.add(scene.space.suit(cards[0]))
        chance.shuffle(found)
        return Draft(
            say("tractor.ask"),
            tuple(Units(trump=scene.given, cards=write_cards(cards)) for cards in found),
            tuple(map(Option, found)),
            scene.given,
            several=True,
            interest=float(len(suits)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        return tuple(map(_is_tractor, answers))

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        assert draft.trump is not None
        space = space_for(rules, draft.trump)
        reasons = []
        for option, answer in zip(draft.options, answers, strict=True):
            key = "tractor.is" if _is_tractor(answer) else "tractor.is-not"
            units = units_text(default_reading(space, option.cards))
            reasons.append(say(key, units=units, order=cards_text(_between(space, option.cards))))
        return DrillReasons(say("tractor.why"), reasons)


def _near_run(scene: Scene, *, is_run: bool) -> tuple[Card, ...]:
    """Pick tuples of adjacent strengths, or almost adjacent ones; empty if there are none."""
    chance, suit = scene.chance, scene.a_suit()
    width = chance.randint(2, min(scene.rules.deck_count, 3))
    if not is_run and chance.random() < 0.3:
        equals = [column for column in scene.suits[suit] if len(column) > 1]
        cards = chance.sample(chance.choice(equals), 2) if equals else []
        return tuple(card for card in cards for _ in range(width))
    length = chance.choice((2, 2, 2, 3))
    return scene.a_run(suit, width, length, gap=0 if is_run else 1)


def _is_tractor(answer: Answer) -> bool:
    assert isinstance(answer, UnitsAnswer)
    units = answer.readings[0]
    return len(units) == 1 and units[0].length > 1


def _between(space: Space, cards: tuple[Card, ...]) -> list[Card]:
    """Every card of a suit from the highest to the lowest of some cards, once each, high to low."""
    columns = [space.column(card) for card in cards]
    suit = space.suit(cards[0])
    return [
        card
        for card in space.sort(card for card in Card if space.suit(card) == suit)
        if min(columns) <= space.column(card) <= max(columns)
    ]


HIGHEST_CARD: Kind = _HighestCard()
"""The drill about the highest of some cards."""

TRACTORS: Kind = _Tractors()
"""The drill about which cards are tractors."""
