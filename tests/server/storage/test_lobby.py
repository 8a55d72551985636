"""Lines of tables that are told without their logs, and removal of tables at last."""

from __future__ import annotations

import msgspec

from shengji.server.site.me import Seated
from shengji.server.stores import Stores
from shengji.server.sweep import Swept
from shengji.server.tables.summary import Summary
from tests.server.storage.kit import DAY, Clock, bodies, own, summary


async def test_the_lobby_has_the_listed_tables_in_order(store: Stores) -> None:
    async def opened(table: str, at: int, *, listed: bool = True, playing: bool = False) -> None:
        told = summary(table, listed=listed, playing=playing)
        await store.tables.open_table(table, bodies("opened"), at, None, told)

    await opened("old", 1)
    await opened("new", 3)
    await opened("playing", 5, playing=True)
    await opened("private", 4, listed=False)
    assert [line.table for line in await store.tables.lobby()] == ["new", "old", "playing"]
    assert [line.table for line in await store.tables.lobby(limit=1)] == ["new"]
    assert await store.tables.line("private") == summary("private").line


async def test_a_summary_changes_with_the_entries_that_change_it(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 1, None, summary("t", "ann"))
    await store.tables.append("t", own(store), 2, bodies("said"), 2)
    assert await store.tables.lobby() == [summary("t", "ann").line]
    changed = summary("t", "bob", "cid", title="Friday", playing=True, started=True)
    await store.tables.append("t", own(store), 3, bodies("stood", "sat", "sat"), 3, summary=changed)
    assert await store.tables.lobby() == [changed.line]
    assert await store.tables.tables_of("ann") == []
    assert await store.tables.tables_of("cid") == [
        Seated(
            table="t",
            title="Friday",
            playing=True,
            game=None,
            heading=changed.line.heading,
            levels=(),
            others=(),  # nobody knows them
            at=3,
        )
    ]
    await store.tables.append(
        "t", own(store), 6, bodies("settings"), 4, summary=summary("t", listed=False)
    )
    assert await store.tables.lobby() == [] and await store.tables.tables_of("bob") == []


async def test_a_person_who_holds_two_seats_is_told_of_one_table(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 1, None, summary("t", "ann", "ann"))
    assert len(await store.tables.tables_of("ann")) == 1


async def test_who_sits_with_others_is_told_of_them_alone(store: Stores) -> None:
    ann, _ = await store.people.new_person("Ann")
    bob, _ = await store.people.new_person("Robert")
    cid, _ = await store.people.new_person("Guest")
    assert await store.accounts.make(cid.id, "Cid", ("cid",), "hash") is not None
    line = summary("t", "Ann", "Bob", "Cid").line
    held = (ann.id, bob.id, cid.id)
    await store.tables.open_table("t", bodies("opened"), 1, None, Summary(line, True, True, held))
    await store.tables.open_table("s", bodies("opened"), 2, None, summary("s", ann.id))
    found = await store.tables.tables_of(ann.id)
    assert [seated.table for seated in found] == ["s", "t"]
    assert [[*map(msgspec.structs.astuple, seated.others)] for seated in found] == [
        [],
        [(cid.id, "Cid", True), (bob.id, "Robert", False)],
    ]
    assert [line.table for line in await store.tables.lobby(["s", "u"])] == ["s"]


async def test_sweeping_removes_what_nobody_has_used(store: Stores, clock: Clock) -> None:
    ann, secret = await store.people.new_person("Ann")
    await store.people.new_person("Bob")
    start = clock.now
    for table, started, seated in (
        ("unstarted", False, ()),
        ("busy", False, ()),
        ("started", True, (ann.id,)),
        ("used", True, ()),
    ):
        told = summary(table, *seated, started=started)
        await store.tables.open_table(table, bodies("opened"), start, None, told)

    async def left() -> set[str]:
        return {line.table for line in await store.tables.lobby()}

    clock.now = start + 6 * DAY
    assert await store.sweep() == Swept(0, 0)
    clock.now = start + 8 * DAY
    assert await store.sweep(busy=["busy"]) == Swept(1, 0)
    assert await left() == {"busy", "started", "used"}
    assert await store.tables.read("unstarted") == []
    await store.tables.append("used", own(store), 2, bodies("played"), start + 50 * DAY)
    clock.now = start + 91 * DAY
    assert await store.sweep() == Swept(2, 0)
    assert await left() == {"used"} and await store.tables.tables_of(ann.id) == []
    clock.now = start + 181 * DAY
    assert await store.sweep() == Swept(1, 2)
    assert await store.people.person_by_secret(secret) is None


async def test_who_holds_a_seat_is_kept(store: Stores, clock: Clock) -> None:
    ann, secret = await store.people.new_person("Ann")
    told = summary("t", ann.id, started=True)
    await store.tables.open_table("t", bodies("opened"), clock.now + 150 * DAY, None, told)
    clock.now += 200 * DAY
    assert await store.sweep() == Swept(0, 0)
    assert await store.people.person_by_secret(secret) == ann
