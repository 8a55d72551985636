"""The searching players: decide as the rules of play do, unless search finds better."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

import msgspec
import numpy as np

from shengji.bots.basic.sight import Sight
from shengji.bots.bot import LeadChoice
from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.sampling import Sampler
from shengji.bots.ruled import RuledBot
from shengji.bots.search.bids import NOBODY, Bid, BidTrials
from shengji.bots.search.callings import callings
from shengji.bots.search.choosing import RULE, Verdict, choose, estimate
from shengji.bots.search.effort import Effort
from shengji.bots.search.equals import stand_ins
from shengji.bots.search.follows import follows
from shengji.bots.search.kitties import kitties
from shengji.bots.search.leads import leads
from shengji.bots.search.leaves import LeafTrials
from shengji.bots.search.perfect import PerfectTrials
from shengji.bots.search.supposing import (
    Supposed,
    after_burying,
    after_calling,
    after_land,
    after_showing,
)
from shengji.bots.search.trials import PlayoutTrials, calls_only, kitties_only, plays_only
from shengji.bots.thought import Decision, Option, Thought
from shengji.cards import Card, minus
from shengji.game import Call, Event, Shown
from shengji.game.hand import suit_of
from shengji.game.making import dealer_after
from shengji.play.jit import Table
from shengji.rules import Rules

Play = tuple[Card, ...]


class SearchBot(RuledBot):
    """Tries its decisions out on deals that may be those of the hand.

    The same seed and the same events give the same play, whenever the bot began to think.

    Args:
        rules: what is played.
        seat: its seat.
        seed: what its chance starts from.
        times: so many times as much as usual it thinks.

    Attributes:
        effort: how much it thinks; that of the class is for a deck that is not too large for it.
        work: the cards that were played in playouts so far.
        playouts_ns: the CPU time that these took, in nanoseconds.
    """

    effort: Effort

    def __init__(self, rules: Rules, seat: int, seed: int = 0, times: float = 1.0) -> None:
        super().__init__(rules, seat, seed)
        self.effort = self.effort.for_deck(len(rules.deck)).times(times)
        self.work = 0
        self.playouts_ns = 0
        # What draws deals starts from no negative number.
        self._seed = seed % (1 << 62)
        self._heard = 0

    def observe(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        super().observe(event)
        self._heard += 1

    def lead(self) -> LeadChoice:
        """Lead what does best on the deals that may be."""
        rule = super().lead()
        if len(self.cards) == len(rule.cards):
            self.thought = self._forced("lead", rule.cards)
            return rule
        sight = Sight(self.hand, self.memory)
        stand_in = stand_ins(self.hand.space, self.memory, self.cards)
        answers = leads(sight, stand_in, rule.cards)
        chosen = self._try_plays("lead", answers)
        return rule if chosen == rule.cards else LeadChoice(chosen)

    def follow(self) -> Play:
        """Follow with what does best on the deals that may be."""
        rule = super().follow()
        if len(self.cards) == len(rule):
            self.thought = self._forced("follow", rule)
            return rule
        sight = Sight(self.hand, self.memory)
        stand_in = stand_ins(self.hand.space, self.memory, self.cards)
        return self._try_plays("follow", follows(sight, stand_in, self.lead_to_follow, rule))

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
        sampler = Sampler(self.hand, self.memory, self._chance)
        trials = BidTrials(bids, sampler.space, self.seat, sampler)
        verdict = self._choose(trials, len(answers), self.effort.bids)
        self.thought = self._told(decision, [Option(cards) for cards in answers], verdict)
        return answers[verdict.chosen] or None

    def bury(self) -> Play:
        """Bury what does best on the deals that may be, from the rule's choice step by step."""
        chosen = super().bury()
        hand = self.hand
        if hand.rules.calls and hand.dealer != self.seat:
            # Whom the Dealer will call is not known.
            self.thought = None
            return chosen
        supposed = after_burying(hand, self.memory, chosen)
        sampler = Sampler(*supposed, self._chance)
        space, held = hand.space, list(self.cards)
        stand_in = stand_ins(space, self.memory, held)
        rounds, thoughts, deals = self.effort.kitties, list[Thought](), 0
        for number in range(rounds):
            answers = kitties(space, held, stand_in, chosen, suits=number == 0)
            kept = np.array([space.words(minus(held, kitty)) for kitty in answers])
            buried = np.array([space.words(kitty) for kitty in answers])
            trials = PlayoutTrials(supposed, kitties_only(kept, buried), self.seat, sampler)
            verdict = self._choose(trials, len(answers), self.effort.bury // rounds)
            deals += verdict.deals
            if number == 0 or verdict.chosen != RULE:
                thoughts.append(self._told("bury", [Option(kitty) for kitty in answers], verdict))
            chosen = answers[verdict.chosen]
            if verdict.chosen == RULE and number > 0:
                break
        self.thought = in_rounds(thoughts, deals)
        return chosen

    def call_friends(self) -> tuple[Call, ...]:
        """Call the friends that do best on the deals that may be."""
        rule = super().call_friends()
        answers = callings(self.hand, self.seat, rule)
        supposed = after_calling(self.hand, self.memory, rule)
        space = self.hand.space
        calls = np.array(
            [[(space.place(call.card), call.ordinal) for call in answer] for answer in answers],
            dtype=np.int64,
        )
        sampler = Sampler(*supposed, self._chance)
        trials = PlayoutTrials(supposed, calls_only(calls, space.decks), self.seat, sampler)
        verdict = self._choose(trials, len(answers), self.effort.calls)
        self.thought = self._told("call", [Option((), answer) for answer in answers], verdict)
        return answers[verdict.chosen]

    def _try_plays(self, decision: Decision, answers: Sequence[Play]) -> Play:
        """The play that does best; the first is the rule's."""
        if len(answers) == 1:
            self.thought = self._forced(decision, answers[0])
            return answers[0]
        words = np.array([self.hand.space.words(play) for play in answers], dtype=np.int64)
        verdict = self._choose(self._trials_of(words), len(answers), self.effort.tricks)
        self.thought = self._told(decision, [Option(play) for play in answers], verdict)
        return answers[verdict.chosen]

    def _trials_of(self, plays: Table) -> PlayoutTrials:
        """What tries these plays out now."""
        now, effort = Supposed(self.hand, self.memory), self.effort
        sampler = BelievedSampler(*now, self._chance, effort.sweeps, effort.chains)
        if sum(self.hand.sizes) <= effort.endings:
            return PerfectTrials(now, plays, self.seat, sampler)
        if effort.leaves:
            return LeafTrials(now, plays_only(plays), self.seat, sampler, effort.leaves)
        return PlayoutTrials(now, plays_only(plays), self.seat, sampler)

    def _choose(self, trials: PlayoutTrials | BidTrials, number: int, work: int) -> Verdict:
        verdict = choose(trials, number, self.effort, work)
        self.work += verdict.work
        self.playouts_ns += trials.playouts_ns
        return verdict

    @property
    def _chance(self) -> int:
        """Where the chance of the decision that is due starts."""
        return self._seed * 1_000_003 + self._heard

    def _forced(self, decision: Decision, cards: Play) -> Thought:
        return Thought(decision, (Option(cards),), 0, "forced")

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
                estimate(tried.levels),
                estimate(tried.points),
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
    return msgspec.structs.replace(last, options=options, rule=place, deals=deals)


class StrongBot(SearchBot):
    """Thinks for about a tenth of a second of CPU time about a lead or a follow."""

    name = "strong"
    seconds = 0.1
    effort = Effort(tricks=150_000, bury=750_000, calls=200_000, bids=150_000, sweeps=11, chains=4)


class MasterBot(SearchBot):
    """Thinks for up to a second of CPU time about a lead or a follow, a few about a kitty.

    It plays the last tricks of its playouts perfectly, and looks for a kitty more widely.
    """

    name = "master"
    seconds = 1.0
    effort = Effort(
        tricks=1_500_000,
        bury=16_000_000,
        calls=1_200_000,
        bids=800_000,
        first=32,
        chains=10,
        least=0.02,
        leaves=18,
        kitties=6,
        cards=216,
    )
