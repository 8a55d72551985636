"""The sources that the machine code of the kernels is made from."""

from __future__ import annotations

import hashlib
from functools import cache
from pathlib import Path

from shengji import __version__

_ROOT = Path(__file__).parents[1]
_ROOMS = ("play", "bots")
"""Where all kernels are."""


@cache
def stamp_of_kernels() -> str:
    """The SHA-256, in hex, of the sources of all kernels and of this version of the package.

    Machine code is good for these sources and no others: in that of a kernel is that of the kernels
    that it calls, in other files, too.
    """
    digest = hashlib.sha256(__version__.encode())
    for path in sorted(path for room in _ROOMS for path in (_ROOT / room).rglob("*.py")):
        source = path.read_bytes()
        if b"\n@compiled" in source or path.name in ("jit.py", "compiler.py", "sharing.py"):
            digest.update(path.relative_to(_ROOT).as_posix().encode() + b"\0" + source)
    return digest.hexdigest()
