"""Marker files for compiled kernels, readable without the slow import of any kernel."""

from __future__ import annotations

import hashlib
import os
import sys
from contextlib import suppress
from importlib.metadata import version
from pathlib import Path

import platformdirs

import shengji
from shengji.play.sources import stamp_of_kernels


def is_compiled() -> bool:
    """Whether all kernels are compiled, or compilation is disabled."""
    return os.environ.get("NUMBA_DISABLE_JIT", "0") != "0" or any(map(Path.exists, marks()))


def note_compiled() -> None:
    """Mark all kernels as compiled, if a marker file can be written."""
    for mark in marks():
        with suppress(OSError):
            mark.parent.mkdir(parents=True, exist_ok=True)
            mark.touch()
            return


def marks() -> list[Path]:
    """Candidate marker files, the preferred place first; one is enough."""
    here = Path(shengji.__file__).parent
    what = (stamp_of_kernels(), str(here), version("numba"), sys.version)
    where = os.environ.get("NUMBA_CACHE_DIR", "")
    stamp = hashlib.sha256("\n".join((*what, where)).encode()).hexdigest()
    name = f"kernels-{stamp[:12]}.compiled"
    return [here / "__pycache__" / name, platformdirs.user_cache_path("shengji") / name]
