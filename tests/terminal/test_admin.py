"""`shengji admin`: the accounts of a site from the command line."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import TypeVar

import pytest

from shengji.server.accounts.names import skeletons
from shengji.server.stores import Stores
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.schemas import NewTable
from tests.commandkit import Command
from tests.seeds import Seeded
from tests.server.fresh import fresh_in

T = TypeVar("T")


@pytest.fixture
def url(tmp_path: Path) -> str:
    return fresh_in(tmp_path)


def within(url: str, work: Callable[[Stores], Awaitable[T]]) -> T:
    async def run() -> T:
        store = await Stores.open(url)
        try:
            return await work(store)
        finally:
            await store.close()

    return asyncio.run(run())


def account(url: str, name: str) -> str:
    async def work(store: Stores) -> str:
        guest, _ = await store.people.new_person("Guest 1", "Firefox · Linux")
        made = await store.accounts.make(guest.id, name, skeletons(name), "hash", "Chrome · Mac")
        assert made is not None
        return guest.id

    return within(url, work)


def test_the_first_administrator(command: Command, url: str) -> None:
    person = account(url, "Song Jiang")
    ran = command("admin", "role", "song  JIANG", "administrator", "--database", url)
    assert (ran.status, ran.out) == (0, "Song Jiang is administrator now\n")
    found = within(url, lambda store: store.accounts.of(person))
    assert found is not None and found.role == "administrator"


def test_the_variable_names_the_database(
    command: Command, url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    account(url, "Song Jiang")
    account(url, "武松")
    monkeypatch.setenv("SHENGJI_DATABASE", url)
    ran = command("admin", "list")
    assert ran.status == 0
    lines = ran.out.splitlines()
    assert [line.split("  ")[-1] for line in lines] == ["Song Jiang", "武松"]
    assert all(re.match(r"player +\d{4}-\d\d-\d\d  \d{4}-\d\d-\d\d  ", line) for line in lines)
    shown = command("admin", "show", "武松").out
    assert "passphrase  yes" in shown and "codes left  8" in shown
    assert "devices     Chrome · Mac" in shown and "passkeys    none" in shown


def test_a_code_lets_the_owner_in_once(command: Command, url: str) -> None:
    person = account(url, "Song Jiang")
    ran = command("admin", "reset", "Song Jiang", "--database", url)
    assert re.fullmatch(r"([0-9a-z]{4}-){3}[0-9a-z]{4}\n", ran.out)

    async def use(store: Stores) -> list[str | None]:
        return [await store.credentials.use_code(ran.out.strip()) for _ in range(2)]

    assert within(url, use) == [person, None]


def test_an_account_is_removed_and_its_table_goes_on(command: Command, url: str) -> None:
    person = account(url, "Song Jiang")

    async def sit(store: Stores) -> str:
        hub = Hub(store.tables, store.ratings, chance=Seeded())
        table = await hub.open(person, "Song Jiang", NewTable(bots="basic", start=True))
        await hub.close()
        return table.id

    table = within(url, sit)
    asked = command("admin", "delete", "Song Jiang", "--database", url, given="n\n")
    assert asked.status == 1 and "nothing was removed" in asked.err
    ran = command("admin", "delete", "Song Jiang", "--yes", "--database", url)
    assert (ran.status, ran.out) == (0, "Song Jiang is removed\n")

    async def left(store: Stores) -> tuple[bool, bytes, bool]:
        line = await store.tables.line(table)
        log = b"".join(entry.body for entry in await store.tables.read(table))
        return line is not None and line.playing, log, await store.accounts.of(person) is None

    playing, log, gone = within(url, left)
    assert playing and gone
    assert b"Song Jiang" not in log and b'"stood"' in log


@pytest.mark.parametrize(
    ("arguments", "status", "says"),
    [
        (("show", "Nobody"), 1, "there is no account Nobody"),
        (("role", "Nobody", "administrator"), 1, "there is no account"),
        (("role", "Nobody", "king"), 2, "king"),
        (("reset", ""), 1, "there is no account"),
    ],
)
def test_what_cannot_be_done_is_said(
    command: Command, url: str, arguments: tuple[str, ...], status: int, says: str
) -> None:
    ran = command("admin", *arguments, "--database", url)
    assert ran.status == status and says in ran.err


def test_a_database_that_is_none_is_named(command: Command) -> None:
    ran = command("admin", "list", "--database", "mysql://x")
    assert ran.status == 2 and "mysql" in ran.err


def test_a_report_is_settled_by_command_once(command: Command, url: str) -> None:
    person = account(url, "Li Kui")

    async def tell(store: Stores) -> None:
        for number in range(102):  # more than are read at a time
            assert await store.moderation.report(f"p{number}", person, f"p{number}") == "kept"

    within(url, tell)
    listed = command("admin", "reports", "--database", url).out.splitlines()
    assert [line.split("  ")[-1] for line in listed] == [f"p{number}" for number in range(102)]
    report = listed[7].split("  ")[1]
    long = command("admin", "settle", report, "x" * 1001, "--database", url)
    assert long.status == 1 and "1001 characters" in long.err
    ran = command("admin", "settle", report, "talked to him", "--database", url)
    assert (ran.status, ran.out) == (0, "the report is settled\n")
    (closed,) = command("admin", "reports", "--closed", "--database", url).out.splitlines()
    assert closed.split("  ")[1:] == [report, f"Li Kui ({person})", "p7", "talked to him"]
    assert len(command("admin", "reports", "--database", url).out.splitlines()) == 101
    (act,) = within(url, lambda store: store.moderation.acts())
    assert (act.by, act.act, act.about) == ("", "settle", report)
    assert act.detail == {"outcome": "talked to him"}
    again = command("admin", "settle", report, "--database", url)
    assert again.status == 1 and f"no open report {report}" in again.err


def test_who_is_banned_by_command_and_what_the_book_has_of_it(command: Command, url: str) -> None:
    person = account(url, "Li Kui")
    other = account(url, "Song Jiang")
    told = within(url, lambda store: store.moderation.report(other, person, "shouts", "t", 2))
    assert told == "kept"
    (one,) = within(url, lambda store: store.moderation.reports())
    listed = command("admin", "reports", "--database", url).out
    place = rf"  {re.escape(one.report)}  Li Kui \({re.escape(person)}\)  table t  hand 2  shouts"
    assert re.fullmatch(rf"\d{{4}}-\d\d-\d\d{place}\n", listed)
    ran = command("admin", "mute", person, "shouts", "--days", "1.5", "--database", url)
    assert (ran.status, ran.out) == (0, "Li Kui is muted for 1.5 days\n")
    ran = command("admin", "ban", "li kui", "cheats", "--database", url)
    assert (ran.status, ran.out) == (0, "Li Kui is banned for good\n")
    ban, mute = sorted(
        within(url, lambda store: store.moderation.sanctions(person)), key=lambda one: one.kind
    )
    assert (ban.reason, ban.until, mute.reason, ban.by) == ("cheats", None, "shouts", "")
    assert mute.until is not None
    assert abs(mute.until - mute.at - 1.5 * 24 * 3600 * 1000) < 60_000
    assert command("admin", "lift", "Li Kui", "--database", url).status == 0
    assert within(url, lambda store: store.moderation.sanctions()) == []
    again = command("admin", "lift", "Li Kui", "--database", url)
    assert again.status == 1 and "neither muted nor banned" in again.err
    command("admin", "role", "Li Kui", "organiser", "--database", url)
    command("admin", "reset", "Li Kui", "--database", url)
    book = command("admin", "log", "--database", url).out.splitlines()
    assert [line.split("  ")[2:5] for line in book] == [
        ["on the command line", act, "Li Kui"]
        for act in ("reset", "role", "lift", "lift", "ban", "mute")
    ]
    assert book[1].endswith("role=organiser")
    assert command("admin", "ban", "nobody", "x", "--database", url).status == 1
