"""`shengji explain`."""

from __future__ import annotations

import json
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

from shengji.game import (
    CardDrawn,
    Event,
    FriendsCalled,
    KittyBuried,
    LandPassed,
    Played,
    ThrowFailed,
    TrickTaken,
)
from shengji.terminal.commands.explain import explain
from shengji.terminal.errors import UsageError
from tests.record.kit import played, seen, write


def numbers(events: Sequence[Event], kind: type) -> list[int]:
    """The numbers of all events of a kind."""
    return [number for number, event in enumerate(events, 1) if isinstance(event, kind)]


def decided(path: Path, at: int, capsys: pytest.CaptureFixture[str], bot: str) -> dict[str, Any]:
    explain(path, at, bot=bot, as_json=True)
    found: dict[str, Any] = json.loads(capsys.readouterr().out)
    return found


@pytest.mark.parametrize(
    ("system", "kind"),
    [
        ("tractor", KittyBuried),
        ("tractor", Played),
        ("three decks", ThrowFailed),
        ("friends", FriendsCalled),
        ("land", LandPassed),
    ],
)
def test_a_decision_is_made_again(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], system: str, kind: type
) -> None:
    header, events, _ = played(system)
    path = write(tmp_path / "r", header, events)
    at = numbers(events, kind)[0]
    event = events[at - 1]
    found = decided(path, at, capsys, "medium")
    assert found["event"] == at
    assert found["seat"] == getattr(event, "seat", None)
    assert found["name"] == header.seats[found["seat"]]
    assert set(found["answer"]) == {"cards", "calls"}
    if kind is not LandPassed:
        assert found["thought"]["options"][0]["cards"] == found["answer"]["cards"]
    if isinstance(event, Played):
        assert sorted(found["played"]["cards"]) == sorted(card.value for card in event.cards)
        assert not set(found["played"]["cards"]) - set(found["held"])
    if isinstance(event, ThrowFailed):
        assert len(found["played"]["cards"]) == len(event.thrown)
    if isinstance(event, FriendsCalled):
        assert len(found["played"]["calls"]) == len(event.calls)


def test_search_shows_what_it_considered(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    explain(path, numbers(events, Played)[60])
    out = capsys.readouterr().out
    for word in ("Trump", "Holds", "Played", "chosen", "by rule", "levels", "(strong)"):
        assert word in out
    found = decided(path, numbers(events, Played)[60], capsys, "strong")
    first = found["thought"]["options"][0]
    assert first["levels"]["low"] <= first["levels"]["mean"] <= first["levels"]["high"]
    assert first["deals"] > 0
    assert found == decided(path, numbers(events, Played)[60], capsys, "strong")


def test_a_declaration_that_was_not_made(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    told = []
    for at in numbers(events, CardDrawn)[:40]:
        try:
            explain(path, at, bot="medium", seat=1, as_json=True)
        except UsageError as error:
            assert "could declare nothing" in str(error)
        else:
            told.append(json.loads(capsys.readouterr().out))
    assert told
    assert all(found["thought"]["decision"] == "show" for found in told)


def test_what_cannot_be_explained(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    at = numbers(events, Played)[0]
    seat = getattr(events[at - 1], "seat", 0)
    wrong: list[tuple[int, str, int | None, str]] = [
        (len(events) + 1, "medium", None, "the record has"),
        (numbers(events, TrickTaken)[0], "medium", None, "nobody decided"),
        (numbers(events, CardDrawn)[0], "medium", None, "--seat says which"),
        (numbers(events, CardDrawn)[0], "medium", 9, "no seat 9"),
        (at, "medium", (seat + 1) % 4, f"seat {seat} decided"),
        (at, "nobody", None, "there is no bot"),
    ]
    for number, bot, whose, text in wrong:
        with pytest.raises(UsageError, match=text):
            explain(path, number, bot=bot, seat=whose)
    with pytest.raises(UsageError, match=r"cannot be read|cannot read|No such"):
        explain(tmp_path / "none", 1)


def test_a_seat_explains_only_its_own(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    header, events = seen(2)
    path = write(tmp_path / "r", header, events)
    plays = {getattr(events[at - 1], "seat", -1): at for at in numbers(events, Played)[:8]}
    assert decided(path, plays[2], capsys, "medium")["seat"] == 2
    with pytest.raises(UsageError, match="does not show what seat 1 saw"):
        explain(path, plays[1], bot="medium")
