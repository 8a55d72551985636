"""The log of a table says whose time was up, and what was played for them."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

from shengji.game import Phase, Played
from shengji.server.tables.core.entries import Body, decode_body, encode_body
from shengji.server.tables.core.table import Table
from tests.server.table.kit import Player, started


def plays(log: list[Body]) -> list[Played]:
    return [body for body in log if isinstance(body, Played)]


def go_on(player: Player, done: Callable[[], bool]) -> None:
    while not done():
        assert player.step()


def test_what_was_played_for_somebody_stands_with_their_name() -> None:
    log: list[Body] = []
    table = started(log=log)
    player = Player(table, Random(1), told=log.append)
    go_on(player, lambda: table.phase is Phase.BURY)
    assert table.hand is not None and table.hand.turn is not None
    dealer = table.hand.turn
    log += table.time_up(dealer)
    go_on(player, lambda: len(plays(log)) == 3)
    # The Dealer leads next, and with that nobody was late.
    (up,) = table.times_up
    assert (up.seat, up.cards) == (dealer, ()) and plays(log)[0].seat == dealer
    turn = table.hand.turn
    assert turn is not None
    log += table.time_up(turn)
    go_on(player, lambda: len(plays(log)) == 5)
    _, up = table.times_up
    assert (up.seat, up.cards) == (turn, plays(log)[3].cards) and up.cards
    at = table.room.seats[turn]
    assert (up.person, up.name) == (at.person, at.name)

    again = Table.of(decode_body(encode_body(body)) for body in log)
    assert again.times_up == table.times_up


def test_who_comes_back_is_told_what_was_decided_for_them() -> None:
    table = started(people=2)
    player = Player(table, Random(1))
    go_on(player, lambda: table.phase is Phase.PLAY and table.waiting == (1,))
    left, before = table.version, len(table.events.unmasked)
    player.hear(table.cover(1, True))

    def own() -> list[Played]:
        events = [at.event for at in table.events.unmasked[before:]]
        return [event for event in events if isinstance(event, Played) and event.seat == 1]

    go_on(player, lambda: len(own()) == 2 and table.waiting == (1,))
    decided = table.stood_in(1, left)
    assert [one.cards for one in decided] == [event.cards for event in own()]
    assert table.stood_in(1, None) == decided and table.stood_in(0, left) == ()
    assert table.stood_in(1, decided[0].version) == decided[1:]
    assert table.stood_in(1, table.version) == ()
    # It is told until they decide themselves.
    player.hear(table.cover(1, False))
    assert table.stood_in(1, None) == decided
    go_on(player, lambda: len(own()) == 3)
    assert table.stood_in(1, None) == ()
