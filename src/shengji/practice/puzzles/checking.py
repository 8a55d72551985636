"""Verification of puzzles: their format, the legality of choices, and the best answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from shengji.game import Match, due_of
from shengji.play.units import default_reading
from shengji.practice.puzzles.making import LEAST_CHOICES, LONGER
from shengji.practice.puzzles.puzzle import DECISIONS, Puzzle, PuzzleError, decode, id_of
from shengji.practice.puzzles.reasons import is_explained
from shengji.practice.puzzles.trying import ERRORS, MARGIN, Tried, fresh, seer, tried
from shengji.record.reviews import Choice

MOST_CHOICES = 5
TIME = 3
"""Index of the random deals of a check, different from the deals that found and kept the puzzle."""


class Checked(NamedTuple):
    """The result of a check.

    Attributes:
        id: the id of the puzzle; empty if the line cannot be parsed.
        faults: the errors, as sentences; empty for a valid puzzle.
        tried: the results of its choices; `None` if they were not tried.
    """

    id: str
    faults: tuple[str, ...]
    tried: Tried | None = None


def check_line(line: bytes, longer: float = LONGER) -> Checked:
    """Check the puzzle in a line; see `check_puzzle`."""
    try:
        puzzle = decode(line)
    except PuzzleError as error:
        return Checked("", (str(error),))
    return check_puzzle(puzzle, longer)


def check_puzzle(puzzle: Puzzle, longer: float = LONGER) -> Checked:
    """Check a puzzle's format, its choices by the rules, and its answer by a long search.

    Args:
        puzzle: the puzzle.
        longer: the search effort relative to that of finding the puzzle, on other deals; 0 skips
            the search.
    """
    faults = tuple(shape_faults(puzzle))
    if faults:
        return Checked(puzzle.id, faults)
    events = len(puzzle.events)
    reviewer = seer(puzzle.record(), puzzle.seat, events, puzzle.seed, puzzle.depth)
    choices = [Choice(one.cards, one.calls) for one in puzzle.choices]
    best = choices[puzzle.best]
    others = [one for one in choices if one != best]
    if puzzle.kind != "throw" and not is_explained(reviewer, puzzle.kind, best, others):
        return Checked(puzzle.id, ("no reason says why the best choice is the best",))
    if not longer:
        return Checked(puzzle.id, ())
    found = tried(reviewer, puzzle.kind, choices, fresh(events, TIME), longer)
    if found.best != puzzle.best:
        better = found.behind[puzzle.best]
        faults = (
            f"choice {found.best + 1} is the best, by {better.mean:.2f} ± {better.error:.2f}; the "
            f"puzzle says choice {puzzle.best + 1}",
        )
    elif found.unsolved:
        faults = ("perfect play of the last cards is not found in time",)
    elif not found.holds:
        second = min(found.others, key=lambda gap: gap.mean)
        faults = (
            f"the second choice is {second.mean:.2f} ± {second.error:.2f} behind; it must be more "
            f"than {MARGIN:g}, and than {ERRORS:g} standard errors",
        )
    return Checked(puzzle.id, faults, found)


def shape_faults(puzzle: Puzzle) -> Iterator[str]:
    """Yield errors in a puzzle's format and by the rules, as sentences."""
    number, throw = len(puzzle.choices), puzzle.kind == "throw"
    if throw and number != 2:
        yield f"whether a throw is safe has two choices, yes and no, not {number}"
    elif not throw and not LEAST_CHOICES <= number <= MOST_CHOICES:
        yield f"there are {LEAST_CHOICES} to {MOST_CHOICES} choices, not {number}"
    if not 0 <= puzzle.best < number:
        yield f"the best is choice {puzzle.best}, of those from 0 to {number - 1}"
        return
    if not isinstance(puzzle.header.seen_by, int):
        yield f"the record must show what one seat saw, not {puzzle.header.seen_by!r}"
        return
    asked = [Choice(one.cards, one.calls) for one in puzzle.choices]
    if puzzle.id != id_of(puzzle.kind, puzzle.header, puzzle.events, asked):
        yield f"the id {puzzle.id!r} is not that of what is asked"
    if not throw and len({_key(one) for one in asked}) < number:
        yield "two choices are the same"
    if throw and len({one.cards for one in puzzle.choices}) > 1:
        yield "both choices of a throw name the same cards"
    try:
        match = puzzle.record().match
    except PuzzleError as error:
        yield str(error)
        return
    yield from _unruled(puzzle, match)


def _unruled(puzzle: Puzzle, match: Match) -> Iterator[str]:
    """Yield a puzzle's errors by the rules."""
    hand, decision = match.hand, DECISIONS[puzzle.kind]
    due = None if hand is None else due_of(hand, puzzle.seat)
    if hand is None or due is None or due.decision != decision:
        told = "nothing" if due is None else due.decision
        yield f"seat {puzzle.seat} is to decide: {decision}; due is {told}"
        return
    for place in range(len(puzzle.choices)):
        refusal = match.verify(puzzle.command(place))
        if refusal is not None:
            yield f"choice {place + 1} is not legal: {refusal.sentence()}"
            return
    if puzzle.kind == "throw" and len(default_reading(hand.space, puzzle.throw)) < 2:
        yield "what is to be thrown is one unit, which is no throw"


def _key(choice: Choice) -> tuple[object, ...]:
    return tuple(sorted(card.value for card in choice.cards)), frozenset(choice.calls)
