"""Chance in tests has a name: whatever a test leaves to it comes from the seed of the test.

The seed of a test is made of its name, so that it is the same in each run; a test that wants a
certain deal says which (`pytest.mark.seed(NUMBER)`). `--seed NUMBER` gives all of them this one in
its place, by which another such deal is found when bots play otherwise than before; `--seed drawn`
gives each one that nobody has chosen, but for those. A test that fails says its seed.

Trials that are all alike, each from a seed of its own, are a twentieth of all but in a campaign
(`--campaign`, `make campaign`), and so are examples of a property, but for a few.
"""

from __future__ import annotations

import os
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random
from typing import Final, NamedTuple

from shengji.server.site.chance import Chance

_SHARE: Final = 20
"""One in so many trials is made outside of a campaign."""
FEW: Final = 5
"""So many examples of a property are tried in any case."""


class Held(NamedTuple):
    """A seed that holds for a while.

    Attributes:
        seed: the seed.
        turn: tells this while from another one with the same seed.
    """

    seed: int
    turn: int


class _Now:
    """The seed that holds now, whether anything has come of it, and the files that tell it."""

    def __init__(self) -> None:
        self.held = Held(0, 0)
        self.turns = 0
        self.asked = False
        self.files: set[Path] = set()
        self.all = False


_now = _Now()


def try_all(yes: bool) -> None:
    """Say, before tests are collected, whether all trials are made."""
    _now.all = yes


def all_are_made() -> bool:
    """Tell whether all trials are made, as in a campaign."""
    return _now.all


def trials(number: int) -> range:
    """The seeds of trials that are all alike: so many in a campaign, and a twentieth in a test."""
    return range(number if all_are_made() else -(-number // _SHARE))


def examples(number: int, least: int = FEW) -> int:
    """The number of examples of a property that are tried, of so many in a campaign.

    Args:
        number: of a campaign.
        least: the number that are tried in any case; fewer where an example takes long.
    """
    return max(len(trials(number)), min(number, least))


def half(number: int) -> int:
    """Half of the rounds of a trial whose rounds each take a while, and all in a campaign."""
    return number if all_are_made() else number // 2


def held() -> Held:
    """The seed of the test that runs, which holds for as long as it runs."""
    _now.asked = True
    return _now.held


def was_asked() -> bool:
    """Tell whether anything may have come of the seed since it holds."""
    return _now.asked or bool(_now.files)


def chance() -> Random:
    """Chance of the test that runs, the same from the beginning each time it is asked for."""
    return Random(f"{held().seed}")


def of_name(name: str) -> int:
    """The seed that belongs to a name."""
    return zlib.crc32(name.encode())


@contextmanager
def holding(new: int) -> Iterator[None]:
    """Let a seed hold for a while, also in the servers that read it from a file."""
    before = _now.held, _now.asked
    _now.turns += 1
    _now.held, _now.asked = Held(new, _now.turns), False
    _tell()
    yield
    _now.held, _now.asked = before
    _tell()


def told_in(file: Path) -> None:
    """Let a file tell a process, now and later, which seed holds."""
    _now.files.add(file)
    _tell()


def told_no_more(file: Path) -> None:
    """Let a file be as it is."""
    _now.files.discard(file)


def _tell() -> None:
    for file in _now.files:
        new = file.with_suffix(".new")
        new.write_text(f"{_now.held.seed} {_now.held.turn}")
        os.replace(new, file)


def read_in(file: Path) -> Held:
    """Read what a file tells."""
    seed, turn = map(int, file.read_text().split())
    return Held(seed, turn)


class Seeded(Chance):
    """A server's chance from a seed: what is asked for in the same order is the same again.

    Args:
        holds: gives the seed that holds; in another test everything begins anew.
        path: of what this is the chance.
    """

    def __init__(self, holds: Callable[[], Held] = held, path: str = "") -> None:
        self.shared = False
        self._holds, self._path = holds, path
        self._asked = Counter[str]()
        self._last: Held | None = None

    def of(self, what: str) -> Random:
        return Random(self._next(what))

    def part(self, what: str) -> Chance:
        path, now = self._next(what), self._last
        assert now is not None
        return Seeded(lambda: now, path)

    def _next(self, what: str) -> str:
        if (now := self._holds()) != self._last:
            self._last = now
            self._asked.clear()
        self._asked[what] += 1
        return f"{now.seed}{self._path} / {what} {self._asked[what]}"


class Dealt(Chance):
    """Chance whose decks are shuffled by what is given, and the rest as usual in tests."""

    shared = False

    def __init__(self, deals: Random) -> None:
        self._deals, self._rest = deals, Seeded()

    def of(self, what: str) -> Random:
        return self._deals if what == "deals" else self._rest.of(what)
