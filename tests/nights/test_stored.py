"""Nights as they are kept, also those from before numbers were bounded."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from shengji.nights import FailedThrow, HandEntry, Night
from shengji.nights.acts.online import HandRuled
from shengji.nights.bounds import MOST_CARDS, MOST_LEVELS
from shengji.nights.entries import Ruling
from shengji.nights.stored import encode_event, read_event
from tests.nights.kit import EVENING, at_table


def test_events_are_read_as_they_were() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=0, confirm="B")
    assert [read_event(encode_event(event)) for event in evening.events] == evening.events


@pytest.mark.parametrize("levels", [MOST_LEVELS, MOST_LEVELS + 1, 10**6, 10**18])
def test_a_hand_written_down_with_any_number_of_levels_is_read_at_once(levels: int) -> None:
    evening = at_table()
    evening.hand(dealer="B", winner="opponents", levels=1, confirm="B")
    kept = [
        encode_event(event).replace(b'"levels":1', b'"levels":%d' % levels)
        for event in evening.events
    ]
    night = Night.of(map(read_event, kept))
    # Nobody passes the Ace, however many levels they are to go up (Z21 §3.9).
    assert " ".join(at.level.value for at in night.score(1, 1).standings) == "A 8 A 8"
    written = night.rounds[0].games[1].hands[0].latest
    assert isinstance(written, HandEntry) and written.levels == MOST_LEVELS


def test_a_throw_written_down_with_any_number_is_read() -> None:
    evening = at_table()
    evening.hand(dealer="A", points=40, throws=(FailedThrow("B", 7, 8, 9),))
    body = encode_event(evening.events[-1])
    for count in (b"7", b"8", b"9"):
        body = body.replace(b":%s" % count, b":1000000%s" % count)
    (throw,) = _entry(read_event(body)).throws
    assert throw == FailedThrow("B", MOST_CARDS, MOST_CARDS, MOST_CARDS)


def test_a_ruling_with_any_number_is_read() -> None:
    ruled = HandRuled(
        accepted=EVENING,
        by="org",
        command="c",
        round=1,
        table=1,
        hand=1,
        ruling=Ruling(winner="opponents", levels=10**6),
        reason="so",
    )
    found = read_event(encode_event(ruled))
    assert isinstance(found, HandRuled) and found.ruling.levels == MOST_LEVELS


@pytest.mark.parametrize(
    "body", [b"", b"{", b"[]", b"1", b'{"event":"night_ended"}', b'{"event":"x"}']
)
def test_what_is_no_event_is_refused(body: bytes) -> None:
    with pytest.raises(msgspec.DecodeError):
        read_event(body)


def _entry(event: Any) -> HandEntry:
    entry: HandEntry = event.entry
    return entry
