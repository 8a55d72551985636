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
from shengji.rules import Rules, rules_from

SYSTEMS: dict[str, dict[str, object]] = {
    "tractor": {},
    "one deck": {"decks": 1, "last_level": "2"},
    "three decks": {"decks": 3, "throw_penalty": "per-unit"},
    "six players": {"players": 6, "decks": 3, "first_drawer": "random"},
    "friends": {"teams": "friends", "players": 6, "red_fives": "hearts"},
}
"""Systems whose records are tried in every way."""

FAMILY: dict[str, dict[str, object]] = {
    **SYSTEMS,
    "forty points": {"preset": "forty-points"},
    "club": {"preset": "zhang-2016", "hooks": ["J", "Q", "A"], "first_level": "J"},
    "must beat": {"preset": "pagat"},
    "older article": {"preset": "wikipedia-2014", "decks": 3, "throw_penalty": "per-card"},
    "first to declare": {"preset": "wikipedia-2023", "joker_additions": "any"},
    "four friends": {"teams": "friends", "players": 4, "later_dealer": "draw"},
    "twelve friends": {"teams": "friends", "players": 12, "throw_penalty": "flat"},
    "kitty shown": {"kitty_shown": True, "throws": False, "side_suit_halves": True},
    "own ranks": {
        "later_dealer": "draw",
        "first_level": "Q",
        "decks": 3,
        "rank_overrides": "once",
    },
    "land": {"land": True, "players": 6, "decks": 5},
    "land for all": {
        "land": True,
        "land_bidders": "all",
        "teams": "friends",
        "players": 5,
        "decks": 4,
    },
    "asked again": {
        "redeal_no_trumps": True,
        "redeal_points": 50,
        "redeal_limit": 4,
        "redeal_starter": "requester",
        "redeal_dealer": "open",
    },
    "dealt again": {
        "decks": 1,
        "kitty": 38,
        "no_bid": "first-card",
        "no_bid_joker": "deal-again",
        "no_bid_first_hand": "deal-again",
    },
    "laps": {
        "after_last_level": "wrap",
        "first_level": "K",
        "auto_level": True,
        "teams": "friends",
        "players": 6,
    },
    "captured": {
        "hooks": ["J", "Q", "A"],
        "hook_card": "capture",
        "hook_needs_win": False,
        "first_level": "Q",
        "red_fives": "hearts-and-diamonds",
        "red_five_penalty": "levels",
    },
    "tried": {"must_play": ["3", "5"], "must_play_win": False, "winning": "pass"},
    "skipping": {"consecutive": "skip-played", "late_reinforcement": True},
}
"""Rules under which everything that can be recorded happens."""


@cache
def played(system: str, seed: int = 1, hands: int = 2) -> tuple[Header, tuple[Event, ...], Match]:
    """Some hands of random bots: what a record of them has, and the match that they made."""
    return some_hands(rules_from(FAMILY[system]), seed, hands)


def some_hands(rules: Rules, seed: int, hands: int) -> tuple[Header, tuple[Event, ...], Match]:
    """As `played`, under any rules."""
    events: list[Event] = []
    bots = {seat: RandomBot(rules, seat, seed + seat) for seat in range(rules.players)}
    table = Table(rules, bots, Random(seed), on_event=events.append)
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
        hand.number, hand.ranks, hand.levels, hand.dealer, hand.first, hand.phase, hand.turn,
        hand.redeals, hand.drawn, hand.hands, hand.sizes, hand.shown, hand.trump, hand.turned,
        hand.buried_by, hand.kitty, hand.land, hand.calls, hand.answers, hand.joined, hand.played,
        hand.taken, hand.discarded, hand.paid, hand.captures, hand.penalty, hand.failed,
        hand.claimed, hand.claims, hand.result, hand.opponents_points,
        [(t.leader, t.plays, t.winner, t.points, t.lead.reading) for t in hand.tricks],
        hand.trick and (hand.trick.leader, hand.trick.plays, hand.trick.lead.reading),
    )  # fmt: skip
    return match.standings, match.dealer, match.first, match.hands, match.winners, of_hand
