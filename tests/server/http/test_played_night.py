"""A whole night of bots, whose leaderboard is that of a rebuild."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from benchmarks.night.__main__ import main
from shengji.nights import Event, Night
from shengji.nights.results import results_of_night
from shengji.nights.standings import standings
from shengji.ratings import rebuild
from shengji.server.ratings.schemas import BoardLine
from shengji.server.stores import Stores
from tests.commandkit import Command
from tests.terminal.test_admin import within

_decode = msgspec.json.Decoder(Event).decode


async def board(store: Stores) -> list[BoardLine]:
    """All who are rated with two decks, as the leaderboard has them."""
    await store.ratings.advance()
    found: list[BoardLine] = []
    for season in await store.ratings.seasons("two-decks"):
        for provisional in (False, True):
            found += await store.ratings.board(
                "two-decks", season, provisional=provisional, after=0, most=100
            )
    return found


async def kept(store: Stores) -> Night:
    """The one night, from what is kept."""
    (id_,) = await store.nights.all()
    found = await store.nights.load(id_)
    assert found is not None
    return Night.of(map(_decode, found.bodies))


@pytest.mark.parametrize(
    ("given", "hands"), [(("--real-cards", "--rounds", "2"), 2), (("--rounds", "1"), 1)]
)
def test_a_night_is_played_and_its_leaderboard_is_that_of_a_rebuild(
    command: Command,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    given: tuple[str, ...],
    hands: int,
) -> None:
    folder = tmp_path / "site"
    size = ("--players", "5", "--hands", "1", "--bot", "random", "--seed", "3")
    assert main([*size, *given, "--data", str(folder)]) == 0
    url, told = f"sqlite:///{folder / 'tables.db'}", capsys.readouterr().out
    assert url in told and "/#/night/" in told
    night, before = within(url, kept), within(url, board)
    assert night.ended is not None and len(before) >= 4
    assert sum(row.hands for row in standings(night)) >= 4 * hands
    again = command("ratings", "rebuild", "--database", url)
    assert "0 numbers have changed" in again.out and "nights had left" not in again.out
    assert within(url, board) == before
    alone = rebuild(results_of_night(night)).current
    assert {line.person: line.value for line in before} == pytest.approx(
        {person: rating.value for (person, _), rating in alone.items()}
    )
    if hands == 2:
        (taken_back,) = night.penalties
        assert taken_back.revoked is not None and len(night.people) == 6
        assert any(hand.version == 2 for hand in night.rounds[0].games[1].hands)
    with pytest.raises(SystemExit):
        main(["--data", str(folder)])
    assert "there is a site" in capsys.readouterr().err
