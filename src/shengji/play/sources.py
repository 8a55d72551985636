"""Sources of the kernels, on which their machine code depends."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator, Sequence
from functools import cache
from pathlib import Path

from shengji import __version__

_ROOT = Path(__file__).parents[1]
_ROOMS = ("play", "bots", "env")
"""Packages with kernels; kernels of a package never call kernels of a later one."""
PLAYED_BY = ("play", "bots")
"""Packages whose kernels are compiled in advance, as every game needs them."""


def kernel_modules() -> list[str]:
    """Names of the modules whose kernels are compiled in advance, in the order of packages."""
    return [
        ".".join(("shengji", *path.relative_to(_ROOT).with_suffix("").parts))
        for path, source in _files(PLAYED_BY)
        if _has_kernels(source)
    ]


def room_of(module: str) -> str:
    """The package of a module with kernels, by its name; the last one for all other modules."""
    return next((room for room in _ROOMS if module.startswith(f"shengji.{room}.")), _ROOMS[-1])


@cache
def stamp_of_kernels(room: str = PLAYED_BY[-1]) -> str:
    """SHA-256, in hex, of the sources of all kernels that a package's kernels may call.

    It also covers the version of the package. Machine code is valid only for these sources: that of
    a kernel includes its callees from other files.
    """
    digest = hashlib.sha256(__version__.encode())
    for path, source in _files(_ROOMS[: _ROOMS.index(room) + 1]):
        if _has_kernels(source) or path.name in ("jit.py", "compiler.py", "sharing.py"):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()


def _files(rooms: Sequence[str]) -> Iterator[tuple[Path, bytes]]:
    """Generate the modules of some packages in order, with their sources."""
    for room in rooms:
        for path in sorted((_ROOT / room).rglob("*.py")):
            yield path, path.read_bytes()


def _has_kernels(source: bytes) -> bool:
    return b"\n@compiled" in source
