"""The terminal is closed while the table is open."""

from __future__ import annotations

import os
import pty
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest

from shengji.record import read_record
from tests.waiting import PATIENCE, wait_for

pytestmark = pytest.mark.faults


def test_the_game_ends_with_its_terminal_and_loses_nothing(tmp_path: Path) -> None:
    save = tmp_path / "match.jsonl"
    ours, theirs = pty.openpty()
    game = subprocess.Popen(
        [sys.executable, "-m", "shengji", "play", "--new", "--seed", "3", "--save", str(save)],
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        env={**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", "LINES": "24"},
        start_new_session=True,
    )
    os.close(theirs)
    os.set_blocking(ours, False)

    def has_played() -> bool:
        with suppress(BlockingIOError):
            os.read(ours, 65536)
        return save.exists() and save.stat().st_size > 3000

    try:
        wait_for(has_played)
        os.close(ours)
        assert game.wait(PATIENCE) != 0
    finally:
        game.kill()
    assert len(read_record(save).events) > 1
