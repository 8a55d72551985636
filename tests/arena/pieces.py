"""Pieces of work for other processes, which read this file and not all that a test needs."""

from __future__ import annotations

import os
import signal
import time
from random import Random


def slowly(number: int) -> int:
    time.sleep(Random(number).random() / 50)
    return number


def odd(number: int) -> int:
    if number % 2 == 0:
        raise ValueError(f"{number} is even")
    return number


def killed(number: int) -> int:
    os.kill(os.getpid(), signal.SIGKILL)
    return number


def left(number: int) -> int:
    os._exit(3)
