"""The systems that are looked at, and hands of bots in them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from shengji.bots import Bot, Table, make_bot
from shengji.game import Command, Event, Match, view
from shengji.record import Record, header_of
from shengji.review.reviewer import Reviewer
from shengji.rules import Rules, rules_from
from shengji.rules.presets import PRESETS

OWN: dict[str, dict[str, object]] = {
    "land": {"land": True},
    "four-friends": {"teams": "friends", "players": 4},
    "four-decks": {"decks": 4},
}
"""Systems of the family that no preset stands for, as in a record."""
SYSTEMS = (*PRESETS, *OWN)


def rules_of(system: str) -> Rules:
    """The rules of a system by its name."""
    return rules_from(OWN.get(system, {"preset": system}))


def own_seed(*named: object) -> int:
    """Where chance starts for what is named so, and for nothing else."""
    return Random(" ".join(map(str, named))).getrandbits(32)


Change = Callable[[Command, Sequence[Reviewer], Match, int], Command]
"""The change to a bot's decision, or the decision itself: it is told the bot's command, the
reviewer of each seat just before it, the match, and how many events there have been."""


def played_hand(rules: Rules, bot: str, seed: int) -> Record:
    """The record of a hand of bots."""
    events: list[Event] = []
    table = Table(rules, _bots(rules, bot, seed), Random(seed), events.append)
    table.play_hand()
    return _recorded(table, events)


def changed_hand(
    rules: Rules, bot: str, seed: int, depth: float, chance: Random, change: Change
) -> Record:
    """The record of a hand of bots that do something else now and then.

    Args:
        rules: what is played.
        bot: who plays.
        seed: where the chance of bots and reviewers starts.
        depth: how many times as much as `strong` the reviewers think.
        chance: shuffles the cards.
        change: says what is done instead.
    """
    events: list[Event] = []
    watching = [Reviewer(rules, seat, seed, depth) for seat in range(rules.players)]

    def tell(event: Event) -> None:
        events.append(event)
        for watcher in watching:
            watcher.observe(view(event, watcher.seat))

    table = Table(rules, _bots(rules, bot, seed), chance, tell)
    while table.match.hand is None or not table.match.hand.result:
        command = table.next_command()
        assert command is not None
        table.carry_out(change(command, watching, table.match, len(events)))
    return _recorded(table, events)


def _bots(rules: Rules, bot: str, seed: int) -> dict[int, Bot]:
    return {seat: make_bot(bot, rules, seat, seed + seat) for seat in range(rules.players)}


def _recorded(table: Table, events: Sequence[Event]) -> Record:
    rules = table.match.rules
    header = header_of(rules, [f"bot {seat}" for seat in table.bots])
    return Record(header, rules, tuple(events), table.match)


def watched(record: Record, seed: int, depth: float) -> Iterator[tuple[int, list[Reviewer]]]:
    """Each event of a hand by its number, from 1, with a reviewer in each seat just before it."""
    seats = range(record.rules.players)
    watching = [Reviewer(record.rules, seat, seed, depth) for seat in seats]
    for number, event in enumerate(record.events, 1):
        yield number, watching
        for watcher in watching:
            watcher.observe(view(event, watcher.seat))
