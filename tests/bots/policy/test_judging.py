"""The networks are judged as plain arithmetic has it, compiled or not."""

from __future__ import annotations

import numpy as np
import pytest

from shengji.arena.beginnings import at_first_lead
from shengji.bots.policy.networks import (
    COUNTS,
    DECLARERS,
    DEFAULT,
    DESCRIBED,
    KINDS,
    LEADS,
    NAMES,
    NETWORK,
    OFFSETS,
    OPPONENTS,
    SEVERAL,
    SINGLES,
    TO_BE_FOUND,
    VIEWS,
    WITH_FRIENDS,
    networks_in,
)
from shengji.bots.policy.numbers import FLOATS, Floats
from shengji.bots.policy.playout import choose_play
from shengji.bots.policy.scratchpad import scratchpad_for
from shengji.bots.policy.vectors import HIDDEN, WIDTH, add_rows, sum_positive
from shengji.play.apply import apply_play
from shengji.play.jit import FLOAT, INT, NOTHING, compiled_lean
from shengji.play.position import SIDES, Position, is_over, turn_of, twin_of
from shengji.rules import Rules


@compiled_lean(NOTHING, FLOATS, FLOATS, INT, INT, FLOATS, FLOATS)
def compiled_sums(
    rows: Floats, weights: Floats, first: int, last: int, start: Floats, sums: Floats
) -> None:
    add_rows(rows, weights, first, last, start, sums)


@compiled_lean(FLOAT, FLOATS, FLOATS, FLOATS)
def compiled_sum(sums: Floats, offsets: Floats, weights: Floats) -> float:
    return sum_positive(sums, offsets, weights)


def some(number: int, seed: int) -> Floats:
    return np.random.default_rng(seed).standard_normal(number).astype(np.float32)


@pytest.mark.parametrize(("first", "last"), [(0, 12), (12, 44), (5, 6), (7, 7)])
def test_sums_side_by_side(first: int, last: int) -> None:
    rows, weights, start = some(44 * WIDTH, 1), some(44, 2), some(44, 3)
    wanted = start[:WIDTH] + weights[first:last] @ rows.reshape(44, WIDTH)[first:last]
    for add in (add_rows, compiled_sums):
        sums = np.full(44, 7.0, dtype=np.float32)
        add(rows, weights, first, last, start, sums)
        assert sums[:WIDTH] == pytest.approx(wanted, abs=1e-4)
        assert (sums[WIDTH:] == 7.0).all()


def test_sums_what_is_positive() -> None:
    sums, offsets, weights = some(44, 4), some(50, 5), some(60, 6)
    numbers = np.maximum(sums[:HIDDEN] + offsets[:HIDDEN], 0.0)
    wanted = float(numbers @ weights[:HIDDEN])
    assert sum_positive(sums, offsets, weights) == pytest.approx(wanted, abs=1e-4)
    assert compiled_sum(sums, offsets, weights) == pytest.approx(wanted, abs=1e-4)


def view_for(position: Position) -> int:
    """The network that is to judge for the seat on turn of a whole position."""
    seat, calls = turn_of(position), position.calls
    hidden = [int(place) for place, need in calls if need > 0]
    holds = any(int(position.hands[seat, 0]) >> place & 1 for place in hidden)
    view = DECLARERS if int(position.facts[SIDES]) >> seat & 1 or holds else OPPONENTS
    return view + (0 if len(calls) == 0 else TO_BE_FOUND if hidden else WITH_FRIENDS)


def choices(rules: Rules, networks: Floats) -> list[tuple[int, list[int]]]:
    """The network that judges, and its choice, at all plays of some hands by DEFAULT."""
    found = []
    for number in range(3):
        hand = at_first_lead(rules, 1, number).match.hand
        assert hand is not None
        position = twin_of(hand.position)
        play = np.zeros(rules.deck_count, dtype=np.int64)
        while not is_over(position):
            choose_play(scratchpad_for(position, networks), play)
            found.append((view_for(position), play.tolist()))
            choose_play(scratchpad_for(position), play)
            apply_play(position, play)
    return found


FRIENDS = (
    DECLARERS + WITH_FRIENDS,
    OPPONENTS + WITH_FRIENDS,
    DECLARERS + TO_BE_FOUND,
    OPPONENTS + TO_BE_FOUND,
)


@pytest.mark.parametrize(
    ("rules", "views"),
    [(Rules(), (DECLARERS, OPPONENTS)), (Rules(teams="friends", players=5), FRIENDS)],
)
def test_each_view_has_networks_of_its_own(rules: Rules, views: tuple[int, ...]) -> None:
    usual = choices(rules, DEFAULT)
    assert {view for view, _ in usual} == set(views)
    for view in views:
        other = DEFAULT.copy()
        for begins in (LEADS, SINGLES, SEVERAL):
            other[begins + view * NETWORK :][:NETWORK] *= -1
        changed = zip(usual, choices(rules, other), strict=True)
        assert {one for (one, play), (_, instead) in changed if play != instead} == {view}


@pytest.mark.parametrize(("name", "begins"), [*zip(NAMES, (LEADS, SINGLES, SEVERAL), strict=True)])
@pytest.mark.parametrize("view", range(VIEWS))
def test_networks_are_those_of_the_files(name: str, begins: int, view: int) -> None:
    hidden, offsets, counts, direct = networks_in(name)[view]
    network = DEFAULT[begins + view * NETWORK :][:NETWORK]
    marks = some(DESCRIBED, 7)
    for kind in range(KINDS):
        numbers = marks @ hidden + offsets[kind]
        wanted = np.maximum(numbers, 0.0) @ counts + marks @ direct[kind]
        sums = np.zeros(WIDTH, dtype=np.float32)
        add_rows(network, marks, 0, DESCRIBED, sums, sums)
        value = sums[HIDDEN + kind]
        value += sum_positive(sums, network[OFFSETS + kind * HIDDEN :], network[COUNTS:])
        assert value == pytest.approx(wanted, abs=1e-4)
