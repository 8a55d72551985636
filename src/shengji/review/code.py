"""Code by which reviews are made: another one may find something else."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_ROOMS: Final = ("rules", "play", "game", "record", "bots", "explain", "review")
"""The rooms from which a review follows."""


@cache
def code_of_reviews() -> str:
    """A name of 16 hex digits for the sources from which reviews follow.

    The same record, seed and depth give the same review as long as this is the same.
    """
    digest = hashlib.sha256()
    for path in sorted(path for room in _ROOMS for path in (_ROOT / room).rglob("*.py")):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
