"""The sources that the machine code of the kernels is made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from shengji import __version__

_ROOT = Path(__file__).parents[1]
_ROOMS = ("play", "bots", "env")
"""Where all kernels are; those of each call none of a room after it."""
PLAYED_BY = ("play", "bots")
"""The rooms whose kernels are compiled beforehand: by them everybody plays."""


def kernel_modules() -> list[str]:
    """The names of the modules whose kernels are compiled beforehand, those of low rooms first."""
    return [
        ".".join(("shengji", *path.relative_to(_ROOT).with_suffix("").parts))
        for path, source in _files(PLAYED_BY)
        if _has_kernels(source)
    ]


def room_of(module: str) -> str:
    """The room of a module with kernels, by its name; the last one for any that is in none."""
    return next((room for room in _ROOMS if module.startswith(f"shengji.{room}.")), _ROOMS[-1])


@cache
def stamp_of_kernels(room: str = PLAYED_BY[-1]) -> str:
    """The SHA-256, in hex, of the sources of all kernels that those of a room may call.

    It is also of this version of the package. Machine code is good for these sources and no others:
    in that of a kernel is that of the kernels that it calls, in other files, too.
    """
    digest = hashlib.sha256(__version__.encode())
    for path, source in _files(_ROOMS[: _ROOMS.index(room) + 1]):
        if _has_kernels(source) or path.name in ("jit.py", "compiler.py", "sharing.py"):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()


def _files(rooms: Sequence[str]) -> Iterator[tuple[Path, bytes]]:
    """The modules of some rooms, in their order, and what is in them."""
    for room in rooms:
        for path in sorted((_ROOT / room).rglob("*.py")):
            yield path, path.read_bytes()


def _has_kernels(source: bytes) -> bool:
    return b"\n@compiled" in source
