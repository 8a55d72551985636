"""Tables of duels and ladders fit 80 columns, whatever bots are called."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.arena.contest import Contest
from shengji.arena.figures import figures
from shengji.arena.intervals import stopping
from shengji.arena.ladder import duels, ladder_figures
from shengji.rules import Rules
from shengji.terminal.dueltables import print_duel, print_ladder, short, short_names
from tests.arena.kit import contest

LONG = "exec:node --harmony /home/somebody/clubs/dist/{}.mjs --weights some/where/{}.bin"
TIMING = {"seconds": 1.0, "deals": 2, "spread": "1 process"}


def tables(text: str) -> list[str]:
    """The lines of tables in what was printed; titles and sentences may be longer."""
    return [line for line in text.splitlines() if "  " in line or "─" in line]


def test_a_duel_of_programs_fits(capsys: pytest.CaptureFixture[str]) -> None:
    found: dict[str, Any] = figures(contest("basic", "random", 3)) | {"timing": TIMING}
    found["settings"]["bots"] = [LONG.format(name, name) for name in ("first", "second")]
    found["points"] = {"mean": -120.25, "interval": [-135.5, -105.0]}
    print_duel(found)
    lines = tables(capsys.readouterr().out)
    assert max(map(len, lines)) <= 80
    heading, _, levels, *_ = lines
    assert heading.split() == ["a", "hand", "(95", "%)", "exec:first.mjs", "exec:second.mjs"]
    assert levels.split()[0] == "levels"
    assert any("-120.2 (-135.5 to -105.0)  +120.2 (+105.0 to +135.5)" in line for line in lines)
    assert sum("failures to answer" in line for line in lines) == 1


def test_what_is_told_of_a_bot_that_sat_alone(capsys: pytest.CaptureFixture[str]) -> None:
    print_duel(figures(contest("basic", "random", 2, alone=True)) | {"timing": TIMING})
    out = capsys.readouterr().out
    assert out.startswith(
        "basic alone among random: 2 deals, each without it and with it in every "
    )
    (levels,) = (line for line in tables(out) if line.startswith("levels"))
    assert levels.count("(") == 1
    assert max(map(len, tables(out))) <= 80


def test_a_duel_of_friends_tells_what_a_seat_gains(capsys: pytest.CaptureFixture[str]) -> None:
    """The sides are mixed of both bots, so that what a side gains is half of that."""
    friends = Rules(players=5, teams="friends")
    found: dict[str, Any] = figures(contest("basic", "random", 3, friends)) | {"timing": TIMING}
    assert found["seat_levels"]["mean"] == pytest.approx(2 * found["levels"]["mean"], abs=2e-4)
    print_duel(found)
    (line,) = (one for one in tables(capsys.readouterr().out) if "levels a seat" in one)
    assert f"{found['seat_levels']['mean']:+.2f} (" in line
    alone = figures(contest("basic", "random", 2, friends, alone=True))
    assert alone["seat_levels"] == alone["levels"]
    assert "seat_levels" not in figures(contest("basic", "random", 2))


def test_a_ladder_of_programs_fits(capsys: pytest.CaptureFixture[str]) -> None:
    contests = [Contest(duel, stopping(2)) for duel in duels("abcde", Rules(), 0)]
    played = contest("basic", "random", 2)
    for one in contests:
        for line in played.lines:
            one.add(line)
    assert len(contests) == 10
    names = [LONG.format(name, name) for name in ("first", "second", "same", "same", "odd")]
    names[3] += " --slow"
    found = ladder_figures(names, contests, 0) | {"timing": TIMING}
    for row in found["bots"]:
        row["rating"] = {"mean": -1234.5, "interval": [-2345.6, -1123.4]}
        row["levels"] = {"mean": -10.25, "interval": [-12.5, -8.0]}
    print_ladder(found)
    out = capsys.readouterr().out
    assert max(map(len, tables(out))) <= 80
    for name, shown in zip(names, short_names(names, 14), strict=True):
        assert f"{shown} is {name}" in out


def test_names_that_are_shortened_stay_apart() -> None:
    deep = [f"exec:python bots/club.py --deep {number}" for number in range(12)]
    names = short_names([*deep, "basic", "exec:club.py"], 14)
    assert len(set(names)) == 14
    assert (names[0], names[9]) == ("exec:…b.py (1)", "exec:….py (10)")
    assert names[-2:] == ["basic", "exec:club.py"]
    assert max(map(len, names)) <= 14


@pytest.mark.parametrize(
    ("name", "shown"),
    [
        ("strong@2", "strong@2"),
        ("exec:club", "exec:club"),
        ("botzone:python bots/club.py", "botzone:club.py"),
        ("exec:'/opt/my clubs/club' --deep 3", "exec:club"),
        ("exec:/opt/clubs/my-very-long-club", "exec:…ry-long-club"),
        ("a-very-long-name-without-command", "a-very-lo…-command"),
    ],
)
def test_short_names(name: str, shown: str) -> None:
    assert short(name) == shown
    assert len(short(name, 9)) <= 9
