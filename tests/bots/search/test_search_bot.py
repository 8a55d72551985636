"""The searching player: legal, the same again, honest, and able to say why."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import numpy as np
import pytest

from shengji.bots import Table
from shengji.bots.bot import LeadChoice
from shengji.bots.ruled import RuledBot
from shengji.bots.ruled.calls import choose_calls
from shengji.bots.search.equals import alike
from shengji.bots.search.estimates import Answers
from shengji.bots.search.hypothetical import after_burying
from shengji.bots.search.searcher import MasterBot, SearchBot, StrongBot
from shengji.bots.search.trials import kitties_with_calls
from shengji.bots.search.verdict import Verdict, choose
from shengji.bots.thought import Thought
from shengji.game import Bury, CallFriends, Command, Due, Phase, Play
from shengji.rules import Rules, rules_from
from shengji.rules.random_rules import random_rules
from tests.bots.search.players import QuickBot, RuleBot, commands, table, turns
from tests.cases import cases
from tests.seeds import trials

CASES = [Rules(), Rules(decks=3), Rules(teams="friends", players=5), Rules(land=True)]
SHORT = [
    Rules(kitty=56),
    Rules(decks=3, kitty=58),
    Rules(teams="friends", players=5, kitty=58),
    Rules(land=True, kitty=56),
]
"""The same with shorter hands."""


@pytest.mark.parametrize("seed", trials(20))
def test_a_hand_under_random_rules(seed: int) -> None:
    at = table(random_rules(Random(seed)), seed)
    assert at.play_hand().levels >= 0


class WatchfulTable(Table):
    """A table at which nobody may change what they see by thinking about it."""

    def ask(self, due: Due) -> Command | None:
        before = self._seen_by(due.seat)
        command = super().ask(due)
        assert self._seen_by(due.seat) == before, due.decision
        return command

    def _seen_by(self, seat: int) -> object:
        bot = self.bots[seat]
        assert isinstance(bot, SearchBot)
        hand = bot.hand
        own = {"hands": hand.hands, "kitty": hand.kitty, "result": hand.result}
        every = {**vars(hand), **own, **vars(bot.memory)}
        # What begins with a dash is only kept so as not to be worked out again.
        return {name: repr(value) for name, value in every.items() if name[0] != "_"}


@pytest.mark.parametrize("rules", cases([*CASES, Rules(decks=1)], CASES[0], CASES[2]))
def test_to_think_changes_nothing(rules: Rules) -> None:
    overrides = 0
    for seed in range(40 if rules.deck_count > 2 else 4):
        bots = {seat: QuickBot(rules, seat, seed + seat) for seat in range(rules.players)}
        table = WatchfulTable(rules, bots, Random(seed))
        while table.match.hand is None or table.match.hand.phase is Phase.DRAW:
            table.step()
        overrides += any(bot.work for bot in bots.values())
        if seed == 0:
            table.play_hand()
    # Whether to override is tried once all cards are drawn; with three decks it is often possible.
    assert overrides or rules.deck_count < 3


class TwiceBot(QuickBot):
    """Looks again."""

    efforts = (*QuickBot.efforts, *QuickBot.efforts)


@pytest.mark.parametrize(
    ("number", "bot"), [(0, TwiceBot), (1, QuickBot), (2, QuickBot), (3, TwiceBot)]
)
def test_every_decision_says_why(number: int, bot: type[SearchBot]) -> None:
    at = table(SHORT[number], 5, bot)
    kinds = set()
    while at.match.hand is None or at.match.hand.phase is not Phase.ENDED:
        command = at.next_command()
        assert command is not None
        if isinstance(command, Play | Bury | CallFriends):
            thought = at.bots[command.seat].explain()
            assert isinstance(thought, Thought)
            kinds.add(thought.decision)
            first = thought.options[0]
            if isinstance(command, CallFriends):
                assert first.calls == command.calls
            else:
                assert Counter(first.cards) == Counter(command.cards)
            if thought.decided == "search":
                assert thought.rule not in (None, 0)
                assert first.levels is not None
                assert first.deals > 0
            if thought.decided == "anchor":
                assert thought.rule == 0
        at.carry_out(command)
    assert {"bury", "lead", "follow"} <= kinds


def test_a_kitty_found_in_rounds_is_set_against_the_rules_own(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def always_better(*asked: Any) -> Verdict:
        return choose(*asked)._replace(chosen=1, decided="search", deals=10)

    monkeypatch.setattr("shengji.bots.search.searcher.choose", always_better)
    bot = next(turns(table(Rules(), 2), (Phase.BURY,)))
    rule = RuledBot.bury(bot)
    chosen, thought = bot.bury(), bot.explain()
    assert thought is not None and thought.rule is not None
    assert Counter(chosen) != Counter(rule)
    assert thought.options[0].cards == chosen
    assert Counter(thought.options[thought.rule].cards) == Counter(rule)
    assert thought.options[thought.rule].deals > 0
    assert thought.deals == 10 * bot.efforts[0].kitties


def test_kitties_are_tried_with_the_calls_that_follow_them(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A player who empties another suit calls another friend."""
    tried: list[Answers] = []

    def watched(*tables: Any) -> Answers:
        tried.append(kitties_with_calls(*tables))
        return tried[-1]

    monkeypatch.setattr("shengji.bots.search.problems.kitties_with_calls", watched)
    several = 0
    for seed in range(4):
        bot = next(turns(table(rules_from("finding-friends"), seed), (Phase.BURY,)))
        space = bot.hand.space
        bot.bury()
        for answers in tried:
            for kitty, calls in zip(answers.kitties, answers.calls, strict=True):
                after = after_burying(bot.hand, bot.memory, tuple(space.cards(kitty)))
                wanted = choose_calls(after.hand, bot.seat)
                assert calls.tolist() == [[space.place(c.card), c.ordinal] for c in wanted]
            several += len(np.unique(answers.calls, axis=0)) > 1
        tried.clear()
    assert several


