"""`shengji arena`, `ladder` and `stats` on the command line."""

from __future__ import annotations

import json
import socket
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType, SimpleNamespace
from typing import Any

import pytest

from shengji.arena.intervals import LEAST_DEALS
from shengji.arena.spread import alone
from shengji.bots import BOTS, Table, make_bot
from shengji.record import RecordWriter, header_of, read_record
from shengji.rules import Rules
from tests.arena.kit import figures, seat_failing_bots
from tests.bots.outside.kit import script
from tests.commandkit import Command

FIRST_BOT = Path(__file__).parents[2] / "examples" / "first_bot.py"


def test_a_table_that_fits(shengji: Command) -> None:
    ran = shengji("arena", "basic", "random", "--deals", 3, "--seed", 7, "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    assert "basic against random: 3 deals played twice as hands, seed 7" in ran.out
    for word in ("levels", "points", "won as Declarers", "follow", "95th"):
        assert word in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.isprintable() or "\x1b" not in ran.out


def test_saving_and_going_on(shengji: Command, tmp_path: Path) -> None:
    path, folder = tmp_path / "results.jsonl", tmp_path / "records"
    figures(shengji, "--deals", 2, "--save", path, "--record", folder)
    # As a run leaves it that is stopped in the middle of a deal.
    (folder / "hand-000002.jsonl").write_text('{"format": "shengji-rec')
    path.write_bytes(path.read_bytes() + b'{"deal": 2, "ha')
    found = figures(shengji, "--deals", 4, "--resume", path, "--record", folder)
    assert found == figures(shengji, "--deals", 4)
    assert len(list(folder.iterdir())) == 8
    assert shengji("record", "validate", *folder.iterdir()).status == 0
    again = figures(shengji, "--deals", 4, "--resume", path)
    assert again == found


def test_records_of_something_else_stay(shengji: Command, tmp_path: Path) -> None:
    path, folder = tmp_path / "results.jsonl", tmp_path / "records"
    figures(shengji, "--deals", 1, "--save", path)
    figures(shengji, "--deals", 3, "--seed", 5, "--record", folder)
    before = {one: one.read_bytes() for one in folder.iterdir()}
    goes_on = ("--jobs", 1, "--deals", 3, "--resume", path, "--record", folder)
    ran = shengji("arena", "basic", "random", *goes_on)
    assert ran.status == 2
    assert "hand-000000.jsonl is a record of something else" in ran.err
    assert {one: one.read_bytes() for one in folder.iterdir()} == before


@pytest.mark.campaign
def test_records_are_those_of_the_deals_that_count(shengji: Command, tmp_path: Path) -> None:
    """Deals that were begun when enough was known leave nothing, whoever played them."""
    common = ("basic", "random", "--deals", 60, "--stop", "--min-deals", 6)
    ran = shengji("arena", *common, "--jobs", 2, "--record", tmp_path, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["stopped_early"]
    assert len(list(tmp_path.iterdir())) == 2 * found["deals"]
    assert json.loads(shengji("stats", tmp_path, "--json").out)["hands"] == found["hands"]


def test_stopping_early(shengji: Command) -> None:
    found = figures(shengji, "--deals", 60, "--stop", "--until", "0.2", "--min-deals", 6)
    assert found["stopped_early"]
    assert found["settings"]["bounds"] == [0, 0.2]
    assert found["deals"] in found["settings"]["checkpoints"]
    assert found["levels"]["interval"][0] > 0.2


def test_one_look_at_the_end_widens_nothing(shengji: Command) -> None:
    ran = shengji("arena", "basic", "random", "--deals", 3, "--stop", "--jobs", 1)
    assert "the interval is looked at once, at the end, and not widened" in ran.out
    assert "times at most" not in ran.out


def test_the_help_has_the_least_deals(shengji: Command) -> None:
    assert f"[default: ({LEAST_DEALS})]" in shengji("arena", "--help").out


def test_failures_are_told(
    shengji: Command, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    seat_failing_bots(monkeypatch)
    common = ("arena", "cheating", "basic", "--deals", 1, "--jobs", 1)
    ran = shengji(*common)
    assert ran.status == 0
    assert "cheating failed 2 times (illegal 2)" in ran.out
    # When it fails for the first time, it is said at once.
    assert ran.err.startswith("shengji: cheating has failed in deal 0: cheating in seat")
    assert ran.err.count("has failed") == 1
    ran = shengji(*common, "--on-failure", "stop")
    assert ran.status == 1
    assert ran.err.startswith("shengji: a bot failed in deal 0, and all stops: cheating in seat")
    # The hand in which it failed can be looked at; nothing else was counted.
    ran = shengji(*common, "--on-failure", "stop", "--record", tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["hand-000000.jsonl"]
    assert read_record(tmp_path / "hand-000000.jsonl").changes[-1].line.why == "illegal"
    assert shengji(*common, "--on-failure", "stand-in").status == 0


@pytest.mark.campaign
def test_a_program_of_somebody_else(shengji: Command) -> None:
    name = f"exec:{sys.executable} {FIRST_BOT}"
    ran = shengji("arena", name, "random", "--deals", 1, "--jobs", 1, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["failures"][0]["number"] == found["failures"][0]["refused"] == 0
    assert found["cpu"][0]["all"]["mean_us"] > 0
    assert found["titles"] == ["first", ""]


WRONG_TWICE = """
ready(reuse=True)
for ask in requests():
    say(id=ask["id"], cards=["2H", "3H"])
"""


@pytest.mark.parametrize("on_failure", ["forfeit", "stand-in"])
def test_refused_answers_are_counted(shengji: Command, tmp_path: Path, on_failure: str) -> None:
    name, path = f"exec:{script(tmp_path, WRONG_TWICE)}", tmp_path / "results.jsonl"
    common = (name, "basic", "--deals", 1, "--jobs", 1, "--on-failure", on_failure)
    found = json.loads(shengji("arena", *common, "--save", path, "--json").out)
    program, basic = found["failures"]
    # Each failure has been refused once, and then again.
    assert program["number"] > 0
    assert program["refused"] == 2 * program["number"]
    assert basic["number"] == basic["refused"] == 0
    told = shengji("arena", *common, "--resume", path).out
    assert f"gave {program['refused']} answers that were refused" in told
    ladder = shengji("ladder", *common).out
    number = program["number"]
    failed = f"{name} failed {number} times (illegal {number}), at first in deal 0: "
    assert failed in told and failed in ladder
    # The request as it was asked, in a line of its own that can be copied.
    asked = next(line for line in told.splitlines() if "asked: " in line)
    assert "id" in json.loads(asked.partition("asked: ")[2])


def test_names_are_no_markup(shengji: Command, tmp_path: Path) -> None:
    name = f"exec:{script(tmp_path, WRONG_TWICE)} [/x]"
    assert shengji("arena", name, "random", "--deals", 1, "--jobs", 1).status == 0
    assert shengji("ladder", name, "random", "--deals", 1, "--jobs", 1).status == 0
    header = header_of(Rules(), ["[/]", "Ann [away]", "\x1b[2J", "South"])
    with RecordWriter(tmp_path / "one.jsonl", header) as record:
        Table(
            Rules(),
            {seat: make_bot("random", Rules(), seat) for seat in range(4)},
            Random(1),
            record.write,
        ).play_hand()
    ran = shengji("stats", tmp_path / "one.jsonl")
    assert (ran.status, ran.err) == (0, "")
    assert "[/]" in ran.out and "Ann [away]" in ran.out and "\x1b" not in ran.out


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("basic", "basik"), "did you mean basic"),
        (("basic", "random", "--deals", "0"), "--deals must be from 1 to"),
        (("basic", "random", "--jobs", "0"), "--jobs must be at least 1"),
        (("basic", "random", "--stop", "--min-deals", "0"), "--min-deals must be at least 1"),
        (("basic", "random", "--min-deals", "30"), "--min-deals says when --stop or --until"),
        (("basic", "random", "--stop", "--min-deals", "21", "--deals", "20"), "more than the 20"),
        (("basic", "random", "--ray", "auto", "--record", "x"), "--ray local"),
        (("basic", "random", "--until", "nan"), "--until takes a number of levels"),
        (("basic", "random", "--until", "inf"), "--until takes a number of levels"),
        (("basic", "random", "--save", "a", "--resume", "b"), "exclude each other"),
        (("basic", "random", "--jobs", "2", "--ray", "auto"), "exclude each other"),
        (("basic", "random", "--resume", "/no/such.jsonl"), "cannot use /no/such.jsonl"),
        (("basic", "random", "--rules", "no/such.toml"), "cannot read no/such.toml"),
        (("exec:/no/such/program", "basic"), "/no/such/program"),
    ],
)
def test_wrong_input(shengji: Command, arguments: tuple[str, ...], message: str) -> None:
    ran = shengji("arena", *arguments)
    assert ran.status == 2
    assert message in ran.err
    assert ran.out == ""


def test_ladder(shengji: Command, tmp_path: Path) -> None:
    common = ("ladder", "random", "basic", "easy", "--deals", 2, "--jobs", 1, "--save", tmp_path)
    ran = shengji(*common)
    assert (ran.status, ran.err) == (0, "")
    assert max(map(len, ran.out.splitlines())) <= 80
    assert len(list(tmp_path.iterdir())) == 3
    ran = shengji(*common, "--json")
    found = json.loads(ran.out)
    assert found["timing"]["deals"] == 0
    assert sum(row["levels"]["mean"] for row in found["bots"]) == pytest.approx(0, abs=1e-3)
    assert sum(row["rating"]["mean"] for row in found["bots"]) == pytest.approx(0, abs=0.2)
    first, middle, last = found["bots"]
    assert last["bot"] == "random"
    assert set(first["against"]) == {middle["bot"], "random"}
    assert first["against"]["random"]["mean"] > 0
    assert first["against"]["random"]["mean"] == -last["against"][first["bot"]]["mean"]
    assert first["rating"]["interval"] is None  # of two deals
    # Whoever comes, and in whatever order they are named: what was played is not played again.
    four = ("ladder", "medium", "easy", "basic", "random", *common[4:], "--json")
    assert json.loads(shengji(*four).out)["timing"]["deals"] == 3 * 2
    assert len(list(tmp_path.iterdir())) == 6


def test_a_ladder_spreads_all_its_work_together(
    shengji: Command, monkeypatch: pytest.MonkeyPatch
) -> None:
    spreads: list[list[object]] = []

    def spread(function: Callable[[object], object], work: Iterator[object]) -> Iterator[object]:
        spreads.append(pieces := list(work))
        return alone(function, pieces)

    monkeypatch.setattr(
        "shengji.terminal.botplay.spread_over", lambda jobs, ray: (spread, "nothing")
    )
    assert shengji("ladder", "random", "basic", "easy", "--deals", 2).status == 0
    assert spreads == [[(0, 0), (0, 1), (0, 2), (1, 0), (1, 1), (1, 2)]]


def test_records_of_a_ladder(shengji: Command, tmp_path: Path) -> None:
    saved, records = tmp_path / "saved", tmp_path / "records"
    common = ("ladder", "random", "basic", "easy", "--jobs", 1, "--json", "--record", records)
    assert shengji(*common, "--deals", 1, "--save", saved).status == 0
    # As a run leaves it that is stopped in the middle of a deal.
    folder = records / "easy-random"
    (folder / "hand-000001.jsonl").write_text('{"format": "shengji-rec')
    ran = shengji(*common, "--deals", 2, "--save", saved)
    assert (ran.status, ran.err) == (0, "")
    assert {one.name for one in records.iterdir()} == {one.stem for one in saved.iterdir()}
    files = list(records.glob("*/*.jsonl"))
    assert len(files) == 3 * 2 * 2
    assert shengji("record", "validate", *files).status == 0
    assert json.loads(shengji("stats", records, "--json").out)["hands"] == len(files)
    assert "is not empty" in shengji(*common, "--deals", 2).err
    other = shengji(*common, "--deals", 2, "--seed", 5, "--save", tmp_path / "other")
    assert (other.status, "is not empty" in other.err) == (2, True)
    (folder / "hand-000000.jsonl").write_bytes((folder / "hand-000001.jsonl").read_bytes())
    wrong = shengji(*common, "--deals", 2, "--save", saved)
    assert (wrong.status, "is a record of something else" in wrong.err) == (2, True)
    # Who is refused has not begun, and can mend it.
    new = (*common[:-1], tmp_path / "new", "--deals", 2)
    refused = shengji(*new, "--seed", 5, "--save", saved)
    assert (refused.status, "begun with" in refused.err) == (2, True)
    assert shengji(*new).status == 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("basic", "random", "--seed", -1), "--seed"),
        (("basic",), "from 2 to 20 bots"),
        (("basic", "basic"), "only once"),
        (("basic", "x"), "no bot 'x'"),
        (("basic", "random", "--ray", "auto", "--record", "x"), "--ray local"),
    ],
)
def test_wrong_ladders(shengji: Command, arguments: tuple[object, ...], message: str) -> None:
    ran = shengji("ladder", *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_stats(shengji: Command, tmp_path: Path) -> None:
    hands, results = tmp_path / "hands", tmp_path / "results.jsonl"
    figures(shengji, "--deals", 2, "--record", hands, "--save", results)
    ran = shengji("stats", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "wastes points" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100
    found = json.loads(shengji("stats", *hands.iterdir(), "--json").out)
    assert found["hands"] == 4
    named = shengji("stats", results)
    assert (named.status, str(results) in named.err) == (2, True)
    assert shengji("stats", tmp_path / "none").status == 2


# Ray, which is not installed here: a module that does in this process what it does elsewhere.


class _Remote:
    def __init__(self, function: Callable[..., Any]) -> None:
        self._function = function

    def remote(self, *given: object) -> Callable[[], Any]:
        return lambda: self._function(*given)


class RayError(Exception):
    """The error that Ray raises when a task is lost; it wraps errors of tasks in its own too."""


@pytest.fixture
def address() -> Iterator[str]:
    """An address where somebody listens."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        yield f"127.0.0.1:{server.getsockname()[1]}"


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    module: Any = ModuleType("ray")
    module.addresses = []
    module.cancelled = 0
    module.broken = False

    def init(address: str | None, **options: object) -> None:
        if module.broken:
            raise ConnectionError("nobody answers")
        module.addresses.append(address)

    def cancel(task: object) -> None:
        module.cancelled += 1

    module.init = init
    module.is_initialized = lambda: bool(module.addresses)
    module.remote = _Remote
    module.get = lambda task: task()
    module.exceptions = SimpleNamespace(RayError=RayError)
    module.cancel = cancel
    module.cluster_resources = lambda: {"CPU": 3.0}
    monkeypatch.setitem(sys.modules, "ray", module)
    yield module


def test_over_a_cluster(shengji: Command, ray: Any, address: str) -> None:
    ran = shengji("arena", "basic", "random", "--deals", 3, "--ray", address, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["timing"]["spread"] == f"the Ray cluster at {address}"
    assert ray.addresses == [address]
    assert found["levels"] == figures(shengji, "--deals", 3)["levels"]


def test_a_cluster_is_told_to_stop(shengji: Command, ray: Any) -> None:
    common = ("--deals", 60, "--stop", "--min-deals", 6, "--ray", "local")
    assert shengji("arena", "basic", "random", *common).status == 0
    assert ray.addresses == ["local"]
    assert ray.cancelled == 12


def test_a_bot_that_fails_on_a_cluster_leaves_no_error_there(
    shengji: Command, ray: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    def get(task: Callable[[], Any]) -> Any:
        try:
            return task()
        except Exception as error:
            raise RayError("a task has raised an error") from error

    ray.get = get
    seat_failing_bots(monkeypatch)
    common = ("--deals", 30, "--on-failure", "stop", "--ray", "local")
    ran = shengji("arena", "cheating", "basic", *common)
    assert ran.status == 1
    assert ran.err.startswith("shengji: a bot failed in deal 0, and all stops: cheating in seat")
    assert ray.cancelled == 12


def test_a_process_of_a_cluster_that_is_lost(shengji: Command, ray: Any, tmp_path: Path) -> None:
    def get(task: object) -> None:
        raise RayError("The worker died.\nThere is much to read in its log.")

    ray.get = get
    ran = shengji("arena", "basic", "random", "--ray", "local", "--save", tmp_path / "results")
    assert ran.status == 1
    assert ran.err == (
        "shengji: a process of the cluster failed: The worker died.\n"
        f"0 of 500 deals were played; --resume {tmp_path / 'results'} goes on\n"
    )
    assert ray.cancelled == 12


@pytest.mark.parametrize("kind", ["", "ray://"])
def test_a_cluster_that_is_not_there(shengji: Command, ray: Any, address: str, kind: str) -> None:
    ray.broken = True
    ran = shengji("arena", "basic", "random", "--ray", f"{kind}{address}")
    assert ran.status == 2
    assert f"the cluster at {kind}{address} cannot be reached: nobody answers" in ran.err


@pytest.mark.parametrize("kind", ["", "ray://"])
def test_where_nobody_listens_ray_is_not_asked(shengji: Command, ray: Any, kind: str) -> None:
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{kind}127.0.0.1:{server.getsockname()[1]}"
    ran = shengji("arena", "basic", "random", "--ray", address)
    assert (ran.status, ray.addresses) == (2, [])
    assert f"the cluster at {address} cannot be reached: Connection refused" in ran.err
    assert "ray start --head" in ran.err


@pytest.mark.parametrize("address", ["nonsense", "host:", ":6379", "host:x", "host:99999"])
def test_an_address_that_is_none(shengji: Command, ray: Any, address: str) -> None:
    ran = shengji("arena", "basic", "random", "--ray", address)
    assert (ran.status, ray.addresses) == (2, [])
    assert f"--ray takes HOST:PORT, ray://HOST:PORT, auto or local, not '{address}'" in ran.err


def test_ray_is_missing(shengji: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = shengji("arena", "basic", "random", "--ray", "auto")
    assert ran.status == 2
    assert "pip install 'shengji[ray]'" in ran.err


def test_every_bot_can_be_named() -> None:
    assert {"random", "basic", "easy", "medium", "strong", "master"} <= set(BOTS)
