"""Changes between two looks: who somebody is while their page comes, who sits at a table."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import pytest

from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.moderation.store import ModerationStore
from shengji.server.site.sanctions import Imposed, Sanctions
from shengji.server.site.services import Services
from shengji.server.tables.acts.seating import Sit
from shengji.server.tables.live.hub import Hub
from shengji.server.tables.store import TableStore
from tests.server.http.site import Site, running
from tests.server.http.test_accounts import owner
from tests.server.http.test_socket import closed

Work = Callable[[Services, str], Awaitable[None]]


async def sign_out(services: Services, person: str) -> None:
    gone = await services[PeopleStore].sign_out(person)
    services[Hub].sign_out(person, gone)


async def ban(services: Services, person: str) -> None:
    await services[ModerationStore].impose(person, "ban", "insults", "keeper", None)
    await services.sanctions.read(services[ModerationStore], services[Hub])


async def be_a_bot(services: Services, person: str) -> None:
    assert await services[AccountStore].make_bot(person)
    services[Hub].sign_out(person, again=True)


async def rename(services: Services, person: str) -> None:
    await services[PeopleStore].rename(person, "Lin Chong")
    services[Hub].rename(person, "Lin Chong")


def late(monkeypatch: pytest.MonkeyPatch, holder: Any, name: str, work: Any, skip: int = 0) -> None:
    """Have something done when a look has found what it finds, before who looks hears of it.

    Args:
        monkeypatch: as given to the test.
        holder: whose method it is; `name`: what it is called.
        work: what is done.
        skip: after how many looks.
    """
    look, left = getattr(holder, name), skip

    async def look_late(*given: Any, **more: Any) -> Any:
        nonlocal left
        found = await look(*given, **more)
        left -= 1
        if left == -1:
            await work()
        return found

    monkeypatch.setattr(holder, name, look_late)


def come_late(monkeypatch: pytest.MonkeyPatch, services: Any, at: str, work: Any) -> None:
    """Have something done while somebody's page comes: when the table, or who listens, is there."""
    if at == "the table":
        late(monkeypatch, services[Hub], "get", work)
    else:
        late(monkeypatch, services[PeopleStore], "person_by_secret", work, skip=1)


@pytest.mark.parametrize("at", ["the table", "the listener"])
@pytest.mark.parametrize(
    ("work", "codes"),
    [
        (sign_out, ("no-person", "signed-out")),
        (ban, ("banned", "banned")),
        (be_a_bot, ("bot", "restart")),
    ],
)
def test_whoever_may_not_come_any_more_when_their_page_is_there_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Work, codes: tuple[str, str], at: str
) -> None:
    with running(tmp_path) as site:
        services = site.server.app.state.services
        table = site.table(site.guest())
        browser, made = owner(site)
        person = made["me"]["person"]

        async def change() -> None:
            await work(services, person)

        come_late(monkeypatch, services, at, change)
        with site.connect(browser, table) as talk:
            assert talk.hear()["code"] == codes[at == "the listener"]
            closed(talk)
        with site.connect(site.guest(), table) as talk:
            assert person not in [one["person"] for one in talk.hello()["table"]["onlookers"]]


@pytest.mark.parametrize("at", ["the table", "the listener"])
def test_whoever_takes_another_name_while_their_page_comes_is_called_so(
    site: Site, monkeypatch: pytest.MonkeyPatch, at: str
) -> None:
    services = site.server.app.state.services
    table, browser = site.table(site.guest()), site.guest()
    person = browser.get("/api/me").json()["person"]

    async def change() -> None:
        await rename(services, person)

    come_late(monkeypatch, services, at, change)
    with site.connect(browser, table) as talk:
        message = talk.hello()
        while [at["name"] for at in message["table"]["onlookers"]] != ["Lin Chong"]:
            message = talk.until("table")


def test_a_table_to_which_somebody_comes_is_not_left_to_make_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, tables_per_person=1) as site:
        services = site.server.app.state.services
        browser, other = site.guest(), site.guest()
        table, person = site.table(browser), other.get("/api/me").json()["person"]

        async def sit() -> None:
            live = await services[Hub].get(table)
            await live.act(person, "Other", Sit(2))

        late(monkeypatch, services[TableStore], "tables_of", sit, skip=0)
        refused = browser.post("/api/tables", json={})
        assert refused.json()["code"] == "too-many-tables"
        with site.connect(browser, table) as talk:
            assert talk.hello()["seat"] == 0


def test_whoever_goes_leaves_no_name_that_a_table_writes_once_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as site:
        services = site.server.app.state.services
        browser, _ = owner(site, "Lin Chong")
        table = site.table(browser)
        unname, asked = services[TableStore].unname, list[Any]()

        async def unname_late(person: str, among: Any = None) -> Any:
            found = await unname(person, among)
            if among is None:
                # What the table knew was written once more, after that look.
                live = await services[Hub].get(table)
                body = b'{"event":"spoke","person":"%s","name":"Lin Chong","seat":null,"text":"x"}'
                await services[TableStore].append(
                    table, live.hold, live.version + 1, [body % person.encode()], 1
                )
            asked.append(among)
            return found

        monkeypatch.setattr(services[TableStore], "unname", unname_late)
        browser.delete("/api/me").raise_for_status()
        assert asked == [None, {table}, {table}]
        with site.connect(site.guest(), table) as talk:
            assert [said["name"] for said in talk.hello()["said"]] == [""]


async def test_bans_that_were_read_before_do_not_take_the_place_of_later_ones() -> None:
    sanctions, reads = Sanctions(), list[asyncio.Future[list[Imposed]]]()

    class Moderation:
        async def sanctions(self) -> list[Imposed]:
            reads.append(asyncio.get_running_loop().create_future())
            return await reads[-1]

    class Hub:
        def expel(self, person: str, words: object) -> None:
            """Nobody is here."""

    first, second = (asyncio.create_task(sanctions.read(Moderation(), Hub())) for _ in range(2))
    while not reads:
        await asyncio.sleep(0)
    reads[0].set_result([])  # from before the ban
    await first
    while not second.done():
        await asyncio.sleep(0)
        if not reads[-1].done():
            reads[-1].set_result([Imposed("s", "ann", "ban", "insults", "", 0, None, None)])
    assert len(reads) == 2 and sanctions.now("ann", "ban") is not None
