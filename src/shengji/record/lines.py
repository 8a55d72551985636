"""Encodes and decodes the lines of a record file, with an error message for each failure."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager, nullcontext
from io import BytesIO
from pathlib import Path
from typing import BinaryIO, get_args

import msgspec

from shengji.record.changes import Line
from shengji.record.faults import fault
from shengji.record.header import FORMAT, VERSION, Header
from shengji.words import Phrase, Spoken, SpokenError, why_of

_decoder = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()
_KINDS = frozenset(kind.__struct_config__.tag for kind in get_args(Line))

LONGEST_LINE = 64 * 1024
"""Maximum length of a line, in bytes; six decks in one line take 1,300."""


LONGEST_REVIEW = 1024 * 1024
"""Maximum length of a line with a review, in bytes; with two decks it has some 60,000."""

_REVIEWED = b'{"event":"hand_reviewed"'
"""Start of a line with a review."""


class RecordError(SpokenError):
    """A file that cannot be read as a record.

    Attributes:
        line: number of the invalid line, from 1; `None` when the file itself cannot be read.

    >>> from shengji.record import read_record
    >>> try:
    ...     record = read_record("missing.jsonl")
    ... except RecordError as error:
    ...     error.path.name, error.line
    ('missing.jsonl', None)
    """

    def __init__(self, path: Path, line: int | None, reason: Spoken) -> None:
        self.path = path
        self.line = line
        self.reason = reason
        key = "in-file" if line is None else "in-line"
        super().__init__(Phrase("usage", key, file=path, number=line, why=reason))


class LineError(SpokenError):
    """An invalid line; `cut_short` when it is neither JSON nor ended."""

    def __init__(self, reason: Spoken, *, cut_short: bool = False) -> None:
        self.cut_short = cut_short
        super().__init__(reason)


@contextmanager
def opened(path: Path, file: BinaryIO | None) -> Iterator[BinaryIO]:
    """Open a record, unless its content is already at hand as an open file.

    Raises:
        RecordError: the file cannot be read.
    """
    try:
        with path.open("rb") if file is None else nullcontext(file) as content:
            yield content
    except OSError as error:
        raise RecordError(path, None, fault("cannot-read", why=why_of(error))) from None


def lines_in(file: BinaryIO, path: Path, first: int = 1) -> Iterator[tuple[int, bytes]]:
    """Generate the lines of an open file with their numbers; `path` is its name in messages.

    `first` is the number of its first line.

    Raises:
        RecordError: a line is too long for a record.
    """
    number = first - 1
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


def blocks_in(
    file: BinaryIO, path: Path, header: Header
) -> Iterator[tuple[int, Sequence[Line | LineError]]]:
    """Generate the lines after the header of an open file, decoded, some at a time.

    Each block comes with the number of its first line, from 2. Lines that are written exactly as
    this program writes them are decoded together, which is five times faster.

    Raises:
        RecordError: a line is too long for a record.
    """
    number = 2
    while block := file.read(LONGEST_LINE):
        block += file.readline(LONGEST_REVIEW + 1)
        told = _decoded(block)
        if told is not None:
            yield number, told
            number += len(told)
            continue
        for _, text in lines_in(BytesIO(block), path, number):
            try:
                yield number, (decode_told(text, header),)
            except LineError as error:
                yield number, (error,)
            number += 1


def _decoded(block: bytes) -> list[Line] | None:
    """Whole lines, decoded; `None` unless they are exactly as `encode` writes them."""
    try:
        told: list[Line] = _decoder.decode_lines(block)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError):
        return None
    same = _encoder.encode_lines(told) == block
    return told if same and max(map(len, block.split(b"\n"))) < LONGEST_LINE else None


def decode_header(text: bytes) -> Header:
    """Decode a header.

    Raises:
        LineError: the line is no header, or one of another format or version.
    """
    raw = _object(text)
    if raw.get("format") != FORMAT:
        raise LineError(fault("not-a-record", format=FORMAT))
    version = raw.get("version")
    if type(version) is not int or not 1 <= version <= VERSION:
        raise LineError(fault("version", version=version, known=VERSION))
    known = {name: raw[name] for name in Header.__struct_fields__ if name in raw}
    try:
        header = msgspec.convert(known, Header)
        return header if header.is_newer else msgspec.convert(raw, Header)
    except msgspec.ValidationError as error:
        raise LineError(fault("no-header", detail=error)) from None


def decode_told(text: bytes, header: Header | None = None) -> Line:
    """Decode an event, a change of players, or a review.

    Args:
        text: the line.
        header: the header of its record. In a record of a newer minor version unknown fields are
            skipped; else they are errors.

    Raises:
        LineError: the line is none of these.
    """
    raw = _object(text)
    newer = header is not None and header.is_newer
    kind = raw.get("event")
    if header is not None and newer and isinstance(kind, str) and kind not in _KINDS:
        version = f"{header.version}.{header.minor}"
        raise LineError(fault("newer-event", event=kind, version=version))
    try:
        told: Line = msgspec.convert(raw, Line)
    except msgspec.ValidationError as error:
        raise LineError(fault("no-event", detail=error)) from None
    unknown = None if newer else _unknown(raw, msgspec.to_builtins(told))
    if unknown is not None:
        raise LineError(fault("no-field", event=raw["event"], name=unknown))
    return told


def _unknown(raw: object, known: object) -> str | None:
    """Name of the first unknown field of an object or of an object within it."""
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
    """Check a struct that was not decoded from JSON against the bounds of its type.

    Raises:
        ValueError: a number, text or list is out of bounds.
    """
    msgspec.convert(msgspec.to_builtins(line), type(line))


def encode(line: msgspec.Struct) -> bytes:
    """Encode a header, event or message as a line of JSON, with its line end."""
    return msgspec.json.encode(line) + b"\n"


def _object(text: bytes) -> dict[str, object]:
    try:
        raw = msgspec.json.decode(text)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        unended = not text.endswith(b"\n")
        raise LineError(fault("no-json", detail=error), cut_short=unended) from None
    if not isinstance(raw, dict):
        raise LineError(fault("no-object"))
    return raw
