"""Meetings of a night as it was actually played, and the turns of its people to sit out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from shengji.nights.entries import HandEntry
from shengji.nights.facts import NightFacts
from shengji.nights.meetings import Meetings, Pair, Sort, Table
from shengji.nights.state import Game, Round


def meetings_in(night: NightFacts) -> Meetings:
    """The meetings in the rounds of a night, and the number of turns that people have sat out.

    People have met if they played a hand together; at a table without a known hand, if they sat
    there. At a table stopped before its first hand no pair has met, and its people count as sitting
    out unless they played at another table of that round.

    A person who missed rounds counts as having sat out as often as the person present before and
    after who did so least: coming late is neither a turn nor a debt of turns. A person who arrives
    during a round waits for the next one, which counts as a turn.

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
    """The tables by line-up: a game with a replaced player becomes several tables."""
    sort: Sort = "friends" if game.played.teams == "friends" else "teams"
    hands = [hand.seats for hand in game.hands if not _struck(hand.entry)]
    if hands or not game.why:
        yield from (Table(seats, sort) for seats in dict.fromkeys(hands or [game.seats]))


def _struck(entry: object) -> bool:
    return isinstance(entry, HandEntry) and entry.void


def _waited(found: Round) -> Iterator[str]:
    """The people without a seat in a round, or at a table that was stopped early."""
    yield from found.sits_out
    for game in found.games.values():
        yield from game.seats if game.why else ()


def _come(turns: dict[str, int], before: Iterable[str], now: Iterable[str]) -> None:
    """Raise the turns of people who arrive to the lowest number of the people who stayed."""
    known, here = set(before), set(now)
    least = min((turns[one] for one in known & here), default=0)
    for one in here - known:
        turns[one] = max(turns.get(one, 0), least)