class LateBot(RuleBot):
    """Searches when few cards are left."""

    def lead(self) -> LeadChoice:
        return (QuickBot if len(self.cards) < 6 else RuleBot).lead(self)


def test_only_who_leads_the_last_card_has_no_choice() -> None:
    """To lead all that is left is a choice, as long as it is several cards that differ."""
    whole = 0
    for bot in (bot for seed in range(24) for bot in turns(table(SHORT[0], seed, LateBot))):
        if bot.hand.trick is None and len(bot.cards) < 6:
            rule = RuledBot.lead(bot).cards
            bot.lead()
            thought = bot.explain()
            assert thought is not None
            differ = set(alike(bot.hand, bot.memory, bot.cards).values())
            assert thought.decided == "forced" or len(bot.cards) > 1
            assert thought.decided != "forced" or len(differ) == 1
            if len(rule) == len(bot.cards) > 1:
                whole += 1
                assert len(thought.options) > 1 and thought.options[0].deals > 0
    assert whole > 3


class HopelessBot(QuickBot):
    """Looks again, and never trusts what it finds."""

    efforts = (*QuickBot.efforts, QuickBot.efforts[0]._replace(confidence=float("inf")))


@pytest.mark.parametrize("number", cases(range(len(SHORT)), 0, 2))
def test_same_seed_same_play_and_a_second_look_begins_with_what_the_first_has_found(
    number: int,
) -> None:
    assert commands(table(SHORT[number], 3, HopelessBot)) == commands(table(SHORT[number], 3))


def test_the_stronger_looks_again_and_thinks_more() -> None:
    first, second = MasterBot.efforts
    assert (first,) == StrongBot.efforts
    for work in ("tricks", "bury", "calls", "bids"):
        assert getattr(second, work) > 2 * getattr(first, work)
    assert second.leaves > first.leaves


@pytest.mark.parametrize("bot", [StrongBot, MasterBot])
def test_a_larger_deck_takes_no_longer(bot: type[SearchBot]) -> None:
    few, many = Rules(decks=1), Rules(teams="friends", players=12, decks=6)
    assert bot(few, 0).efforts == bot(Rules(), 0).efforts == bot.efforts
    for effort, less in zip(bot.efforts, bot(many, 0).efforts, strict=True):
        assert less == effort.times((effort.cards / len(many.deck)) ** 2)
        assert less.tricks < effort.tricks
    (strong,), (first, second) = (
        StrongBot(Rules(decks=3), 0).efforts,
        MasterBot(Rules(decks=3), 0).efforts,
    )
    assert strong == first != MasterBot.efforts[0]
    assert second == MasterBot.efforts[1]
