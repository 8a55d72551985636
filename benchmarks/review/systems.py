"""The systems that are looked at, and hands of bots in them."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from shengji.bots import Table, make_bot
from shengji.game import Event, view
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


def played_hand(rules: Rules, bot: str, seed: int) -> Record:
    """The record of a hand of bots."""
    events: list[Event] = []
    bots = {seat: make_bot(bot, rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), events.append)
    table.play_hand()
    return recorded(table, events)


def recorded(table: Table, events: list[Event]) -> Record:
    """The record of what happened at a table of bots."""
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
