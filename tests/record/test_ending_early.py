"""Matches that end before anybody has won them by the levels, in the game and in a record."""

from __future__ import annotations

from pathlib import Path
from typing import Literal

import pytest

from shengji.game import EndMatch, Event, HandEnded, Match, MatchEnded, Played, Refusal
from shengji.record import read_record, validate
from tests.record.kit import played, write

Reason = Literal["conceded", "agreed", "hand"]


def up_to(system: str, count: int) -> tuple[list[Event], Match]:
    """Some events of a match, and the match that they make."""
    _, events, table = played(system)
    match = Match(table.rules)
    for event in events[:count]:
        match.apply(event)
    return list(events[:count]), match


def at(system: str, kind: type[Event], times: int = 1) -> int:
    """After how many events one of a kind has come so many times."""
    _, events, _ = played(system)
    return [number for number, event in enumerate(events, 1) if isinstance(event, kind)][times - 1]


@pytest.mark.parametrize("count", [1, 30, at("tractor", Played, 7), at("tractor", HandEnded)])
@pytest.mark.parametrize(
    ("reason", "seat", "winners"),
    [("conceded", 1, (0, 2)), ("conceded", 2, (1, 3)), ("agreed", None, ())],
)
def test_a_match_is_conceded_or_ended_by_agreement_at_any_moment(
    tmp_path: Path, count: int, reason: Reason, seat: int | None, winners: tuple[int, ...]
) -> None:
    told, match = up_to("tractor", count)
    ended = match.do(EndMatch(reason, seat))
    assert ended == (MatchEnded(winners, reason),)
    assert match.winners == winners and list(match.legal(0)) == []
    assert isinstance(match.verify(EndMatch("agreed")), Refusal)
    path = write(tmp_path / "early.jsonl", played("tractor")[0], [*told, *ended])
    assert validate(path).ok
    assert read_record(path).match.winners == winners


@pytest.mark.parametrize("system", ["tractor", "friends"])
def test_a_match_of_one_hand_is_won_by_the_side_that_won_it(tmp_path: Path, system: str) -> None:
    told, match = up_to(system, at(system, HandEnded))
    hand = told[-1]
    assert isinstance(hand, HandEnded)
    players = range(match.rules.players)
    held = hand.winner == "declarers"
    winners = tuple(seat for seat in players if (seat in hand.declarers) == held)
    ended = match.do(EndMatch("hand"))
    assert ended == (MatchEnded(winners, "hand"),)
    assert validate(write(tmp_path / "hand.jsonl", played(system)[0], [*told, *ended])).ok


@pytest.mark.parametrize(
    ("system", "count", "command", "code"),
    [
        ("friends", 30, EndMatch("conceded", 1), "no-sides"),
        ("tractor", 30, EndMatch("conceded"), "no-sides"),
        ("tractor", 30, EndMatch("hand"), "wrong-phase"),
        ("tractor", 0, EndMatch("agreed"), "wrong-phase"),
    ],
)
def test_what_cannot_end_a_match(system: str, count: int, command: EndMatch, code: str) -> None:
    _, match = up_to(system, count)
    refusal = match.verify(command)
    assert isinstance(refusal, Refusal) and refusal.code == code


@pytest.mark.parametrize(
    ("count", "event"),
    [
        (30, MatchEnded((0, 1), "conceded")),
        (30, MatchEnded((), "conceded")),
        (30, MatchEnded((0, 2), "agreed")),
        (30, MatchEnded((0, 2), "hand")),
        (30, MatchEnded((0, 2))),
        (0, MatchEnded((), "agreed")),
    ],
)
def test_a_record_that_ends_otherwise_is_at_fault(
    tmp_path: Path, count: int, event: MatchEnded
) -> None:
    told, _ = up_to("tractor", count)
    path = write(tmp_path / "bad.jsonl", played("tractor")[0], told)
    with path.open("ab") as file:
        file.write(
            b'{"event":"match_ended","winners":%s,"reason":"%s"}\n'
            % (str(list(event.winners)).encode(), event.reason.encode())
        )
    assert not validate(path).ok
