"""`shengji backup` and `shengji restore` from the command line."""

from __future__ import annotations

import gzip
import stat
import subprocess
import sys
from pathlib import Path

import pytest

from tests.commandkit import Command
from tests.forked import in_place
from tests.server.fresh import fresh_in
from tests.terminal.test_admin import account
from tests.waiting import PATIENCE


@pytest.fixture
def url(tmp_path_factory: pytest.TempPathFactory) -> str:
    return fresh_in(tmp_path_factory.mktemp("site"))


@pytest.fixture
def file(command: Command, url: str, tmp_path: Path) -> Path:
    """A backup of a site with one account."""
    account(url, "Song Jiang")
    file = tmp_path / "site.backup"
    ran = command("backup", file, "--database", url)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith(f"backup written to {file}: ")
    return file


def test_a_backup_is_taken_into_another_database(command: Command, file: Path) -> None:
    other = f"sqlite:///{file.parent / 'other.db'}"
    ran = command("restore", file, "--database", other)
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.endswith(f"start the server on {other}\n")
    assert "Song Jiang" in command("admin", "list", "--database", other).out
    again = command("restore", file, "--database", other)
    assert (again.status, again.out) == (2, "")
    assert "is not empty" in again.err and again.err.count("\n") == 1
    assert command("restore", file, "--database", other, "--replace").status == 0


@pytest.mark.skipif(sys.platform == "win32", reason="files have no such modes")
def test_it_is_for_its_owner_alone_and_takes_the_place_of_none(
    command: Command, url: str, file: Path
) -> None:
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    before = file.read_bytes()
    ran = command("backup", file, "--database", url)
    assert ran.status == 2 and f"there is a file {file} already" in ran.err
    assert file.read_bytes() == before


def test_it_goes_through_pipes(command: Command, url: str, file: Path) -> None:
    ran = command("restore", "-", "--check", given=file.read_bytes())
    assert (ran.status, ran.err) == (0, "")
    assert ran.out.startswith("- is whole: ")


def test_the_standard_output_has_the_backup_and_nothing_else(url: str) -> None:
    account(url, "Song Jiang")
    backup = ["backup", "-", "--database", url]
    ran = subprocess.run(
        in_place("shengji", *backup), check=True, capture_output=True, timeout=PATIENCE
    )
    assert gzip.decompress(ran.stdout).startswith(b'{"is":"backup","format":1,')
    assert ran.stderr.startswith(b"backup written to -: ")
    with open("/dev/full", "wb") as full:
        started = [sys.executable, "-m", "shengji", *backup]
        failed = subprocess.run(started, check=False, stdout=full, stderr=subprocess.PIPE)
    assert failed.returncode == 2
    assert failed.stderr == b"shengji: the backup cannot be written: No space left on device\n"


def test_what_cannot_be_written_leaves_nothing(command: Command, url: str, tmp_path: Path) -> None:
    there = f"sqlite:///{tmp_path / 'none.db'}"
    ran = command("backup", tmp_path / "site.backup", "--database", there)
    assert ran.status == 2 and "there is no site in" in ran.err
    ran = command("backup", tmp_path / "none" / "site.backup", "--database", url)
    assert ran.status == 2 and "cannot write" in ran.err
    assert list(tmp_path.iterdir()) == []


def test_refusals_are_in_chinese(command: Command, file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-1])
    ran = command("restore", file, "--check", "--lang", "zh")
    assert ran.status == 2 and "残缺" in ran.err
    ran = command("backup", file, "--lang", "zh")
    assert ran.status == 2 and "已有文件" in ran.err
