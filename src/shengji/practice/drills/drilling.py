"""Generation of drills from a seed: random drafts, answered by the judge; the best is taken."""

from __future__ import annotations

import random
from collections.abc import Collection, Sequence
from contextlib import suppress

import msgspec

from shengji.judge import Answer, JudgeError, Question, answer
from shengji.practice.drills.drill import KINDS, Choice, Drill, DrillKind, Hinge
from shengji.practice.drills.following import FOLLOWS
from shengji.practice.drills.kind import Kind
from shengji.practice.drills.ranking import HIGHEST_CARD, TRACTORS
from shengji.practice.drills.scene import Draft, Scene
from shengji.practice.drills.scoring import KITTY_POINTS, LEVELS_AFTER, RESULTS
from shengji.practice.drills.showing import SHOWS
from shengji.practice.drills.winning import THROWS, TRICKS
from shengji.rules import Rules, RulesError, changed_rules, describe_rules, option_of
from shengji.rules.domain import plain
from shengji.words import Names, Phrase, SpokenError, Text

_TRIES = 80
_ENOUGH = 4
"""Number of drafts with the wanted answers after which the search stops and takes the best."""

_RARE = ("joker_additions", "red_fives")
"""Options that few house rules change; like flags, they are listed only if not the default."""

_KINDS: dict[DrillKind, Kind] = {
    "order": HIGHEST_CARD,
    "tractor": TRACTORS,
    "follow": FOLLOWS,
    "throw": THROWS,
    "trick": TRICKS,
    "kitty": KITTY_POINTS,
    "result": RESULTS,
    "level": LEVELS_AFTER,
    "show": SHOWS,
}


class DrillError(SpokenError):
    """The drill cannot be made."""


def kinds_for(rules: Rules) -> tuple[DrillKind, ...]:
    """The kinds of drills possible under these rules, easy things first.

    >>> "tractor" in kinds_for(Rules()), "throw" in kinds_for(Rules(throws=False))
    (True, False)
    """
    return tuple(kind for kind in KINDS if _KINDS[kind].is_played(rules))


def make_drill(rules: Rules, kind: DrillKind, seed: int) -> Drill:
    """Make the drill of a kind and a seed; deterministic.

    The judge's answers to `Drill.asks` determine the right choices. The position of the right
    choice, or the number of right ones, is drawn independently, so that it gives no hint.

    Args:
        rules: the rules of the question.
        kind: one of `kinds_for(rules)`.
        seed: the random seed.

    Raises:
        DrillError: the kind does not exist under these rules, or no draft of this seed is usable.

    >>> drill = make_drill(Rules(), "trick", 1)
    >>> drill.prompt.en, len(drill.right)
    ('Who wins this trick?', 1)
    """
    made = _KINDS.get(kind)
    if made is None:
        raise DrillError(Phrase("usage", "no-drill", given=kind, names=Names(KINDS)))
    if not made.is_played(rules):
        names = Names(kinds_for(rules))
        raise DrillError(Phrase("usage", "drill-not-played", given=kind, names=names))
    chance = random.Random(f"{kind} {seed}")
    wanted = chance.random()
    best: tuple[tuple[bool, float], Draft, list[Answer], tuple[bool, ...]] | None = None
    met = 0
    for _ in range(_TRIES):
        draft = made.draft(Scene(rules, chance))
        if draft is None:
            continue
        answers = _answers(rules, draft.asks)
        truth = made.truth(draft, answers)
        rights = sum(truth)
        if not 0 < rights < len(truth) or (rights > 1 and not draft.several):
            continue
        is_wanted = _is_wanted(truth, wanted, several=draft.several)
        if best is None or (is_wanted, draft.interest) > best[0]:
            best = ((is_wanted, draft.interest), draft, answers, truth)
        met += is_wanted
        if met == _ENOUGH:
            break
    if best is None:
        raise DrillError(Phrase("usage", "no-drill-of-seed", given=kind, seed=seed))
    _, draft, answers, truth = best
    told = made.explain(rules, draft, answers)
    named = describe_rules(rules)
    return Drill(
        kind=kind,
        seed=seed,
        rules=named,
        trump=draft.trump,
        prompt=draft.prompt,
        piles=draft.piles,
        choices=tuple(
            Choice(right, option.label, option.cards, reason)
            for option, right, reason in zip(draft.options, truth, told.reasons, strict=True)
        ),
        several=draft.several,
        explanation=told.why,
        source=made.source,
        hinges=_hinges(rules, made, draft, truth),
        asks=tuple(msgspec.structs.replace(ask, rules=named) for ask in draft.asks),
    )


def a_drill(rules: Rules, kinds: Collection[DrillKind], seed: int) -> Drill:
    """Make the drill of a seed, of one of these kinds; deterministic.

    Args:
        rules: the rules of the question.
        kinds: the allowed kinds; empty for any.
        seed: the random seed.

    Raises:
        DrillError: none of these kinds exists under these rules, or no draft of this seed is
            usable.
    """
    able = [kind for kind in kinds_for(rules) if not kinds or kind in kinds]
    if not able:
        return make_drill(rules, next(iter(kinds)), seed)
    random.Random(seed).shuffle(able)
    for kind in able[:-1]:
        with suppress(DrillError):
            return make_drill(rules, kind, seed)
    return make_drill(rules, able[-1], seed)


def _answers(rules: Rules, asks: Sequence[Question]) -> list[Answer]:
    return [answer(ask, rules) for ask in asks]


def _is_wanted(truth: Sequence[bool], wanted: float, *, several: bool) -> bool:
    """Whether the right choice has the wanted position, or the wanted number of choices is right.

    `wanted` is a random number from 0 up to 1.
    """
    if several:
        return sum(truth) == 1 + int(wanted * (len(truth) - 1))
    return truth.index(True) == int(wanted * len(truth))


def _hinges(rules: Rules, kind: Kind, draft: Draft, truth: tuple[bool, ...]) -> tuple[Hinge, ...]:
    """The options whose value decides which choice is right."""
    found = []
    for name in kind.options:
        option = option_of(name)
        own = plain(getattr(rules, name))
        if own == option.default and (option.kind == "flag" or name in _RARE):
            continue
        values: Sequence[object] = [[]] if option.kind == "levels" else option.values
        for value in values:
            if plain(value) != own and _changes(rules, name, value, kind, draft, truth):
                title = Text(option.title("en"), option.title("zh"))
                said = Text(option.label(own, "en"), option.label(own, "zh"))
                found.append(Hinge(name, title, said, option.text.source))
                break
    return tuple(found)


def _changes(
    rules: Rules, name: str, value: object, kind: Kind, draft: Draft, truth: tuple[bool, ...]
) -> bool:
    """Whether another value of an option makes other choices right."""
    try:
        changed = changed_rules(rules, {name: plain(value)})
        return kind.truth(draft, _answers(changed, draft.asks)) != truth
    except (RulesError, JudgeError):
        return False
