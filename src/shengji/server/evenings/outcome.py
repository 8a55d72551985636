"""Results of an evening, read from its table's log: the players and the levels."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

import msgspec

from shengji.cards import Rank
from shengji.game import HandEnded
from shengji.rules import Rules, describe_rules
from shengji.rules.bounds import Count, Levels, Seat, Seats
from shengji.server.database.log import Stored
from shengji.server.evenings.schemas import EveningPlayer
from shengji.server.matches.match_reader import FinishedMatch, MatchReader
from shengji.server.tables.core.entries import decode_body


class Side(msgspec.Struct, frozen=True):
    """The result of one side; with called friends, each seat is a side.

    Attributes:
        before: level at the start of the evening.
        after: level at the end of the evening.
    """

    seats: Seats
    before: Rank
    after: Rank
    gained: Count


class Carried(msgspec.Struct, frozen=True):
    """The state of an unfinished match, which the next evening continues.

    Attributes:
        rules: the rules, in the format of `rules_from`.
        levels: the level of each seat.
        dealer: the next Dealer.
    """

    rules: dict[str, Any]
    levels: Levels
    dealer: Seat | None


class EveningPlayed(msgspec.Struct, frozen=True):
    """The result of an evening.

    Attributes:
        sides: the sides; empty if no hand was played.
        won: the winning seats of each match that was won.
        carried: the state of the last match; `None`: it is over.
    """

    hands: Count
    sides: tuple[Side, ...]
    won: tuple[Seats, ...]
    carried: Carried | None


class EveningReader:
    """Reader of the log of an evening's table."""

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

    def finish(self) -> tuple[EveningPlayed, tuple[EveningPlayer, ...]]:
        """Return the results and the players after the last entry.

        If the number of players or the teams changed during the evening, only matches like the last
        one count.
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
        won = tuple(
            match.line.winners for match in alike if match.line.ending in ("won", "conceded")
        )
        carried = Carried(describe_rules(rules), last.levels_after, last.next_dealer)
        is_over = over[-1].line.ending in ("won", "conceded")
        hands = sum(len(match.hands) for match in alike)
        played = EveningPlayed(hands, sides, won, None if is_over else carried)
        return played, tuple(_players(alike))


def _kind(rules: Rules) -> tuple[int, str]:
    return rules.players, rules.teams


def _sides(rules: Rules) -> list[tuple[int, ...]]:
    seats = range(rules.players)
    if rules.teams == "friends":
        return [(seat,) for seat in seats]
    teams = sorted({rules.team_of(seat) for seat in seats})
    return [tuple(seat for seat in seats if rules.team_of(seat) == team) for team in teams]


def _players(over: Sequence[FinishedMatch]) -> Iterable[EveningPlayer]:
    """Return the holders of seats at the ends of hands, in the order of their last turns there."""
    found: dict[tuple[int, str | None, str | None], EveningPlayer] = {}
    for match in over:
        for at in sorted(match.line.seats, key=lambda at: at.first):
            if at.hands:
                key = (at.seat, at.person, at.bot)
                before = found.pop(key).hands if key in found else 0
                found[key] = EveningPlayer(
                    seat=at.seat,
                    person=at.person,
                    name=at.name,
                    bot=at.bot,
                    hands=before + at.hands,
                )
    return found.values()
