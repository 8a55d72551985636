"""Whether vetoed overrides are losses: `python -m benchmarks.review vetoed --hands 40`.

Bots play hands, and at each lead and follow that is too far from the end for perfect play `strong`
looks for something better than the rule player's choice. Where its playouts find it, and the plain
numbers deny it, the override is vetoed. Each vetoed override is judged on fresh
deals that its seat believes, on which a bot (`--judge`) in every seat plays on from both answers.
More deals of the plain numbers show which vetoes another rule would keep.

`--hands` are those of each system. Kept is each hand as a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from math import sqrt

import msgspec
import numpy as np

from benchmarks.review.keeping import Hand, Kept, Work, hands_of, options, options_of_judge
from benchmarks.review.playing_on import Request, judged
from benchmarks.review.systems import own_seed, played_hand, rules_of, watched
from shengji.bots.search import StrongBot
from shengji.bots.search.perfect import EndingTrials
from shengji.bots.search.verdict import RULE, Doubt, Trials, Tried, choose
from shengji.game import Played, ThrowFailed
from shengji.record.reviews import Choice, Figure, Reviewed
from shengji.review.weighing import figure

DOUBTS = 400
"""The number of further deals on which the plain numbers are asked again."""


class Vetoed(msgspec.Struct, frozen=True):
    """A vetoed override.

    Attributes:
        event: the number of the event of the decision.
        left: the number of cards that its seat held.
        made: the rule player's choice.
        better: the vetoed answer.
        promised: its gain by the playouts.
        vetoing: its gain by the plain numbers, on the deals that vetoed it.
        doubted: the same on `DOUBTS` further deals.
        ahead: its gain on each judged deal.
    """

    event: int
    left: int
    made: Choice
    better: Choice
    promised: Figure
    vetoing: Figure
    doubted: Figure
    ahead: tuple[float, ...]


class Line(msgspec.Struct, frozen=True):
    """A hand.

    Attributes:
        hand: the hand.
        decisions: the number of decisions looked at.
        overrides: the number of answers that `strong` preferred to the rule player's.
        vetoed: the overrides that were vetoed.
    """

    hand: Hand
    decisions: int
    overrides: int
    vetoed: tuple[Vetoed, ...]


class Noting:
    """Trials that note what was doubted.

    Args:
        trials: do the work.

    Attributes:
        pair: the answers that were doubted; none so far.
        vetoing: the gain of the second by the plain numbers.
    """

    def __init__(self, trials: Trials) -> None:
        self._trials = trials
        self.pair: tuple[int, ...] = ()
        self.vetoing = Figure(0.0, 0.0)

    @property
    def cost(self) -> int:
        """The work of one answer on one deal."""
        return self._trials.cost

    @property
    def playouts_ns(self) -> int:
        """The CPU time of the playouts so far, in nanoseconds."""
        return self._trials.playouts_ns

    def run(self, answers: Sequence[int], deals: int) -> Tried:
        """Try these answers on fresh deals."""
        return self._trials.run(answers, deals)

    def doubt(self, answers: Sequence[int], deals: int) -> Doubt:
        """Try these answers by the plain numbers."""
        found = self._trials.doubt(answers, deals)
        self.pair, self.vetoing = tuple(answers), gain(found)
        return found

    def doubted(self) -> Figure:
        """The gain by the plain numbers on more deals."""
        return gain(self._trials.doubt(self.pair, DOUBTS))


def gain(found: Doubt) -> Figure:
    """The gain of the second of two answers, with the error of independent deals."""
    return figure(found.worth[1] - found.worth[0], 0)


def vetoed_of(asked: Hand, bot: str, depth: float, judge: str, deals: int) -> Line:
    """The vetoed overrides of a hand, judged."""
    rules, seed = rules_of(asked.system), own_seed("vetoed", *asked)
    record = played_hand(rules, bot, seed)
    (effort,) = StrongBot.efforts
    effort = effort.for_deck(len(rules.deck)).times(depth)
    decisions = overrides = 0
    found: list[Vetoed] = []
    for number, watching in watched(record, seed, depth):
        event = record.events[number - 1]
        if not isinstance(event, Played) or isinstance(record.events[number - 2], ThrowFailed):
            continue
        watcher = watching[event.seat]
        case = watcher.case("lead" if event.units else "follow", event.cards, (), number)
        if case is None or case.forced or isinstance(case.trials, EndingTrials):
            continue
        decisions += 1
        noting = Noting(case.trials)
        verdict = choose(noting, len(case.answers), effort, case.work)
        overrides += verdict.chosen != RULE
        if not noting.pair or verdict.chosen != RULE:
            continue
        decision = Reviewed(
            number, 1, event.seat, "lead" if event.units else "follow", Choice(event.cards)
        )
        better = case.answers[noting.pair[1]]
        rule, nominee = (verdict.tried[answer] for answer in noting.pair)
        assert rule is not None and nominee is not None
        promised = figure(nominee.worth[0] - rule.worth[0], rule.chains)
        tried = judged(record, decision, better, watcher, Request(judge, deals, seed))
        found.append(
            Vetoed(
                number,
                len(watcher.cards),
                decision.made,
                better,
                promised,
                noting.vetoing,
                noting.doubted(),
                tuple((tried.worth[1] - tried.worth[0]).round(4).tolist()),
            )
        )
    return Line(asked, decisions, overrides, tuple(found))


RULES: dict[str, Callable[[Vetoed], bool]] = {
    "all vetoed": lambda _: True,
    "let through by 400 deals": lambda one: one.doubted.mean >= -one.doubted.error,
    "let through by the mean of 400 deals": lambda one: one.doubted.mean > 0,
}


def told(lines: Sequence[Line]) -> None:
    """Print the mean gain of vetoed overrides, by which rule would let them through."""
    found = [one for line in lines for one in line.vetoed]
    print("| | overrides | promised | found | 95 % |\n| --- | --: | --: | --: | --- |")
    for name, of in RULES.items():
        some = [one for one in found if of(one)]
        if len(some) < 2:
            continue
        means = np.array([np.mean(one.ahead) for one in some])
        mean, error = means.mean(), 1.96 * means.std(ddof=1) / sqrt(len(means))
        promised = np.mean([one.promised.mean for one in some])
        print(
            f"| {name} | {len(some)} | {promised:.3f} | {mean:+.3f} "
            f"| {mean - error:+.3f} to {mean + error:+.3f} |"
        )
    print(
        f"{len(lines)} hands, {sum(line.decisions for line in lines)} decisions, "
        f"{sum(line.overrides for line in lines)} overrides not vetoed."
    )


def main(arguments: Sequence[str]) -> None:
    parser = options(__doc__)
    options_of_judge(parser)
    parser.set_defaults(depth=1.0, judge="strong@0.1", deals=4)
    asked = parser.parse_args(arguments)
    kept = Kept[Line](asked.kept, msgspec.json.Decoder(Line))
    done = {line.hand for line in kept.done}
    judging = partial(
        vetoed_of, bot=asked.bot, depth=asked.depth, judge=asked.judge, deals=asked.deals
    )
    Work(asked.jobs, asked.minutes).keep(
        judging, (hand for hand in hands_of(asked) if hand not in done), kept
    )
    told(kept.done)
