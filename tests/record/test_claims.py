"""Claims of the rest in a record: kept, checked, told, and played again."""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from shengji.bots import Table, make_bot
from shengji.explain import explain_decision
from shengji.explain.decision import decided_by
from shengji.game import (
    ClaimRest,
    Event,
    HandEnded,
    Play,
    Played,
    RestClaimed,
    TrickTaken,
    claimable,
    play_out,
    view,
)
from shengji.record import Header, header_of, read_record, validate
from shengji.record.header import SeenBy
from shengji.record.notation import write_notation
from shengji.record.telling import news
from shengji.record.viewing import Viewing
from shengji.review import review_hand
from shengji.rules import Rules
from tests.commandkit import Command
from tests.record.kit import write
from tests.record.test_notation import assert_kept, recorded


@cache
def claimed() -> tuple[Header, tuple[Event, ...]]:
    """A hand in which a claim is declined and a later one of another player accepted."""
    rules = Rules(kitty=20)
    for seed in range(665, 865):  # such hands are rare
        events: list[Event] = []
        bots = {seat: make_bot("medium", rules, seat, seed) for seat in range(4)}
        table = Table(rules, bots, Random(seed), events.append)
        while not any(isinstance(event, HandEnded) for event in events[-3:]):
            command = table.next_command()
            assert command is not None
            hand = table.match.hand
            if hand is None or not isinstance(command, Play):
                table.carry_out(command)
                continue
            takes = claimable(hand, command.seat)
            if takes is None:
                table.carry_out(command)
                continue
            accepted = bool(hand.claims)
            table.do(ClaimRest(command.seat, takes, accepted))
            for play in play_out(hand) if accepted else ():
                table.do(play)
        if sum(isinstance(event, RestClaimed) for event in events) == 2:
            return header_of(rules, [f"bot {seat}" for seat in bots], seed=seed), tuple(events)
    raise AssertionError("no hand has two claims")


@cache
def claimed_amid_a_trick() -> tuple[Header, tuple[Event, ...], int]:
    """A hand in which a claim is accepted of who neither leads nor plays last, and its place."""
    rules = Rules(decks=1, kitty=38)
    for seed in range(200):
        events: list[Event] = []
        bots = {seat: make_bot("medium", rules, seat, seed) for seat in range(4)}
        table = Table(rules, bots, Random(seed), events.append)
        place = None
        while not any(isinstance(event, HandEnded) for event in events[-3:]):
            command, hand = table.next_command(), table.match.hand
            assert command is not None
            trick = None if hand is None else hand.trick
            if hand is not None and trick is not None and len(trick.plays) < 3:
                takes = claimable(hand, command.seat) if isinstance(command, Play) else None
                if takes == "all" and isinstance(command, Play):
                    place = len(events)
                    table.do(ClaimRest(command.seat, takes))
                    for play in play_out(hand):
                        table.do(play)
                    continue
            table.carry_out(command)
        if place is not None:
            names = [f"bot {seat}" for seat in bots]
            return header_of(rules, names, seed=seed), tuple(events), place
    raise AssertionError("nobody claims amid a trick")


def test_the_trick_under_way_is_the_first_that_a_claim_takes(tmp_path: Path) -> None:
    header, events, place = claimed_amid_a_trick()
    claim, first, *_ = events[place:]
    assert isinstance(claim, RestClaimed) and isinstance(first, Played)
    assert first.seat == claim.seat and not first.units
    assert not isinstance(events[place - 1], TrickTaken)
    taken = [event.seat for event in events[place:] if isinstance(event, TrickTaken)]
    assert len(taken) > 1 and set(taken) == {claim.seat}
    eyes: tuple[SeenBy, ...] = ("all", claim.seat, None)
    for seen_by in eyes:
        told = events if seen_by == "all" else [view(event, seen_by) for event in events]
        path = write(tmp_path / f"{seen_by}.jsonl", replace(header, seen_by=seen_by), told)
        assert validate(path).ok
        assert_kept(recorded(header, events, seen_by))


def test_what_is_played_out_was_nobodys_decision() -> None:
    header, events, place = claimed_amid_a_trick()
    record = recorded(header, events)
    found = review_hand(record, None, 0, 0.01)
    assert found.decisions and max(each.event for each in found.decisions) <= place
    played = place + 2
    assert decided_by(events, place) is not None and decided_by(events, played) is None
    with pytest.raises(ValueError, match="all had agreed to a claim of the rest"):
        explain_decision(record, played)


def test_a_record_with_claims_is_valid_from_every_seat(tmp_path: Path) -> None:
    header, events = claimed()
    eyes: tuple[SeenBy, ...] = ("all", 0, 1, None)
    for seen_by in eyes:
        told = events if seen_by == "all" else [view(event, seen_by) for event in events]
        path = write(tmp_path / f"{seen_by}.jsonl", replace(header, seen_by=seen_by), told)
        report = validate(path)
        assert report.ok, [str(fault) for fault in report.faults]
        assert read_record(path).events == tuple(told)


def test_a_claim_that_was_not_proven_is_a_fault(tmp_path: Path) -> None:
    header, events = claimed()
    wrong = [
        replace(event, takes="none" if event.takes == "all" else "all")
        if isinstance(event, RestClaimed)
        else event
        for event in events
    ]
    path = write(tmp_path / "wrong.jsonl", header, wrong)
    assert read_record(path).events == tuple(wrong)  # what stands there is believed
    assert "From what you can know it is not sure" in str(validate(path).faults[0])
    seat = next(event.seat for event in wrong if isinstance(event, RestClaimed))
    seen = [view(event, seat) for event in wrong]
    path = write(tmp_path / "seen.jsonl", replace(header, seen_by=seat), seen)
    assert "this claim was not proven" in str(validate(path).faults[0])


def test_nothing_is_lost_in_the_notation() -> None:
    header, events = claimed()
    for seen_by in ("all", 1, None):
        assert_kept(recorded(header, events, seen_by))
    first, second = (event for event in events if isinstance(event, RestClaimed))
    text = write_notation(recorded(header, events))
    assert f"[claims {first.takes} by {first.seat} declined]" in text
    assert f"[claims {second.takes} by {second.seat}]" in text


def test_claims_are_told(tmp_path: Path, command: Command) -> None:
    header, events = claimed()
    record = recorded(header, events)
    viewing = Viewing(record)
    told = []
    for at in viewing.stops:
        viewing.go(at)
        told += news(viewing)
    declined, accepted = (words for words in told if "that is left" in words)
    assert declined.endswith(" The others want to play on.")
    assert accepted.endswith(" The others agree, and the cards are played out.")
    path = write(tmp_path / "claimed.jsonl", header, events)
    shown = command("record", "show", path).out
    for words in (declined, accepted):
        said = re.escape(words.partition(" ")[2])
        assert re.search(rf"Trick \d+: \d bot {said}", " ".join(shown.split()))
