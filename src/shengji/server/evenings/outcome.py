"""The hands of an evening, read from the log of its table: who played, and how the levels went."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

import msgspec

from shengji.cards import Rank
from shengji.game import HandEnded
from shengji.rules import Rules, describe_rules
from shengji.rules.bounds import Count, Levels, Seat, Seats
from shengji.server.database.log import Stored
from shengji.server.tables.core.entries import decode_body
from shengji.server.tables.core.match_reader import FinishedMatch, MatchReader


class Side(msgspec.Struct, frozen=True):
    """A side on an evening; where friends are called each seat is one.

    Attributes:
        seats: its seats.
        before: its level when the evening began; `after`: when it was over.
        gained: how many levels it went up by.
    """

    seats: Seats
    before: Rank
    after: Rank
    gained: Count


class Carried(msgspec.Struct, frozen=True):
    """A match that goes on the next time.

    Attributes:
        rules: by which it was played, as `rules_from` reads them.
        levels: the level of each seat.
        dealer: who deals next.
    """

    rules: dict[str, Any]
    levels: Levels
    dealer: Seat | None


class EveningPlayed(msgspec.Struct, frozen=True):
    """The outcome of an evening.

    Attributes:
        hands: how many hands were played.
        sides: the sides; none: none was played.
        won: the matches that were won, each by the numbers of the seats that won it.
        carried: how the last match stands; `None`: it is over.
    """

    hands: Count
    sides: tuple[Side, ...]
    won: tuple[Seats, ...]
    carried: Carried | None


class Player(NamedTuple):
    """Somebody who held a seat.

    Attributes:
        seat: the seat.
        person: who, by public id; `None`: a bot.
        name: their name then.
        bot: the bot that held it for nobody.
        hands: at the end of how many hands they held it.
    """

    seat: int
    person: str | None
    name: str
    bot: str | None
    hands: int


class EveningReader:
    """Goes through the log of the table of an evening."""

    def __init__(self) -> None:
        self._reader = MatchReader()

    @property
    def version(self) -> int:
        """The number of the last entry that was read."""
        return self._reader.version

    def read(self, stored: Iterable[Stored]) -> None:
        """Read the next entries."""
        for entry in stored:
            self._reader.read(entry.number, entry.at, decode_body(entry.body))

    def finish(self) -> tuple[EveningPlayed, tuple[Player, ...]]:
        """The log is at its end: what has come of it so far.

        Where other rules were laid down on the evening, for other numbers or teams, what was played
        by those of the last match counts.
        """
        over = [match for match in self._reader.finish(abandoned=True) if match.hands]
        if not over:
            return EveningPlayed(0, (), (), None), ()
        rules = over[-1].played.rules
        alike = [match for match in over if _kind(match.played.rules) == _kind(rules)]
        last = [event for event in over[-1].played.events if isinstance(event, HandEnded)][-1]
        sides = tuple(
            Side(
                seats,
                alike[0].played.levels[seats[0]],
                last.levels_after[seats[0]],
                sum(max(0, hand.seats[seats[0]].levels) for at in alike for hand in at.hands),
            )
            for seats in _sides(rules)
        )
        won = tuple(match.winners for match in alike if match.ending in ("won", "conceded"))
        carried = Carried(describe_rules(rules), last.levels_after, last.next_dealer)
        is_over = over[-1].ending in ("won", "conceded")
        hands = sum(len(match.hands) for match in alike)
        played = EveningPlayed(hands, sides, won, None if is_over else carried)
        return played, tuple(_players(alike))


def _kind(rules: Rules) -> tuple[int, str]:
    return rules.players, rules.teams


def _sides(rules: Rules) -> list[tuple[int, ...]]:
    """The seats of each side."""
    seats = range(rules.players)
    if rules.teams == "friends":
        return [(seat,) for seat in seats]
    teams = sorted({rules.team_of(seat) for seat in seats})
    return [tuple(seat for seat in seats if rules.team_of(seat) == team) for team in teams]


def _players(over: Sequence[FinishedMatch]) -> Iterable[Player]:
    """The holders of seats at the end of hands, by seat in the order in which they came."""
    found: dict[tuple[int, str | None, str | None], Player] = {}
    for match in over:
        for at in match.holders:
            if at.hands:
                key = (at.seat, at.person, at.bot)
                before = found.get(key, Player(at.seat, at.person, at.name, at.bot, 0))
                found[key] = before._replace(name=at.name, hands=before.hands + at.hands)
    return sorted(found.values(), key=lambda player: player.seat)
