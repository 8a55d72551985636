"""A hand that is over, moment by moment: where one stops, who is ahead, and what was owed."""

from __future__ import annotations

from pathlib import Path

import pytest

from shengji.game import Event, Played, TrickTaken
from shengji.record import Header, read_record
from shengji.record.header import rules_of
from shengji.record.lines import encode
from shengji.server.matches.records import PlayedMatch
from shengji.server.matches.replay_schemas import HandReplay
from tests.record.kit import FAMILY, played, seen


def hands_of(header: Header, events: tuple[Event, ...]) -> list[HandReplay]:
    rules = rules_of(header)
    levels = (rules.first_level,) * rules.players
    match = PlayedMatch(rules, header.seats, levels, None, events, header.seen_by)
    found = [match.hand(hand.number) for hand in match.hands()]
    return [hand for hand in found if hand is not None]


@pytest.mark.parametrize("system", FAMILY)
def test_who_follows_was_asked_before_and_told_why(system: str) -> None:
    header, events, _ = played(system, hands=2)
    hands = hands_of(header, events)
    assert tuple(event for hand in hands for event in hand.events) == events
    for hand in hands:
        before = {moment.at: moment for moment in hand.moments}
        assert hand.moments[-1].at == len(hand.events)
        for number, event in enumerate(hand.events):
            if isinstance(event, Played) and not event.units:
                asked = before[number].asked
                assert asked is not None and asked.seat == event.seat and asked.why is not None
                assert asked.words.en and asked.words.hans and "{" in asked.why.hant
            if isinstance(event, TrickTaken):
                done = before[number + 1]
                assert (done.ahead, done.plays) == (event.seat, len(header.seats))
                assert done.points == event.opponents


def test_a_hand_alone_is_a_record_of_its_own(tmp_path: Path) -> None:
    header, events, _ = played("tractor", hands=2)
    first, _ = hands_of(header, events)
    file = tmp_path / "hand.jsonl"
    file.write_bytes(first.header.encode() + b"\n" + b"".join(map(encode, first.events)))
    assert read_record(file).events == first.events


def test_what_one_seat_has_seen_names_only_what_that_seat_owed() -> None:
    header, events = seen(2)
    hands = hands_of(header, tuple(events))
    asked = [moment.asked for hand in hands for moment in hand.moments if moment.asked]
    follows = [one for one in asked if one.why is not None]
    assert {one.words.en for one in follows if one.seat != 2} == {"what to follow with?"}
    assert "what to follow with?" not in {one.words.en for one in follows if one.seat == 2}
