"""Check of what is published, and the time to a first answer: `make install-check`.

Builds the sdist, and the wheel from it, and checks both as PyPI does. Installs the wheel in empty
environments for the library and for some extras, and runs tests out of the sdist with the oldest
dependencies that the project names. All they need comes from the package index. Times are wall
times of a process from its start, first where nothing is compiled, then where all is.
"""

from __future__ import annotations

import json
import os
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
from collections.abc import Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

ROOT = Path(__file__).parents[1]
EXTRAS = ("", "terminal", "research", "site")
"""The extras that are installed, each in an environment of its own; none is the library alone."""
TESTS = ("README.md", "tests/cards", "tests/rules", "tests/play")
"""Tests of the sdist that run against the wheel."""
TEST_TOOLS = ("pytest", "pytest-asyncio", "hypothesis", "pyyaml")
TIMES = 5
"""How often the import is measured; the middle counts."""
LEAD = {
    "ask": "lead",
    "rules": "tractor",
    "trump": {"rank": "4", "suit": "S"},
    "cards": ["5H", "5H", "6H", "6H", "AH"],
    "others": [["7H", "7H", "8H", "8H"], ["9H", "9H", "2H"], ["JH", "JH", "10H"]],
}
"""A throw that fails: the judge reads it, finds who beats it, and says what is led instead."""
PLAY = ("play", "--plain", "--new", "--rules", "tractor", "--lang", "en", "--seed", "1")
HAND = """
from random import Random
import shengji
rules = shengji.rules_from("tractor")
bots = {seat: shengji.make_bot("medium", rules, seat) for seat in range(4)}
print(shengji.Table(rules, bots, Random(7)).play_hand().points, flush=True)
"""
MEANWHILE = "from shengji.play.compiling import compile_meanwhile; compile_meanwhile()\n"


class Installed(NamedTuple):
    """An environment with the wheel in it.

    Attributes:
        folder: where it is.
        packages: how many packages were installed.
        size: the bytes of their files, with what Python has compiled of them.
    """

    folder: Path
    packages: int
    size: int


class Task(NamedTuple):
    """Something that a person waits for.

    Attributes:
        name: the name under which it is told.
        command: the program and its arguments.
        given: what it reads.
        shows: the beginning of the line that is waited for.
    """

    name: str
    command: Sequence[str | Path]
    given: str
    shows: str


def main() -> None:
    with tempfile.TemporaryDirectory(prefix="shengji-install-", ignore_cleanup_errors=True) as name:
        folder = Path(name)
        sdist, wheel = built(folder)
        for made in (sdist, wheel):
            print(f"{made.name}: {made.stat().st_size / 1e6:.1f} MB, checked", flush=True)
        test(sdist, wheel, folder)
        print(f"{', '.join(TESTS)} of the sdist pass with the oldest dependencies", flush=True)
        found_with = {extra: install(wheel, extra, folder / f"with-{extra}") for extra in EXTRAS}
        for extra, found in found_with.items():
            named = f"shengji[{extra}]" if extra else "shengji"
            print(f"{named}: {found.packages} packages, {found.size / 1e6:.0f} MB", flush=True)
        # What is compiled belongs to an environment, so that all is done in one.
        programs = found_with["terminal"].folder / "bin"
        python, shengji = programs / "python", programs / "shengji"
        tasks = (
            Task("lead judged", [shengji, "judge"], json.dumps(LEAD), '{"legal":false'),
            Task("first cards of a match", [shengji, *PLAY], "", "Your hand, "),
            Task("hand in Python", [python, "-c", HAND], "", ""),
            Task("the same, compiled meanwhile", [python, "-c", MEANWHILE + HAND], "", ""),
        )
        imported = median(
            seconds_to_import(found_with[""].folder / "bin" / "python") for _ in range(TIMES)
        )
        print(f"import shengji: {imported:.3f} s", flush=True)
        for at, task in enumerate(tasks):
            print(f"{task.name}, first: {seconds(task, folder / f'cold-{at}'):.1f} s", flush=True)
        warm = seconds(Task("", [shengji, "warm"], "", "Done."), folder / "warm")
        print(f"all compiled with nothing else to do: {warm:.0f} s", flush=True)
        for task in tasks:
            print(f"{task.name}, then: {seconds(task, folder / 'warm'):.1f} s", flush=True)


