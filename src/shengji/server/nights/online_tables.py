"""A night's tables on the site: opened, dismissed, and read for the results that they report."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shengji.forms import strictly
from shengji.game import Event, HandEnded, HandStarted, LandBid, MatchEnded, TrumpMade
from shengji.nights import MatchResult, Night, NightEvent, OnlineHand, ReportHand, ReportMatch
from shengji.nights.acts.act import SERVER
from shengji.nights.acts.clocks import Reopened
from shengji.nights.acts.seats import RoundDrawn, TablesMerged
from shengji.nights.scorekeeping import play_through
from shengji.nights.state import BOT, Game
from shengji.server.database.errors import ElsewhereError
from shengji.server.database.log import Cause, Stored
from shengji.server.matches.records import trump_of
from shengji.server.nights.store import OnlineTable
from shengji.server.rules.sheets import rules_state
from shengji.server.tables.acts.act import Actor, TableEntry
from shengji.server.tables.acts.hosting import RulesSet
from shengji.server.tables.acts.seating import assigned_opening
from shengji.server.tables.core.entries import Body, decode_body
from shengji.server.tables.core.room import Room
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.live.live_table import LiveTable
from shengji.server.tables.state import Pace, Settings


class ReportedHand(NamedTuple):
    """A hand that has ended at a table of the site.

    Attributes:
        trump: the events that made its trump.
        absent: seats whose players were away during the whole hand.
    """

    ended: HandEnded
    trump: tuple[Event, ...]
    absent: tuple[int, ...]


class TableReport(NamedTuple):
    """The results in the log of a table.

    Attributes:
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


def reports(report: TableReport, site: OnlineTable, game: Game) -> list[ReportHand | ReportMatch]:
    """The commands that report new results of a table to the night.

    Their ids are stable, so that the night carries out each of them once.

    Args:
        report: the results in the log of the table.
        site: the table of the site.
        game: the present state of the table in the night.
    """
    place = {"round": site.round, "table": site.table, "by": SERVER}
    found: list[ReportHand | ReportMatch] = [
        ReportHand(id=f"{site.site}:{number}", hand=number, result=_hand(hand, game), **place)  # type: ignore[arg-type]
        for number, hand in enumerate(report.hands, site.first + 1)
        if number > len(game.hands)
    ]
    # A match that the server ends with its round, without winners, is not reported.
    end = report.end
    if end is not None and game.match is None and (end.winners or game.ended is None):
        winners = tuple(game.seats[seat] for seat in end.winners)
        result = MatchResult(winners=winners, reason=end.reason)
        found.append(ReportMatch(id=f"{site.site}:match", result=result, **place))  # type: ignore[arg-type]
    return found


def _hand(reported: ReportedHand, game: Game) -> OnlineHand:
    made, ended = trump_of(reported.trump), reported.ended
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
        absent=tuple(game.seats[seat] for seat in reported.absent),
    )


def games_after(night: Night, event: NightEvent) -> list[Game]:
    """The tables of a night that need a new table of the site after an event, if played online.

    Args:
        night: the night before the event.
        event: the event.
    """
    match event:
        case RoundDrawn():
            return [Game.of(event.round, seating) for seating in event.tables]
        case TablesMerged():
            return [Game.of(event.round, event.seating)]
        case Reopened() if event.round:
            # The end of the round dismissed the tables of the site.
            found = night.rounds[event.round - 1]
            return [
                game
                for game in found.games.values()
                if game.ended == found.ended and not game.why and game.match is None
            ]
        case _:
            return []


def askers_of(night: Night, game: Game) -> list[Actor | None]:
    """The people of a table, by seat, as actors on the site; `None`: a bot."""
    people = [night.people[one] for one in game.seats]
    return [
        None if at.id == BOT else Actor(at.account or at.id, at.name, bool(at.account))
        for at in people
    ]


def night_settings(title: str, *, rated: bool, pace: Pace) -> Settings:
    """The settings for a table of a night; rated nights use those of rated tables.

    The table does not rate the match itself: the night rates its hands, together with hands that
    were played with real cards.

    Args:
        title: the title of the table.
        rated: whether its hands count for ratings.
        pace: the speed of the deal and of bots.
    """
    plain = Settings(title=title[:40], private=True, pace=pace, take_over=False)
    return strictly(plain) if rated else plain


async def open_site(hub: Hub, night: Night, site: OnlineTable, game: Game) -> LiveTable:
    """The table of the site for a table of the night, opened if necessary."""
    title = f"{night.settings.title[:34]} {site.table}".strip()
    settings = night_settings(title, rated=game.rated, pace=hub.night_pace)
    before = play_through(game, site.first).standings if site.first else ()
    levels = tuple(at.level for at in before)
    people = askers_of(night, game)
    going_on = RulesSet(rules_state(game.played).given, levels) if levels else None
    bodies = assigned_opening(
        site.site,
        game.played,
        settings,
        people,
        host=next(one.person for one in people if one is not None),
        night=night.id,
        going_on=going_on,
    )
    try:
        return await hub.open_appointed(site.site, bodies)
    except ElsewhereError:
        # A night and its tables move between servers together.
        return await hub.seize(site.site) or await hub.open_appointed(site.site, bodies)


async def dismiss_site(hub: Hub, site: OnlineTable) -> None:
    """End play at a table of the site, and free its people."""
    try:
        live = await hub.get(site.site)
    except ElsewhereError:
        live = await hub.seize(site.site)
    if live is not None:
        await live.dismiss()
