"""Permissions of viewers: what a table says that they may do."""

from __future__ import annotations

from random import Random

from shengji.rules import Rules, rules_from
from shengji.server.tables.acts.act import ActionContext, Actor
from shengji.server.tables.acts.match import Ready
from shengji.server.tables.acts.seating import Admit, SeatBot, Sit, Stand, assigned_opening
from shengji.server.tables.acts.votes import Propose
from shengji.server.tables.core.rated import RatedRules, RatedTerms
from shengji.server.tables.core.refusals import Refused
from shengji.server.tables.core.table import Table
from shengji.server.tables.state import May, Settings
from tests.server.table.kit import GUESTS, HOST, done, opened, started

ANN, BOB, CEM, *_ = GUESTS
EVERYBODY = frozenset(at.person for at in (HOST, *GUESTS))


def may(table: Table, asker: Actor, rated: RatedTerms | None = None) -> May:
    around = ActionContext(EVERYBODY, rated=rated or RatedTerms())
    return table.permissions(asker, around)


def test_an_onlooker_before_a_match() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    assert may(table, BOB) == May(sit=(2, 3))


def test_a_player_before_a_match() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    assert may(table, ANN) == May(sit=(2, 3), stand=True, nudge=(0,))


def test_the_host_before_a_match() -> None:
    table = opened()
    done(table, ANN, Sit(1))
    done(table, HOST, SeatBot(2, "basic"))
    found = may(table, HOST)
    assert found.no_start is not None and not found.start
    assert found.seat_bot == (2, 3) and found.clear_seat == (0, 1, 2)
    assert found.swap_seats and found.make_host and found.set_rules and found.set_settings
    assert not (found.admit or found.play_for or found.give_back)
    done(table, HOST, SeatBot(3, "basic"))
    done(table, ANN, Ready(True))
    found = may(table, HOST)
    assert found.start and found.no_start is None


def test_strangers_have_the_same_permissions() -> None:
    for table in (opened(), started(people=2)):
        assert not table.room.concerns(CEM.person)
        assert may(table, CEM) == may(table, Actor("", ""))


def test_in_a_match_the_host_lets_people_in() -> None:
    table = started(people=2, settings=Settings(take_over=False))
    onlooker = may(table, CEM)
    assert onlooker.sit == () and onlooker.no_seat is not None
    assert CEM.person in may(table, HOST).admit
    around = ActionContext(EVERYBODY)
    assert not isinstance(table.do(HOST, Admit(CEM.person), table.version, around), Refused)
    assert may(table, CEM).sit == (2, 3) and may(table, CEM).no_seat is None
    assert CEM.person not in may(table, HOST).admit


def test_a_player_in_a_match() -> None:
    table = started(people=2)
    assert may(table, ANN).propose == (), "no hand has begun"
    table.start_hand(Random(1))
    found = may(table, ANN)
    assert found == May(stand=True, automate=True, nudge=(0,), propose=("concede", "end"))
    assert may(table, HOST).play_for == (0, 1)
    done(table, HOST, Propose("end"))
    assert may(table, ANN).propose == ()


def test_friends_cannot_concede() -> None:
    table = started(rules_from("finding-friends"), people=2)
    table.start_hand(Random(1))
    assert may(table, ANN).propose == ("end",)


def test_a_rated_table() -> None:
    terms = RatedTerms([RatedRules("zhang-2021", rules_from("zhang-2021"))])
    table = opened(rules_from("zhang-2021"), Settings(rated=True))
    guest, owner = may(table, ANN, terms), may(table, ANN._replace(account=True), terms)
    assert guest.sit == () and guest.no_seat is not None
    assert owner.sit == (1, 2, 3) and owner.no_seat is None
    host = may(table, HOST._replace(account=True), terms)
    assert host.seat_bot == () and not host.set_rules and host.set_settings


def test_a_table_of_a_night() -> None:
    four = [HOST, ANN, BOB, CEM]
    settings = Settings(private=True, take_over=False)
    table = Table.of(assigned_opening("t1", Rules(), settings, four, host=HOST.person, night="n1"))
    for asker in four:
        nudge = tuple(seat for seat, at in enumerate(four) if at is not asker)
        assert may(table, asker) == May(nudge=nudge)
    assert table.begin()
    table.start_hand(Random(1))
    assert may(table, ANN).stand
    done(table, ANN, Stand())
    assert may(table, ANN).sit == (1,)
    assert may(table, GUESTS[5]).sit == () and may(table, GUESTS[5]).no_seat is not None
