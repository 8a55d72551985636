"""The log of a table: what is appended is there, in order, once."""

from __future__ import annotations

import asyncio
from typing import Any

import pytest

from shengji.server.database.errors import StorageConflict, StorageError
from shengji.server.database.ids import new_id
from shengji.server.database.log import Cause, LogTail, Stored
from shengji.server.stores import Stores
from shengji.server.tables.forgetting import NamedRow, named_rows
from tests.server.storage.kit import bodies, own, summary

pytestmark = pytest.mark.postgresql


async def test_entries_come_back_in_order_with_their_cause(store: Stores) -> None:
    await store.tables.open_table(
        "t", bodies("opened", "sat"), 5, Cause("ann", "c1"), summary("t", "ann")
    )
    await store.tables.append("t", own(store), 3, bodies("played"), 6)
    await store.tables.append(
        "t", own(store), 4, bodies("played", "trick won"), 7, Cause("ann", "c2")
    )
    assert await store.tables.read("t") == [
        Stored(1, 5, b'"opened"', None),
        Stored(2, 5, b'"sat"', Cause("ann", "c1")),
        Stored(3, 6, b'"played"', None),
        Stored(4, 7, b'"played"', None),
        Stored(5, 7, b'"trick won"', Cause("ann", "c2")),
    ]


async def test_reading_goes_on_after_a_number(store: Stores) -> None:
    await store.tables.open_table("t", bodies("a", "b", "c"), 5, None, summary("t"))
    assert [entry.number for entry in await store.tables.read("t", since=1)] == [2, 3]
    assert await store.tables.read("t", since=3) == []


async def test_a_table_that_does_not_exist_has_no_log(store: Stores) -> None:
    assert await store.tables.read("nowhere") == []


