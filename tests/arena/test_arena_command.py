"""`shengji arena`, `ladder` and `stats` on the command line."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from shengji.arena.stopping import LEAST_DEALS
from shengji.bots import BOTS, Table, make_bot
from shengji.record import RecordWriter, header_of
from shengji.rules import Rules
from tests.arena.kit import seat_failing_bots, wait_until_ended
from tests.bots.outside.kit import script
from tests.terminal.commandkit import Command

FIRST_BOT = Path(__file__).parents[2] / "examples" / "first_bot.py"


@pytest.fixture
def shengji(monkeypatch: pytest.MonkeyPatch) -> Command:
    return Command(monkeypatch)


def test_a_table_that_fits(shengji: Command) -> None:
    ran = shengji("arena", "basic", "random", "--deals", 3, "--seed", 7, "--jobs", 1)
    assert (ran.status, ran.err) == (0, "")
    assert "basic against random: 3 deals played twice as hands, seed 7" in ran.out
    for word in ("levels", "points", "won as Declarers", "follow", "95th"):
        assert word in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    assert ran.out.isprintable() or "\x1b" not in ran.out


def figures(shengji: Command, *arguments: object) -> dict[str, Any]:
    ran = shengji("arena", "basic", "random", "--jobs", 1, "--json", *arguments)
    assert (ran.status, ran.err) == (0, "")
    found: dict[str, Any] = json.loads(ran.out)
    del found["timing"], found["cpu"]
    return found


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


def test_the_help_has_the_least_deals(shengji: Command) -> None:
    assert f"[default: ({LEAST_DEALS})]" in shengji("arena", "--help").out


def test_failures_are_told(shengji: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    seat_failing_bots(monkeypatch)
    common = ("arena", "cheating", "basic", "--deals", 1, "--jobs", 1)
    ran = shengji(*common)
    assert ran.status == 0
    assert "cheating failed 2 times (illegal 2)" in ran.out
    ran = shengji(*common, "--on-failure", "stop")
    assert ran.status == 1
    assert ran.err.startswith("shengji: a bot failed in deal 0, and all stops: cheating in seat")
    assert shengji(*common, "--on-failure", "stand-in").status == 0


def test_a_program_of_somebody_else(shengji: Command) -> None:
    name = f"exec:{sys.executable} {FIRST_BOT}"
    ran = shengji("arena", name, "random", "--deals", 1, "--jobs", 1, "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["failures"][0]["number"] == found["failures"][0]["refused"] == 0
    assert found["cpu"][0]["all"]["mean_us"] > 0


WRONG_TWICE = """
ready(reuse=True)
for ask in requests():
    say(id=ask["id"], cards=["2H", "3H"])
