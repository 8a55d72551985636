"""The page about strength is written from what has been measured."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Generator, Iterable
from itertools import islice
from pathlib import Path
from typing import TypeVar

import msgspec
import pytest

from benchmarks.strength.keeping import RESULTS, Kept
from benchmarks.strength.page import EARLIER, MATCHES, matches_table, tables
from benchmarks.strength.plan import Match, earlier, read
from benchmarks.strength.playing import play
from shengji.arena.spread import Spread

Work = TypeVar("Work")
Result = TypeVar("Result")


def test_the_tables_are_fresh() -> None:
    for place, table in tables().items():
        assert place.read() == table, "run `python -m benchmarks.strength write`"


def test_every_match_can_be_played_and_has_a_seed_of_its_own() -> None:
    found = read()
    matches = [*found.matches, *found.check]
    assert len({match.seed for match in matches}) == len(matches)
    assert len({match.name for match in matches}) == len(matches)
    for match in matches:
        assert match.duel.rules.players >= 4


@pytest.mark.parametrize("match", read().matches, ids=lambda match: match.name)
def test_results_are_those_of_the_match(match: Match) -> None:
    found = Kept().figures(match)
    if (RESULTS / f"{match.name}.json").exists():
        assert found is not None, "these are of another match"
        assert found["settings"]["bots"] == list(match.bots)
        assert 0 < found["deals"] <= found["settings"]["deals"]
    others = [
        msgspec.structs.replace(match, **change)
        for change in ({"alone": not match.alone}, {"stop": not match.stop})
    ]
    assert [Kept().figures(other) for other in others] == [None, None]


def test_all_results_are_of_matches_of_the_plan() -> None:
    names = {match.name for match in read().matches}
    assert {file.name.partition(".")[0] for file in RESULTS.iterdir()} <= names


def test_every_match_of_master_is_told_whatever_came_of_it() -> None:
    """No seed stands in the plan and among those of before, and each is in one table."""
    before = earlier()
    seeds = {match.seed for match in read().matches}
    assert len({match.seed for match in before}) == len(before)
    assert not seeds & {match.seed for match in before}
    rows = (MATCHES.read() + EARLIER.read()).splitlines()
    masters = [match.seed for match in read().matches if match.bots[0] == "master"]
    for seed in (*masters, *(match.seed for match in before)):
        assert sum(f"| {seed} |" in row for row in rows) == 1
    for match in before:
        assert match.interval is None or match.interval[0] <= match.levels <= match.interval[1]
    # Those that came out badly, too.
    assert [match.seed for match in before if match.levels < 0] == [72035, 72039, 72040]


def test_figures_of_friends_are_told_by_seat_beside_the_side() -> None:
    matches = read().matches
    table = matches_table((match, Kept().figures(match)) for match in matches)
    heading, _, *rows = table.splitlines()
    place = heading.split(" | ").index("levels a seat")
    told = {match.seed: row.split(" | ")[place] for match, row in zip(matches, rows, strict=True)}
    assert told[72011] == "", "the side is told of fixed teams"
    # 0.1534, of which a seat gains twice as much; a bot alone is told by its seat.
    assert told[72062] == "**+0.31** (+0.26 to +0.35)"
    assert told[72067] == "**+0.05** (+0.003 to +0.09)"


def ended_after(number: int) -> Spread:
    """A run that is ended when so many deals have been played."""

    def spread(function: Callable[[Work], Result], work: Iterable[Work]) -> Generator[Result]:
        yield from map(function, islice(work, number))
        raise KeyboardInterrupt

    return spread


def test_a_run_that_is_ended_keeps_its_deals_and_figures(tmp_path: Path) -> None:
    match, parts = Match(("easy", "random"), 9, 5), tmp_path / "parts"
    kept = Kept(tmp_path / "results", parts)
    for number, deals in ((0, None), (3, 3), (2, 5)):
        with pytest.raises(KeyboardInterrupt):
            play([match], 60, ended_after(number), kept)
        found = kept.figures(match)
        assert (found and found["deals"]) == deals
        # Another machine goes on from what is packed, also where it has played less itself.
        part = parts / f"{match.name}.jsonl"
        if number == 3:
            part.write_bytes(b"".join(part.read_bytes().splitlines(keepends=True)[:2]))
        else:
            shutil.rmtree(parts)
