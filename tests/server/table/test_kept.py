"""A table that goes on from before a hand is the one that its whole log has built."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from shengji.game import HandStarted, Phase
from shengji.rules import Rules, rules_from
from shengji.rules.random_rules import random_rules
from shengji.server.tables.acts.talk import Say
from shengji.server.tables.core.entries import Body
from shengji.server.tables.core.masks import Viewer
from shengji.server.tables.core.room import Room
from shengji.server.tables.core.table import Checkpoint, Table
from shengji.server.tables.state import Settings
from tests.seeds import trials
from tests.server.table.kit import HOST, Player, done, pass_again, started

RULES = [Rules(), Rules(teams="friends", players=5), *(random_rules(Random(s)) for s in trials(12))]


def same(one: Table, other: Table) -> None:
    """Two tables are alike in all that can be asked of them."""
    assert one.version == other.version
    assert one.room.state() == other.room.state()
    assert one.said == other.said
    assert one.times_up == other.times_up
    assert (one.moment, one.banks) == (other.moment, other.banks)
    assert (one.step, one.waiting, one.prompts.may_show) == (
        other.step,
        other.waiting,
        other.prompts.may_show,
    )
    assert one.layout() == other.layout()
    people = [person for person in one.room.holders if person is not None]
    assert [one.room.may_see_all(p) for p in people] == [other.room.may_see_all(p) for p in people]
    assert list(map(one.same_view_since, people)) == list(map(other.same_view_since, people))
    for seat in (None, *range(len(one.room.seats))):
        for viewer in (Viewer(seat), Viewer(seat, all_hands=seat is None)):
            assert one.prompts.now(viewer) == other.prompts.now(viewer)
            assert one.events.seen_by(viewer) == other.events.seen_by(viewer)
            assert one.events.start(viewer) == other.events.start(viewer)


@pytest.mark.parametrize("number", range(len(RULES)))
def test_goes_on_from_before_a_hand(number: int) -> None:
    chance, late, log = Random(number), Random(number), list[Body]()
    settings = Settings(onlookers="hands" if number % 2 else "table")
    table = started(RULES[number], 2, settings, log)
    kept: Checkpoint | None = None
    looked = 0

    def told(body: Body) -> None:
        nonlocal kept
        log.append(body)
        if isinstance(body, HandStarted):
            kept = msgspec.json.decode(msgspec.json.encode(table.checkpoint()), type=Checkpoint)
            assert kept.table.version == len(log) - 1

    player = Player(table, chance, told=told)
    hands = 0
    while table.room.playing and hands < 4:
        before = len(log)
        player.step()
        hands += any(isinstance(body, HandStarted) for body in log[before:])
        if chance.random() < 0.01:
            log += done(table, HOST, Say("thanks"))
        if late.random() < 0.02 and table.phase is Phase.PLAY and table.step == "wait":
            log += table.time_up(table.waiting[0])
        if kept is not None and chance.random() < 0.05:
            again = Table(kept)
            for body in log[kept.table.version :]:
                again.apply(body)
            pass_again(again, table)
            same(again, table)
            looked += 1
    assert looked > 5


def test_what_an_earlier_version_has_kept_is_read() -> None:
    written = b"""{"id":"t1","host":"host","rules":{"preset":"pagat","decks":3},
        "settings":{"delay":60},"seats":[{"person":"host","name":"Wu","bot":null,"automated":null,"covered":null,
        "ready":false,"account":true},{"bot":"basic"},{"bot":"basic"},{"bot":"basic"}],"matches":2,
        "playing":true,"admitted":["guest1"],"removed":["guest2"],"stakes":[],"began":[null],
        "night":"n","times_up":{"1":4}}"""
    room = msgspec.json.decode(written, type=Room)
    assert room.rules == rules_from({"preset": "pagat", "decks": 3})
    assert (room.admitted, room.removed) == ({"guest1"}, {"guest2"})
    assert (room.seats[0].account, room.seats[3].player, len(room.seats)) == (True, "basic", 4)
    assert (room.matches, room.playing, room.in_hand, room.night) == (2, True, False, "n")
    assert (room.began, room.times_up, room.settings.delay) == ((None,), {1: 4}, 60)
