"""Fingerprint of the code that makes reviews; other code may produce other reviews."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path
from typing import Final

_ROOT: Final = Path(__file__).parents[1]
_ROOMS: Final = ("rules", "play", "game", "record", "bots", "explain", "review")
"""The subpackages on which reviews depend."""


@cache
def code_of_reviews() -> str:
    """A fingerprint of 16 hex digits of the sources on which reviews depend.

    Equal records, seeds and depths give equal reviews as long as it is unchanged.
    """
    digest = hashlib.sha256()
    for path in sorted(path for room in _ROOMS for path in (_ROOT / room).rglob("*.py")):
        digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + path.read_bytes())
    return digest.hexdigest()[:16]
