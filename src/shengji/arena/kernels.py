"""Reading all kernels before anything is measured."""

from __future__ import annotations

from functools import cache

from shengji.play.jit import LOADS


@cache
def load_kernels() -> None:
    """Read all kernels now, or compile them, so that nobody who is measured has it to do."""
    for load in LOADS:
        load()
