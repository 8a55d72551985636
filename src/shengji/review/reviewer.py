"""Who reviews a seat: hears what it saw, and weighs what it did."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import numpy as np

from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.sampler import Sampler
from shengji.bots.ruled import RememberingBot
from shengji.bots.search import StrongBot
from shengji.bots.search.bids import NOBODY, Bid, BidTrials
from shengji.bots.search.callings import callings
from shengji.bots.search.effort import Effort, last_cards
from shengji.bots.search.equals import alike, key_of
from shengji.bots.search.follow_candidates import follows
from shengji.bots.search.kitties import kitties
from shengji.bots.search.lead_candidates import leads
from shengji.bots.search.perfect import PerfectTrials
from shengji.bots.search.searcher import words_of_calls
from shengji.bots.search.supposed import (
    Supposed,
    after_burying,
    after_calling,
    after_land,
    after_showing,
)
from shengji.bots.search.trials import PlayoutTrials, calls_only, kitties_with_calls, plays_only
from shengji.bots.search.verdict import Trials
from shengji.cards import Card, minus
from shengji.game import Call, Decision, Shown, due_of
from shengji.game.draw_end import dealer_after
from shengji.game.hand import suit_of
from shengji.record.reviews import Choice
from shengji.review.weighing import Weighed, figure, weigh
from shengji.rules import Rules

Play = tuple[Card, ...]


class Case:
    """A decision, with what could be done; what was done comes first.

    Args:
        answers: what could be done.
        trials: tries it out; `None` where there is nothing to choose.
        work: how much work it is worth.
    """

    def __init__(self, answers: Sequence[Choice], trials: Trials | None, work: int) -> None:
        self.answers = answers
        self.trials = trials if len(answers) > 1 else None
        self.work = work

    def weigh(self) -> tuple[list[Choice], float]:
        """What was done and what promised most, with what they promised; and the stake."""
        assert self.trials is not None
        weighed = weigh(self.trials, len(self.answers), self.work)
        return [self._weighed(weighed, row) for row in range(len(weighed.kept))], weighed.stake

    def _weighed(self, weighed: Weighed, row: int) -> Choice:
        answer, tried = self.answers[weighed.kept[row]], weighed.tried
        return Choice(
            answer.cards,
            answer.calls,
            figure(tried.levels[row], tried.chains),
            figure(tried.points[row], tried.chains),
            weighed.ahead(row) if row else None,
            tried.levels.shape[1],
        )


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
        self._effort = effort.for_deck(len(rules.deck)).times(depth)
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
        chance = self._seed * 1_000_003 + at
        match decision:
            case "lead" | "follow":
                return self._of_play(decision, cards, chance)
            case "bury":
                return self._of_kitty(cards, chance)
            case "call":
                return self._of_calls(calls, chance)
            case "land":
                return self._of_land(cards, chance)
            case "show":
                return self._of_show(cards, chance)
            case "redeal":
                return None

    def _of_play(self, decision: Decision, made: Play, chance: int) -> Case:
        hand, stand_in = self.hand, alike(self.hand, self.memory, self.cards)
        if decision == "follow" and len(self.cards) == len(made):
            return Case([Choice(made)], None, 0)
        if decision == "lead":
            rule = super().lead().cards
            found = leads(hand, self.memory, stand_in, made)
        else:
            rule = super().follow()
            weighed = self._glance()
            found = follows(self.cards, stand_in, self.lead_to_follow, made, weighed)
        # Nothing that is as good as what was done, nor the rule's choice twice.
        plays = list({key_of(stand_in, play): play for play in reversed([*found, rule])}.values())
        plays = [
            made,
            *(p for p in reversed(plays) if key_of(stand_in, p) != key_of(stand_in, made)),
        ]
        if len(plays) == 1:
            return Case([Choice(made)], None, 0)
        answers = [Choice(play) for play in plays]
        return Case(answers, self._plays(answers, chance, self._effort), self._effort.tricks)

    def deals(self, at: int, times: float = 1.0) -> BelievedSampler:
        """Draws deals that this seat cannot rule out at a lead or a follow.

        Args:
            at: the number of the event: where chance starts.
            times: how many times as long as usual they are made to explain what was played.
        """
        return self._sampler(self._seed * 1_000_003 + at, self._effort.times(times))

    def _sampler(self, chance: int, effort: Effort) -> BelievedSampler:
        return BelievedSampler(
            self.hand, self.memory, chance, effort.sweeps, effort.chains, buries=effort.buries
        )

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
        chance, effort = self._seed * 1_000_003 + at, self._effort.times(times)
        match decision:
            case "lead" | "follow":
                return Case(answers, self._plays(answers, chance, effort), effort.tricks)
            case "bury":
                return Case(answers, self._kitties(answers, chance), effort.bury)
            case "call":
                return Case(answers, self._callings(answers, chance), effort.calls)
            case _:
                raise ValueError(f"only plays, kitties and calls can be offered, not {decision!r}")

    def _plays(self, answers: Sequence[Choice], chance: int, effort: Effort) -> Trials:
        """Tries leads or follows."""
        hand, now = self.hand, Supposed(self.hand, self.memory)
        words = np.array([hand.space.words(answer.cards) for answer in answers], dtype=np.int64)
        sampler = self._sampler(chance, effort)
        if max(hand.sizes) <= last_cards(effort.endings, self.rules):
            return PerfectTrials(now, words, self.seat, sampler)
        return PlayoutTrials(now, plays_only(words), self.seat, sampler)

    def _of_kitty(self, made: Play, chance: int) -> Case | None:
        hand, held = self.hand, list(self.cards)
        if hand.rules.calls and hand.dealer != self.seat:
            return None  # Whom the Dealer will call is not known.
        stand_in = alike(hand, self.memory, held)
        rule = super().bury()
        found: dict[object, Play] = {key_of(stand_in, made): made}
        for first, suits in ((rule, True), (made, False), (rule, False)):
            for kitty in kitties(hand.space, held, stand_in, first, suits=suits):
                found.setdefault(key_of(stand_in, kitty), kitty)
        answers = [Choice(kitty) for kitty in found.values()]
        return Case(answers, self._kitties(answers, chance), self._effort.bury)

    def _kitties(self, answers: Sequence[Choice], chance: int) -> Trials:
        """Tries kitties, with the friends that would be called after each."""
        hand, held = self.hand, list(self.cards)
        kitties = [answer.cards for answer in answers]
        supposed = after_burying(hand, self.memory, kitties[0])
        calls: list[tuple[Call, ...]] = [()] * len(kitties)
        if hand.rules.calls:
            calls = [after_burying(hand, self.memory, each).hand.calls for each in kitties]
        tried = kitties_with_calls(
            np.array([hand.space.words(minus(held, kitty)) for kitty in kitties]),
            np.array([hand.space.words(kitty) for kitty in kitties]),
            words_of_calls(hand.space, calls),
        )
        return PlayoutTrials(supposed, tried, self.seat, Sampler(*supposed, chance))

    def _of_calls(self, made: tuple[Call, ...], chance: int) -> Case:
        hand = self.hand
        rule = super().call_friends()
        answers = [
            Choice((), calls) for calls in dict.fromkeys([*callings(hand, self.seat, made), rule])
        ]
        return Case(answers, self._callings(answers, chance), self._effort.calls)

    def _callings(self, answers: Sequence[Choice], chance: int) -> Trials:
        """Tries calls of friends."""
        space = self.hand.space
        supposed = after_calling(self.hand, self.memory, answers[0].calls)
        tried = calls_only(words_of_calls(space, [a.calls for a in answers]), space.decks)
        return PlayoutTrials(supposed, tried, self.seat, Sampler(*supposed, chance))

    def _of_land(self, made: Play, chance: int) -> Case | None:
        if self.hand.rules.calls:
            return None
        answers = self._answers(made, [(), *self.hand_options("land")])
        bids = [
            Bid(after_land(self.hand, self.memory, cards), self.seat if cards else NOBODY)
            for cards in answers
        ]
        return self._of_bids(answers, bids, chance)

    def _of_show(self, made: Play, chance: int) -> Case | None:
        """What was shown, as if nobody showed anything after it; with friends that is not known."""
        hand = self.hand
        lies = hand.shown[-1] if hand.shown else None
        if hand.rules.calls or (lies is None and not made):
            return None
        waits: list[Play] = [] if lies is None else [()]
        answers = self._answers(made, [*waits, *self.hand_options("show")])
        bids = []
        for cards in answers:
            shown = None
            if cards:
                dealer = dealer_after(hand, self.seat, cards)
                shown = Shown(self.seat, "override", cards, suit_of(cards), dealer)
            supposed = after_showing(hand, self.memory, shown)
            assert supposed.hand.dealer is not None
            bids.append(Bid(supposed, supposed.hand.dealer))
        return self._of_bids(answers, bids, chance)

    def _of_bids(self, answers: Sequence[Play], bids: Sequence[Bid], chance: int) -> Case:
        sampler = Sampler(self.hand, self.memory, chance)
        trials = BidTrials(bids, sampler.space, self.seat, sampler)
        return Case([Choice(cards) for cards in answers], trials, self._effort.bids)

    def hand_options(self, decision: Decision) -> Iterable[Play]:
        """What may be shown or bid now."""
        due = due_of(self.hand, self.seat)
        return () if due is None or due.decision != decision else due.options

    def _answers(self, made: Play, others: Iterable[Play]) -> list[Play]:
        """What was done, and the others that are not the same."""
        sort = self.hand.space.sort
        found = {tuple(sort(made)): made}
        for cards in others:
            found.setdefault(tuple(sort(cards)), cards)
        return list(found.values())