def built(folder: Path) -> tuple[Path, Path]:
    """The sdist, and the wheel made from it, both checked for PyPI."""
    python = environment(folder / "tools", "build", "twine")
    made = folder / "dist"
    subprocess.run([python, "-m", "build", "--outdir", made, ROOT], check=True, stdout=sys.stderr)
    (sdist,), (wheel,) = made.glob("*.tar.gz"), made.glob("*.whl")
    check = [str(python), "-m", "twine", "check", "--strict", str(sdist), str(wheel)]
    subprocess.run(check, check=True, stdout=sys.stderr)
    return sdist, wheel


def environment(folder: Path, *wanted: str) -> Path:
    """Make an environment with some packages; returns its Python."""
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    python = folder / "bin" / "python"
    if wanted:
        subprocess.run([python, "-m", "pip", "install", "--quiet", *wanted], check=True)
    return python


def test(sdist: Path, wheel: Path, folder: Path) -> None:
    """Run tests out of an sdist against the wheel, with the oldest dependencies it names."""
    with tarfile.open(sdist) as archive:
        archive.extractall(folder / "sdist", filter="data")
    (root,) = (folder / "sdist").iterdir()
    project = tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    oldest = [each.replace(">=", "==") for each in project["dependencies"]]
    python = environment(folder / "oldest", f"{wheel}[site]", *oldest, *TEST_TOOLS)
    kept = {**os.environ, "NUMBA_CACHE_DIR": str(folder / "kernels")}
    subprocess.run([python, "-m", "shengji", "warm"], check=True, env=kept, cwd=folder)
    subprocess.run([python, "-m", "pytest", "-q", *TESTS], check=True, env=kept, cwd=root)


def install(wheel: Path, extra: str, folder: Path) -> Installed:
    """Make an environment, and install the wheel with an extra in it."""
    environment(folder)
    (packages,) = folder.glob("lib/python*/site-packages")
    before = set(packages.rglob("*"))
    wanted = f"{wheel}[{extra}]" if extra else str(wheel)
    subprocess.run([folder / "bin" / "pip", "install", "--quiet", wanted], check=True)
    files = set(packages.rglob("*")) - before
    return Installed(
        folder,
        sum(file.name.endswith(".dist-info") for file in files),
        sum(file.stat().st_size for file in files if file.is_file()),
    )


def seconds_to_import(python: Path) -> float:
    """How long a process takes to import the library."""
    code = "import time; t = time.perf_counter(); import shengji; print(time.perf_counter() - t)"
    done = subprocess.run([python, "-c", code], check=True, capture_output=True, text=True)
    return float(done.stdout)


def seconds(task: Task, compiled: Path) -> float:
    """How long somebody waits for a task, with what is compiled in a folder; then it is ended."""
    compiled.mkdir(exist_ok=True)
    given = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
    environment = {**given, "NUMBA_CACHE_DIR": str(compiled), "HOME": str(compiled)}
    began = time.perf_counter()
    with subprocess.Popen(
        task.command,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        cwd=compiled.parent,
        env=environment,
        text=True,
    ) as process:
        assert process.stdin is not None and process.stdout is not None
        process.stdin.write(task.given)
        process.stdin.flush()
        if task.given:
            process.stdin.close()
        for line in process.stdout:
            if line.startswith(task.shows):
                found = time.perf_counter() - began
                break
        else:
            raise SystemExit(f"{task.name} has ended too soon")
        process.kill()
    return found


if __name__ == "__main__":
    main()
