"""Files of results: cut short anywhere, they go on where they were."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import msgspec
import pytest

from shengji.arena.duel import Duel
from shengji.arena.intervals import stopping
from shengji.arena.results import (
    ResultsError,
    ResultsFile,
    ResultsHeader,
    _described,
    results_header,
    what_counts,
)
from shengji.bots.outside import Limits
from shengji.rules import Rules
from tests.arena.kit import contest

DUEL = Duel(Rules(), ("basic", "random"))


@cache
def header() -> ResultsHeader:
    """The header of three deals; to make it all sources are read."""
    return results_header(DUEL, stopping(3))


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    path = tmp_path_factory.mktemp("results") / "results.jsonl"
    with ResultsFile(path, header(), resume=False) as file:
        for line in contest("basic", "random", 3).lines:
            file.add(line)
    return path.read_bytes()


@pytest.mark.parametrize("cut", [0, 1, 40])
def test_a_line_that_was_cut_short_is_played_again(
    tmp_path: Path, written: bytes, cut: int
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(written[: len(written) - cut])
    with ResultsFile(path, header(), resume=True) as file:
        assert [line.deal for line in file.done] == ([0, 1, 2] if cut == 0 else [0, 1])
        for line in contest("basic", "random", 3).lines[len(file.done) :]:
            file.add(line)
    with ResultsFile(path, header(), resume=True) as file:
        assert [line.deal for line in file.done] == [0, 1, 2]


def test_more_deals_may_be_played_than_were_planned() -> None:
    assert results_header(DUEL, stopping(500)) == header()
    assert results_header(DUEL, stopping(500, (0.0,))) != header()


def refused(path: Path, found: ResultsHeader, wanted: ResultsHeader) -> str:
    """Why a file that was begun in one way cannot go on in another."""
    path.write_bytes(msgspec.json.encode(found) + b"\n")
    with pytest.raises(ResultsError) as error:
        ResultsFile(path, wanted, resume=True)
    return str(error.value).replace(str(path), "FILE")


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (
            {"rules": {"preset": "zhang-2021", "decks": 3}},
            "with the rules preset zhang-2021, decks 3, and not with the rules preset zhang-2021",
        ),
        ({"bots": ("easy", "basic")}, "for easy against basic, and not for basic against random"),
        ({"seed": 4}, "with --seed 4, and not with --seed 0"),
        ({"alone": True}, "with --alone, and not without --alone"),
        ({"matches": True}, "with --matches, and not without --matches"),
        ({"on_failure": "stop"}, "with --on-failure stop, and not with --on-failure forfeit"),
        (
            {"limits": Limits(decision=0.5, bank=0)},
            "with --time 0.5+0.0 --start-time 60.0, and not with --time 10.0+60.0 --start-time "
            "60.0",
        ),
        (
            {"looks": (3,), "bounds": (-0.3, 0.0)},
            "with --until -0.3 --stop, and not without --stop and --until",
        ),
    ],
)
def test_other_results_are_refused(tmp_path: Path, change: dict[str, object], told: str) -> None:
    found = msgspec.structs.replace(header(), **change)
    assert refused(tmp_path / "results.jsonl", found, header()) == (f"FILE was begun {told}")


def test_a_run_that_may_stop_early_goes_on_as_it_was_planned(tmp_path: Path) -> None:
    found, wanted = (
        results_header(DUEL, stopping(*plan)) for plan in ((500, (0.0,)), (400, (0.0,), 30))
    )
    told = refused(tmp_path / "results.jsonl", found, wanted)
    assert "begun with --deals 500 --min-deals 20, and not with --deals 400 --min-deals 30" in told


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"code": "x"}, "the bots or the rules of the game have changed since FILE was begun"),
        ({"shengji": "0.0.1"}, "shengji 0.0.1 has become "),
    ],
)
def test_results_of_another_version_are_refused(
    tmp_path: Path, change: dict[str, object], told: str
) -> None:
    message = refused(
        tmp_path / "results.jsonl", msgspec.structs.replace(header(), **change), header()
    )
    assert message.startswith(told)
    assert message.endswith("since FILE was begun")


def test_whatever_differs_is_told() -> None:
    others = {"format", "version", "shengji", "code"}
    assert {*_described(results_header(DUEL, stopping(6)))} | others == {
        *ResultsHeader.__struct_fields__
    }


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (b"", "has no results"),
        (b"nonsense\n", "line 1"),
        (b"nonsense", "has no results"),
        (b'{"format": "shengji-record"}\n', "line 1"),
        (b'{"format": "\xff"}\n', "line 1"),
    ],
)
def test_nonsense_is_refused(tmp_path: Path, text: bytes, message: str) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(text)
    with pytest.raises(ResultsError, match=message):
        ResultsFile(path, header(), resume=True)


def test_missing_and_broken_deals_are_refused(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "results.jsonl"
    lines = written.splitlines(keepends=True)
    path.write_bytes(b"".join([lines[0], lines[2]]))
    with pytest.raises(ResultsError, match="line 2: deal 0 is missing"):
        ResultsFile(path, header(), resume=True)
    path.write_bytes(lines[0] + b"{}\n")
    with pytest.raises(ResultsError, match="line 2"):
        ResultsFile(path, header(), resume=True)


def test_a_full_file_is_not_overwritten(tmp_path: Path, written: bytes) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(written)
    with pytest.raises(ResultsError, match="--resume"):
        ResultsFile(path, header(), resume=False)
    assert path.read_bytes() == written


@pytest.mark.parametrize("resume", [False, True])
def test_a_file_that_was_hardly_begun_begins_anew(
    tmp_path: Path, written: bytes, resume: bool
) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(written[:40])
    with ResultsFile(path, header(), resume=resume) as file:
        assert not file.done
        file.add(contest("basic", "random", 3).lines[0])
    assert path.read_bytes().splitlines()[0] == written.splitlines()[0]
    with ResultsFile(path, header(), resume=True) as file:
        assert len(file.done) == 1


@pytest.mark.parametrize("resume", [False, True])
def test_two_runs_do_not_add_to_one_file(tmp_path: Path, written: bytes, resume: bool) -> None:
    path = tmp_path / "results.jsonl"
    path.write_bytes(written)
    with (
        ResultsFile(path, header(), resume=True),
        pytest.raises(ResultsError, match="another run is adding to"),
    ):
        ResultsFile(path, header(), resume=resume)
    assert path.read_bytes() == written


def test_only_what_the_code_does_counts(tmp_path: Path) -> None:
    """A match goes on after a comment was mended, but not after a number was changed."""
    code = "FACTOR = 2\n\ndef twice(number):\n    return FACTOR * number\n"
    told = (
        '"""What it is."""\n\nFACTOR = 2  # doubles\n"""The factor."""\n\n\n'
        'def twice(number):\n    """Twice as much."""\n    return (FACTOR * number)\n'
    )
    found = []
    for number, text in enumerate((code, told, code.replace("2", "3"))):
        path = tmp_path / f"{number}.py"
        path.write_text(text, encoding="utf-8")
        found.append(what_counts(path))
    assert found[0] == found[1] != found[2]
    weights = tmp_path / "weights.txt"
    weights.write_bytes(b"1 2 # three\n")
    assert what_counts(weights) == b"1 2 # three\n"
