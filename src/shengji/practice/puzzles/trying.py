"""Evaluation of the choices of a puzzle, on deals that the seat cannot rule out."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt
from typing import NamedTuple

from shengji.cards import Card
from shengji.game import view
from shengji.play.throws import judge_lead
from shengji.play.units import default_reading
from shengji.practice.puzzles.puzzle import DECISIONS, NO, YES, Kind
from shengji.record import Record
from shengji.record.reviews import Choice, Figure
from shengji.review.reviewer import Reviewer
from shengji.review.weighing import figure, gains

MARGIN = 0.1
"""Minimum margin of the best choice over every other one, in levels; for a throw that is not safe,
the minimum share of deals on which it is stopped.
"""
KEPT_ERRORS = 4.0
"""To keep a puzzle, the margin must remain after subtracting this many standard errors, ..."""
ERRORS = 3.0
"""... and holds where the best is ahead by as many on other deals."""
DEALS = 40
"""The number of deals on which a throw is tried, per unit of effort of `strong`."""
IN_A_ROW = 8
"""Successive deals of a chain are correlated: this many count as one independent trial."""
LEAST_DEALS, MOST_DEALS = 16, 200
"""Minimum number of deals of other kinds, and maximum per unit of effort of `strong`."""


class Tried(NamedTuple):
    """The results of a puzzle's choices.

    Attributes:
        values: the value of each choice (see `Offered`).
        behind: the advantage of the best choice over each, on the same deals, as far as a second
            playout policy agrees.
        best: the index of the best choice.
        unsolved: whether a search for perfect play timed out, so that the advantage comes from
            playouts alone.
    """

    values: tuple[Figure, ...]
    behind: tuple[Figure, ...]
    deals: int
    best: int
    unsolved: bool = False

    @property
    def holds(self) -> bool:
        """Whether every other choice is behind by more than the margin, not by playouts alone."""
        clear = all(gap.mean > max(MARGIN, ERRORS * gap.error) for gap in self.others)
        return clear and not self.unsolved

    @property
    def is_clear(self) -> bool:
        """Like `holds`, with enough standard errors that other deals will confirm it."""
        clear = all(gap.mean - KEPT_ERRORS * gap.error > MARGIN for gap in self.others)
        return clear and not self.unsolved

    @property
    def others(self) -> list[Figure]:
        """The advantage of the best choice over each other one, in levels."""
        return [gap for place, gap in enumerate(self.behind) if place != self.best]

    @property
    def margin(self) -> float:
        """The advantage of the best choice over the second best, in levels."""
        return min(gap.mean for gap in self.others)


def seer(record: Record, seat: int, events: int, seed: int, depth: float) -> Reviewer:
    """Create a reviewer that has observed a record's first events from a seat.

    Args:
        record: a hand, in the view of that seat or complete.
        seat: the seat.
        events: the number of events.
        seed: the random seed.
        depth: the search effort, as a multiple of that of `strong`.
    """
    reviewer = Reviewer(record.rules, seat, seed, depth)
    header = record.header
    levels = header.levels or [record.rules.first_level] * record.rules.players
    reviewer.begin_at(levels, header.dealer)
    for event in record.events[:events]:
        reviewer.observe(view(event, seat))
    return reviewer


def fresh(events: int, time: int) -> int:
    """The seed of independent deals after `events` events, for the first, second ... trial."""
    return 100_003 * time + events


def tried(
    reviewer: Reviewer, kind: Kind, choices: Sequence[Choice], at: int, times: float = 1.0
) -> Tried:
    """Try the choices of a puzzle on deals that the seat cannot rule out.

    Args:
        reviewer: a reviewer that has observed the events of the seat.
        kind: the kind of puzzle.
        choices: the choices; for a throw, each contains its cards.
        at: the seed of the deals (see `fresh`).
        times: the search effort, as a multiple of the reviewer's depth.
    """
    if kind == "throw":
        return safety(reviewer, choices[YES].cards, at, round(DEALS * times), times)
    case = reviewer.offered(DECISIONS[kind], choices, at, times)
    rows = range(len(choices))
    affordable = case.work // (case.trials.cost * len(choices))
    deals = max(LEAST_DEALS, min(round(MOST_DEALS * times), affordable))
    found = case.trials.run(rows, deals)
    best = int(found.worth.mean(axis=1).argmax())
    others = [row for row in rows if row != best]
    ahead = gains(case.trials, [best, *others], found.of([best, *others]))
    if any(gain.unsolved for gain in ahead):
        pairs = ([best, row] for row in others)
        ahead = [gain for pair in pairs for gain in gains(case.trials, pair, found.of(pair))]
    behind = {
        row: Figure(-gain.figure.mean, gain.figure.error)
        for row, gain in zip(others, ahead, strict=True)
    }
    return Tried(
        tuple(figure(row, found.chains) for row in found.worth),
        tuple(behind.get(row, Figure(0.0, 0.0)) for row in rows),
        deals,
        best,
        any(gain.unsolved for gain in ahead),
    )


def safety(
    reviewer: Reviewer, throw: tuple[Card, ...], at: int, deals: int, times: float = 1.0
) -> Tried:
    """Test whether a throw is safe: whether no hand consistent with the seat's view can stop it.

    For an unsafe throw, the value of the answer is the share of the deals on which it is stopped.
    """
    space, seat, players = reviewer.hand.space, reviewer.seat, reviewer.rules.players
    reading = default_reading(space, throw)
    drawn = reviewer.deals(at, times).draw(deals)
    others = [(seat + turn) % players for turn in range(1, players)]
    stopped = 0
    for hands in drawn.hands:
        held = [space.cards(hands[other]) for other in others]
        stopped += judge_lead(space, reading, held).challenger is not None
    share = stopped / deals
    sure, none = Figure(1.0, 0.0), Figure(0.0, 0.0)
    if not stopped and not units_at_risk(reviewer, throw):
        return Tried((sure, none), (none, sure), deals, YES)
    error = sqrt(share * (1 - share) / (deals / IN_A_ROW))
    return Tried(
        (Figure(1 - share, error), Figure(share, error)),
        (Figure(share, error), none),
        deals,
        NO,
    )


def units_at_risk(reviewer: Reviewer, throw: tuple[Card, ...]) -> list[tuple[Card, ...]]:
    """The parts of a throw that another player may be able to beat."""
    space = reviewer.hand.space
    suit = space.suit(throw[0])
    units = default_reading(space, throw)
    return [unit.cards for unit in units if not reviewer.memory.stands(suit, unit)]
