"""Running a command of `shengji` in this process."""

from __future__ import annotations

import io
import sys
from typing import NamedTuple

import pytest

from shengji.terminal.main import main


class Ran(NamedTuple):
    status: int
    out: str
    err: str


class Command:
    """Calls `shengji` and gives back its exit status and what it wrote."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self._monkeypatch = monkeypatch

    def __call__(self, *arguments: object, given: bytes | str = b"") -> Ran:
        data = given.encode() if isinstance(given, str) else given
        streams = {
            "stdin": io.TextIOWrapper(io.BytesIO(data), encoding="utf-8"),
            "stdout": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
            "stderr": io.TextIOWrapper(io.BytesIO(), encoding="utf-8"),
        }
        status = 0
        with self._monkeypatch.context() as patch:
            patch.setattr(sys, "argv", ["shengji", *map(str, arguments)])
            for name, stream in streams.items():
                patch.setattr(sys, name, stream)
            try:
                main()
            except SystemExit as end:
                status = end.code if isinstance(end.code, int) else 1 if end.code else 0
        return Ran(status, _text(streams["stdout"]), _text(streams["stderr"]))


def _text(stream: io.TextIOWrapper) -> str:
    stream.flush()
    raw = stream.buffer
    assert isinstance(raw, io.BytesIO)
    return raw.getvalue().decode()
