"""Records of every system: whatever can happen in a hand is told, checked and played again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import cache
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.cards import Card, Rank, Suit
from shengji.game import (
    DealtAgain,
    DeckShown,
    Event,
    FriendJoined,
    FriendsCalled,
    HandEnded,
    HandStarted,
    KittyTaken,
    LandBid,
    Match,
    MatchEnded,
    Played,
    RedealAnswered,
    RestClaimed,
    ThrowFailed,
    TrickTaken,
    view,
)
from shengji.record import Header, RecordWriter, header_of, read_record, validate
from shengji.record.header import SeenBy
from shengji.rules import effective, random_rules, rules_from
from tests.record.kit import FAMILY, played, some_hands, state, write
from tests.seeds import examples

WANTED: dict[str, tuple[int, Callable[[tuple[Event, ...]], bool]]] = {
    "one deck": (3, lambda events: any(isinstance(event, MatchEnded) for event in events)),
    "land for all": (2, lambda events: any(isinstance(event, LandBid) for event in events)),
    "asked again": (1, lambda events: any(isinstance(event, DealtAgain) for event in events)),
    "dealt again": (
        45,
        lambda events: (
            {e.reason for e in events if isinstance(e, DealtAgain)} == {"no-bid", "joker"}
        ),
    ),
    "captured": (1, lambda events: any(getattr(event, "fined", ()) for event in events)),
    "club": (8, lambda events: any(getattr(event, "hooked", ()) for event in events)),
}
"""Where something rare is wanted: the first seed that brings it, and whether it has happened."""


@cache
def hands_of(name: str) -> tuple[Header, tuple[Event, ...], Match]:
    """Two hands, with what is rare in them."""
    first, happened = WANTED.get(name, (1, lambda events: True))
    tries = (played(name, seed) for seed in range(first, 200))
    return next(found for found in tries if happened(found[1]))


def test_everything_happens_that_can() -> None:
    happened = {type(event) for name in FAMILY for event in hands_of(name)[1]}
    assert happened == set(Event.__args__) - {DeckShown, RestClaimed}  # of the web, and of people
    every = [event for name in FAMILY for event in hands_of(name)[1]]
    assert {event.reason for event in every if isinstance(event, DealtAgain)} == {
        "no-bid",
        "joker",
        "request",
    }
    assert any(isinstance(event, FriendJoined) and event.lost for event in every)
    for field in ("hooked", "fined", "missing", "laps_after", "red_fives"):
        assert any(getattr(event, field, None) for event in every), field
    for field, value in (("rank", None), ("next_dealer", None), ("challenger", 0)):
        assert any(getattr(event, field, ...) == value for event in every), field


@pytest.mark.parametrize("name", FAMILY)
def test_records_replay_to_the_same_state(tmp_path: Path, name: str) -> None:
    header, events, match = hands_of(name)
    path = write(tmp_path / "r", header, events)
    record = read_record(path)
    assert effective(record.rules) == effective(match.rules)
    assert record.events == events
    assert state(record.match) == state(match)
    report = validate(path)
    assert report.ok, report.faults
    assert report.complete


@pytest.mark.parametrize("name", FAMILY)
def test_what_anybody_sees_is_a_record(tmp_path: Path, name: str) -> None:
    header, events, match = hands_of(name)
    for seat in (*range(0, match.rules.players, 2), None):
        seen = header_of(match.rules, header.seats, seen_by=seat)
        path = write(tmp_path / f"r{seat}", seen, [view(event, seat) for event in events])
        report = validate(path)
        assert report.ok, report.faults
        assert read_record(path).match.standings == match.standings


@pytest.mark.parametrize("name", ["one deck", "friends", "land for all", "asked again"])
def test_what_must_follow_is_added(tmp_path: Path, name: str) -> None:
    """A record that was cut between the events of one decision is completed."""
    header, events, _ = hands_of(name)
    following = (KittyTaken, FriendJoined, TrickTaken, HandEnded, DealtAgain, MatchEnded)
    cuts = {type(event): n for n, event in enumerate(events) if isinstance(event, following)}
    for cut in cuts.values():
        path = tmp_path / f"r{cut}"
        (fault,) = validate(write(path, header, events[:cut])).faults
        assert "must follow" in fault.message
        RecordWriter.resume(path).close()
        assert validate(path).ok
        record = read_record(path)
        assert len(record.events) > cut
        assert record.events == events[: len(record.events)]


@settings(max_examples=examples(40), derandomize=True, database=None)
@given(st.integers(0, 2**32))
def test_records_under_any_rules(tmp_path_factory: pytest.TempPathFactory, seed: int) -> None:
    rules = random_rules(Random(seed))
    header, events, match = some_hands(rules, seed, 1)
    folder = tmp_path_factory.mktemp("records")
    path = write(folder / "all", header, events)
    record = read_record(path)
    assert state(record.match) == state(match)
    assert effective(record.rules) == effective(rules)
    assert validate(path).ok
    for seat in (Random(seed).randrange(rules.players), None):
        seen = header_of(rules, header.seats, seen_by=seat)
        report = validate(write(folder / f"{seat}", seen, [view(event, seat) for event in events]))
        assert report.ok, report.faults


# One field changed


def changed(value: object, chance: Random) -> Iterator[object]:
    """Other values that could stand in the place of this one."""
    if isinstance(value, bool):
        yield not value
    elif isinstance(value, Card):
        yield chance.choice([card for card in Card if card is not value])
    elif isinstance(value, Rank):
        yield chance.choice([rank for rank in Rank if rank is not value])
    elif isinstance(value, Suit):
        yield from (None, chance.choice([suit for suit in Suit if suit is not value]))
    elif isinstance(value, int):
        yield from (value + 1, -1)
    elif isinstance(value, str):
        yield value + "0"
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            for other in changed(getattr(value, name), chance):
                yield msgspec.structs.replace(value, **{name: other})
    elif isinstance(value, tuple) and value:
        yield value[:-1]
        for at in {0, len(value) - 1}:
            for other in changed(value[at], chance):
                yield (*value[:at], other, *value[at + 1 :])
    elif value == ():
        yield (0,)
    elif value is None:
        yield 0


def one_changed(
    events: Sequence[Event], chance: Random
) -> Iterator[tuple[Event, Event, list[Event]]]:
    """One field of the first or last event of a kind changed: the event, and so, and all events."""
    first = {type(event): number for number, event in reversed([*enumerate(events)])}
    last = {type(event): number for number, event in enumerate(events)}
    for number in sorted({*first.values(), *last.values()}):
        event = events[number]
        for name in event.__struct_fields__:
            for other in changed(getattr(event, name), chance):
                new = msgspec.structs.replace(event, **{name: other})
                yield event, new, [*events[:number], new, *events[number + 1 :]]


SMALL: dict[str, dict[str, object]] = {
    "friends": {
        "teams": "friends",
        "players": 6,
        "decks": 2,
        "kitty": 60,
        "land": True,
        "redeal_points": 20,
        "red_fives": "hearts",
        "throw_penalty": "per-unit",
        "after_last_level": "wrap",
        "first_level": "K",
    },
    "own ranks": {"later_dealer": "draw", "kitty": 60, "hooks": ["J"], "failed_throw": "must-beat"},
    "dealt again": {**FAMILY["dealt again"], "last_level": "2"},
}
"""Short hands, in which a change of anything can be tried."""
OTHER_EYES: tuple[tuple[str, SeenBy], ...] = (
    ("friends", None),
    ("own ranks", "all"),
    ("dealt again", None),
)
"""The same hands with the eyes with which only a campaign looks at them."""


def leaves_no_trace(was: Event, now: Event, header: Header) -> bool:
    """Whether a change can be found by nobody who sees so much.

    A call that nobody has answered may have been another one, and a card that counts who draws
    first another one of its rank. Which cards somebody held is known to nobody else: those that
    made a throw fail, that claimed a re-deal, or that were played, until the kitty is opened.
    """
    if isinstance(was, HandStarted) and isinstance(now, HandStarted):
        return msgspec.structs.replace(was, turned=now.turned) == now
    if isinstance(was, FriendsCalled):
        return True
    hidden = (ThrowFailed, RedealAnswered, Played)
    return isinstance(was, hidden) and header.seen_by is None


@pytest.mark.parametrize(
    ("name", "seen_by"),
    [
        ("friends", "all"),
        ("own ranks", None),
        ("dealt again", "all"),
        *(pytest.param(*one, marks=pytest.mark.campaign) for one in OTHER_EYES),
    ],
)
def test_one_changed_field_is_found(tmp_path: Path, name: str, seen_by: SeenBy) -> None:
    header, events, match = some_hands(rules_from(SMALL[name]), 3, 2)
    told: Sequence[Event] = events
    if seen_by is None:
        header = header_of(match.rules, header.seats, seen_by=None)
        told = [view(event, None) for event in events]
    path = tmp_path / "r"
    found = missed = 0
    for was, now, others in one_changed(told, Random(name)):
        path.unlink(missing_ok=True)
        if not validate(write(path, header, others)).ok:
            found += 1
        else:
            assert leaves_no_trace(was, now, header), (was, now)
            missed += 1
    assert found > 100 > 10 * missed
    assert validate(write(tmp_path / "whole", header, told)).ok
