"""Worth of the choices of a puzzle, on deals that the seat cannot rule out."""

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
"""The least levels by which the best choice is better than every other one; of a throw that is not
safe, the least share of the deals on which it is stopped."""
KEPT_ERRORS = 4.0
"""A puzzle is kept where that is so after as many standard errors, ..."""
ERRORS = 3.0
"""... and holds where the best is ahead by as many on other deals."""
DEALS = 40
"""The number of deals on which a throw is tried, for each unit of thought that `strong` spends."""
IN_A_ROW = 8
"""Deals in a row of a chain are alike: so many count as one throw that was tried."""
LEAST_DEALS, MOST_DEALS = 16, 200
"""The least number of deals on which anything else is tried, and the most for each such unit."""


class Tried(NamedTuple):
    """The results of the choices of a puzzle.

    Attributes:
        values: what each is worth (see `Offered`).
        behind: by how much the best is better than each, over the same deals, as far as a second
            way of playing on agrees.
        deals: on how many deals that was tried.
        best: the place of the best.
        unsolved: whether perfect play was looked for and not found in time, so that playouts alone
            say how far a choice is behind.
    """

    values: tuple[Figure, ...]
    behind: tuple[Figure, ...]
    deals: int
    best: int
    unsolved: bool = False

    @property
    def holds(self) -> bool:
        """Whether no other choice is within the margin of the best, not by playouts alone."""
        clear = all(gap.mean > max(MARGIN, ERRORS * gap.error) for gap in self.others)
        return clear and not self.unsolved

    @property
    def is_clear(self) -> bool:
        """Whether that is so beyond what chance may do to it on other deals."""
        clear = all(gap.mean - KEPT_ERRORS * gap.error > MARGIN for gap in self.others)
        return clear and not self.unsolved

    @property
    def others(self) -> list[Figure]:
        """The levels by which the best is better than each other choice."""
        return [gap for place, gap in enumerate(self.behind) if place != self.best]

    @property
    def margin(self) -> float:
        """The levels by which the best is ahead of the second."""
        return min(gap.mean for gap in self.others)


def seer(record: Record, seat: int, events: int, seed: int, depth: float) -> Reviewer:
    """A reviewer who has heard a record's first events as a seat saw them, and weighs what is due.

    Args:
        record: a hand, as that seat or as everybody sees it.
        seat: the seat.
        events: how many events.
        seed: where chance starts.
        depth: how many times as much as `strong` it thinks.
    """
    reviewer = Reviewer(record.rules, seat, seed, depth)
    header = record.header
    levels = header.levels or [record.rules.first_level] * record.rules.players
    reviewer.begin_at(levels, header.dealer)
    for event in record.events[:events]:
        reviewer.observe(view(event, seat))
    return reviewer


def fresh(events: int, time: int) -> int:
    """Where chance starts for other deals, after so many events, at the first, second ... time."""
    return 100_003 * time + events


def tried(
    reviewer: Reviewer, kind: Kind, choices: Sequence[Choice], at: int, times: float = 1.0
) -> Tried:
    """Try the choices of a puzzle on deals that the seat cannot rule out.

    Args:
        reviewer: has seen what the seat saw.
        kind: of the puzzle.
        choices: the choices; of a throw, what is thrown stands in each.
        at: the number of events: where chance starts.
        times: how many times as much as the reviewer's depth is thought.
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
    """Whether a throw is safe: whether nobody can stop it, whatever the seat does not see.

    Where it is not, the answer is worth the share of the deals on which somebody stops it.
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
    """The parts of a throw that somebody may be able to beat."""
    space = reviewer.hand.space
    suit = space.suit(throw[0])
    units = default_reading(space, throw)
    return [unit.cards for unit in units if not reviewer.memory.stands(suit, unit)]
