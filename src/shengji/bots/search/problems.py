"""Decisions as problems: the possible answers, and the trials for them.

The searching players and the review both use this module, so that they try the same answers in the
same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from shengji.bots.deals.belief import BelievedSampler
from shengji.bots.deals.sampler import Sampler
from shengji.bots.ruled import RememberingBot
from shengji.bots.search.bids import NOBODY, Bid, BidTrials
from shengji.bots.search.callings import callings
from shengji.bots.search.effort import MOST_DOUBTED, MOST_LAST, Effort, last_cards
from shengji.bots.search.equals import alike, key_of
from shengji.bots.search.follow_candidates import follows
from shengji.bots.search.hypothetical import (
    Hypothetical,
    after_burying,
    after_calling,
    after_land,
    after_showing,
)
from shengji.bots.search.kitties import kitties
from shengji.bots.search.lead_candidates import leads
from shengji.bots.search.leaves import LeafTrials
from shengji.bots.search.perfect import EndingTrials, PerfectTrials
from shengji.bots.search.trials import PlayoutTrials, calls_only, kitties_with_calls, plays_only
from shengji.bots.search.verdict import Trials
from shengji.cards import Card, minus
from shengji.game import Call, Decision, Shown, due_of
from shengji.game.draw_end import dealer_after
from shengji.game.hand import suit_of
from shengji.play.jit import Matrices
from shengji.play.space import Space

Play = tuple[Card, ...]


class Answer(NamedTuple):
    """A possible answer.

    Attributes:
        cards: the cards to play, bury, show or bid; empty to wait or to pass.
    """

    cards: Play
    calls: tuple[Call, ...] = ()


class Problem(NamedTuple):
    """A decision that is due for a bot.

    Attributes:
        bot: the deciding bot, which has observed all events of its seat.
        answers: the possible answers; a single one is forced.
    """

    bot: RememberingBot
    decision: Decision
    answers: Sequence[Answer]

    def budget(self, effort: Effort) -> int:
        """The work that an effort allows for this decision."""
        match self.decision:
            case "lead" | "follow":
                return effort.tricks
            case "bury":
                return effort.bury
            case "call":
                return effort.calls
            case _:
                return effort.bids

    def trials(self, effort: Effort, chance: int) -> Trials:
        """Make the trials of the answers, on deals drawn from the seed `chance`."""
        match self.decision:
            case "lead" | "follow":
                return self._of_plays(effort, chance)
            case "bury":
                return self._of_kitties(chance)
            case "call":
                return self._of_calls(chance)
            case _:
                return self._of_bids(chance)

    def _of_plays(self, effort: Effort, chance: int) -> Trials:
        hand = self.bot.hand
        words = np.array([hand.space.words(answer.cards) for answer in self.answers])
        now = Hypothetical(hand, self.bot.memory)
        sampler = believed(self.bot, effort, chance)
        most, seat = max(hand.sizes), self.bot.seat
        if most <= last_cards(effort.endings, hand.rules, MOST_LAST):
            return PerfectTrials(now, words, seat, sampler, effort)
        if most <= last_cards(effort.doubted, hand.rules, MOST_DOUBTED):
            return EndingTrials(now, words, seat, sampler, effort)
        if effort.leaves:
            left = last_cards(effort.leaves, hand.rules, MOST_LAST)
            return LeafTrials(now, plays_only(words), seat, sampler, left)
        return PlayoutTrials(now, plays_only(words), seat, sampler)

    def _of_kitties(self, chance: int) -> Trials:
        """Make trials of kitties, each with the friends that the rule would call after it."""
        hand, memory, space = self.bot.hand, self.bot.memory, self.bot.hand.space
        buried = [answer.cards for answer in self.answers]
        after = [after_burying(hand, memory, buried[0])]
        calls: list[tuple[Call, ...]] = [()] * len(buried)
        if hand.rules.calls:
            after += [after_burying(hand, memory, kitty) for kitty in buried[1:]]
            calls = [hypothetical.hand.calls for hypothetical in after]
        held = list(self.bot.cards)
        tried = kitties_with_calls(
            np.array([space.words(minus(held, kitty)) for kitty in buried]),
            np.array([space.words(kitty) for kitty in buried]),
            words_of_calls(space, calls),
        )
        return PlayoutTrials(after[0], tried, self.bot.seat, Sampler(*after[0], chance))

    def _of_calls(self, chance: int) -> Trials:
        hand = self.bot.hand
        hypothetical = after_calling(hand, self.bot.memory, self.answers[0].calls)
        calls = words_of_calls(hand.space, [answer.calls for answer in self.answers])
        tried = calls_only(calls, hand.space.decks)
        return PlayoutTrials(hypothetical, tried, self.bot.seat, Sampler(*hypothetical, chance))

    def _of_bids(self, chance: int) -> Trials:
        bot = self.bot
        make = _land_bid if self.decision == "land" else _declaration
        bids = [make(bot, answer.cards) for answer in self.answers]
        sampler = Sampler(bot.hand, bot.memory, chance)
        return BidTrials(bids, sampler.space, bot.seat, sampler)


def problem_of(
    bot: RememberingBot,
    decision: Decision,
    first: Answer,
    rule: Answer,
    weighed: Iterable[Play] = (),
) -> Problem | None:
    """Make the problem of a due decision; no two of its answers are equivalent.

    Args:
        bot: the deciding bot, which has observed all events of its seat.
        decision: the kind of decision.
        first: the first answer, from which the candidates are derived.
        rule: the rule's answer, which is included.
        weighed: the candidate follows of the rules of play.

    Returns:
        The problem; `None` when the decision cannot be tried.
    """
    match decision:
        case "lead" | "follow":
            return Problem(bot, decision, _plays(bot, decision, first, rule, weighed))
        case "bury":
            if not tries_kitties(bot):
                return None
            return Problem(bot, decision, _kitties(bot, first, rule))
        case "call":
            found = [Answer((), calls) for calls in callings(bot.hand, bot.seat, first.calls)]
            return Problem(bot, decision, list(dict.fromkeys([first, *found, rule])))
        case "land" | "show":
            answers = _bids(bot, decision, first, rule)
            return None if answers is None else Problem(bot, decision, answers)
        case _:
            return None


def tries_kitties(bot: RememberingBot) -> bool:
    """Whether kitties can be tried: not when another player will call friends."""
    return not bot.hand.rules.calls or bot.hand.dealer == bot.seat


def _plays(
    bot: RememberingBot, decision: Decision, first: Answer, rule: Answer, weighed: Iterable[Play]
) -> list[Answer]:
    hand, cards = bot.hand, bot.cards
    if len(cards) == (1 if decision == "lead" else len(first.cards)):
        return [first]
    stand_in = alike(hand, bot.memory, cards)
    if decision == "lead":
        found = leads(hand, bot.memory, stand_in, first.cards)
    else:
        found = follows(cards, stand_in, bot.lead_to_follow, first.cards, weighed)
    plays: dict[object, Play] = {}
    for play in (first.cards, *found, rule.cards):
        plays.setdefault(key_of(stand_in, play), play)
    return [Answer(play) for play in plays.values()]


def _kitties(bot: RememberingBot, first: Answer, rule: Answer) -> list[Answer]:
    space, held = bot.hand.space, list(bot.cards)
    stand_in = alike(bot.hand, bot.memory, held)
    found: dict[object, Play] = {key_of(stand_in, first.cards): first.cards}
    for begin, suits in ((rule, True), (first, False), (rule, False)):
        for kitty in kitties(space, held, stand_in, begin.cards, suits=suits):
            found.setdefault(key_of(stand_in, kitty), kitty)
    return [Answer(kitty) for kitty in found.values()]


def _bids(
    bot: RememberingBot, decision: Decision, first: Answer, rule: Answer
) -> list[Answer] | None:
    """The possible bids, assuming no later ones; `None` with friends."""
    hand, sort = bot.hand, bot.hand.space.sort
    lies = hand.shown[-1] if hand.shown else None
    if hand.rules.calls or (decision == "show" and lies is None and not first.cards):
        return None
    due = due_of(hand, bot.seat)
    options = () if due is None or due.decision != decision else due.options
    waits: list[Play] = [] if decision == "show" and lies is None else [()]
    found: dict[Play, Play] = {}
    for cards in (first.cards, rule.cards, *waits, *options):
        found.setdefault(tuple(sort(cards)), cards)
    return [Answer(cards) for cards in found.values()]


def _land_bid(bot: RememberingBot, cards: Play) -> Bid:
    return Bid(after_land(bot.hand, bot.memory, cards), bot.seat if cards else NOBODY)


def _declaration(bot: RememberingBot, cards: Play) -> Bid:
    shown = None
    if cards:
        dealer = dealer_after(bot.hand, bot.seat, cards)
        shown = Shown(bot.seat, "override", cards, suit_of(cards), dealer)
    hypothetical = after_showing(bot.hand, bot.memory, shown)
    assert hypothetical.hand.dealer is not None
    return Bid(hypothetical, hypothetical.hand.dealer)


def believed(bot: RememberingBot, effort: Effort, chance: int) -> BelievedSampler:
    """The sampler of deals that a bot's seat cannot rule out at a lead or a follow."""
    return BelievedSampler(
        bot.hand, bot.memory, chance, effort.sweeps, effort.chains, buries=effort.buries
    )


def words_of_calls(space: Space, answers: Sequence[Sequence[Call]]) -> Matrices:
    """Sets of calls, each of the same size, in the layout of `Answers.calls`."""
    rows = [[(space.place(call.card), call.ordinal) for call in calls] for calls in answers]
    return np.array(rows, dtype=np.int64).reshape(len(answers), -1, 2)
