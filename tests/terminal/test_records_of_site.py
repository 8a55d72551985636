"""`shengji record find --site`: a site's records, brought into a folder and searched."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import update

from shengji.record import read_record
from shengji.server.database.schema import people
from shengji.server.matches.records import PlayedMatch
from shengji.server.stores import Stores
from tests.commandkit import Command
from tests.record.test_family import hands_of
from tests.server.fresh import fresh_in
from tests.server.storage.test_ratings import SPRING, keep, rated
from tests.terminal.test_admin import within


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database with two matches in which Ann and Bob played."""
    found = fresh_in(tmp_path)
    _, events, match = hands_of("tractor")

    async def fill(store: Stores) -> None:
        ids = [(await store.people.new_person(name))[0].id for name in ("Ann", "Bob", "Cai", "Dee")]
        for number in (1, 2):
            over = rated(number, SPRING + number, ids, Random(number))
            rules = match.rules
            played = PlayedMatch(rules, ("",) * 4, (rules.first_level,) * 4, None, events)
            await keep(store, over._replace(played=played))

    within(found, fill)
    return found


def test_records_are_brought_once_and_searched(command: Command, url: str, tmp_path: Path) -> None:
    folder = tmp_path / "records"
    ran = command("record", "find", folder, "--database", url, "--player", "ann", "--json")
    assert (ran.status, ran.err) == (0, f"shengji: 2 records brought to {folder}\n")
    files = sorted(folder.glob("2026-*.jsonl"))
    assert len(files) == 2
    assert {found["file"] for found in json.loads(ran.out)} == {file.name for file in files}
    assert read_record(files[0]).header.seats == ("Ann", "Bob", "Cai", "Dee")
    ran = command("record", "find", folder, "--database", url)
    assert ran.err == f"shengji: 0 records brought to {folder}\n"


def test_what_is_missing_or_has_another_name_is_brought_again(
    command: Command, url: str, tmp_path: Path
) -> None:
    folder = tmp_path / "records"
    command("record", "find", folder, "--database", url)
    next(folder.glob("2026-*.jsonl")).unlink()
    assert "1 records brought" in command("record", "find", folder, "--database", url).err

    async def rename(store: Stores) -> None:
        change = update(people).where(people.c.name == "Ann").values(name="Eve")
        await store.database.writer.write(lambda connection: connection.execute(change))

    within(url, rename)
    ran = command("record", "find", folder, "--database", url, "--player", "ann")
    assert "2 records brought" in ran.err
    assert not any("Ann" in file.read_text("utf-8") for file in folder.iterdir())


def test_a_folder_that_cannot_be_written(command: Command, url: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    ran = command("record", "find", tmp_path / "file" / "records", "--database", url)
    assert ran.status == 2
    assert ran.err.startswith(f"shengji: cannot write {tmp_path / 'file'}")
