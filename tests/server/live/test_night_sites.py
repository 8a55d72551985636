"""The log of a table of a night tells who has been there in each hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias

from shengji.cards import Rank
from shengji.game import HandEnded, HandStarted
from shengji.rules import Rules
from shengji.server.database.log import Cause, Stored
from shengji.server.nights.online_tables import night_settings, table_report
from shengji.server.tables.acts.act import Actor
from shengji.server.tables.acts.match import MatchBegan
from shengji.server.tables.acts.seating import Covered, Stood, assigned_opening, replaced
from shengji.server.tables.acts.talk import Spoke
from shengji.server.tables.core.entries import Body, encode_body
from shengji.server.tables.core.room import Room

FOUR = [Actor(name, name.title()) for name in ("ann", "bob", "cem", "dai")]
OPENED = assigned_opening(
    "t1",
    Rules(),
    night_settings("Friday 1", rated=True, pace="instant"),
    FOUR,
    host=FOUR[0].person,
    night="n1",
)
STARTED = HandStarted(1, Rank.TWO, None, 0, (), "")
ENDED = HandEnded(
    dealer=0,
    declarers=(0, 2),
    tricks=0,
    factor=0,
    points=0,
    winner="declarers",
    levels=1,
    levels_after=(Rank.THREE, Rank.TWO) * 2,
    next_dealer=2,
    next_first=2,
    buried_by=0,
)
BOT = "medium"

Told: TypeAlias = Body | tuple[Body, str]
"""An entry, with whose command it comes of, if any."""


def says(person: str) -> Told:
    """Something that somebody does; what does not matter."""
    return Spoke(person, person.title(), phrase="hurry"), person


def absent(*entries: Told) -> list[str]:
    """The first letters of the people who have been away, by hand."""
    log: Sequence[Told] = (*OPENED, MatchBegan(), *entries)
    stored = []
    for number, entry in enumerate(log, 1):
        body, person = entry if isinstance(entry, tuple) else (entry, "")
        cause = Cause(person, str(number)) if person else None
        stored.append(Stored(number, 0, encode_body(body), cause))
    return [
        "".join(FOUR[seat].person[0] for seat in hand.absent) for hand in table_report(stored).hands
    ]


def test_who_does_nothing_from_the_beginning_on_is_not_there() -> None:
    """For the first seconds no bot covers somebody who never comes."""
    some: tuple[Told, ...] = (says("ann"), says("bob"), says("cem"))
    found = absent(STARTED, Covered(3, BOT), *some, ENDED, STARTED, *some, ENDED)
    assert found == ["d", "d"]
    assert absent(STARTED, *some, says("dai"), ENDED) == [""]


def test_who_goes_away_in_a_hand_has_been_there_and_not_in_the_next() -> None:
    everybody: list[Told] = [says(one.person) for one in FOUR]
    others = everybody[1:]
    first: list[Told] = [STARTED, *everybody, ENDED]
    gone: list[Told] = [STARTED, Covered(0, BOT), *others, ENDED]
    away: list[Told] = [STARTED, *others, ENDED]
    back: list[Told] = [STARTED, Covered(0, None), *everybody, ENDED]
    assert absent(*first, *gone, *away, *back, *away) == ["", "", "a", "", ""]
    # To stand up undoes no hand either.
    assert absent(*first, STARTED, Stood(0, BOT), *others, ENDED, *away) == ["", "", "a"]


def test_who_takes_the_place_of_another_has_to_be_there() -> None:
    everybody: list[Told] = [says(one.person) for one in FOUR]
    room = Room()
    for entry in (*OPENED, MatchBegan()):
        entry.apply(room)
    eve = Actor("eve", "Eve")
    seated = replaced(room, 3, eve)
    three = everybody[:3]
    first: list[Told] = [STARTED, *everybody, ENDED]
    assert absent(*first, *seated, STARTED, *three, ENDED) == ["", "d"], "by seat"
    assert absent(*first, *seated, STARTED, *three, says("eve"), ENDED) == ["", ""]
