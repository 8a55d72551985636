"""The page about strength is written from what has been measured."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from pathlib import Path

import msgspec
import pytest

from benchmarks import strength
from shengji.arena.duel import DealLine

Play = Callable[[int], DealLine]
Spread = Callable[[Play, Iterable[int]], Iterator[DealLine]]


def test_the_page_is_fresh() -> None:
    text = strength.PAGE.read_text(encoding="utf-8")
    assert text == strength.page(), "run `python -m benchmarks.strength write`"


def test_every_match_can_be_played_and_has_a_seed_of_its_own() -> None:
    found = strength.read()
    matches = [*found.matches, *found.check]
    assert len({match.seed for match in matches}) == len(matches)
    assert len({match.name for match in matches}) == len(matches)
    for match in matches:
        assert match.duel.rules.players >= 4


@pytest.mark.parametrize("match", strength.read().matches, ids=lambda match: match.name)
def test_results_are_those_of_the_match(match: strength.Match) -> None:
    found = strength.results_of(match)
    if (strength.RESULTS / f"{match.name}.json").exists():
        assert found is not None, "these are of another match"
        assert found["settings"]["bots"] == list(match.bots)
        assert 0 < found["deals"] <= found["settings"]["deals"]
    others = [
        msgspec.structs.replace(match, **change)
        for change in ({"alone": not match.alone}, {"stop": not match.stop})
    ]
    assert [strength.results_of(other) for other in others] == [None, None]


def test_a_run_that_is_ended_keeps_its_deals_and_figures(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    match = strength.Match(("easy", "random"), 9, 5)

    def ended_after(number: int) -> Callable[[int], Spread]:
        def spread(play: Play, work: Iterable[int]) -> Iterator[DealLine]:
            yield from map(play, islice(work, number))
            raise KeyboardInterrupt

        return lambda jobs: spread

    monkeypatch.setattr(
        strength, "read", lambda: strength.Strength((strength.Section("", "", (match,)),), ())
    )
    for name in ("PARTS", "RESULTS"):
        monkeypatch.setattr(strength, name, tmp_path / name)
    for number, deals in ((0, None), (3, 3), (2, 5)):
        monkeypatch.setattr(strength, "over_processes", ended_after(number))
        with pytest.raises(KeyboardInterrupt):
            strength.play(1, 1, "")
        found = strength.results_of(match)
        assert (found and found["deals"]) == deals
        # Another machine goes on from what is packed, also where it has played less itself.
        part = tmp_path / "PARTS" / f"{match.name}.jsonl"
        if number == 3:
            part.write_bytes(b"".join(part.read_bytes().splitlines(keepends=True)[:2]))
        else:
            shutil.rmtree(tmp_path / "PARTS")
