"""Tables that are opened for people: of a night, which says who sits where, or of an evening."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.cards import Rank
from shengji.forms import strictly
from shengji.rules import Rules
from shengji.server.rules.sheets import rules_state
from shengji.server.tables.core import entries
from shengji.server.tables.core.handlers import STAND_IN, Actor
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Pace, Settings


def night_settings(title: str, *, rated: bool, pace: Pace) -> Settings:
    """How a table of a night is run: where it counts for ratings, as fair as at a rated table.

    The match itself is not rated by the table: the night rates its hands, with those that were
    played with real cards.

    Args:
        title: what it is called.
        rated: whether its hands count.
        pace: how fast it goes.
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
    going_on: entries.RulesSet | None = None,
) -> tuple[entries.TableEntry, ...]:
    """The first entries of a table that is opened for people.

    Args:
        table: its id.
        rules: what is played.
        settings: how it is run.
        people: who sits there, by seat, without having been there yet; `None`: a bot.
        host: who may change it, by public id.
        night: the id of the night of which a round is played there; empty: of none.
        going_on: the levels, where the match goes on from another table.
    """
    opened = entries.Opened(table, host, rules_state(rules).given, settings, night)
    sat = (
        entries.BotSat(seat, STAND_IN) if person is None else entries.Sat(seat, *person)
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
) -> tuple[entries.TableEntry, ...]:
    """The first entries of a table at which a round of a night is played.

    Args:
        table: its id.
        night: the id of the night.
        rules: what is played.
        settings: how it is run.
        people: who sits there, by seat; without having been there yet.
        levels: the level of each seat, where the match goes on at another table; else none.
    """
    going_on = entries.RulesSet(rules_state(rules).given, levels) if levels else None
    host = people[0].person
    return night_table_opening(
        table, rules, settings, people, host=host, night=night, going_on=going_on
    )


def placed(room: Room, seat: int, person: Actor) -> tuple[entries.TableEntry, ...]:
    """Seat somebody there, in the place of whoever sat there; nothing when they do already."""
    at = room.seats[seat]
    if at.person == person.person:
        return ()
    up = (entries.Stood(seat, STAND_IN if room.playing else None),) if at.person else ()
    return (*up, entries.Sat(seat, *person))


def emptied(room: Room) -> tuple[entries.TableEntry, ...]:
    """Let everybody stand up; the match is over."""
    seats = enumerate(room.seats)
    return tuple(entries.Stood(seat) for seat, at in seats if at.person is not None)
