"""The reviewer of a seat: observes the seat's view, and weighs its decisions."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.ruled import RememberingBot
from shengji.bots.search import StrongBot
from shengji.bots.search.effort import Effort
from shengji.bots.search.problems import Answer, Problem, believed, problem_of
from shengji.bots.search.verdict import Trials
from shengji.cards import Card
from shengji.game import Call, Decision
from shengji.record.reviews import Choice
from shengji.review.weighing import Weighed, figure, weigh
from shengji.rules import Rules

Play = tuple[Card, ...]

NODES, INSISTS = 100_000, 4
"""Maximum nodes of perfect play of all answers on a deal, and the factor for two answers alone.

Without a perfect result within that limit, playouts are checked by playouts only.
"""

OTHERS = 700_001
"""Offset of the random seed for the deals that estimate the cost of a choice."""


class Case:
    """A decision with its possible answers, of which the actual one is first.

    Args:
        chance: the random seed.
    """

    def __init__(self, problem: Problem, effort: Effort, chance: int) -> None:
        self.answers = [Choice(*answer) for answer in problem.answers]
        self.work = problem.budget(effort)
        self._problem = problem
        self._effort = effort
        self._chance = chance

    @property
    def forced(self) -> bool:
        """Whether there is only one answer."""
        return len(self.answers) == 1

    @cached_property
    def trials(self) -> Trials:
        """The trials of the answers."""
        return self._problem.trials(self._effort, self._chance)

    def weigh(self) -> Weighed:
        """Find the most promising answer, and its gain."""

        def others() -> Trials:
            return self._problem.trials(self._effort, self._chance + OTHERS)

        return weigh(self.trials, others, len(self.answers), self.work)

    def choices(self, weighed: Weighed) -> list[Choice]:
        """The actual answer and the alternatives, with their estimates."""
        tried = weighed.tried
        return [
            Choice(
                self.answers[answer].cards,
                self.answers[answer].calls,
                figure(tried.levels[row], tried.chains),
                figure(tried.points[row], tried.chains),
                weighed.ahead[row - 1] if row else None,
                tried.levels.shape[1],
            )
            for row, answer in enumerate(weighed.kept)
        ]


class Reviewer(RememberingBot):
    """Observes a seat's view, and weighs its decisions in the manner of `strong`.

    Args:
        depth: the multiple of the effort of `strong`.
    """

    def __init__(self, rules: Rules, seat: int, seed: int, depth: float) -> None:
        super().__init__(rules, seat, seed)
        (effort,) = StrongBot.efforts
        effort = effort.for_deck(len(rules.deck)).times(depth)
        self._effort = effort._replace(nodes=NODES, insists=INSISTS)
        self._seed = seed

    def case(
        self, decision: Decision, cards: Play, calls: tuple[Call, ...], at: int
    ) -> Case | None:
        """The due decision with its actual answer; `None` if it cannot be weighed.

        Args:
            decision: the kind of decision.
            cards: the cards shown, bid, buried, led or followed with.
            calls: the friends called.
            at: the number of the event, for the random seed.
        """
        made = rule = Answer(cards, calls)
        weighed: Sequence[Play] = ()
        match decision:
            case "lead":
                rule = Answer(self.lead().cards)
            case "follow":
                rule = Answer(self.follow())
                weighed = list(self._values())
            case "bury":
                rule = Answer(self.bury())
            case "call":
                rule = Answer((), self.call_friends())
            case _:
                pass
        problem = problem_of(self, decision, made, rule, weighed)
        return None if problem is None else Case(problem, self._effort, self._begin(at))

    def offered(
        self, decision: Decision, answers: Sequence[Choice], at: int, times: float = 1.0
    ) -> Case:
        """The due lead, follow, kitty or calls, with the given answers only.

        Args:
            decision: the kind of decision.
            answers: two or more, all legal; for a kitty, the rules of play call the friends.
            at: the number of the event, for the random seed.
            times: the multiple of the usual effort.

        Raises:
            ValueError: the decision is of another kind.
        """
        if decision not in {"lead", "follow", "bury", "call"}:
            raise ValueError(f"only plays, kitties and calls can be offered, not {decision!r}")
        problem = Problem(self, decision, [Answer(each.cards, each.calls) for each in answers])
        return Case(problem, self._effort.times(times), self._begin(at))

    def deals(self, at: int, times: float = 1.0) -> BelievedSampler:
        """A sampler of deals that are consistent with the seat's knowledge, at a lead or follow.

        Args:
            at: the number of the event, for the random seed.
            times: the multiple of the usual time to match the deals to the plays.
        """
        return believed(self, self._effort.times(times), self._begin(at))

    def _begin(self, at: int) -> int:
        return self._seed * 1_000_003 + at