"""


@pytest.mark.parametrize("on_failure", ["forfeit", "stand-in"])
def test_refused_answers_are_counted(shengji: Command, tmp_path: Path, on_failure: str) -> None:
    name = f"exec:{script(tmp_path, WRONG_TWICE)}"
    common = (name, "basic", "--deals", 2, "--jobs", 1, "--on-failure", on_failure)
    found = json.loads(shengji("arena", *common, "--json").out)
    program, basic = found["failures"]
    # Each failure has been refused once, and then again.
    assert program["number"] > 0
    assert program["refused"] == 2 * program["number"]
    assert basic["number"] == basic["refused"] == 0
    told = shengji("arena", *common).out
    assert f"gave {program['refused']} answers that were refused" in told
    ladder = shengji("ladder", *common).out
    failed = f"{name} failed {program['number']} times (illegal {program['number']}), at first: "
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
    assert found["bots"][-1]["bot"] == "random"
    first, last = found["bots"][0], found["bots"][-1]
    assert first["against"][str(last["number"])]["mean"] > 0


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (("basic", "random", "--seed", -1), "--seed"),
        (("basic",), "from 2 to 20 bots"),
        (("basic", "basic"), "only once"),
        (("basic", "x"), "no bot 'x'"),
    ],
)
def test_wrong_ladders(shengji: Command, arguments: tuple[object, ...], message: str) -> None:
    ran = shengji("ladder", *arguments)
    assert ran.status == 2
    assert message in ran.err


def test_stats(shengji: Command, tmp_path: Path) -> None:
    figures(shengji, "--deals", 2, "--record", tmp_path)
    ran = shengji("stats", tmp_path)
    assert (ran.status, ran.err) == (0, "")
    assert "wastes points" in ran.out
    assert max(map(len, ran.out.splitlines())) <= 100
    found = json.loads(shengji("stats", *tmp_path.iterdir(), "--json").out)
    assert found["hands"] == 4
    assert shengji("stats", tmp_path / "none").status == 2


# Ray, which is not installed here: a module that does in this process what it does elsewhere.


class _Remote:
    def __init__(self, function: Callable[[Any], Any]) -> None:
        self._function = function

    def remote(self, piece: object) -> Callable[[], Any]:
        return lambda: self._function(piece)


@pytest.fixture
def ray(monkeypatch: pytest.MonkeyPatch) -> Iterator[ModuleType]:
    module: Any = ModuleType("ray")
    module.addresses = []
    module.cancelled = 0

    def init(address: str | None, **options: object) -> None:
        if address == "nowhere:1":
            raise ConnectionError("nobody answers")
        module.addresses.append(address)

    def cancel(task: object) -> None:
        module.cancelled += 1

    module.init = init
    module.is_initialized = lambda: bool(module.addresses)
    module.remote = _Remote
    module.get = lambda task: task()
    module.cancel = cancel
    module.cluster_resources = lambda: {"CPU": 3.0}
    monkeypatch.setitem(sys.modules, "ray", module)
    yield module


def test_over_a_cluster(shengji: Command, ray: Any) -> None:
    ran = shengji("arena", "basic", "random", "--deals", 3, "--ray", "head:6379", "--json")
    assert (ran.status, ran.err) == (0, "")
    found = json.loads(ran.out)
    assert found["timing"]["spread"] == "the Ray cluster at head:6379"
    assert ray.addresses == ["head:6379"]
    assert found["levels"] == figures(shengji, "--deals", 3)["levels"]


def test_a_cluster_is_told_to_stop(shengji: Command, ray: Any) -> None:
    common = ("--deals", 60, "--stop", "--min-deals", 6, "--ray", "local")
    assert shengji("arena", "basic", "random", *common).status == 0
    assert ray.addresses == ["local"]
    assert ray.cancelled == 12


def test_a_cluster_that_is_not_there(shengji: Command, ray: Any) -> None:
    ran = shengji("arena", "basic", "random", "--ray", "nowhere:1")
    assert ran.status == 2
    assert "the cluster at nowhere:1 cannot be reached: nobody answers" in ran.err


def test_ray_is_missing(shengji: Command, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    ran = shengji("arena", "basic", "random", "--ray", "auto")
    assert ran.status == 2
    assert "pip install 'shengji[cluster]'" in ran.err


def test_every_bot_can_be_named() -> None:
    assert {"random", "basic", "easy", "medium", "strong", "master"} <= set(BOTS)


DEAF = """
ready()
print(os.getpid(), file=open("program.pid", "w"), flush=True)
while True:
    pass
"""


@pytest.mark.parametrize("jobs", [1, 2])
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGHUP])
def test_who_is_told_to_end_takes_programs_along(
    tmp_path: Path, number: signal.Signals, jobs: int
) -> None:
    arguments = ("arena", f"exec:{script(tmp_path, DEAF)}", "basic", "--jobs", str(jobs))
    command = [sys.executable, "-m", "shengji", *arguments]
    # Tests that are run with nohup ignore a signal that the arena would ignore with them.
    inherited = signal.signal(number, signal.SIG_DFL)
    try:
        arena = subprocess.Popen(command, cwd=tmp_path)
    finally:
        signal.signal(number, inherited)
    try:
        told = tmp_path / "program.pid"
        while not (told.exists() and told.read_text().endswith("\n")):
            assert arena.poll() is None
            time.sleep(0.05)
        arena.send_signal(number)
        assert arena.wait(20) == 128 + number
    finally:
        arena.kill()
        arena.wait()
    wait_until_ended([int(told.read_text())])