async def test_a_log_is_loaded_from_its_last_checkpoint_on(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened", "sat"), 5, None, summary("t"))
    assert await store.tables.load("t") == LogTail(None, await store.tables.read("t"))
    await store.tables.append("t", own(store), 3, bodies("hand"), 6, checkpoint=b"two")
    await store.tables.append("t", own(store), 4, bodies("played"), 7)
    assert await store.tables.load("t") == LogTail(b"two", await store.tables.read("t", since=2))
    await store.tables.append("t", own(store), 5, bodies("hand"), 8, checkpoint=b"four")
    loaded = await store.tables.load("t")
    assert (loaded.checkpoint, [entry.number for entry in loaded.entries]) == (b"four", [5])
    assert await store.tables.load("nowhere") == LogTail(None, [])
    assert await store.tables.line("nowhere") is None


async def test_a_table_is_opened_once(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    with pytest.raises(StorageConflict, match="There is a table t already"):
        await store.tables.open_table("t", bodies("opened"), 6, None, summary("t", title="another"))
    line = await store.tables.line("t")
    assert line is not None and line.title == ""


async def test_a_table_must_be_open_to_be_written_to(store: Stores) -> None:
    with pytest.raises(StorageConflict, match="gone"):
        await store.tables.append("nowhere", own(store), 1, bodies("sat"), 5)


async def test_what_waits_is_written_together_and_a_failure_takes_no_other_along(
    store: Stores,
) -> None:
    await asyncio.gather(
        *(
            store.tables.open_table(f"t{n}", bodies("opened"), 5, None, summary(f"t{n}"))
            for n in range(20)
        )
    )
    outcomes = await asyncio.gather(
        *(
            store.tables.append(
                f"t{n}", own(store), 2, bodies("sat"), 6, None, summary(f"t{n}", "ann")
            )
            for n in range(20)
        ),
        store.tables.append(
            "t3", own(store), 2, bodies("sat twice"), 6
        ),  # taken, in the same batch
        store.tables.append("nowhere", own(store), 1, bodies("sat"), 6),
        store.tables.append(
            "t4", own(store), 3, bodies("played"), 6
        ),  # follows on another in the same batch
        return_exceptions=True,
    )
    failed = [number for number, outcome in enumerate(outcomes) if outcome is not None]
    assert failed == [20, 21]
    assert all(isinstance(outcomes[number], StorageConflict) for number in failed)
    assert [entry.body for entry in await store.tables.read("t3")] == bodies("opened", "sat")
    assert [entry.body for entry in await store.tables.read("t4")] == bodies(
        "opened", "sat", "played"
    )
    assert len(await store.tables.tables_of("ann")) == 20
    await store.tables.append("t3", own(store), 3, bodies("played"), 7)


async def test_who_gives_up_waiting_disturbs_nobody(store: Stores) -> None:
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    impatient = asyncio.create_task(store.tables.append("t", own(store), 2, bodies("sat"), 6))
    await asyncio.sleep(0)
    impatient.cancel()
    table = new_id()
    await store.tables.open_table(table, bodies("opened"), 6, None, summary(table))
    assert len(await store.tables.read(table)) == 1


async def test_what_waits_is_written_before_closing_and_nothing_after(url: str) -> None:
    store = await Stores.open(url)
    await store.tables.open_table("t", bodies("opened"), 5, None, summary("t"))
    waiting = [
        asyncio.create_task(store.tables.append("t", own(store), n, bodies("e"), 6))
        for n in range(2, 12)
    ]
    await asyncio.sleep(0)
    await store.close()
    await asyncio.gather(*waiting)
    with pytest.raises(StorageError, match="being closed"):
        await store.tables.append("t", own(store), 12, bodies("late"), 7)
    again = await Stores.open(url)
    assert [entry.number for entry in await again.tables.read("t")] == list(range(1, 12))
    await again.close()


async def test_a_name_is_taken_out_of_logs_and_checkpoints(store: Stores) -> None:
    sat = [
        b'{"event":"sat","seat":0,"person":"pppppppppppp","name":"Wu"}',
        b'{"event":"sat","seat":1,"person":"qqqqqqqqqqqq","name":"Wu"}',
        b'{"event":"host_made","person":"pppppppppppp"}',
    ]
    await store.tables.open_table("t", sat, 1, None, summary("t"))
    kept = b'{"room":{"seats":[{"person":"pppppppppppp","name":"Wu","bot":null}]}}'
    await store.tables.append("t", own(store), 4, [b'"x"'], 2, checkpoint=kept)
    assert await store.tables.unname("pppppppppppp") == {"t"}
    log = await store.tables.load("t")
    assert log.checkpoint == kept.replace(b"Wu", b"")
    assert [entry.body for entry in await store.tables.read("t")] == [
        sat[0].replace(b"Wu", b""),
        sat[1],
        sat[2],
        b'"x"',
    ]
    assert await store.tables.unname("nobody at all") == frozenset()
    assert await store.tables.unname("pppppppppppp") == frozenset(), "nothing is left to be done"


async def test_a_checkpoint_that_is_written_while_a_name_is_taken_out_stays(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    sat = b'{"event":"sat","seat":0,"person":"pppppppppppp","name":"Wu"}'
    kept = b'{"hand":%d,"seats":[{"person":"pppppppppppp","name":"Wu"}]}'
    await store.tables.open_table("t", [sat], 1, None, summary("t"))
    await store.tables.append("t", own(store), 2, bodies("hand"), 2, checkpoint=kept % 1)

    async def named_rows_late(*given: Any) -> list[NamedRow]:
        found = await named_rows(*given)
        monkeypatch.undo()
        await store.tables.append("t", own(store), 3, bodies("hand"), 3, checkpoint=kept % 2)
        return found

    monkeypatch.setattr("shengji.server.tables.store.named_rows", named_rows_late)
    assert await store.tables.unname("pppppppppppp") == {"t"}
    log = await store.tables.load("t")
    assert (log.checkpoint, len(log.entries)) == (kept % 2, 1)
    assert await store.tables.unname("pppppppppppp", {"other"}) == frozenset()
    assert await store.tables.unname("pppppppppppp", {"t"}) == {"t"}
    assert (await store.tables.load("t")).checkpoint == (kept % 2).replace(b"Wu", b"")
    assert await store.tables.unname("pppppppppppp", {"t"}) == frozenset()
