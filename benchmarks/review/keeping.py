"""Common parts of all yardsticks: options, work over processes, and a file of results."""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Generic, NamedTuple, TypeVar

import msgspec

from benchmarks.review.systems import SYSTEMS
from shengji.arena.spread import over_processes
from shengji.review import DEPTH

Line = TypeVar("Line")
Piece = TypeVar("Piece")


class Hand(NamedTuple):
    """A hand of bots, which follows from its system, its number, and what is planted into it."""

    system: str
    seed: int
    rule: str = ""


def hands_of(asked: argparse.Namespace) -> list[Hand]:
    """The hands that are asked for, the systems in turn."""
    return [
        Hand(system, 1000 * asked.seed + number)
        for number in range(asked.hands)
        for system in asked.systems.split(",")
    ]


def options_of_judge(parser: argparse.ArgumentParser) -> None:
    """The options of those that let bots play on."""
    parser.add_argument("--judge", default="strong@0.5", help="the bot that plays on")
    parser.add_argument("--deals", type=int, default=32, help="on so many deals each")


def options(about: str | None, minutes: float = 30.0) -> argparse.ArgumentParser:
    """The options that all yardsticks have."""
    parser = argparse.ArgumentParser(
        prog="python -m benchmarks.review",
        description=about,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    every = ",".join(SYSTEMS)
    parser.add_argument("--systems", default=every, help="which, with commas; as a rule all")
    parser.add_argument("--hands", type=int, default=6, help="of each kind in each system")
    parser.add_argument("--seed", type=int, default=1, help="which hands")
    parser.add_argument(
        "--minutes", type=float, default=minutes, help="begin nothing after so many"
    )
    parser.add_argument("--bot", default="medium", help="who plays")
    parser.add_argument("--depth", type=float, default=DEPTH)
    parser.add_argument("--jobs", type=int, default=1, help="on so many processes")
    parser.add_argument("--kept", type=Path, help="a file of what came out: go on after it")
    return parser


class Kept(Generic[Line]):
    """The results so far, kept line by line in a file where one is named.

    Args:
        path: the file.
        decoder: reads a line.

    Attributes:
        done: all of it.
    """

    def __init__(self, path: Path | None, decoder: msgspec.json.Decoder[Line]) -> None:
        self._path = path
        self.done: list[Line] = []
        if path is not None and path.exists():
            self.done = [decoder.decode(text) for text in path.read_bytes().splitlines()]

    def add(self, one: Line) -> None:
        """Keep one more."""
        self.done.append(one)
        if self._path is not None:
            with self._path.open("ab") as file:
                file.write(msgspec.json.encode(one) + b"\n")


class Work:
    """Work over processes, of which none is begun after so many minutes.

    Args:
        jobs: how many processes.
        minutes: how long.
    """

    def __init__(self, jobs: int, minutes: float) -> None:
        self._spread = over_processes(jobs)
        self._end = time.monotonic() + 60 * minutes

    @property
    def is_over(self) -> bool:
        """Whether nothing more is begun."""
        return time.monotonic() > self._end

    def keep(
        self, function: Callable[[Piece], Line], pieces: Iterable[Piece], kept: Kept[Line]
    ) -> None:
        """Keep what a function makes of each piece, in order."""
        for one in self._spread(function, self._in_time(pieces)):
            kept.add(one)

    def _in_time(self, pieces: Iterable[Piece]) -> Iterator[Piece]:
        for piece in pieces:
            if self.is_over:
                return
            yield piece
