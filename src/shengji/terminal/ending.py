"""The signal that has asked this process to end, for who must not miss it."""

from __future__ import annotations

import sys
from types import FrameType
from typing import NoReturn

_asked: list[int] = []


def end(number: int, frame: FrameType | None) -> NoReturn:
    """End as anything else does, by a signal; what this raises in a finalizer is lost."""
    _asked.append(number)
    sys.exit(128 + number)


def is_asked() -> bool:
    """Whether a signal has asked this process to end."""
    return bool(_asked)
