"""Meetings of a night as it was really played, and whose turn it is to sit out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.meetings import Meetings, Pair, Sort, Table
from shengji.nights.state import Game, Round


def meetings_in(night: NightFacts) -> Meetings:
    """The meetings in the rounds of a night, and the turns to sit out that people have had.

    People have met who played a hand with each other; at a table of which no hand is known, those
    who sat there. At a table that was stopped before its first hand nobody has met, and its people
    have sat out, unless they played elsewhere in that round.

    Who was not there for some rounds has sat out as often as those who did so least of all who were
    there before and after: to come late is neither a turn to sit out nor a debt of turns. Whoever
    comes while a round is played waits for the next, which is a turn.

    Args:
        night: the night, between two rounds.
    """
    partnered, opposed, larger = Counter[Pair](), Counter[Pair](), Counter[str]()
    turns: dict[str, int] = {}
    before, out = set[str](), frozenset[str]()
    for found in night.rounds:
        tables = [table for game in found.games.values() for table in _tables(game)]
        partnered.update({pair for table in tables for pair in table.partners})
        opposed.update({pair for table in tables for pair in table.opponents})
        larger.update({one for table in tables if table.larger for one in table.seats})
        played = {one for table in tables for one in table.seats}
        out = frozenset(_waited(found)) - played
        _come(turns, before, played | out)
        for one in out:
            turns[one] += 1
        before = played | out
    _come(turns, before, night.here)
    sat_out = {one: times for one, times in turns.items() if times}
    return Meetings(partnered, opposed, sat_out, larger, out)


def _tables(game: Game) -> Iterator[Table]:
    """The tables by who played together: a table becomes several once somebody was replaced."""
    sort: Sort = "friends" if game.played.teams == "friends" else "teams"
    hands = [hand.seats for hand in game.hands if not _struck(hand.entry)]
    if hands or not game.why:
        yield from (Table(seats, sort) for seats in dict.fromkeys(hands or [game.seats]))


def _struck(entry: object) -> bool:
    return isinstance(entry, HandEntry) and entry.void


def _waited(found: Round) -> Iterator[str]:
    """The people without a seat in a round, or with one at a table that was stopped."""
    yield from found.sits_out
    for game in found.games.values():
        yield from game.seats if game.why else ()


def _come(turns: dict[str, int], before: Iterable[str], now: Iterable[str]) -> None:
    """Count those who have come, or come back, as those who have sat out least."""
    known, here = set(before), set(now)
    least = min((turns[one] for one in known & here), default=0)
    for one in here - known:
        turns[one] = max(turns.get(one, 0), least)
