"""The searching players: decide as the rules of play do, unless search finds better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shengji.bots.bot import LeadChoice
from shengji.bots.ruled import RememberingBot
from shengji.bots.search.effort import Effort
from shengji.bots.search.equals import alike
from shengji.bots.search.kitties import kitties
from shengji.bots.search.problems import Answer, Problem, problem_of, tries_kitties
from shengji.bots.search.verdict import RULE, Trials, Verdict, choose, estimate
from shengji.bots.thought import Decided, Option, Thought
from shengji.cards import Card
from shengji.game import Call, Decision, Event, Hand
from shengji.play.jit import MEANWHILE
from shengji.rules import Rules

Play = tuple[Card, ...]

ROUND = 250_007
"""The step of chance from one round of kitties to the next."""


class SearchBot(RememberingBot):
    """Tries its decisions out on deals that may be those of the hand.

    The same seed and the same events give the same play, whenever the bot began to think; but while
    another process compiles what it needs, it decides by rule (`shengji.play.compiling`).

    Args:
        rules: what is played.
        seat: its seat.
        seed: what its chance starts from.
        times: so many times as much as usual it thinks.

    Attributes:
        efforts: how much it thinks: with each, on other deals, it looks for something better than
            what it has found with those before. Those of the class are for a deck that is not too
            large for them.
        work: the cards that were played in playouts so far.
        playouts_ns: the CPU time that these took, in nanoseconds.
    """

    efforts: tuple[Effort, ...]

    def __init__(self, rules: Rules, seat: int, seed: int = 0, times: float = 1.0) -> None:
        super().__init__(rules, seat, seed)
        cards = len(rules.deck)
        self.efforts = tuple(effort.for_deck(cards).times(times) for effort in self.efforts)
        self.work = 0
        self.playouts_ns = 0
        # What draws deals starts from no negative number.
        self._seed = seed % (1 << 62)
        self._heard = 0

    @classmethod
    def needs_time(cls, hand: Hand) -> bool:
        """While cards are drawn it declares by rule, at once."""
        return hand.cards_to_draw == 0

    def note(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        super().note(event)
        self._heard += 1

    def lead(self) -> LeadChoice:
        """Lead what does best on the deals that may be."""
        rule = super().lead()
        chosen = self._solve("lead", Answer(rule.cards)).cards
        return rule if chosen == rule.cards else LeadChoice(chosen)

    def follow(self) -> Play:
        """Follow with what does best on the deals that may be."""
        rule = Answer(super().follow())
        return self._solve("follow", rule, self._glance()).cards

    def show(self, options: list[Play]) -> Play | None:
        """Declare by rule while cards are drawn; in the end override if that does better."""
        rule = super().show(options)
        hand = self.hand
        lies = hand.shown[-1] if hand.shown else None
        if not self.needs_time(hand) or lies is None or lies.seat == self.seat:
            return rule
        return self._solve("show", Answer(rule or ())).cards or None

    def bid_land(self, options: list[Play]) -> Play | None:
        """Bid for the land if that does best on the deals that may be."""
        return self._solve("land", Answer(super().bid_land(options) or ())).cards or None

    def call_friends(self) -> tuple[Call, ...]:
        """Call the friends that do best on the deals that may be."""
        return self._solve("call", Answer((), super().call_friends())).calls

    def bury(self) -> Play:
        """Bury what does best on the deals that may be, from the rule's choice step by step."""
        chosen = super().bury()
        hand, held = self.hand, list(self.cards)
        if not tries_kitties(self) or MEANWHILE.lasts:
            return chosen
        stand_in = alike(hand, self.memory, held)
        thoughts, deals = list[Thought](), 0
        for effort, chance in self._looks:
            for number in range(effort.kitties):
                found = kitties(hand.space, held, stand_in, chosen, suits=number == 0)
                problem = Problem(self, "bury", [Answer(kitty) for kitty in found])
                trials = problem.trials(effort, chance + ROUND * number)
                verdict = self._look(trials, len(found), effort, effort.bury // effort.kitties)
                chosen, deals = found[verdict.chosen], deals + verdict.deals
                if number > 0 and verdict.chosen == RULE:
                    break
                thoughts.append(self._told(problem, verdict))
        self._thought = in_rounds(thoughts, deals)
        return chosen

    def _solve(self, decision: Decision, rule: Answer, weighed: Iterable[Play] = ()) -> Answer:
        """The answer that does best, where that can be tried out; else that of the rules."""
        problem = problem_of(self, decision, rule, rule, weighed)
        if problem is None or MEANWHILE.lasts:
            return rule
        playing = decision in {"lead", "follow"}
        if len(problem.answers) == 1 and playing:
            self._note(decision, rule.cards, decided="forced")
            return rule
        found: Verdict | None = None
        for effort, chance in self._looks:
            anchor = RULE if found is None else found.chosen
            trials, number = problem.trials(effort, chance), len(problem.answers)
            margin = effort.margin if playing else 0.0
            verdict = self._look(trials, number, effort, problem.work(effort), anchor, margin)
            found = verdict if found is None else verdict.after(found)
        assert found is not None
        self._thought = self._told(problem, found)
        return problem.answers[found.chosen]

    def _look(
        self,
        trials: Trials,
        number: int,
        effort: Effort,
        work: int,
        anchor: int = RULE,
        margin: float = 0.0,
    ) -> Verdict:
        """Choose among so many answers, of which the first is the rule's, with one effort.

        Only one that is ahead of the `anchor` by more than `margin` is chosen instead.
        """
        verdict = choose(trials, number, effort, work, anchor, margin)
        self.work += verdict.work
        self.playouts_ns += trials.playouts_ns
        return verdict

    @property
    def _looks(self) -> list[tuple[Effort, int]]:
        """Each effort with where its chance starts, for the decision that is due."""
        first = self._seed * 1_000_003 + self._heard
        return [(effort, first + 500_009 * number) for number, effort in enumerate(self.efforts)]

    def _told(self, problem: Problem, verdict: Verdict) -> Thought:
        """How the decision came about: the chosen answer, then those that promise most."""
        options: list[tuple[float, int, Option]] = []
        for number, (answer, tried) in enumerate(zip(problem.answers, verdict.tried, strict=True)):
            if tried is None:
                options.append((float("-inf"), number, Option(*answer)))
                continue
            option = Option(
                answer.cards,
                answer.calls,
                None,
                estimate(tried.levels, tried.chains),
                estimate(tried.points, tried.chains),
                tried.levels.shape[1],
            )
            options.append((float(tried.worth.mean()), number, option))
        options.sort(key=lambda entry: (entry[1] != verdict.chosen, -entry[0], entry[1]))
        rule = next(place for place, entry in enumerate(options) if entry[1] == 0)
        return Thought(
            problem.decision,
            tuple(option for _, _, option in options),
            rule,
            verdict.decided,
            verdict.deals,
        )


def in_rounds(rounds: Sequence[Thought], deals: int) -> Thought:
    """One thought of several about the same, each beginning with what the one before has chosen.

    The rule's choice is that of the first; `deals` were considered in all.
    """
    first, last = rounds[0], rounds[-1]
    assert first.rule is not None
    rule, options = first.options[first.rule], last.options
    kitties = [Counter(option.cards) for option in options]
    if Counter(rule.cards) not in kitties:
        options, kitties = (*options, rule), [*kitties, Counter(rule.cards)]
    place = kitties.index(Counter(rule.cards))
    decided: Decided = "search" if place else "anchor"
    return Thought(last.decision, options, place, decided, deals)


class StrongBot(SearchBot):
    """Thinks for about a tenth of a second of CPU time about a lead or a follow."""

    name = "strong"
    seconds = 0.1
    efforts = (
        Effort(
            tricks=150_000,
            bury=750_000,
            calls=200_000,
            bids=150_000,
            sweeps=11,
            chains=4,
            doubts=96,
        ),
    )


class MasterBot(SearchBot):
    """Thinks for up to a second of CPU time about a lead or a follow, a few about a kitty.

    It decides as `StrongBot` does, and then tries to find better: on more deals, of which it plays
    the last tricks perfectly, too, and among more kitties. With friends it also takes care that who
    buries in these deals does so as the rule player would.
    """

    name = "master"
    seconds = 1.0
    efforts = (
        *StrongBot.efforts,
        Effort(
            tricks=1_500_000,
            bury=16_000_000,
            calls=6_000_000,
            bids=800_000,
            first=32,
            confidence=2.0,
            chains=10,
            buries=True,
            least=0.02,
            margin=0.03,
            leaves=4,
            kitties=6,
            cards=216,
            doubts=96,
        ),
    )
