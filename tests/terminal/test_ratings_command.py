"""`shengji ratings rebuild`: the same numbers, and how many were not."""

from __future__ import annotations

from pathlib import Path
from random import Random

from sqlalchemy import update

from shengji.server.storage import Store
from shengji.server.storage.database import ratings
from tests.commandkit import Command
from tests.server.storage.test_ratings import SPRING, keep, rated
from tests.terminal.test_admin import within


def test_a_rebuild_says_how_many_numbers_were_wrong(command: Command, tmp_path: Path) -> None:
    url = f"sqlite:///{tmp_path / 'tables.db'}"

    async def fill(store: Store) -> None:
        people = [(await store.new_person(name))[0].id for name in "ABCD"]
        for number in (1, 2):
            await keep(store, rated(number, SPRING + number, people, Random(number)))
        await store.ratings.advance()

    within(url, fill)
    ran = command("ratings", "rebuild", "--database", url)
    assert ran.status == 0
    first, second = ran.out.splitlines()
    assert first.startswith("2 rated matches, ") and first.endswith(" changes of ratings")
    assert second == "0 numbers have changed"

    async def spoil(store: Store) -> None:
        change = update(ratings).values(value=ratings.c.value + 1)
        await store._writer.write(lambda connection: connection.execute(change))

    within(url, spoil)
    assert "4 numbers have changed" in command("ratings", "rebuild", "--database", url).out
    assert "0 numbers have changed" in command("ratings", "rebuild", "--database", url).out


def test_a_database_that_is_none_is_named(command: Command) -> None:
    ran = command("ratings", "rebuild", "--database", "mysql://x")
    assert ran.status == 2 and "mysql" in ran.err
