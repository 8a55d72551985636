"""Drills in the form of the API: a question, and the verdict on an answer.

No state is stored: a question is made again from its rules, kind and seed.
"""

from __future__ import annotations

from shengji.judge.questions import TrumpGiven
from shengji.practice.drills import Drill, a_drill, kinds_for, make_drill
from shengji.rules import Rules
from shengji.server.practice.drill_schemas import (
    AnswerDrill,
    AskDrill,
    DrillAnswered,
    DrillAsked,
    DrillChoice,
    DrillHinge,
    DrillPile,
    DrillTrump,
)
from shengji.server.rules.sheets import rules_state
from shengji.server.site.schemas import Text
from shengji.server.site.words import words
from shengji.words import Text as Authored


def asked_drill(rules: Rules, data: AskDrill, seed: int) -> DrillAsked:
    """Make a question of the requested kinds.

    Raises:
        DrillError: these rules have no question of these kinds.
    """
    return _without_answer(rules, a_drill(rules, data.kinds, seed))


def _without_answer(rules: Rules, drill: Drill) -> DrillAsked:
    return DrillAsked(
        kind=drill.kind,
        seed=drill.seed,
        heading=rules_state(rules).heading,
        kinds=kinds_for(rules),
        trump=None if drill.trump is None else _trump(drill.trump),
        prompt=_text(drill.prompt),
        piles=tuple(DrillPile(label=_text(pile.label), cards=pile.cards) for pile in drill.piles),
        choices=tuple(
            DrillChoice(label=one.label and _text(one.label), cards=one.cards)
            for one in drill.choices
        ),
        several=drill.several,
    )


def _trump(given: TrumpGiven) -> DrillTrump:
    return DrillTrump(rank=given.rank, suit=given.suit)


def answered_drill(rules: Rules, data: AnswerDrill) -> DrillAnswered:
    """Return whether an answer is right, and why.

    Raises:
        DrillError: these rules have no such question.
    """
    drill = make_drill(rules, data.kind, data.seed)
    return DrillAnswered(
        right=drill.is_right(data.chosen),
        rights=drill.right,
        reasons=tuple(one.reason and _text(one.reason) for one in drill.choices),
        explanation=_text(drill.explanation),
        source=drill.source,
        hinges=tuple(
            DrillHinge(
                option=hinge.option,
                title=_text(hinge.title),
                value=_text(hinge.value),
                source=hinge.source,
            )
            for hinge in drill.hinges
        ),
    )


def _text(text: Authored) -> Text:
    return words(text.en, text.zh)
