"""The lines of a record file: bytes in, what they tell out, and every mishap in words."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import BinaryIO

import msgspec

from shengji.record.changes import Line
from shengji.record.faults import fault
from shengji.record.header import FORMAT, VERSION, Header
from shengji.words import Phrase, Spoken, SpokenError, why_of

_decoder = msgspec.json.Decoder(Line)

LONGEST_LINE = 64 * 1024
"""No line of a record is longer than this, in bytes; six decks in one line are 1,300."""


LONGEST_REVIEW = 1024 * 1024
"""No line with a review is longer than this; that of two decks has some 60,000 bytes."""

_REVIEWED = b'{"event":"hand_reviewed"'
"""How a line with a review begins."""


class RecordError(SpokenError):
    """A file that cannot be read as a record.

    Attributes:
        path: the file.
        line: the line at fault, from 1; `None` when the file itself cannot be read.
        reason: what is wrong.
    """

    def __init__(self, path: Path, line: int | None, reason: Spoken) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        key = "in-file" if line is None else "in-line"
        super().__init__(Phrase("usage", key, file=path, number=line, why=reason))


class LineError(SpokenError):
    """A line that is not what it should be; `garbled` when it is not even JSON."""

    def __init__(self, reason: Spoken, *, garbled: bool = False) -> None:
        self.garbled = garbled
        super().__init__(reason)


def read_lines(path: Path) -> Iterator[tuple[int, bytes]]:
    """The lines of a file with their numbers, from 1; the last one may have no end.

    Raises:
        RecordError: when the file cannot be read, or a line is too long to be one of a record.
    """
    try:
        with path.open("rb") as file:
            yield from lines_in(file, path)
    except OSError as error:
        raise RecordError(path, None, fault("cannot-read", why=why_of(error))) from None


def lines_in(file: BinaryIO, path: Path) -> Iterator[tuple[int, bytes]]:
    """The same of what is read already; `path` is what faults call it.

    Raises:
        RecordError: when a line is too long to be one of a record.
    """
    number = 0
    while text := file.readline(LONGEST_LINE + 1):
        number += 1
        longest = LONGEST_LINE
        if text.startswith(_REVIEWED):
            longest = LONGEST_REVIEW
            if not text.endswith(b"\n"):
                text += file.readline(longest + 1 - len(text))
        if len(text) > longest:
            raise RecordError(path, number, fault("longest", longest=longest))
        yield number, text


def decode_header(text: bytes) -> Header:
    """The header that stands in a line.

    Raises:
        LineError: when it is none, or one of another format or version.
    """
    raw = _object(text)
    if raw.get("format") != FORMAT:
        raise LineError(fault("not-a-record", format=FORMAT))
    version = raw.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise LineError(fault("version", version=version, known=VERSION))
    try:
        return msgspec.convert(raw, Header)
    except msgspec.ValidationError as error:
        raise LineError(fault("no-header", detail=error)) from None


def decode_told(text: bytes) -> Line:
    """The event, the change of players, or the review, that stands in a line.

    Raises:
        LineError: when it is none.
    """
    with suppress(msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        told: Line = _decoder.decode(text)
        if encode(told) == text:  # as it is written here: quickly told to have nothing unknown
            return told
    raw = _object(text)
    try:
        told = msgspec.convert(raw, Line)
    except msgspec.ValidationError as error:
        raise LineError(fault("no-event", detail=error)) from None
    unknown = _unknown(raw, msgspec.to_builtins(told))
    if unknown is not None:
        raise LineError(fault("no-field", event=raw["event"], name=unknown))
    return told


def _unknown(raw: object, known: object) -> str | None:
    """The first field of an object, or of one within it, that was not known."""
    if isinstance(raw, dict) and isinstance(known, dict):
        for name, value in raw.items():
            found = _unknown(value, known[name]) if name in known else str(name)
            if found is not None:
                return found
    elif isinstance(raw, list) and isinstance(known, list | tuple):
        for one, other in zip(raw, known, strict=True):
            found = _unknown(one, other)
            if found is not None:
                return found
    return None


def check_bounds(line: msgspec.Struct) -> None:
    """Check what was not read as JSON for what its type says of numbers, texts and lists.

    Raises:
        ValueError: when something is too large, too small or too long.
    """
    msgspec.convert(msgspec.to_builtins(line), type(line))


def encode(line: msgspec.Struct) -> bytes:
    """A header, an event, a message: as a line of JSON with its end."""
    return msgspec.json.encode(line) + b"\n"


def _object(text: bytes) -> dict[str, object]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise LineError(fault("no-json", detail=error), garbled=True) from None
    if not isinstance(raw, dict):
        raise LineError(fault("no-object"))
    return raw
