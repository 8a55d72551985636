"""Records to test with: matches of random bots, and files made of lines."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from pathlib import Path
from random import Random

from shengji.bots import RandomBot, Table
from shengji.game import Event, Match, view
from shengji.record import Header, RecordWriter, header_of
from shengji.record.lines import encode
from shengji.rules import rules_from

SYSTEMS: dict[str, dict[str, object]] = {
    "tractor": {},
    "one deck": {"decks": 1, "last_level": "2"},
    "three decks": {"decks": 3, "throw_penalty": "per-unit"},
    "six players": {"players": 6, "decks": 3, "first_drawer": "random"},
}


@cache
def played(system: str, seed: int = 1, hands: int = 2) -> tuple[Header, tuple[Event, ...], Match]:
    """Some hands of random bots: what a record of them has, and the match that they made."""
    rules = rules_from(SYSTEMS[system])
    events: list[Event] = []
    bots = {seat: RandomBot(rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), told=events.append)
    for _ in range(hands):
        if table.match.winners is None:
            table.play_hand()
    return header_of(rules, [f"bot {s}" for s in bots], seed=seed), tuple(events), table.match


def seen(seat: int | None, system: str = "tractor") -> tuple[Header, list[Event]]:
    """The same as a seat or an onlooker sees it."""
    header, events, _ = played(system)
    rules = rules_from(header.rules)
    return header_of(rules, header.seats, seen_by=seat), [view(event, seat) for event in events]


def write(path: Path, header: Header, events: Iterable[Event]) -> Path:
    with RecordWriter(path, header) as writer:
        for event in events:
            writer.write(event)
    return path


def lines(header: Header, events: Iterable[Event]) -> list[bytes]:
    """The lines of a record, without their ends."""
    return [encode(line)[:-1] for line in (header, *events)]


def state(match: Match) -> object:
    """Everything about a match that can be compared."""
    hand = match.hand
    of_hand = None if hand is None else (
        hand.number, hand.rank, hand.dealer, hand.first, hand.phase, hand.turn, hand.drawn,
        hand.hands, hand.sizes, hand.shown, hand.trump, hand.turned, hand.kitty, hand.taken,
        hand.penalty, hand.failed, hand.result, hand.opponents_points,
        [(t.leader, t.plays, t.winner, t.points, t.lead.reading) for t in hand.tricks],
        hand.trick and (hand.trick.leader, hand.trick.plays, hand.trick.lead.reading),
    )  # fmt: skip
    return match.levels, match.dealer, match.hands, match.winners, of_hand
