"""Searching players for tests, and hands in the middle."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shengji.bots import Table
from shengji.bots.ruled import RuledBot
from shengji.bots.search.effort import Effort
from shengji.bots.search.searcher import SearchBot
from shengji.game import Command, Phase
from shengji.rules import Rules


class QuickBot(SearchBot):
    """Searches, but not for long."""

    name = "quick"
    efforts: tuple[Effort, ...] = (
        Effort(tricks=1_000, bury=1_500, calls=1_000, bids=1_000, first=4, sweeps=1),
    )


class RuleBot(QuickBot):
    """Knows what a searching player knows, and plays by rule: for hands that tests look into."""

    name = "rule"
    lead = RuledBot.lead
    follow = RuledBot.follow
    bury = RuledBot.bury
    call_friends = RuledBot.call_friends
    show = RuledBot.show
    bid_land = RuledBot.bid_land


def table(rules: Rules, seed: int, bot: type[SearchBot] = QuickBot) -> Table:
    """A table of searching players."""
    bots = {seat: bot(rules, seat, seed + seat) for seat in range(rules.players)}
    return Table(rules, bots, Random(seed))


def turns(table: Table, phases: tuple[Phase, ...] = (Phase.PLAY,)) -> Iterator[SearchBot]:
    """The players whose turn it is, one decision after the other, until the hand is over."""
    while True:
        hand = table.match.hand
        if hand is not None and hand.phase is Phase.ENDED:
            return
        if hand is not None and hand.phase in phases:
            assert hand.turn is not None
            bot = table.bots[hand.turn]
            assert isinstance(bot, SearchBot)
            yield bot
        table.step()


def commands(table: Table) -> list[Command]:
    """The commands of one hand."""
    found: list[Command] = []
    while table.match.hand is None or table.match.hand.phase is not Phase.ENDED:
        command = table.next_command()
        assert command is not None
        found.append(command)
        table.carry_out(command)
    return found
