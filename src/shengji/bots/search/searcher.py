"""The searching players: follow the rules of play, unless search finds a better answer."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

from shengji.bots.bot import LeadChoice
from shengji.bots.ruled import RememberingBot
from shengji.bots.ruled.expectations import EQUAL, is_odd, most_expected
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
"""The step of the seed from one round of kitties to the next."""


class SearchBot(RememberingBot):
    """Tries its decisions on possible deals of the hand.

    The same seed and events give the same play, whenever the bot began to think. While another
    process compiles its kernels, it decides by rule (`shengji.play.compiling`).

    Args:
        times: the factor of its thinking time.

    Attributes:
        efforts: successive searches: each looks, on other deals, for a better answer than the
            searches before. The class's efforts are reduced for a large deck.
        work: number of cards played in playouts so far.
        playouts_ns: the CPU time of the playouts so far, in nanoseconds.
    """

    efforts: tuple[Effort, ...]

    def __init__(self, rules: Rules, seat: int, seed: int = 0, times: float = 1.0) -> None:
        super().__init__(rules, seat, seed)
        cards = len(rules.deck)
        self.efforts = tuple(effort.for_deck(cards).times(times) for effort in self.efforts)
        self.work = 0
        self.playouts_ns = 0
        # A sampler's seed must not be negative.
        self._seed = seed % (1 << 62)
        self._observed = 0

    @classmethod
    def needs_time(cls, hand: Hand) -> bool:
        """Whether the draw is over; during the draw it declares by rule, at once."""
        return hand.cards_to_draw == 0

    def on_event(self, event: Event) -> None:
        """Process an event, already masked for this seat."""
        super().on_event(event)
        self._observed += 1

    def lead(self) -> LeadChoice:
        """Make the lead that does best on possible deals."""
        rule = super().lead()
        chosen = self._solve("lead", Answer(rule.cards)).cards
        return rule if chosen == rule.cards else LeadChoice(chosen)

    def follow(self) -> Play:
        """Make the follow that does best on possible deals."""
        rule = Answer(super().follow())
        return self._solve("follow", rule, self._values()).cards

    def show(self, options: list[Play]) -> Play | None:
        """Declare by rule during the draw; after it override if that does better."""
        rule = super().show(options)
        hand = self.hand
        lies = hand.shown[-1] if hand.shown else None
        if not self.needs_time(hand) or lies is None or lies.seat == self.seat:
            return rule
        return self._solve("show", Answer(rule or ())).cards or None

    def bid_land(self, options: list[Play]) -> Play | None:
        """Bid for the land if that does best on possible deals."""
        return self._solve("land", Answer(super().bid_land(options) or ())).cards or None

    def call_friends(self) -> tuple[Call, ...]:
        """Call the friends that do best on possible deals."""
        return self._solve("call", Answer((), super().call_friends())).calls

    def bury(self) -> Play:
        """Bury the cards that do best on possible deals, improving the rule's choice in steps."""
        chosen = super().bury()
        hand, held = self.hand, list(self.cards)
        if not tries_kitties(self) or MEANWHILE.lasts:
            return chosen
        stand_in = alike(hand, self.memory, held)
        thoughts, deals = list[Thought](), 0
        for effort, chance in self._seeded_efforts:
            for number in range(effort.kitties):
                found = kitties(hand.space, held, stand_in, chosen, suits=number == 0)
                problem = Problem(self, "bury", [Answer(kitty) for kitty in found])
                trials = problem.trials(effort, chance + ROUND * number)
                verdict = self._choose(trials, len(found), effort, effort.bury // effort.kitties)
                chosen, deals = found[verdict.chosen], deals + verdict.deals
                if number > 0 and verdict.chosen == RULE:
                    break
                thoughts.append(self._thought_of(problem, verdict))
        self._thought = in_rounds(thoughts, deals)
        return chosen

    def _solve(self, decision: Decision, rule: Answer, weighed: Iterable[Play] = ()) -> Answer:
        """The answer that does best, if it can be tried; else the rule's."""
        problem = problem_of(self, decision, rule, rule, weighed)
        if problem is None or MEANWHILE.lasts:
            return rule
        playing = decision in {"lead", "follow"}
        if len(problem.answers) == 1 and playing:
            self._note(decision, rule.cards, decided="forced")
            return rule
        found: Verdict | None = None
        for effort, chance in self._seeded_efforts:
            anchor = RULE if found is None else found.chosen
            trials, number = problem.trials(effort, chance), len(problem.answers)
            margin = effort.margin if playing else 0.0
            verdict = self._choose(trials, number, effort, problem.budget(effort), anchor, margin)
            found = verdict if found is None else verdict.after(found)
        assert found is not None
        if playing:
            chosen = self._expected(problem, found)
            if chosen != found.chosen:
                found = found._replace(
                    chosen=chosen, decided="anchor" if chosen == RULE else "search"
                )
        self._thought = self._thought_of(problem, found)
        return problem.answers[found.chosen]

    def _expected(self, problem: Problem, found: Verdict) -> int:
        """The answer that people expect among those as good as the chosen one, on as many deals."""
        chosen, answers = found.tried[found.chosen], problem.answers
        hand, out = self.hand, self.memory.out
        if chosen is None or not is_odd(hand, out, answers[found.chosen].cards):
            return found.chosen
        least, deals = float(chosen.worth.mean()) - EQUAL, chosen.levels.shape
        equal = {answers[found.chosen].cards: found.chosen}
        for number, tried in enumerate(found.tried):
            if tried is not None and tried.levels.shape == deals and tried.worth.mean() >= least:
                equal.setdefault(answers[number].cards, number)
        return equal[most_expected(hand, out, list(equal))]

    def _choose(
        self,
        trials: Trials,
        number: int,
        effort: Effort,
        work: int,
        anchor: int = RULE,
        margin: float = 0.0,
    ) -> Verdict:
        """Choose among `number` answers, beginning with the rule's, with one effort.

        An answer replaces the `anchor` only when it is ahead by more than `margin`.
        """
        verdict = choose(trials, number, effort, work, anchor, margin)
        self.work += verdict.work
        self.playouts_ns += trials.playouts_ns
        return verdict

    @property
    def _seeded_efforts(self) -> list[tuple[Effort, int]]:
        """Each effort with its seed, for the decision that is due."""
        first = self._seed * 1_000_003 + self._observed
        return [(effort, first + 500_009 * number) for number, effort in enumerate(self.efforts)]

    def _thought_of(self, problem: Problem, verdict: Verdict) -> Thought:
        """The thought of a decision: the chosen answer, then the most promising ones."""
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
    """Combine the thoughts of successive rounds; each begins with the choice of the one before.

    The rule's choice is that of the first round; `deals` were considered in all.
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

    It decides as `StrongBot` does, and then tries to improve on that: on more deals, with perfect
    play of the last tricks, and among more kitties. With friends, the kitties of these deals are
    buried as the rule player would.
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
