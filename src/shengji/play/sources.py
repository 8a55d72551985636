"""The sources that the machine code of the kernels is made from."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from shengji import __version__

_ROOT = Path(__file__).parents[1]
_ROOMS = ("play", "bots", "env")
"""Where all kernels are; those of each call none of a room after it."""


def room_of(module: str) -> str:
    """The room of a module with kernels, by its name; the last one for any that is in none."""
    return next((room for room in _ROOMS if module.startswith(f"shengji.{room}.")), _ROOMS[-1])


@cache
def stamp_of_kernels(room: str) -> str:
    """The SHA-256, in hex, of the sources of all kernels that those of a room may call.

    It is also of this version of the package. Machine code is good for these sources and no others:
    in that of a kernel is that of the kernels that it calls, in other files, too.
    """
    below = _ROOMS[: _ROOMS.index(room) + 1]
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for each in below for path in (_ROOT / each).rglob("*.py")):
        source = path.read_bytes()
        if b"\n@compiled" in source or path.name in ("jit.py", "compiler.py", "sharing.py"):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()
