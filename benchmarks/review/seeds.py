"""Whether a review says the same with another seed: `python -m benchmarks.review seeds --hands 2`.

Bots play hands of several systems, and each is reviewed. Its three worst decisions are weighed
again with eight other seeds, as much as in the review, and what is called better is compared with
what was done on ten times as many other deals, as far as both ways of playing on agree. Printed is:
the cost that was told, that which the other seeds tell, and the long search; by how much the seeds
differ, as a multiple of the errors that they tell; and how many of the 95 % intervals hold what the
long search found. What was told is among the costliest of a hand, and so may be too high by chance;
what the other seeds tell is not.

`--hands` are those of each system.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from math import sqrt

import msgspec
import numpy as np

from benchmarks.review.keeping import Hand, Kept, Work, hands_of, options
from benchmarks.review.planted import LONGER, OTHER, key_of_answer
from benchmarks.review.systems import own_seed, played_hand, rules_of, watched
from shengji.record import Record
from shengji.record.reviews import Choice, Figure, Reviewed
from shengji.review import review_hand
from shengji.review.reviewer import Reviewer
from shengji.review.weighing import gains

SEEDS = 8
"""The number of other seeds with which a decision is weighed again."""
Z = 1.96


class Again(msgspec.Struct, frozen=True):
    """The verdict of another seed on a decision.

    Attributes:
        cost: what it costs.
        ahead: by how much the answer that was called better is ahead; `None` where it was left out
            before the end.
    """

    cost: float
    ahead: Figure | None


class Weighed(msgspec.Struct, frozen=True):
    """One of the worst decisions.

    Attributes:
        event: the number of its event.
        told: by how much something is better, as the review says.
        again: what the other seeds say.
        long: the same on ten times as many other deals.
    """

    event: int
    told: Figure
    again: tuple[Again, ...]
    long: Figure


class Line(msgspec.Struct, frozen=True):
    """A hand and its worst decisions."""

    hand: Hand
    worst: tuple[Weighed, ...]


def weighed(hand: Hand, bot: str, depth: float) -> Line:
    """Review a hand, and weigh its worst decisions again."""
    own = own_seed("seeds", *hand)
    record = played_hand(rules_of(hand.system), bot, own)
    review = review_hand(record, None, own, depth)
    worst = [review.decisions[place] for place in review.worst]
    again: dict[int, list[Again]] = {found.event: [] for found in worst}
    for seed in range(1, SEEDS + 1):
        for found, watcher in _before(record, worst, own_seed(own, seed), depth):
            again[found.event].append(_again(watcher, found))
    long = {
        found.event: _long(watcher, found) for found, watcher in _before(record, worst, own, depth)
    }
    lines = [
        Weighed(found.event, ahead, tuple(again[found.event]), long[found.event])
        for found in worst
        if (ahead := found.better[0].ahead) is not None
    ]
    return Line(hand, tuple(lines))


def _before(
    record: Record, decisions: Sequence[Reviewed], seed: int, depth: float
) -> Iterator[tuple[Reviewed, Reviewer]]:
    """Each of these decisions with the reviewer of its seat just before it."""
    for number, watching in watched(record, seed, depth):
        for found in decisions:
            if found.event == number:
                yield found, watching[found.seat]


def _again(watcher: Reviewer, found: Reviewed) -> Again:
    case = watcher.case(found.decision, found.made.cards, found.made.calls, found.event)
    assert case is not None
    weighed = case.weigh()
    _, *others = case.choices(weighed)
    wanted = key_of_answer(found.better[0])
    same: Choice | None = next((c for c in others if key_of_answer(c) == wanted), None)
    return Again(weighed.cost, None if same is None else same.ahead)


def _long(watcher: Reviewer, found: Reviewed) -> Figure:
    at, made, best = OTHER + found.event, found.made, found.better[0]
    case = watcher.case(found.decision, made.cards, made.calls, at)
    assert case is not None
    rows = [0, [key_of_answer(answer) for answer in case.answers].index(key_of_answer(best))]
    (gain,) = gains(case.trials, rows, case.trials.run(rows, LONGER * best.deals))
    return gain.figure


def _holds(told: Figure, long: Figure) -> bool:
    """Whether a 95 % interval holds what a long search found."""
    return abs(told.mean - long.mean) <= Z * sqrt(told.error**2 + long.error**2)


def told(lines: Sequence[Line]) -> None:
    """Print what came out."""
    worst = [one for line in lines for one in line.worst]
    if not worst:
        print("no mistakes")
        return
    aheads = [[a.ahead for a in one.again if a.ahead is not None] for one in worst]
    costs = np.array([[again.cost for again in one.again] for one in worst])
    print(f"{len(worst)} decisions of {len(lines)} hands")
    print(f"told: {np.mean([one.told.mean for one in worst]):.3f} levels")
    print(f"told by {SEEDS} other seeds, as a cost: {costs.mean():.3f}")
    print(f"ten times the work: {np.mean([one.long.mean for one in worst]):.3f}")
    several = [of for of in aheads if len(of) > 1]
    if several:
        varying = np.mean([np.var([found.mean for found in of], ddof=1) for of in several])
        errors = np.mean([np.mean([found.error**2 for found in of]) for of in several])
        print(f"the seeds differ by {sqrt(varying / errors):.2f} times the errors told")
    pairs = [(one.told, one.long) for one in worst]
    others = [(found, one.long) for one, of in zip(worst, aheads, strict=True) for found in of]
    for name, of in (("told", pairs), ("of the other seeds", others)):
        held = sum(_holds(*pair) for pair in of)
        print(f"95 % intervals {name} that hold it: {held} of {len(of)}")
    missing = costs.size - len(others)
    print(f"left out before the end by {missing} of {costs.size} other seeds")


def main(arguments: Sequence[str]) -> None:
    asked = options(__doc__).parse_args(arguments)
    kept = Kept(asked.kept, msgspec.json.Decoder(Line))
    before = {line.hand for line in kept.done}
    Work(asked.jobs, asked.minutes).keep(
        partial(weighed, bot=asked.bot, depth=asked.depth),
        (hand for hand in hands_of(asked) if hand not in before),
        kept,
    )
    told(kept.done)
