"""The solver of endings against trying everything, over all systems and options."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import Any

import numpy as np
import pytest

from shengji.bots.endings.ending import Solved, solve_ending
from shengji.bots.endings.solver import OPEN_CALLS, SOLVED, TOO_LARGE, perfect_points, solve_plays
from shengji.bots.endings.workspace import LEFT, Workspace, ask, new_workspace
from shengji.cards import Card
from shengji.play.jit import Words
from shengji.play.position import NEED, PLACE, Position, twin_of
from shengji.play.space import space_of
from shengji.rules import PRESETS, SYSTEMS, Rules, random_rules
from shengji.rules.presets import with_values
from tests.bots.endings.kit import Ending, random_ending
from tests.cases import cases
from tests.kit import cards, space, trump
from tests.seeds import examples, trials


def values_of(
    position: Position, plays: Sequence[Words], nodes: int, work: Workspace
) -> tuple[int, list[int]]:
    """The solver's values of some plays."""
    words = np.array(plays, dtype=np.int64)
    values = np.zeros(len(plays), dtype=np.int64)
    status = solve_plays(position, twin_of(position), words, nodes, work, values)
    return status, values.tolist()


def small(rng: Random, rules: Rules) -> Ending:
    """An ending small enough to try everything."""
    most = 4 if rules.players <= 4 else 3 if rules.players <= 6 else 1
    return random_ending(rng, rules, rng.randint(1, most))


@pytest.mark.parametrize("seed", trials(20))
def test_how_long_it_takes_does_not_depend_on_what_was_asked_before(seed: int) -> None:
    """In a table so small that positions push each other out."""
    rng, work = Random(seed), new_workspace(4, 2, entries=16)
    position = random_ending(rng, Rules(), 4).position()
    other = random_ending(rng, Rules(), 4).position()
    left = []
    for asked in (position, other, position, other, other, position):
        ask(work, 1_000_000)
        perfect_points(asked, work)
        left.append(int(work.numbers[LEFT]))
    assert left[0] == left[2] == left[5] and left[1] == left[3] == left[4]


def check(ending: Ending) -> Solved:
    """Every play that the solver lists is worth what trying everything says; so is the best."""
    known: dict[object, int] = {}
    solved = solve_ending(ending.position(), 10_000_000)
    assert solved is not None
    assert solved.points == ending.value(known)
    options = {tuple(ending.space.sort(option)) for option in ending.options()}
    for words, value in zip(solved.plays, solved.values, strict=True):
        play = tuple(ending.space.cards(words))
        assert play in options
        assert ending.after(play).value(known) == value
    # What is not listed does the same as something that is.
    listed = {int(value) for value in solved.values}
    assert {ending.after(option).value(known) for option in options} == listed
    assert {int(solved.values[row]) for row in solved.best} == {solved.points}
    return solved


@pytest.mark.parametrize("name", cases(SYSTEMS, "tractor", "three-deck"))
def test_every_system(name: str) -> None:
    rng = Random(name)
    rules = with_values(PRESETS["zhang-2021"].rules, SYSTEMS[name].changes)
    for _ in range(examples(12)):
        check(small(rng, rules))


@pytest.mark.parametrize("seed", range(4))
def test_any_rules(seed: int) -> None:
    rng = Random(seed)
    for _ in range(examples(12)):
        rules = random_rules(rng)
        if rules.consecutive == "skip-played" or rules.players > 6:
            continue
        check(small(rng, rules))


@pytest.mark.parametrize(
    "rules",
    [
        Rules(throws=False),
        Rules(throws=False, decks=3, consecutive="nothing-between"),
        Rules(throws=False, decks=3, free_leads="full-tuples"),
        Rules(side_suit_halves=True),
        Rules(side_suit_halves=True, kitty_factor="one", decks=1),
    ],
)
def test_no_throws_and_half_of_the_kitty(rules: Rules) -> None:
    rng = Random(1)
    for _ in range(examples(15)):
        check(small(rng, rules))


def four_hands(*hands: str, **changed: object) -> Ending:
    """An ending of two decks, eights and hearts trump; seat 0 leads, seats 0 and 2 declare."""
    ending = Ending(
        rules=Rules(),
        space=space("8H"),
        hands=tuple(tuple(cards(hand)) for hand in hands),
        kitty=tuple(cards("10C KC")),
        sides=frozenset((0, 2)),
        leader=0,
    )
    for field, value in changed.items():
        setattr(ending, field, value)
    return ending


