"""Tables with assigned players: rounds of nights, and regular evenings."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Rank
from shengji.forms import strictly
from shengji.rules import Rules
from shengji.server.rules.sheets import rules_state
from shengji.server.tables.acts.act import Actor, Entries
from shengji.server.tables.acts.hosting import Opened, RulesSet
from shengji.server.tables.acts.seating import STAND_IN, BotSat, Sat, Stood
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Pace, Settings


def night_settings(title: str, *, rated: bool, pace: Pace) -> Settings:
    """Return the settings for a table of a night; rated nights use those of rated tables.

    The table does not rate the match itself: the night rates its hands, together with hands that
    were played with real cards.

    Args:
        title: the title of the table.
        rated: whether its hands count for ratings.
        pace: the speed of the deal and of bots.
    """
    plain = Settings(title=title[:40], private=True, pace=pace, take_over=False)
    return strictly(plain) if rated else plain


def night_table_opening(
    table: str,
    rules: Rules,
    settings: Settings,
    people: Sequence[Actor | None],
    *,
    host: str,
    night: str = "",
    going_on: RulesSet | None = None,
) -> Entries:
    """Return the first entries of a table with assigned players.

    Args:
        table: its id.
        rules: the rules.
        settings: the settings of the table.
        people: the players by seat, who need not be connected; `None`: a bot.
        host: the public id of the host.
        night: the id of the night whose round is played there; empty: no night.
        going_on: the levels, if the match continues from another table.
    """
    opened = Opened(table, host, rules_state(rules).given, settings, night)
    sat = (
        BotSat(seat, STAND_IN) if person is None else Sat(seat, *person)
        for seat, person in enumerate(people)
    )
    return (opened, *sat, *(() if going_on is None else (going_on,)))


def night_opening(
    table: str,
    night: str,
    rules: Rules,
    settings: Settings,
    people: Sequence[Actor],
    levels: tuple[Rank, ...] = (),
) -> Entries:
    """Return the first entries of a table for a round of a night.

    Args:
        table: its id.
        night: the id of the night.
        rules: the rules.
        settings: the settings of the table.
        people: the players by seat, who need not be connected.
        levels: the level of each seat, if the match continues at another table; else empty.
    """
    going_on = RulesSet(rules_state(rules).given, levels) if levels else None
    host = people[0].person
    return night_table_opening(
        table, rules, settings, people, host=host, night=night, going_on=going_on
    )


def placed(room: Room, seat: int, person: Actor) -> Entries:
    """Seat a person in place of the current holder; return no entry if they hold the seat."""
    at = room.seats[seat]
    if at.person == person.person:
        return ()
    up = (Stood(seat, STAND_IN if room.playing else None),) if at.person else ()
    return (*up, Sat(seat, *person))


def emptied(room: Room) -> Entries:
    """Return the entries by which all people stand up; the match must be over."""
    seats = enumerate(room.seats)
    return tuple(Stood(seat) for seat, at in seats if at.person is not None)
