"""The rule players say what they considered, and what they answered is the first of it."""

from __future__ import annotations

from collections import Counter, defaultdict
from random import Random

import pytest

from shengji.bots import Bot, Table
from shengji.bots.policy.judge import IN_VAIN
from shengji.bots.ruled import EasyBot, RuledBot
from shengji.bots.ruled.answer_values import options_of
from shengji.bots.thought import Thought
from shengji.cards import Card, read_cards
from shengji.game import AnswerRedeal, CallFriends, Command, Decision, Due
from shengji.rules import Rules

CASES = [
    Rules(redeal_points=50, redeal_limit=9),
    Rules(land=True, land_bidders="all"),
    Rules(teams="friends", players=5),
    Rules(decks=3),
]
COMPARED = {"show", "redeal", "land", "lead", "follow"}
"""The decisions in which the rules of play compare answers; a kitty and calls are made at once."""


class Asking(Table):
    """Keeps each answer with what the bot says of it."""

    def __init__(self, rules: Rules, kind: type[Bot], seed: int) -> None:
        bots = {seat: kind(rules, seat, seed + seat) for seat in range(rules.players)}
        super().__init__(rules, bots, Random(seed))
        self.found = defaultdict[Decision, list[tuple[Command | None, Thought]]](list)

    def ask(self, due: Due) -> Command | None:
        command = super().ask(due)
        thought = self.bots[due.seat].explain()
        assert thought is not None and thought.decision == due.decision
        self.found[due.decision].append((command, thought))
        return command


def answers(
    rules: Rules, kind: type[Bot], hands: int = 6
) -> dict[Decision, list[tuple[Command | None, Thought]]]:
    """The answers of bots of a kind in some hands, by what was decided."""
    found = defaultdict[Decision, list[tuple[Command | None, Thought]]](list)
    for seed in range(hands):
        table = Asking(rules, kind, seed)
        table.play_hand()
        for decision, each in table.found.items():
            found[decision] += each
    return found


def first_is_the_answer(command: Command | None, thought: Thought) -> None:
    first = thought.options[0]
    match command:
        case AnswerRedeal():
            assert bool(first.cards) == command.wanted
        case CallFriends():
            assert first.calls == command.calls
        case _:
            cards: tuple[Card, ...] = getattr(command, "cards", ())
            assert Counter(first.cards) == Counter(cards)


@pytest.mark.parametrize("rules", CASES)
def test_what_was_considered_is_told_the_best_first(rules: Rules) -> None:
    several = set()
    for decision, each in answers(rules, RuledBot).items():
        for answer, thought in each:
            first_is_the_answer(answer, thought)
            assert thought.rule == 0 and thought.decided in {"rule", "forced"}
            cards = [tuple(sorted(map(str, option.cards))) for option in thought.options]
            assert len(set(cards)) == len(cards)
            behind = [o.behind for o in thought.options if o.behind is not None]
            assert behind[1:] == sorted(behind[1:])
            if len(cards) > 1:
                several.add(decision)
                # People may expect another answer that is as good.
                assert behind[0] == 0.0 or (decision in {"lead", "follow"} and behind[0] < 1.0)
    assert {"show", "lead", "follow"} <= several <= COMPARED
    assert "redeal" in several or rules.redeal_points is None
    assert "land" in several or not rules.land


def test_who_slips_says_so() -> None:
    slips = 0
    for decision, each in answers(Rules(), EasyBot).items():
        for answer, thought in each:
            first_is_the_answer(answer, thought)
            if thought.decided == "slip":
                slips += 1
                assert decision in {"lead", "follow"}
                slip, rule = thought.options[:2]
                assert thought.rule == 1
                assert Counter(slip.cards) != Counter(rule.cards)
                assert rule.behind in (0.0, None)
    assert slips > 3


def test_what_is_out_of_the_question_is_not_compared() -> None:
    """To answer a call in vain: no number says how bad that is."""
    ace, king = read_cards("AS"), read_cards("KS")
    worth = {tuple(ace): -0.3 - IN_VAIN, tuple(king): -0.1, (): -0.2}
    told = [(option.cards, option.behind) for option in options_of(worth)]
    assert told == [(tuple(king), 0.0), ((), pytest.approx(0.1)), (tuple(ace), None)]
