"""The tables of the site at which rounds of a night are played: what their logs tell the night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shengji.game import Event, HandEnded, HandStarted, LandBid, MatchEnded, TrumpMade
from shengji.nights import MatchResult, OnlineHand, ReportHand, ReportMatch
from shengji.nights.acts.act import SERVER
from shengji.nights.state import Game
from shengji.server.database.log import Cause, Stored
from shengji.server.nights.store import OnlineTable
from shengji.server.tables.core.entries import Body, TableEntry, decode_body
from shengji.server.tables.core.records import trump_of
from shengji.server.tables.core.room import Room


class ReportedHand(NamedTuple):
    """A hand that has ended at such a table.

    Attributes:
        ended: its end.
        trump: the events that made its trump.
        absent: the seats whose people were not there during all of it.
    """

    ended: HandEnded
    trump: tuple[Event, ...]
    absent: tuple[int, ...]


class TableReport(NamedTuple):
    """The hands and the end that the log of such a table tells.

    Attributes:
        hands: the hands that have ended.
        end: the end of the match; `None`: it is not over.
    """

    hands: tuple[ReportedHand, ...]
    end: MatchEnded | None


def table_report(stored: Iterable[Stored]) -> TableReport:
    """Read the log of a table of a night; there is one match in it."""
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
    """Presence in a hand: of whoever decides something, or had come and was there when it began.

    Whoever goes away in a hand has been there: nobody undoes a hand by that.
    """

    def __init__(self) -> None:
        self._room = Room()
        self._came = set[str]()
        self._there = set[str]()

    def on_entry(self, body: Body, cause: Cause | None) -> None:
        """Hear of the next entry, and of whose command it comes."""
        if cause is not None:
            self._came.add(cause.person)
            self._there.add(cause.person)
        if isinstance(body, TableEntry):
            self._room.apply(body)
        elif isinstance(body, HandStarted):
            self._there = {
                seat.person
                for seat in self._room.seats
                if seat.person in self._came and seat.player is None
            }

    def absent(self) -> tuple[int, ...]:
        """The seats whose people have not been there in the hand under way."""
        return tuple(
            seat for seat, person in enumerate(self._room.began) if person not in self._there
        )


def reports(told: TableReport, site: OnlineTable, game: Game) -> list[ReportHand | ReportMatch]:
    """The commands that the night has still to hear of a table.

    Each has an id of its own, so that the night hears it once, however often it is told.

    Args:
        told: what the log of the table tells.
        site: the table of the site.
        game: the table of the night, as it stands.
    """
    place = {"round": site.round, "table": site.table, "by": SERVER}
    found: list[ReportHand | ReportMatch] = [
        ReportHand(id=f"{site.site}:{number}", hand=number, result=_hand(hand, game), **place)  # type: ignore[arg-type]
        for number, hand in enumerate(told.hands, site.first + 1)
        if number > len(game.hands)
    ]
    # The server ends what is under way when the round is over; nobody has to hear of that.
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
