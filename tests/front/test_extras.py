"""Extras: what is imported is what was asked for, and an extra that is missing is named."""

from __future__ import annotations

import json
import subprocess
import sys
from importlib.metadata import PackageNotFoundError, packages_distributions, requires
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from shengji.extras import MissingExtraError, require

ABSENT = """
import contextlib, importlib, io, json, pkgutil, sys
absent = set(json.loads(sys.argv.pop()))
class Absent:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in absent:
            raise ModuleNotFoundError(f"No module named {name!r}", name=name)
sys.meta_path.insert(0, Absent())
from shengji.extras import MissingExtraError
"""
"""The beginning of a script in which packages cannot be imported, as if they were not installed."""

WALK = """
import shengji
def lacking(*left_out):
    found = {}
    for module in pkgutil.walk_packages(shengji.__path__, "shengji.", onerror=lambda name: None):
        if module.name != "shengji.__main__" and not module.name.startswith(left_out):
            try:
                importlib.import_module(module.name)
            except MissingExtraError as error:
                found[module.name] = str(error)
    return found
"""

COMMANDS = """
from shengji.terminal.main import main
def run(*words):
    sys.argv[1:] = words
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main()
            status = 0
        except SystemExit as end:
            status = end.code or 0
    return [status, out.getvalue(), err.getvalue()]
"""


def installed_with(*extras: str) -> set[str]:
    """The distributions that `pip install 'shengji[EXTRAS]'` brings."""
    found, left = set[str](), [("shengji", frozenset(extras))]
    seen = set[tuple[str, frozenset[str]]]()
    while left:
        name, wanted = left.pop()
        if (name, wanted) in seen:
            continue
        seen.add((name, wanted))
        found.add(name)
        with_none = wanted or {""}
        try:
            lines = requires(name) or []
        except PackageNotFoundError:
            continue  # a package of another system
        for line in lines:
            needed = Requirement(line)
            if needed.marker is None or any(
                needed.marker.evaluate({"extra": extra}) for extra in with_none
            ):
                left.append((canonicalize_name(needed.name), frozenset(needed.extras)))
    return found


def without(extras: tuple[str, ...], script: str, *parts: str) -> Any:
    """The JSON that a script prints where nothing is installed but the library and some extras."""
    there = installed_with(*extras)
    absent = [
        package
        for package, names in packages_distributions().items()
        if not any(canonicalize_name(name) in there for name in names)
    ]
    assert {"pytest", "mypy"} <= set(absent)
    ran = subprocess.run(
        [sys.executable, "-c", "\n".join((ABSENT, *parts, script)), json.dumps(absent)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    return json.loads(ran.stdout)


def test_the_library_needs_no_extra() -> None:
    """Every room but some can be imported; it judges and plays; the command says what it needs."""
    found = without(
        (),
        """
lacks = lacking("shengji.terminal")
from random import Random
from shengji.judge import judge_line
judged = json.loads(judge_line('{"ask": "result", "points": 160}'))
rules = shengji.rules_from("tractor")
bots = {seat: shengji.make_bot("medium", rules, seat) for seat in range(4)}
points = shengji.Table(rules, bots, Random(7)).play_hand().points
print(json.dumps([lacks, judged["winner"], points, run("judge"), run("judge", "--lang", "zh")]))
""",
        WALK,
        COMMANDS,
    )
    lacks, winner, points, english, chinese = found
    assert {name.split(".")[1] for name in lacks} == {"env", "server", "nights"}
    for name, told in lacks.items():
        room = name.split(".")[1]
        extra = "openspiel" if ".spiel" in name else room if room == "env" else "site"
        assert f"pip install 'shengji[{extra}]'" in told
    assert winner == "opponents" and points >= 0
    needed = "this needs typer, which is not installed: pip install 'shengji[terminal]'"
    assert english == [2, "", f"shengji: {needed}\n"]
    assert chinese[0] == 2 and "尚未安装：pip install 'shengji[terminal]'" in chinese[2]


def test_the_terminal_needs_no_site() -> None:
    found = without(
        ("terminal",),
        """
lacks = lacking("shengji.server", "shengji.nights", "shengji.env")
told = run("--help"), run("schema", "judge"), run("record", "--help")
site = [["serve"], ["admin", "list"], ["ratings", "rebuild"], ["doctor"]]
site += [["backup", "file"], ["restore", "file"]]
print(json.dumps([lacks, told, [run(*words) for words in site]]))
""",
        WALK,
        COMMANDS,
    )
    lacks, told, site = found
    assert list(lacks) == ["shengji.terminal.doctor"]
    assert all(status == 0 and out and not err for status, out, err in told)
    for status, out, err in site:
        assert (status, out) == (2, "")
        assert err.endswith("which is not installed: pip install 'shengji[site]'\n")
        assert err.count("\n") == 1


@pytest.mark.parametrize("extras", [("site", "cluster", "telemetry")])
def test_a_site_needs_no_more_than_its_extras(extras: tuple[str, ...]) -> None:
    assert (
        without(
            extras,
            "print(json.dumps(lacking('shengji.server.database.migrations.env', 'shengji.env')))",
            WALK,
        )
        == {}
    )


def test_a_part_of_a_package_that_is_not_there() -> None:
    require("terminal", "rich.console")
    with pytest.raises(MissingExtraError, match=r"needs none\.such, .* 'shengji\[site\]'"):
        require("site", "none.such")
