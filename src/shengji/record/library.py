"""Search in a folder of records, with an index."""

from __future__ import annotations

import errno
import os
import re
from collections.abc import Iterable, Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any, Literal, NamedTuple

import msgspec

from shengji.cards import Rank, Suit
from shengji.record.features import PATTERNS, HandSummary, Pattern, summaries
from shengji.record.lines import RecordError
from shengji.record.reader import read_record
from shengji.words import Names, Phrase, SpokenError

INDEX = ".shengji-index.json"
"""File with the index of a folder; without it all records are read again."""
_VERSION = 1
"""Version of the index; raise it when the content of summaries changes."""

Outcome = Literal["declarers", "opponents", "won", "lost"]


class Entry(msgspec.Struct, frozen=True, kw_only=True):
    """A record in a folder.

    Attributes:
        path: path relative to the folder, with `/`.
        size: size of the file in bytes.
        changed: time of the last change, in nanoseconds.
        rules: the rules, as in its header.
        created: start of the match, as in its header.
        fault: reason why it could not be read; else empty.
    """

    path: str
    size: int
    changed: int
    rules: dict[str, Any] = {}
    players: int = 0
    decks: int = 0
    created: str | None = None
    hands: tuple[HandSummary, ...] = ()
    fault: str = ""


class _Index(msgspec.Struct, frozen=True):
    version: int
    entries: tuple[Entry, ...]


class WantedPattern(NamedTuple):
    """A pattern to search for, with its minimum size."""

    pattern: Pattern
    size: int = 0


class Query(msgspec.Struct, frozen=True, kw_only=True):
    """Search criteria for hands; all that are set must match.

    Attributes:
        player: name of one of the players, ignoring case.
        rules: name of the preset or the system.
        outcome: the side that won, or whether the `player` won or lost it.
        suit: the trump suit; `none` for no trump suit.
        patterns: the patterns that must occur.
    """

    player: str | None = None
    rules: str | None = None
    players: int | None = None
    decks: int | None = None
    outcome: Outcome | None = None
    rank: Rank | None = None
    suit: Suit | Literal["none"] | None = None
    patterns: tuple[WantedPattern, ...] = ()


def read_pattern(text: str) -> WantedPattern:
    """Parse a pattern: its name, optionally followed by a colon and a minimum size.

    Raises:
        ValueError: the text is no pattern.

    >>> read_pattern("tractor-ruffed:3")
    WantedPattern(pattern='tractor-ruffed', size=3)
    """
    name, colon, size = text.partition(":")
    for pattern in PATTERNS:
        if pattern == name and (not colon or re.fullmatch("[0-9]{1,9}", size)):
            return WantedPattern(pattern, int(size) if colon else 0)
    raise SpokenError(Phrase("usage", "no-pattern", given=text, names=Names(PATTERNS)))


def read_folder(folder: Path) -> tuple[Entry, ...]:
    """All records (`*.jsonl`) in a folder and its subfolders, ordered by path.

    Only files changed since the last index are read. The index is then rewritten if the folder is
    writable.

    Raises:
        OSError: the folder cannot be read.
    """
    if not folder.is_dir():
        raise NotADirectoryError(errno.ENOTDIR, os.strerror(errno.ENOTDIR), str(folder))
    kept = {entry.path: entry for entry in _entries_in(folder)}
    found = tuple(_entries(folder, kept))
    if found != tuple(kept.values()):
        _keep(folder, found)
    return found


def _entries(folder: Path, kept: dict[str, Entry]) -> Iterator[Entry]:
    for path in sorted(folder.rglob("*.jsonl")):
        name, stat = path.relative_to(folder).as_posix(), path.stat()
        before = kept.get(name)
        if before is not None and (before.size, before.changed) == (stat.st_size, stat.st_mtime_ns):
            yield before
        else:
            yield _entry(path, name, stat)


def _entry(path: Path, name: str, stat: os.stat_result) -> Entry:
    entry = Entry(path=name, size=stat.st_size, changed=stat.st_mtime_ns)
    try:
        record = read_record(path)
    except RecordError as error:
        return msgspec.structs.replace(entry, fault=str(error.reason))
    return msgspec.structs.replace(
        entry,
        rules=record.header.rules,
        players=record.rules.players,
        decks=record.rules.deck_count,
        created=record.header.created,
        hands=tuple(summaries(record)),
    )


def _entries_in(folder: Path) -> tuple[Entry, ...]:
    """The entries of the stored index; empty if it is missing, invalid or of another version."""
    with suppress(OSError, msgspec.DecodeError, UnicodeDecodeError):
        index = msgspec.json.decode((folder / INDEX).read_bytes(), type=_Index)
        if index.version == _VERSION:
            return index.entries
    return ()


def _keep(folder: Path, entries: tuple[Entry, ...]) -> None:
    """Write the index atomically; do nothing if the folder is not writable."""
    new = folder / f"{INDEX}.{os.getpid()}"
    with suppress(OSError):
        new.write_bytes(msgspec.json.encode(_Index(_VERSION, entries)))
        new.replace(folder / INDEX)
    with suppress(OSError):
        new.unlink(missing_ok=True)


def search(entries: Iterable[Entry], query: Query) -> Iterator[tuple[Entry, HandSummary]]:
    """Generate the hands that match a query, each with its record.

    Raises:
        ValueError: the query asks for `won` or `lost` without a player.
    """
    if query.outcome in ("won", "lost") and query.player is None:
        raise SpokenError(Phrase("usage", "whose", outcome=query.outcome))
    for entry in entries:
        if _fits(entry, query):
            for hand in entry.hands:
                if _suits(hand, query):
                    yield entry, hand


def _fits(entry: Entry, query: Query) -> bool:
    return (
        query.rules in (None, entry.rules.get("preset"), entry.rules.get("system"))
        and query.players in (None, entry.players)
        and query.decks in (None, entry.decks)
    )


def _suits(hand: HandSummary, query: Query) -> bool:
    suit = "none" if hand.suit is None else hand.suit
    return (
        (query.player is None or bool(_seats(hand, query.player)))
        and (query.outcome is None or _came_out(hand, query))
        and query.rank in (None, hand.rank)
        and (query.suit is None or (hand.rank is not None and query.suit == suit))
        and all(_happened(hand, wanted) for wanted in query.patterns)
    )


def _seats(hand: HandSummary, player: str) -> list[int]:
    name = player.casefold()
    return [seat for seat, own in enumerate(hand.players) if own.casefold() == name]


def _came_out(hand: HandSummary, query: Query) -> bool:
    if hand.winner is None or query.outcome in ("declarers", "opponents"):
        return hand.winner == query.outcome
    assert query.player is not None
    won = [seat in hand.winners for seat in _seats(hand, query.player)]
    return (query.outcome == "won") in won


def _happened(hand: HandSummary, wanted: WantedPattern) -> bool:
    return any(f.pattern == wanted.pattern and f.size >= wanted.size for f in hand.features)
