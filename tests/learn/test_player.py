"""The learned player: what it is served, what it sees, and which checkpoints it takes."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from random import Random

import numpy as np
import pytest

from shengji.arena.plan import Plan
from shengji.bots import Bot, Table, make_bot
from shengji.bots.learned import CheckpointError, LearnedBot, net, served
from shengji.bots.learned.fingerprint import fingerprint
from shengji.bots.learned.net import FINGERPRINT, Net, read_player
from shengji.bots.learned.served import Rows
from shengji.bots.outside import seat_bot
from shengji.game import Event, HandEnded
from shengji.learn.decisions import decisions
from shengji.rules import Rules
from tests.bots.test_honesty import CASES, Maker, compared
from tests.commandkit import Command
from tests.learn.kit import written_net

DEFAULT = CASES.index({})


def medium(rules: Rules, seat: int, seed: int) -> Bot:
    return make_bot("medium", rules, seat, seed)


def told_of(make: Maker, rules: Rules) -> list[Event]:
    """A hand that such bots play."""
    told: list[Event] = []
    Table(rules, {s: make(rules, s, s) for s in range(4)}, Random(5), told.append).play_hand()
    return told


def test_what_it_is_served_hangs_on_nothing_that_it_may_not_know(tmp_path: Path) -> None:
    """A net that answers to every number would play otherwise if one did."""
    make = partial(LearnedBot, path=written_net(tmp_path))
    found = [differ for here, there, differ in compared(make, DEFAULT, 6) if here == there]
    assert len(found) == len(list(compared(make, DEFAULT, 6))) and sum(found) > 20


def test_it_plays_legally_and_otherwise_than_medium(tmp_path: Path) -> None:
    rules, path = Rules(), written_net(tmp_path)
    told = told_of(partial(LearnedBot, path=path), rules)
    assert isinstance(told[-1], HandEnded) and told != told_of(medium, rules)


def test_the_first_that_is_served_is_the_choice_of_medium(tmp_path: Path) -> None:
    """With a margin that no play can reach it is `medium` itself."""
    rules, path = Rules(), written_net(tmp_path, margin=1e9)
    assert told_of(partial(LearnedBot, path=path), rules) == told_of(medium, rules)


def test_it_tells_where_it_leaves_the_choice_of_medium(tmp_path: Path) -> None:
    rules, path = Rules(), written_net(tmp_path)
    plan = Plan(rules=rules, bots=(f"learned:{path}",) * 4, number=1)
    rows = [row for row in decisions(plan, 0) if row.decision in ("lead", "follow")]
    left = [row for row in rows if row.rule != row.chosen]
    assert 5 < len(left) < len(rows)
    for row in left:
        assert row.rule is not None and row.options[row.rule].behind == 0.0
        assert (row.options[row.chosen].behind or 0.0) > 0.0


def test_other_games_it_plays_as_medium(tmp_path: Path) -> None:
    rules, path = Rules(decks=3), written_net(tmp_path)
    assert LearnedBot(rules, 0, path=path).explain() is None
    assert told_of(partial(LearnedBot, path=path), rules) == told_of(medium, rules)


def test_a_row_has_what_its_blocks_say() -> None:
    assert sum(size for _, size, _ in served.BLOCKS) == served.FEATURES
    assert len({name for name, _, _ in served.BLOCKS}) == len(served.BLOCKS)


def test_a_checkpoint_is_found_by_its_path(tmp_path: Path) -> None:
    bot = seat_bot(f"learned:{written_net(tmp_path)}", Rules(), 2)
    assert isinstance(bot, LearnedBot) and bot.seat == 2


def damaged(path: Path, **changes: object) -> None:
    with np.load(path) as file:
        arrays = {name: file[name] for name in file.files} | changes
    np.savez(path, **{name: value for name, value in arrays.items() if value is not None})


@pytest.mark.parametrize(
    ("changes", "why"),
    [
        ({FINGERPRINT: np.array("0" * 64)}, "trained with other plays .* train again"),
        ({FINGERPRINT: None}, "trained with other plays"),
        ({"inner": None}, "is no checkpoint of ours: it has no 'inner'"),
        ({"enter": np.zeros((3, 184), np.float32)}, r"'enter' should have the shape \(\d+, 184\)"),
        ({"total": np.full(184, np.nan, np.float32)}, "finite numbers"),
        ({"other": np.zeros(3_000_000, np.float32)}, "larger than any checkpoint"),
    ],
)
def test_a_wrong_checkpoint_is_refused(
    tmp_path: Path, changes: dict[str, object], why: str
) -> None:
    path = written_net(tmp_path)
    damaged(path, **changes)
    with pytest.raises(CheckpointError, match=why):
        LearnedBot(Rules(), 0, path=path)


def test_what_unpacks_to_more_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "net.npz"
    np.savez_compressed(path, other=np.zeros(3_000_000, np.float32))
    assert path.stat().st_size < net.MOST_BYTES
    with pytest.raises(CheckpointError, match="unpacks to more"):
        read_player(path)


def test_what_is_no_checkpoint_is_refused(tmp_path: Path, command: Command) -> None:
    path = tmp_path / "net.npz"
    path.write_bytes(b"PK no")
    with pytest.raises(CheckpointError, match="no checkpoint of ours"):
        read_player(path)
    ran = command("arena", f"learned:{tmp_path}/none.npz", "medium", "--deals", 1)
    assert ran.status == 2 and "make one with shengji train" in ran.err


def test_the_fingerprint_follows_what_is_served(monkeypatch: pytest.MonkeyPatch) -> None:
    taken = fingerprint.__wrapped__
    assert taken() == fingerprint()
    serve = served.serve

    def other(pad: object, numbers: object, room: object, rows: Rows) -> int:
        count: int = serve(pad, numbers, room, rows)  # type: ignore[arg-type]
        rows[:count, 300] += 1
        return count

    monkeypatch.setattr("shengji.bots.learned.fingerprint.serve", other)
    assert taken() != fingerprint()


def test_the_shapes_are_those_of_the_weights(tmp_path: Path) -> None:
    player = read_player(written_net(tmp_path))
    assert sum(array.size for array in player.net) == 130_456
    assert Net._fields[0] == "enter"
