"""Drills about the result of a hand: the kitty, the winner, the levels (Z21 §3.8, §3.9)."""

from __future__ import annotations

from typing import NamedTuple

from shengji.cards import RANKS, Rank, points_of, write_cards
from shengji.game.events import Side
from shengji.judge import answer
from shengji.judge.answers import KittyAnswer, ResultAnswer
from shengji.judge.inputs import space_for
from shengji.judge.questions import Kitty, LevelsBySide, Result
from shengji.play.score import Outcome, ScaleStep, outcome, scale
from shengji.play.units import default_reading
from shengji.practice.drills.drill import Pile
from shengji.practice.drills.kind import Answers, DrillReasons, Kind
from shengji.practice.drills.phrases import say, shape_text
from shengji.practice.drills.scene import Draft, Option, Scene
from shengji.practice.drills.winning import a_trick
from shengji.rules import Rules
from shengji.words import Text

_CHOICES = 4
_FACTORS = (1, 2, 3, 4, 6, 8, 12, 16, 32)
"""Factors of the kitty that players may guess wrongly."""


class _KittyPoints(Kind):
    """The drill about the points that the Opponents get for the kitty."""

    source = "Z21 §3.8"
    options = ("kitty_factor", "side_suit_halves", "consecutive")

    def is_played(self, rules: Rules) -> bool:
        return rules.kitty_size > 0 and rules.kitty_factor != "none"

    def draft(self, scene: Scene) -> Draft | None:
        chance, rules = scene.chance, scene.rules
        trick = a_trick(scene)
        if trick is None:
            return None
        # The follows to it do not matter.
        plays = [trick[0]]
        kitty = scene.take(scene.some(rules.kitty_size))
        points = points_of(kitty)
        if not points:
            return None
        question = Kitty(
            trump=scene.given, plays=list(map(write_cards, plays)), kitty=write_cards(kitty)
        )
        found = answer(question, rules)
        assert isinstance(found, KittyAnswer)
        others = {points * factor for factor in _FACTORS} | {points * found.factor // 10 * 5}
        wrong = sorted(others - {found.points}, key=lambda other: abs(other - found.points))
        numbers = sorted([found.points, *chance.sample(wrong[:5], _CHOICES - 1)])
        lead = default_reading(scene.space, plays[0])
        return Draft(
            say("kitty.ask"),
            (question,),
            tuple(Option((), say("kitty.points", points=number), number) for number in numbers),
            scene.given,
            (Pile(say("pile.last"), plays[0]), Pile(say("pile.kitty"), kitty)),
            interest=float(len(plays[0]) + 2 * (lead[0].length > 1) + (len(lead) > 1)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (found,) = answers
        assert isinstance(found, KittyAnswer)
        return tuple(option.value == found.points for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (found,) = answers
        assert isinstance(found, KittyAnswer)
        assert draft.trump is not None
        led, kitty = draft.piles
        unit = default_reading(space_for(rules, draft.trump), led.cards)[0]
        key = "kitty.halved" if found.halved else "kitty.why"
        if not found.halved and len(led.cards) > unit.width * unit.length:
            key += ".throw"
        why = say(
            key,
            points=points_of(kitty.cards),
            shape=shape_text(unit.width, unit.length),
            cards=len(led.cards),
            factor=found.factor,
            worth=found.points,
        )
        return DrillReasons(why, [None] * len(draft.options))


class _Results(Kind):
    """The drill about the winner of a hand, and the number of levels."""

    source = "Z21 §3.8"
    options = ("results", "negative_scores", "auto_level")

    def draft(self, scene: Scene) -> Draft | None:
        chance, rules = scene.chance, scene.rules
        points = _some_points(scene)
        right = outcome(rules, points)
        all_of_them = [Outcome(step.opponents_win, step.levels) for step in _stretches(rules)]
        near = list(dict.fromkeys([*all_of_them, right]))
        near += [
            made
            for won in (False, True)
            for levels in range(4)
            if (made := Outcome(won, levels)) not in near
        ]
        near.sort(key=_height)
        at = near.index(right)
        low = max(0, min(at - chance.randrange(_CHOICES), len(near) - _CHOICES))
        return Draft(
            say("result.ask", points=points, threshold=rules.threshold_points),
            (Result(points=points),),
            tuple(Option((), _outcome_text(one), one) for one in near[low : low + _CHOICES]),
            interest=float(points % rules.step_points in (0, rules.step_points - 5)),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (found,) = answers
        assert isinstance(found, ResultAnswer)
        right = Outcome(found.winner == "opponents", found.levels)
        return tuple(option.value == right for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (question,) = draft.asks
        (found,) = answers
        assert isinstance(question, Result)
        assert isinstance(found, ResultAnswer)
        steps = [step.points for step in _stretches(rules)]
        low = max((step for step in steps if step <= max(question.points, 0)), default=0)
        above = [step for step in steps if step > low]
        said = _outcome_text(Outcome(found.winner == "opponents", found.levels))
        threshold, step = rules.threshold_points, rules.step_points
        key = "result.why.below" if question.points < 0 else "result.why"
        if key == "result.why":
            key += ".from" if not above else ".exactly" if above[0] - 5 == low else ".between"
        why = say(
            key, low=low, high=above[0] - 5 if above else low, outcome=said, threshold=threshold,
            step=step,
        )  # fmt: skip
        return DrillReasons(why, [None] * len(draft.options))


def _stretches(rules: Rules) -> tuple[ScaleStep, ...]:
    return scale(rules, rules.threshold_points + 6 * rules.step_points)


def _some_points(scene: Scene) -> int:
    """Pick points near a change of the outcome."""
    chance, rules = scene.chance, scene.rules
    below = rules.negative_scores and rules.in_effect("negative_scores")
    if below and chance.random() < 0.15:
        return -5 * chance.randint(1, 2 * rules.step_points // 5)
    if chance.random() < 0.3:
        return 5 * chance.randint(0, (rules.threshold_points + 4 * rules.step_points) // 5)
    step = chance.choice(_stretches(rules)).points
    return max(0, step + chance.choice((-5, 0, 0, 5)))


def _height(one: Outcome) -> int:
    return one.levels if one.opponents_win else -1 - one.levels


def _outcome_text(one: Outcome) -> Text:
    side = "opponents" if one.opponents_win else "declarers"
    amount = ".none" if one.levels == 0 else ".one" if one.levels == 1 else ""
    return say(f"outcome.{side}{amount}", levels=one.levels)


class _Standing(NamedTuple):
    """A side's level after a hand; `None` if it has won the match."""

    level: Rank | None


class _LevelsAfter(Kind):
    """The drill about a side's level after the hand."""

    source = "Z21 §3.9, §6.1.2"
    options = ("must_play", "must_play_win", "winning", "after_last_level", "auto_level")

    def is_played(self, rules: Rules) -> bool:
        return len(_levels(rules)) > 2

    def draft(self, scene: Scene) -> Draft | None:
        chance, rules = scene.chance, scene.rules
        points = _some_points(scene)
        won = outcome(rules, points)
        side: Side = "opponents" if won.opponents_win else "declarers"
        levels = _levels(rules)
        held = [rank for rank in levels if rank in (*rules.must_play, rules.last_level)]
        before = chance.choice(levels)
        if held and chance.random() < 0.6:
            below = levels.index(chance.choice(held)) - chance.randint(0, 2)
            before = levels[max(0, below)]
        other = chance.choice(levels)
        given = (other, before) if won.opponents_win else (before, other)
        at = levels.index(before)
        near: list[Rank | None] = [*levels[max(0, at - 1) : at + 4]]
        if rules.after_last_level == "wrap":
            near += levels[: max(0, at + 4 - len(levels))]
        options = [_Standing(level) for level in dict.fromkeys(near)]
        options += [_Standing(None)] if at + 3 > len(levels) else []
        low = chance.randrange(max(1, len(options) - _CHOICES + 1))
        key = f"level.ask.{side}"
        return Draft(
            say(
                key,
                points=points,
                threshold=rules.threshold_points,
                declarers=given[0].value,
                opponents=given[1].value,
            ),
            (Result(points=points, levels=LevelsBySide(*given)),),
            tuple(Option((), _standing_text(one), one) for one in options[low : low + _CHOICES]),
            interest=float(won.levels > 0) + (won.levels > 1),
        )

    def truth(self, draft: Draft, answers: Answers) -> tuple[bool, ...]:
        (found,) = answers
        assert isinstance(found, ResultAnswer)
        right = _Standing(None if found.match_won else _after(found))
        return tuple(option.value == right for option in draft.options)

    def explain(self, rules: Rules, draft: Draft, answers: Answers) -> DrillReasons:
        (question,) = draft.asks
        (found,) = answers
        assert isinstance(question, Result)
        assert isinstance(question.levels, LevelsBySide)
        assert isinstance(found, ResultAnswer)
        before = getattr(question.levels, found.winner)
        said = {
            "outcome": _outcome_text(Outcome(found.winner == "opponents", found.levels)),
            "before": before.value,
            "after": _after(found).value,
        }
        key = "level.why"
        if found.match_won:
            key += ".match"
        elif before.order > _after(found).order:
            key += ".wrapped"
        elif before.order + found.levels > _after(found).order:
            key += ".held"
        return DrillReasons(say(key, **said), [None] * len(draft.options))


def _levels(rules: Rules) -> list[Rank]:
    return [r for r in RANKS if rules.lowest_level.order <= r.order <= rules.last_level.order]


def _after(found: ResultAnswer) -> Rank:
    after = found.levels_after
    if isinstance(after, list):  # by seat, where the Dealer plays alone in seat 0
        return after[0 if found.winner == "declarers" else 1]
    level: Rank = getattr(after, found.winner)
    return level


def _standing_text(one: _Standing) -> Text:
    return say("level.match") if one.level is None else say("level.at", level=one.level.value)


KITTY_POINTS: Kind = _KittyPoints()
"""The drill about the points that the Opponents get for the kitty."""

RESULTS: Kind = _Results()
"""The drill about the winner of a hand, and the number of levels."""

LEVELS_AFTER: Kind = _LevelsAfter()
"""The drill about a side's level after the hand."""
