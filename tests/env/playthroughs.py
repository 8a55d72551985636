"""Playthroughs: hands of our games for OpenSpiel, kept as files; `python -m` writes them anew."""

from __future__ import annotations

from collections.abc import Iterator
from hashlib import sha256
from itertools import groupby
from pathlib import Path

from open_spiel.python.algorithms.generate_playthrough import playthrough_lines

import shengji.env.spiel  # noqa: F401 - has OpenSpiel know our games

FOLDER = Path(__file__).parents[1] / "data" / "openspiel"
OFTEN = {"mini": "shengji_mini", "forty-points": "shengji(rules=forty-points)"}
"""The games, by the names of their files."""
SELDOM = {"tractor": "shengji"}
"""One that takes OpenSpiel several seconds to write."""
SEED = 1
_ACTION = ("# Apply action", "action:")


def playthrough(name: str) -> str:
    """A hand at random, as OpenSpiel writes it.

    Of a whole hand, of which that is a million letters, only the actions are kept, and of what is
    said of each state its digest.
    """
    lines = playthrough_lines({**OFTEN, **SELDOM}[name], seed=SEED)
    return "\n".join([*(lines if name == "mini" else _shortened(lines)), ""])


def _shortened(lines: list[str]) -> Iterator[str]:
    start = lines.index("# State 0")
    yield from lines[:start]
    for is_action, told in groupby(lines[start:], lambda line: line.startswith(_ACTION)):
        if is_action:
            yield from told
        else:
            digest = sha256("\n".join(told).encode()).hexdigest()[:16]
            yield f"state: {digest}"


if __name__ == "__main__":
    for name in (*OFTEN, *SELDOM):
        (FOLDER / f"{name}.txt").write_text(playthrough(name), encoding="utf-8")
