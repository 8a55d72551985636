"""In which order several workers run the tests, so that all of them end at the same time.

`--dist worksteal` gives each worker as many tests as the others, one behind another as they were
collected; who has none left takes half of what another has not begun, from the end. So what takes
long stands at the beginning of each worker's part, and at the end what takes milliseconds.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeVar

Test = TypeVar("Test")

SLOW = ("tests/browser/", "tests/server/", "tests/arena/", "tests/terminal/", "tests/bots/")
"""Where the tests are that take long, those that take longest first."""


def rank(name: str) -> int:
    """The place of a test's folder in `SLOW`; for all others the place behind them."""
    return next((at for at, room in enumerate(SLOW) if name.startswith(room)), len(SLOW))


def shares(number: int, workers: int) -> list[int]:
    """How many of so many tests each worker is given at first."""
    found = list[int]()
    for left in range(workers, 0, -1):
        found.append((number - sum(found)) // left)
    return found


def in_shares(tests: Sequence[Test], workers: int, name_of: Callable[[Test], str]) -> list[Test]:
    """The tests in another order: each worker's share of them begins with its part of the slow.

    Args:
        tests: all that were collected.
        workers: how many there are.
        name_of: tells the name of a test, which begins with its folder.
    """
    groups = [[test for test in tests if rank(name_of(test)) == at] for at in range(len(SLOW) + 1)]
    *slow, quick = groups
    ordered = list[Test]()
    for worker, share in enumerate(shares(len(tests), workers)):
        end = len(ordered) + share
        for group in slow:
            before = sum(shares(len(group), workers)[:worker])
            ordered += group[before : before + shares(len(group), workers)[worker]]
        room = max(0, end - len(ordered))
        ordered += quick[:room]
        del quick[:room]
    return ordered + quick
