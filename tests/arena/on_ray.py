"""A cluster of Ray on this machine does what one process does: `make ray` runs this."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from shengji.learn.dataset import load

CLUSTER, ALONE = ("--ray", "local"), ("--jobs", "1")


def shengji(*words: str) -> str:
    """The output of a command."""
    command = [sys.executable, "-m", "shengji", *words]
    ran = subprocess.run(command, capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def arena(*spread: str) -> Any:
    """The levels of a duel."""
    return json.loads(shengji("arena", "medium", "basic", "--deals", "8", "--json", *spread))[
        "levels"
    ]


def main() -> None:
    """Play and write in both ways."""
    with TemporaryDirectory() as name:
        folder = Path(name)
        assert arena(*CLUSTER) == arena(*ALONE)
        print("the arena")
        for way, spread in {"cluster": CLUSTER, "alone": ALONE}.items():
            shengji("data", "make", str(folder / way), "--hands", "6", "--bots", "medium", *spread)
        assert load(folder / "cluster").equals(load(folder / "alone"))
        print("decisions as data")


if __name__ == "__main__":
    main()
