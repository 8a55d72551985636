"""A table asks its bots what is due of them, as it stands at that moment."""

from __future__ import annotations

from random import Random

import pytest

from shengji.bots import Bot, RandomBot, Table
from shengji.cards import Card
from shengji.game import Command, Due, Phase, due_of
from shengji.rules import PRESETS, SYSTEMS, Rules, random_rules
from tests.game.kit import cards, stack, start
from tests.seeds import trials

EVERY = [
    *(PRESETS[name].rules for name in SYSTEMS),
    Rules(pause_after_draw=False),
    *map(random_rules, map(Random, trials(20))),
]


class Checking(Table):
    """A table that compares what it asks with what is due.

    Attributes:
        asked: every question whether to show.
    """

    def __init__(self, rules: Rules, bots: dict[int, Bot], chance: Random) -> None:
        super().__init__(rules, bots, chance)
        self.asked: list[Due] = []

    def ask(self, due: Due) -> Command | None:
        """As `Table.ask`."""
        assert self.match.hand is not None
        assert due == due_of(self.match.hand, due.seat)
        if due.decision == "show":
            self.asked.append(due)
        return super().ask(due)


@pytest.mark.parametrize("number", range(len(EVERY)))
def test_bots_are_asked_what_is_due(number: int) -> None:
    rules = EVERY[number]
    seats = range(rules.players)
    bots: dict[int, Bot] = {seat: RandomBot(rules, seat, number + seat) for seat in seats}
    table = Checking(rules, bots, Random(number))
    for _ in range(3):
        if table.match.winners is None:
            table.play_hand()
    assert table.asked


def test_what_may_be_shown_at_once_only_is_not_offered_later() -> None:
    """Z21 §3.5.5: who was overridden may reinforce "immediately after" it."""
    rules = Rules(late_reinforcement=True)
    bots: dict[int, Bot] = {seat: Showing(rules, seat) for seat in range(4)}
    bots[0], bots[1] = Showing(rules, 0, cards("2H")), Showing(rules, 1, cards("2D 2D"))
    table = Checking(rules, bots, Random(1))
    table.do(start(rules, stack(rules, {0: "2H 2H", 1: "2D 2D", 2: "5C", 3: "5S"})))
    while table.match.hand is None or table.match.hand.phase is Phase.DRAW:
        table.step()
    offered = [due.last for due in table.asked if due.seat == 0]
    assert offered.count(True) == 1
    assert [showing.seat for showing in table.match.hand.shown] == [0, 1]


class Showing(RandomBot):
    """Shows these cards as soon as it may, and no others."""

    def __init__(self, rules: Rules, seat: int, wanted: tuple[Card, ...] = ()) -> None:
        super().__init__(rules, seat)
        self._wanted = wanted

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """Show the cards, where they may be shown."""
        return self._wanted if self._wanted in options else None
