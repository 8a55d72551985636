"""The tables of the site at which rounds of a night are played: what their logs tell the night."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from shengji.game import Event, HandEnded, HandStarted, LandBid, MatchEnded, TrumpMade
from shengji.nights import MatchResult, OnlineHand, ReportHand, ReportMatch
from shengji.nights.commands import SERVER
from shengji.nights.state import Game
from shengji.server.storage import NightSite
from shengji.server.table import Body
from shengji.server.table.records import trump_of


class Told(NamedTuple):
    """What the log of such a table tells.

    Attributes:
        hands: the hands that have ended, each with the events that made its trump.
        end: the end of the match; `None`: it is not over.
    """

    hands: tuple[tuple[HandEnded, tuple[Event, ...]], ...]
    end: MatchEnded | None


def told_by(bodies: Iterable[Body]) -> Told:
    """What the log of a table of a night tells; there is one match in it."""
    hands: list[tuple[HandEnded, tuple[Event, ...]]] = []
    trump: list[Event] = []
    end: MatchEnded | None = None
    for body in bodies:
        match body:
            case HandStarted():
                trump = [body]
            case TrumpMade() | LandBid():
                trump.append(body)
            case HandEnded():
                hands.append((body, tuple(trump)))
            case MatchEnded():
                end = body
            case _:
                pass
    return Told(tuple(hands), end)


def reports(told: Told, site: NightSite, game: Game) -> list[ReportHand | ReportMatch]:
    """What the night has still to hear of a table.

    Each has an id of its own, so that the night hears it once, however often it is told.

    Args:
        told: what the log of the table tells.
        site: the table of the site.
        game: the table of the night, as it stands.
    """
    place = {"round": site.round, "table": site.table, "by": SERVER}
    found: list[ReportHand | ReportMatch] = [
        ReportHand(id=f"{site.site}:{number}", hand=number, result=_hand(*hand, game), **place)  # type: ignore[arg-type]
        for number, hand in enumerate(told.hands, site.first + 1)
        if number > len(game.hands)
    ]
    # The server ends what is under way when the round is over; nobody has to hear of that.
    if told.end is not None and game.match is None and (told.end.winners or game.ended is None):
        winners = tuple(game.seats[seat] for seat in told.end.winners)
        result = MatchResult(winners=winners, reason=told.end.reason)
        found.append(ReportMatch(id=f"{site.site}:match", result=result, **place))  # type: ignore[arg-type]
    return found


def _hand(ended: HandEnded, trump: tuple[Event, ...], game: Game) -> OnlineHand:
    made = trump_of(trump)
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
    )
