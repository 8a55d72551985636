"""Record of the signal that asked this process to end, for code that must not miss it."""

from __future__ import annotations

import sys
from types import FrameType
from typing import NoReturn

_asked: list[int] = []


def end(number: int, frame: FrameType | None) -> NoReturn:
    """Handle a signal by a normal exit; its exception is lost if raised in a finalizer."""
    _asked.append(number)
    sys.exit(128 + number)


def is_asked() -> bool:
    """Whether a signal has asked this process to end."""
    return bool(_asked)