def best_plays(ending: Ending) -> set[tuple[Card, ...]]:
    solved = check(ending)
    return {tuple(ending.space.cards(solved.plays[row])) for row in solved.best}


def test_the_last_trump_is_kept_for_the_kitty() -> None:
    """The Dealer has one trump and one small club; led last, the trump saves the kitty."""
    ending = four_hands("2H 3C", "AC 5S", "4D 6D", "7D 9D")
    assert best_plays(ending) == {tuple(cards("3C"))}


def test_a_throw_that_holds_is_found() -> None:
    """Thrown together, ace and king leave nobody a trick; the king alone would be trumped."""
    ending = four_hands("AC KC", "QC 2H", "4C 5C", "6C JC", kitty=tuple(cards("10D 10D")))
    assert best_plays(ending) == {tuple(cards("AC KC"))}


def test_no_throw_is_found_where_nobody_may() -> None:
    """The same hands: one of the two is led, and the other is trumped."""
    kitty = tuple(cards("10D 10D"))
    rules = Rules(throws=False)
    ending = four_hands("AC KC", "QC 2H", "4C 5C", "6C JC", kitty=kitty, rules=rules)
    ending.space = space_of(rules, trump("8H"))
    assert best_plays(ending) <= {tuple(cards("AC")), tuple(cards("KC"))}


def test_cards_that_do_the_same_are_listed_once() -> None:
    ending = four_hands("3S 4S 6S KS 7S", "AS AS 3C 4C 6C", "2D 3D 4D 6D 7D", "9D JD QD 2C 7C")
    solved = solve_ending(ending.position())
    assert solved is not None
    # 3, 4, 6, 7 do the same, the king counts ten points: no throw of them stands.
    assert len(solved.plays) == 2


def test_the_position_is_left_as_it_is() -> None:
    position = random_ending(Random(3), Rules(), 4, trump("8H")).position()
    before = twin_of(position)
    assert solve_ending(position) is not None
    one: Any
    other: Any
    for one, other in zip(position, before, strict=True):
        assert np.array_equal(one, other)


def test_too_many_nodes_are_not_looked_at() -> None:
    ending = random_ending(Random(4), Rules(), 9, trump("8H"))
    position = ending.position()
    assert solve_ending(position, 100) is None
    play = ending.space.words(ending.hands[ending.seat][:1])
    status, _ = values_of(position, [play], 100, new_workspace(4, 2))
    assert status == TOO_LARGE


def test_a_throw_that_fails_is_worth_what_it_leads() -> None:
    """Ace and king are thrown, and an ace beats the king, which alone is led; the rest is lost."""
    ending = four_hands("AC KC", "AC 5S", "4C 6C", "7D 9D", kitty=tuple(cards("10D 10D")))
    position = ending.position()
    thrown, led = (ending.space.words(cards(play)) for play in ("AC KC", "KC"))
    status, values = values_of(position, [thrown, led], 1000, new_workspace(4, 2))
    assert status == SOLVED
    assert values[0] == values[1] == ending.after(tuple(cards("KC"))).value({})


def test_sides_must_be_known() -> None:
    """A call can be answered while enough copies are in the hands, and never after that."""
    ending = four_hands("2H 3C", "AC 5S", "4D 6D", "7D 9D")
    for need, expected in ((0, SOLVED), (1, OPEN_CALLS), (2, SOLVED)):
        calls = np.zeros((1, 2), dtype=np.int64)
        calls[0, PLACE], calls[0, NEED] = ending.space.place(Card("AC")), need
        position = ending.position()._replace(calls=calls)
        play = ending.space.words(cards("2H"))
        status, _ = values_of(position, [play], 1000, new_workspace(4, 2))
        assert status == expected


def test_one_workspace_serves_one_question_after_another() -> None:
    """Findings about one position are not taken for an answer about the next."""
    rng = Random(5)
    work = new_workspace(4, 2, entries=1 << 8)
    for _ in range(40):
        ending = random_ending(rng, Rules(), 4, trump("8H"))
        position = ending.position()
        solved = solve_ending(position, 1_000_000)
        assert solved is not None
        plays = list(solved.plays)
        fresh = values_of(position, plays, 1_000_000, new_workspace(4, 2))
        assert values_of(position, plays, 1_000_000, work) == fresh
