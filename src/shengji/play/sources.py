"""The sources that the machine code of the kernels is made from."""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from shengji import __version__

_ROOT = Path(__file__).parents[1]
_ROOMS = ("play", "bots")
"""Where all kernels are, from low to high."""


def kernel_modules() -> list[str]:
    """The names of the modules that have kernels, those of low rooms first."""
    return [
        ".".join(("shengji", *path.relative_to(_ROOT).with_suffix("").parts))
        for path, source in _files()
        if _has_kernels(source)
    ]


@cache
def stamp_of_kernels() -> str:
    """The SHA-256, in hex, of the sources of all kernels and of this version of the package.

    Machine code is good for these sources and no others: in that of a kernel is that of the kernels
    that it calls, in other files, too.
    """
    digest = hashlib.sha256(__version__.encode())
    for path, source in _files():
        if _has_kernels(source) or path.name in ("jit.py", "compiler.py", "sharing.py"):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()


def _files() -> Iterator[tuple[Path, bytes]]:
    """The modules of these rooms, and what is in them."""
    for room in _ROOMS:
        for path in sorted((_ROOT / room).rglob("*.py")):
            yield path, path.read_bytes()


def _has_kernels(source: bytes) -> bool:
    return b"\n@compiled" in source
