"""Drills about throws and tricks: the cards led, and the winner (Z21 §3.7.5, §4.2, §4.4)."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Card, write_cards
from shengji.judge.answers import LeadAnswer, TrickAnswer
from shengji.judge.inputs import space_for
from shengji.judge.questions import LeadQuestion, TrickQuestion
from shengji.play.space import TRUMP, Space
from shengji.play.throws import judge_lead
from shengji.play.tricks import answered_height
from shengji.play.units import Unit, default_reading, unit_table
from shengji.practice.drills.drill import Pile
from shengji.practice.drills.kind import Answers, DrillReasons, Kind
from shengji.practice.drills.phrases import both, cards_text, say, shape_text, suit_text
from shengji.practice.drills.scene import Draft, Option, Scene
from shengji.rules import Rules
from shengji.words import Text, texts

_CHOICES = 4
_MOST_OTHERS = 3
"""Maximum number of other players whose cards are shown."""


class _Throws(Kind):
    """The drill about the cards that are led of a throw."""

    source = "Z21 §3.7.5, §4.2"
    options = (
        "failed_throw",
        "exempt_tractors",
        "throw_units",
        "free_leads",
        "consecutive",
        "no_trump_rank_cards",
        "permanent_twos",
        "red_fives",
    )

    def is_played(self, rules: Rules) -> bool:
        return rules.throws

    def draft(self, scene: Scene) -> Draft | None:
        chance, suit, space = scene.chance, scene.a_suit(), scene.space
        cards = scene.a_lead(suit, throws=1.0)
        if not cards:
            return None
        units = default_reading(space, cards)
        if len(units) < 2:
            return None
        others = [scene.of_suit(suit, chance.randint(0, 4)) for _ in range(_others(scene.rules))]
        parts = [tuple(unit.cards) for unit in units]
        parts += [part[-1:] for part in parts if len(part) > 1]
        wanted = list(dict.fromkeys(parts))
        if len({tuple(map(space.column, part)) for part in wanted}) < len(wanted):
            return None  # Of equally high parts, as of two trump rank cards, any could be led.
        chance.shuffle(wanted)
        question = LeadQuestion(
            trump=scene.given,
            cards=write_cards(cards),
            others=[write_cards(held) for held in others],
        )
        held = [
            Pile(say("pile.other", number=number, suit=suit_text(space, suit)), their)
            for number, their in enumerate(others, 2)
        ]
        return Draft(
            say("throw.ask"),
            (question,),
            (Option(cards), *(Option(part) for part in wanted[: _CHOICES - 1])),
            scene.given,
            (Pile(say("pile.throw"), cards), *held),
            interest=float(len(units) + sum(unit.length > 1 for unit in units)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (answer,) = answers
        assert isinstance(answer, LeadAnswer)
        led = write_cards(answer.led)
        return tuple(write_cards(option.cards) == led for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (answer,) = answers
        assert isinstance(answer, LeadAnswer)
        assert draft.trump is not None
        nothing: list[Text | None] = [None] * len(draft.options)
        if answer.legal:
            return DrillReasons(say("throw.stands"), nothing)
        space = space_for(rules, draft.trump)
        thrown, *others = (pile.cards for pile in draft.piles)
        beaten = judge_lead(space, default_reading(space, thrown), others).beaten
        said = {"beaten": _units_in_full(beaten), "led": cards_text(answer.led)}
        if answer.penalty:
            return DrillReasons(say("throw.fails.penalty", points=answer.penalty, **said), nothing)
        return DrillReasons(say("throw.fails", **said), nothing)


def _others(rules: Rules) -> int:
    return min(rules.players - 1, _MOST_OTHERS)


def _units_in_full(units: Sequence[Unit]) -> Text:
    """Units by shape and cards, in a sentence."""
    named = [
        say("unit", shape=shape_text(unit.width, unit.length), cards=cards_text(unit.cards))
        for unit in units
    ]
    return both(lambda language: texts("drills")["and"].of(language).join(
        one.of(language) for one in named))  # fmt: skip


class _Tricks(Kind):
    """The drill about the winner of a trick."""

    source = "Z21 §3.7.3, §4.4"
    options = (
        "trumped_throws",
        "consecutive",
        "no_trump_rank_cards",
        "permanent_twos",
        "red_fives",
    )

    def draft(self, scene: Scene) -> Draft | None:
        plays = a_trick(scene)
        if plays is None:
            return None
        space = scene.space
        lead = default_reading(space, plays[0])
        matching = [matches(space, plays[0], play) for play in plays[1:]]
        return Draft(
            say("trick.ask"),
            (TrickQuestion(trump=scene.given, plays=list(map(write_cards, plays))),),
            tuple(
                Option(play, say("trick.leads" if number == 1 else "trick.plays", number=number))
                for number, play in enumerate(plays, 1)
            ),
            scene.given,
            interest=sum(matching)
            + 0.5 * len({space.suit(play[0]) for play in plays})
            + 0.5 * sum(unit.width * unit.length > 1 for unit in lead)
            + sum(not found and _suits(space, play) == {TRUMP} for found, play in
                  zip(matching, plays[1:], strict=True)),
        )  # fmt: skip

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (answer,) = answers
        assert isinstance(answer, TrickAnswer)
        return tuple(number == answer.winner for number in range(len(draft.options)))

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (answer,) = answers
        assert isinstance(answer, TrickAnswer)
        assert draft.trump is not None
        space = space_for(rules, draft.trump)
        plays = [option.cards for option in draft.options]
        shape = shape_text(answer.unit.width, answer.unit.length)
        suit = suit_text(space, space.suit(plays[0][0]))
        reasons = [_reason(space, plays, number, answer.winner) for number in range(len(plays))]
        key = "trick.why" if len(plays[0]) > 1 else "trick.why.single"
        if space.suit(plays[0][0]) == TRUMP:
            key += ".trumps"
        return DrillReasons(say(key, shape=shape, suit=suit), reasons)


def a_trick(scene: Scene) -> list[tuple[Card, ...]] | None:
    """Create a random trick of plausible plays; `None` if the draft is unusable."""
    chance, suit, space = scene.chance, scene.a_suit(), scene.space
    lead = scene.a_lead(suit)
    if not lead:
        return None
    units = default_reading(space, lead)
    plays = [lead]
    while len(plays) < scene.rules.players:
        way = chance.random()
        if way < 0.4:
            play = _answer(scene, suit, units)
        elif way < 0.65 and suit != TRUMP and TRUMP in scene.suits:
            play = _answer(scene, TRUMP, units)
        elif way < 0.8:
            play = scene.of_suit(suit, len(lead))
        else:
            some = scene.take(scene.some(chance.randint(0, len(lead)), [suit]))
            others = [other for other in scene.suits if other != suit]
            rest = scene.take(scene.some(len(lead) - len(some), others))
            play = tuple(space.sort([*some, *rest]))
        if len(play) != len(lead):
            return None
        plays.append(play)
    # A follower with cards higher than a part of a throw would have stopped it.
    throw = judge_lead(
        space, units, [[c for c in play if space.suit(c) == suit] for play in plays[1:]]
    )
    return plays if throw.challenger is None else None


def _answer(scene: Scene, suit: int, units: Sequence[Unit]) -> tuple[Card, ...]:
    """Pick cards of a suit in the units of the lead; may be fewer than led."""
    found: list[Card] = []
    for unit in units:
        if unit.length > 1:
            found += scene.take(scene.a_run(suit, unit.width, unit.length))
        else:
            found += scene.take(scene.a_tuple(suit, unit.width))
    return tuple(scene.space.sort(found))


def _suits(space: Space, cards: Sequence[Card]) -> set[int]:
    return {space.suit(card) for card in cards}


def matches(space: Space, lead: Sequence[Card], play: Sequence[Card]) -> bool:
    """Whether a play has the units of a lead, all in the suit led or all in trumps."""
    suits = _suits(space, play)
    if len(suits) > 1 or not suits <= {TRUMP, space.suit(lead[0])}:
        return False
    table = unit_table(space, default_reading(space, lead))
    return int(answered_height(space.table, suits.pop(), table, space.words(play))) >= 0


def _reason(space: Space, plays: Sequence[Sequence[Card]], number: int, winner: int) -> Text:
    """Why a play wins the trick, or does not."""
    lead, play, won = plays[0], plays[number], plays[winner]
    suit, trumps = space.suit(lead[0]), _suits(space, won) == {TRUMP}
    if number == winner:
        if number == 0:
            return say("trick.holds")
        return say("trick.trumps" if trumps and suit != TRUMP else "trick.higher")
    suits = _suits(space, play)
    if len(suits) > 1:
        return say("trick.mixed")
    if not suits <= {TRUMP, suit}:
        return say("trick.elsewhere")
    if not matches(space, lead, play):
        return say("trick.no-match")
    if trumps and suit != TRUMP and suits == {suit}:
        return say("trick.trumped")
    return say("trick.lower" if number < winner else "trick.not-higher")


THROWS: Kind = _Throws()
"""The drill about the cards that are led of a throw."""

TRICKS: Kind = _Tricks()
"""The drill about the winner of a trick."""
