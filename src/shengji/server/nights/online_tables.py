"""Reports of the site's tables to a night, derived from the tables' logs."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shengji.game import Event, HandEnded, HandStarted, LandBid, MatchEnded, TrumpMade
from shengji.nights import MatchResult, OnlineHand, ReportHand, ReportMatch
from shengji.nights.acts.act import SERVER
from shengji.nights.state import Game
from shengji.server.database.log import Cause, Stored
from shengji.server.matches.records import trump_of
from shengji.server.nights.store import OnlineTable
from shengji.server.tables.acts.act import TableEntry
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.core.room import Room


class ReportedHand(NamedTuple):
    """A hand that has ended at a table of the site.

    Attributes:
        ended: the event of its end.
        trump: the events that made its trump.
        absent: seats whose players were away during the whole hand.
    """

    ended: HandEnded
    trump: tuple[Event, ...]
    absent: tuple[int, ...]


class TableReport(NamedTuple):
    """The results in the log of a table.

    Attributes:
        hands: the hands that have ended.
        end: the end of the match; `None`: it is not over.
    """

    hands: tuple[ReportedHand, ...]
    end: MatchEnded | None


def table_report(stored: Iterable[Stored]) -> TableReport:
    """Read the results from the log of a night's table, which has one match."""
    hands: list[ReportedHand] = []
    trump: list[Event] = []
    end: MatchEnded | None = None
    there = _Presence()
    for entry in stored:
        body = decode_body(entry.body)
        there.on_entry(body, entry.cause)
        match body:
            case HandStarted():
                trump = [body]
            case TrumpMade() | LandBid():
                trump.append(body)
            case HandEnded():
                hands.append(ReportedHand(body, tuple(trump), there.absent()))
            case MatchEnded():
                end = body
            case _:
                pass
    return TableReport(tuple(hands), end)


class _Presence:
    """Tracks which players were present in a hand.

    A player is present in a hand after acting in it, or if seated in person at its start. Leaving
    later does not count as absence, so that no player can void a hand by leaving.
    """

    def __init__(self) -> None:
        self._room = Room()
        self._came = set[str]()
        self._there = set[str]()

    def on_entry(self, body: Body, cause: Cause | None) -> None:
        """Process the next log entry, and the person whose command caused it."""
        if cause is not None:
            self._came.add(cause.person)
            self._there.add(cause.person)
        if isinstance(body, TableEntry):
            body.apply(self._room)
        elif isinstance(body, HandStarted):
            self._there = {
                seat.person
                for seat in self._room.seats
                if seat.person in self._came and seat.player is None
            }

    def absent(self) -> tuple[int, ...]:
        """The seats whose players have not been present in the current hand."""
        return tuple(
            seat for seat, person in enumerate(self._room.began) if person not in self._there
        )


def reports(told: TableReport, site: OnlineTable, game: Game) -> list[ReportHand | ReportMatch]:
    """The commands that report new results of a table to the night.

    Their ids are stable, so that the night carries out each of them once.

    Args:
        told: the results in the log of the table.
        site: the table of the site.
        game: the present state of the table in the night.
    """
    place = {"round": site.round, "table": site.table, "by": SERVER}
    found: list[ReportHand | ReportMatch] = [
        ReportHand(id=f"{site.site}:{number}", hand=number, result=_hand(hand, game), **place)  # type: ignore[arg-type]
        for number, hand in enumerate(told.hands, site.first + 1)
        if number > len(game.hands)
    ]
    # A match that the server ends with its round, without winners, is not reported.
    if told.end is not None and game.match is None and (told.end.winners or game.ended is None):
        winners = tuple(game.seats[seat] for seat in told.end.winners)
        result = MatchResult(winners=winners, reason=told.end.reason)
        found.append(ReportMatch(id=f"{site.site}:match", result=result, **place))  # type: ignore[arg-type]
    return found


def _hand(told: ReportedHand, game: Game) -> OnlineHand:
    made, ended = trump_of(told.trump), told.ended
    return OnlineHand(
        dealer=game.seats[ended.dealer],
        declarers=tuple(game.seats[seat] for seat in ended.declarers),
        rank=made.rank,
        suit=made.suit,
        points=ended.points,
        winner=ended.winner,
        levels=ended.levels,
        levels_after=ended.levels_after,
        hooked=tuple(game.seats[seat] for seat in ended.hooked),
        fined=tuple(game.seats[seat] for seat in ended.fined),
        absent=tuple(game.seats[seat] for seat in told.absent),
    )
