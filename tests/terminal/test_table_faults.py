"""Faults of our own while a match is played: one message that says where it is saved, status 70."""

from __future__ import annotations

import fcntl
import io
import os
import pty
import struct
import subprocess
import termios
from pathlib import Path

import pytest

from shengji.record import read_record
from shengji.terminal.table.plain.game import play_plain
from shengji.terminal.table.screen.app import TableApp
from shengji.terminal.table.session import Session
from tests.cases import cases
from tests.forked import in_place
from tests.terminal.faulty import FAULTS
from tests.terminal.tablekit import lobby, started, until
from tests.waiting import PATIENCE

pytestmark = pytest.mark.faults


def in_a_terminal(*arguments: str, **variables: str) -> tuple[int, str]:
    """Run `faulty` in a terminal of 80 by 24; its status, and what it leaves on the terminal."""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, 80, 0, 0))
    with subprocess.Popen(
        in_place("tests.terminal.faulty", *arguments),
        stdin=theirs,
        stdout=theirs,
        stderr=theirs,
        start_new_session=True,
        env={**os.environ, "TERM": "xterm-256color", "LC_ALL": "C.UTF-8", **variables},
    ) as running:
        os.close(theirs)
        said = b""
        try:
            while piece := os.read(ours, 65536):
                said += piece
        except OSError:
            pass  # This is how a terminal ends.
        status = running.wait(PATIENCE)
    os.close(ours)
    _, _, left = said.decode(errors="replace").rpartition("\x1b[?1049l")
    return status, left.replace("\r\n", "\n")


@pytest.mark.parametrize("fault", cases(FAULTS, next(iter(FAULTS))))
def test_a_fault_on_the_screen_ends_with_one_message(tmp_path: Path, fault: str) -> None:
    path = tmp_path / "match.jsonl"
    status, left = in_a_terminal(fault, "--save", str(path), SHENGJI_DEBUG="", LANG="")
    assert status == 70, left
    assert left.count("this is a fault of shengji: RuntimeError('out of order')") == 1
    assert f"The match is saved in {path}" in left and "--resume" in left
    assert "Traceback" not in left and "─" not in left
    assert len(left.strip().splitlines()) == 2
    assert read_record(path).match.hand is not None


def test_on_request_the_fault_is_shown_where_it_happened(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    status, left = in_a_terminal("bot", "--save", str(path), SHENGJI_DEBUG="1")
    assert status == 70
    assert "Traceback" in left and "in fault" in left
    assert left.strip().splitlines()[-1].startswith("The match is saved in")


async def test_the_record_is_let_go_after_a_fault(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def next_command(self: Session) -> None:
        raise RuntimeError("out of order")

    app = started(tmp_path, language="zh")
    monkeypatch.setattr(Session, "next_command", next_command)
    with pytest.raises(Exception, match="out of order"):
        async with app.run_test(size=(80, 24)) as pilot:
            await until(pilot, lambda: app.failure)
    assert isinstance(app.failure, RuntimeError)
    assert app.failure.__notes__[0].startswith(f"牌局保存在 {tmp_path / 'match.jsonl'}。")
    lobby(None).go_on(tmp_path / "match.jsonl").close()


async def test_a_match_that_cannot_be_opened_is_no_fault(tmp_path: Path) -> None:
    app = TableApp(lobby(None), tmp_path / "missing.jsonl", "en", "instant")
    async with app.run_test(size=(80, 24)) as pilot:
        await until(pilot, lambda: app.failure)
    assert "missing.jsonl" in str(app.failure) and not hasattr(app.failure, "__notes__")


def test_a_fault_in_plain_mode_says_where_the_match_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def next_command(self: Session) -> None:
        raise RuntimeError("out of order")

    monkeypatch.setattr(Session, "next_command", next_command)
    path = tmp_path / "match.jsonl"
    with pytest.raises(RuntimeError) as caught:
        play_plain(lambda lines: lobby(path).start(), io.StringIO(), io.StringIO(), "en")
    assert caught.value.__notes__[0].startswith(f"The match is saved in {path}.")
