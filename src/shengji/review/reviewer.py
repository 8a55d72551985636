"""A reviewer for each seat: it hears what the seat saw, and weighs what it did."""

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
Where it is not found, nothing but playouts doubts playouts."""

OTHERS = 700_001
"""The step of chance to the deals that tell what others have chosen."""


class Case:
    """A decision, with what could be done; what was done comes first.

    Args:
        problem: the decision.
        effort: how much is thought about it.
        chance: where chance starts.

    Attributes:
        answers: what could be done.
        work: how much work it is worth.
    """

    def __init__(self, problem: Problem, effort: Effort, chance: int) -> None:
        self.answers = [Choice(*answer) for answer in problem.answers]
        self.work = problem.work(effort)
        self._problem = problem
        self._effort = effort
        self._chance = chance

    @property
    def forced(self) -> bool:
        """Whether there is nothing to choose."""
        return len(self.answers) == 1

    @cached_property
    def trials(self) -> Trials:
        """Tries the answers out."""
        return self._problem.trials(self._effort, self._chance)

    def weigh(self) -> Weighed:
        """Find out what promised most, and by how much."""

        def others() -> Trials:
            return self._problem.trials(self._effort, self._chance + OTHERS)

        return weigh(self.trials, others, len(self.answers), self.work)

    def told(self, weighed: Weighed) -> list[Choice]:
        """The decision made and the most promising one, with what they promised."""
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
    """Hears what a seat saw, and weighs what it did, as `strong` would.

    Args:
        rules: what is played.
        seat: the seat.
        seed: where its chance starts.
        depth: how many times as much as `strong` it thinks.
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
        """The decision that is due, with what was done; `None` where it cannot be weighed.

        Args:
            decision: what is decided.
            cards: what was shown, bid, buried, led or followed with.
            calls: who was called.
            at: the number of the event: where chance starts.
        """
        made = rule = Answer(cards, calls)
        weighed: Sequence[Play] = ()
        match decision:
            case "lead":
                rule = Answer(self.lead().cards)
            case "follow":
                rule = Answer(self.follow())
                weighed = list(self._glance())
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
        """These answers and no others at the lead, follow, kitty or calls that are due.

        Args:
            decision: what is decided.
            answers: two or more, all legal; the friends that a kitty is buried for are called by
                rule.
            at: the number of the event: where chance starts.
            times: how many times as much as usual it is thought about.

        Raises:
            ValueError: when the decision is another one.
        """
        if decision not in {"lead", "follow", "bury", "call"}:
            raise ValueError(f"only plays, kitties and calls can be offered, not {decision!r}")
        problem = Problem(self, decision, [Answer(each.cards, each.calls) for each in answers])
        return Case(problem, self._effort.times(times), self._begin(at))

    def deals(self, at: int, times: float = 1.0) -> BelievedSampler:
        """Draws deals that this seat cannot rule out at a lead or a follow.

        Args:
            at: the number of the event: where chance starts.
            times: how many times as long as usual they are made to explain what was played.
        """
        return believed(self, self._effort.times(times), self._begin(at))

    def _begin(self, at: int) -> int:
        return self._seed * 1_000_003 + at
