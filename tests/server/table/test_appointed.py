"""A table of a night: who sits there and what is played is the night's to say."""

from __future__ import annotations

from random import Random

from shengji.game import MatchEnded
from shengji.rules import Rules
from shengji.server.nights.online_tables import night_settings
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.hosting import MakeHost, SetRules, SetSettings
from shengji.server.tables.acts.match import Ready, Start
from shengji.server.tables.acts.seating import (
    Automate,
    ClearSeat,
    DrawSeats,
    Sat,
    SeatBot,
    Sit,
    Stand,
    Stood,
    SwapSeats,
    assigned_opening,
)
from shengji.server.tables.acts.talk import Say
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import Settings
from tests.server.table.kit import code

FOUR = [Actor(name, name.title()) for name in ("ann", "bob", "cem", "dai")]
EVE = Actor("eve", "Eve")


def opened(*, rated: bool = True) -> Table:
    settings = night_settings("Friday 1", rated=rated, pace="instant")
    return Table.of(assigned_opening("t1", Rules(), settings, FOUR, host="ann", night="n1"))


def test_nobody_changes_who_sits_there_and_what_is_played() -> None:
    table = opened()
    assert [seat.person for seat in table.room.seats] == [at.person for at in FOUR]
    for action in (Start(), SetRules({}), SetSettings(Settings()), SeatBot(1, "random")):
        assert code(table, FOUR[0], action) == "night-fixed", action
    for other in (ClearSeat(1), SwapSeats(0, 1), DrawSeats(), MakeHost("bob"), Automate(True)):
        assert code(table, FOUR[0], other) == "night-fixed", other
    assert code(table, FOUR[1], Stand()) == code(table, FOUR[1], Sit(2)) == "night-seats"
    assert code(table, FOUR[1], Ready(True)) is code(table, FOUR[1], Say("hello")) is None
    state = table.room.state()
    assert state.host is None and state.owners == (), "nothing that is refused is offered"


def test_who_stands_up_in_the_match_comes_back_to_the_own_seat_and_nobody_else_does() -> None:
    table = opened()
    assert table.begin() and table.begin() == ()
    table.start_hand(Random(1))
    assert code(table, FOUR[1], Stand()) is None
    assert code(table, EVE, Sit(1)) == code(table, FOUR[0], Sit(1)) == "night-seats"
    assert table.room.state().owners == tuple(at.person for at in FOUR)
    assert code(table, FOUR[1], Sit(1)) is None
    # The night gives the seat to another, to whom it belongs from then on.
    (up, down) = table.place([FOUR[0], EVE, *FOUR[2:]])
    assert isinstance(up, Stood) and table.room.seats[1].person == "eve"
    assert table.room.state().owners[1] == "eve"
    assert table.place([FOUR[0], EVE, *FOUR[2:]]) == ()
    assert isinstance(down, Sat) and code(table, FOUR[1], Sit(1)) == "night-seats"
    assert code(table, EVE, Stand()) is code(table, EVE, Sit(1)) is None


def test_the_night_ends_it_before_a_hand_and_in_one() -> None:
    for hands in (0, 1):
        table = opened()
        table.begin()
        if hands:
            table.start_hand(Random(1))
        made = table.finish()
        assert any(isinstance(body, MatchEnded) for body in made) == bool(hands)
        assert not table.room.playing and not any(seat.taken for seat in table.room.seats)
        assert table.finish() == table.begin() == ()


def test_where_hands_count_it_is_as_fair_as_at_a_rated_table() -> None:
    rated, casual = (night_settings("", rated=rated, pace="normal") for rated in (True, False))
    assert rated.clock and not (rated.hints or rated.counter or rated.take_back or rated.one_hand)
    assert casual.clock is None and casual.hints
    for settings in (rated, casual):
        assert settings.private and not settings.take_over and not settings.rated
