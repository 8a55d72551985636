"""The searching players: decide as the rules of play do, unless search finds better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence

import numpy as np

from shengji.bots.bot import LeadChoice
from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.sampler import Sampler
from shengji.bots.ruled import RememberingBot
from shengji.bots.search.bids import NOBODY, Bid, BidTrials
from shengji.bots.search.callings import callings
from shengji.bots.search.effort import Effort, last_cards
from shengji.bots.search.equals import alike
from shengji.bots.search.follow_candidates import follows
from shengji.bots.search.kitties import kitties
from shengji.bots.search.lead_candidates import leads
from shengji.bots.search.leaves import LeafTrials
from shengji.bots.search.perfect import PerfectTrials
from shengji.bots.search.supposed import (
    Supposed,
    after_burying,
    after_calling,
    after_land,
    after_showing,
)
from shengji.bots.search.trials import PlayoutTrials, calls_only, kitties_with_calls, plays_only
from shengji.bots.search.verdict import RULE, Verdict, choose, estimate
from shengji.bots.thought import Decided, Option, Thought
from shengji.cards import Card, minus
from shengji.game import Call, Decision, Event, Shown
from shengji.game.draw_end import dealer_after
from shengji.game.hand import suit_of
from shengji.play.jit import Matrices
from shengji.play.space import Space
from shengji.rules import Rules

Play = tuple[Card, ...]


class SearchBot(RememberingBot):
    """Tries its decisions out on deals that may be those of the hand.

    The same seed and the same events give the same play, whenever the bot began to think.

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

    def note(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        super().note(event)
        self._heard += 1

    def lead(self) -> LeadChoice:
        """Lead what does best on the deals that may be."""
        rule = super().lead()
        if len(self.cards) == 1:
            self._note("lead", rule.cards, decided="forced")
            return rule
        stand_in = alike(self.hand, self.memory, self.cards)
        answers = leads(self.hand, self.memory, stand_in, rule.cards)
        chosen = self._try_plays("lead", answers)
        return rule if chosen == rule.cards else LeadChoice(chosen)

    def follow(self) -> Play:
        """Follow with what does best on the deals that may be."""
        rule = super().follow()
        if len(self.cards) == len(rule):
            return rule
        stand_in = alike(self.hand, self.memory, self.cards)
        lead, weighed = self.lead_to_follow, self._glance()
        return self._try_plays("follow", follows(self.cards, stand_in, lead, rule, weighed))

    def show(self, options: list[Play]) -> Play | None:
        """Declare by rule while cards are drawn; in the end override if that does better."""
        rule = super().show(options)
        hand = self.hand
        lies = hand.shown[-1] if hand.shown else None
        if hand.cards_to_draw or hand.rules.calls or lies is None or lies.seat == self.seat:
            return rule
        answers: list[Play] = list(dict.fromkeys([rule or (), (), *options]))
        bids = []
        for cards in answers:
            shown = None
            if cards:
                dealer = dealer_after(hand, self.seat, cards)
                shown = Shown(self.seat, "override", cards, suit_of(cards), dealer)
            supposed = after_showing(hand, self.memory, shown)
            assert supposed.hand.dealer is not None
            bids.append(Bid(supposed, supposed.hand.dealer))
        return self._try_bids("show", answers, bids)

    def bid_land(self, options: list[Play]) -> Play | None:
        """Bid for the land if that does best on the deals that may be."""
        rule = super().bid_land(options)
        if self.hand.rules.calls:
            return rule
        answers: list[Play] = list(dict.fromkeys([rule or (), (), *options]))
        bids = [
            Bid(after_land(self.hand, self.memory, cards), self.seat if cards else NOBODY)
            for cards in answers
        ]
        return self._try_bids("land", answers, bids)

    def _try_bids(
        self, decision: Decision, answers: Sequence[Play], bids: Sequence[Bid]
    ) -> Play | None:
        """The bid that does best; the first is the rule's. `None` for no cards."""

        def make(effort: Effort, chance: int) -> BidTrials:
            sampler = Sampler(self.hand, self.memory, chance)
            return BidTrials(bids, sampler.space, self.seat, sampler)

        verdict = self._choose(make, len(answers), lambda effort: effort.bids)
        self._thought = self._told(decision, [Option(cards) for cards in answers], verdict)
        return answers[verdict.chosen] or None

    def bury(self) -> Play:
        """Bury what does best on the deals that may be, from the rule's choice step by step."""
        chosen = super().bury()
        hand = self.hand
        if hand.rules.calls and hand.dealer != self.seat:
            # Whom the Dealer will call is not known.
            return chosen
        space, held = hand.space, list(self.cards)
        stand_in = alike(hand, self.memory, held)
        supposed = after_burying(hand, self.memory, chosen)
        thoughts, deals = list[Thought](), 0
        for effort, chance in self._looks:
            sampler = Sampler(*supposed, chance)
            for number in range(effort.kitties):
                answers = kitties(space, held, stand_in, chosen, suits=number == 0)
                kept = np.array([space.words(minus(held, kitty)) for kitty in answers])
                buried = np.array([space.words(kitty) for kitty in answers])
                tried = kitties_with_calls(kept, buried, self._calls_after(answers))
                trials = PlayoutTrials(supposed, tried, self.seat, sampler)
                verdict = self._look(trials, len(answers), effort, effort.bury // effort.kitties)
                chosen, deals = answers[verdict.chosen], deals + verdict.deals
                if number > 0 and verdict.chosen == RULE:
                    break
                thoughts.append(self._told("bury", [Option(kitty) for kitty in answers], verdict))
        self._thought = in_rounds(thoughts, deals)
        return chosen

    def _calls_after(self, kitties: Sequence[Play]) -> Matrices:
        """Whom the rule would call after each of these kitties, as `words_of_calls` writes it."""
        calls: list[tuple[Call, ...]] = [()] * len(kitties)
        if self.hand.rules.calls:
            calls = [after_burying(self.hand, self.memory, each).hand.calls for each in kitties]
        return words_of_calls(self.hand.space, calls)

    def call_friends(self) -> tuple[Call, ...]:
        """Call the friends that do best on the deals that may be."""
        rule = super().call_friends()
        answers = callings(self.hand, self.seat, rule)
        supposed = after_calling(self.hand, self.memory, rule)
        space = self.hand.space
        calls = words_of_calls(space, answers)

        def make(effort: Effort, chance: int) -> PlayoutTrials:
            sampler = Sampler(*supposed, chance)
            return PlayoutTrials(supposed, calls_only(calls, space.decks), self.seat, sampler)

        verdict = self._choose(make, len(answers), lambda effort: effort.calls)
        self._thought = self._told("call", [Option((), answer) for answer in answers], verdict)
        return answers[verdict.chosen]

    def _try_plays(self, decision: Decision, answers: Sequence[Play]) -> Play:
        """The play that does best; the first is the rule's."""
        if len(answers) == 1:
            return self._note(decision, answers[0], decided="forced")
        words = np.array([self.hand.space.words(play) for play in answers], dtype=np.int64)
        now = Supposed(self.hand, self.memory)

        def make(effort: Effort, chance: int) -> PlayoutTrials:
            sampler = BelievedSampler(
                *now, chance, effort.sweeps, effort.chains, buries=effort.buries
            )
            if max(self.hand.sizes) <= last_cards(effort.endings, self.rules):
                return PerfectTrials(now, words, self.seat, sampler)
            if effort.leaves:
                left = last_cards(effort.leaves, self.rules)
                return LeafTrials(now, plays_only(words), self.seat, sampler, left)
            return PlayoutTrials(now, plays_only(words), self.seat, sampler)

        verdict = self._choose(
            make, len(answers), lambda effort: effort.tricks, lambda effort: effort.margin
        )
        self._thought = self._told(decision, [Option(play) for play in answers], verdict)
        return answers[verdict.chosen]

    def _choose(
        self,
        make: Callable[[Effort, int], PlayoutTrials | BidTrials],
        number: int,
        work: Callable[[Effort], int],
        margin: Callable[[Effort], float] = lambda effort: 0.0,
    ) -> Verdict:
        """Choose among so many answers, of which the first is the rule's.

        Args:
            make: makes what tries the answers out, for an effort and a chance.
            number: how many answers there are.
            work: how much work of an effort is for this.
            margin: by how much an answer must be ahead to be given instead.
        """
        found: Verdict | None = None
        for effort, chance in self._looks:
            anchor = RULE if found is None else found.chosen
            trials = make(effort, chance)
            verdict = self._look(trials, number, effort, work(effort), anchor, margin(effort))
            found = verdict if found is None else verdict.after(found)
        assert found is not None
        return found

    def _look(
        self,
        trials: PlayoutTrials | BidTrials,
        number: int,
        effort: Effort,
        work: int,
        anchor: int = RULE,
        margin: float = 0.0,
    ) -> Verdict:
        """Choose among so many answers with one effort."""
        verdict = choose(trials, number, effort, work, anchor, margin)
        self.work += verdict.work
        self.playouts_ns += trials.playouts_ns
        return verdict

    @property
    def _looks(self) -> list[tuple[Effort, int]]:
        """Each effort with where its chance starts, for the decision that is due."""
        first = self._seed * 1_000_003 + self._heard
        return [(effort, first + 500_009 * number) for number, effort in enumerate(self.efforts)]

    def _told(self, decision: Decision, answers: Sequence[Option], verdict: Verdict) -> Thought:
        """How the decision came about: the chosen answer, then those that promise most."""
        options: list[tuple[float, int, Option]] = []
        for number, (answer, tried) in enumerate(zip(answers, verdict.tried, strict=True)):
            if tried is None:
                options.append((float("-inf"), number, answer))
                continue
            option = Option(
                answer.cards,
                answer.calls,
                answer.reading,
                estimate(tried.levels, tried.chains),
                estimate(tried.points, tried.chains),
                tried.levels.shape[1],
            )
            options.append((float(tried.worth.mean()), number, option))
        options.sort(key=lambda entry: (entry[1] != verdict.chosen, -entry[0], entry[1]))
        rule = next(place for place, entry in enumerate(options) if entry[1] == 0)
        return Thought(
            decision,
            tuple(option for _, _, option in options),
            rule,
            verdict.decided,
            verdict.deals,
        )


def words_of_calls(space: Space, answers: Sequence[Sequence[Call]]) -> Matrices:
    """Sets of calls, of as many cards each, as `Answers.calls` has them."""
    rows = [[(space.place(call.card), call.ordinal) for call in calls] for calls in answers]
    return np.array(rows, dtype=np.int64).reshape(len(answers), -1, 2)


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
        Effort(tricks=150_000, bury=750_000, calls=200_000, bids=150_000, sweeps=11, chains=4),
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
        ),
    )
