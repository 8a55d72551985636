"""`shengji ratings rebuild`: the same numbers, and how many were not."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from sqlalchemy import select, update

from shengji.server.database.schema import ratings
from shengji.server.matches.filters import MatchFilter
from shengji.server.stores import Stores
from tests.commandkit import Command
from tests.server.fresh import fresh_in
from tests.server.storage.test_ratings import SPRING, keep, rated
from tests.terminal.test_admin import within


@pytest.fixture
def url(tmp_path: Path) -> str:
    """The address of a database with two rated matches."""
    found = fresh_in(tmp_path)

    async def fill(store: Stores) -> None:
        people = [(await store.people.new_person(name))[0].id for name in "ABCD"]
        for number in (1, 2):
            await keep(store, rated(number, SPRING + number, people, Random(number)))
        await store.ratings.advance()

    within(found, fill)
    return found


def test_a_rebuild_says_how_many_numbers_were_wrong(command: Command, url: str) -> None:
    ran = command("ratings", "rebuild", "--database", url)
    assert ran.status == 0
    first, second = ran.out.splitlines()
    assert first.startswith("2 rated matches, ") and first.endswith(" changes of ratings")
    assert second == "0 numbers have changed"

    async def spoil(store: Stores) -> None:
        change = update(ratings).values(value=ratings.c.value + 1)
        await store.database.writer.write(lambda connection: connection.execute(change))

    within(url, spoil)
    assert "4 numbers have changed" in command("ratings", "rebuild", "--database", url).out
    assert "0 numbers have changed" in command("ratings", "rebuild", "--database", url).out


def test_a_match_is_annulled_and_counts_again(command: Command, url: str) -> None:
    async def facts(store: Stores) -> tuple[str, list[float]]:
        line = (await store.matches.page("nobody", MatchFilter(), None, 9) or [])[-1]
        async with store.database.reading() as connection:
            values = (await connection.execute(select(ratings.c.value))).scalars()
            return line.match, sorted(values)

    match, before = within(url, facts)
    ran = command("ratings", "annul", match, "--reason", "they agreed on it", "--database", url)
    assert (ran.status, ran.out) == (0, f"{match} does not count any more\n")
    assert within(url, facts)[1] != before
    again = command("ratings", "annul", match, "--reason", "twice", "--database", url)
    assert again.status == 1 and "is so already" in again.err
    ran = command("ratings", "restore", match, "--database", url)
    assert (ran.status, ran.out) == (0, f"{match} counts again\n")
    assert within(url, facts) == (match, before)
    (last, first) = within(url, lambda store: store.moderation.acts())
    assert [(at.act, at.by, at.about) for at in (first, last)] == [
        ("annul", "", match),
        ("restore", "", match),
    ]
    assert first.detail == {"reason": "they agreed on it"}
    ran = command("ratings", "annul", match, "--reason", " ", "--database", url)
    assert ran.status == 2 and "say why" in ran.err


def test_a_database_that_is_none_is_named(command: Command) -> None:
    ran = command("ratings", "rebuild", "--database", "mysql://x")
    assert ran.status == 2 and "mysql" in ran.err
