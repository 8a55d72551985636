"""Nothing is swept after a jump of the clock before a person has confirmed it."""

from __future__ import annotations

import pytest

from shengji.server.stores import Stores
from shengji.server.sweep import Swept
from tests.server.storage.kit import DAY, Clock, bodies, summary

pytestmark = pytest.mark.faults


async def used(store: Stores, clock: Clock) -> None:
    """A guest, and a table at which a match has started."""
    await store.people.new_person("Ann")
    await store.tables.open_table(
        "t", bodies("opened"), clock.now, None, summary("t", started=True)
    )


async def test_a_clock_that_jumps_sweeps_nothing(store: Stores, clock: Clock) -> None:
    await used(store, clock)
    assert await store.record_sweep() is None
    last = clock.now
    clock.now += 400 * DAY
    for _ in range(2):  # Visits by the wrong clock change nothing in it.
        assert await store.record_sweep() == last
        await store.people.new_person("Bob")
    clock.now = last + DAY
    assert await store.record_sweep() is None
    assert await store.sweep() == Swept(0, 0)


async def test_the_first_sweep_goes_by_the_newest_entry(store: Stores, clock: Clock) -> None:
    await used(store, clock)
    newest = clock.now
    clock.now += 31 * DAY
    assert await store.record_sweep() == newest


async def test_a_person_confirms_the_clock(store: Stores, clock: Clock) -> None:
    await used(store, clock)
    await store.record_sweep()
    clock.now += 400 * DAY
    assert await store.record_sweep() is not None
    await store.confirm_clock()
    assert await store.record_sweep() is None
    assert await store.sweep() == Swept(1, 1)


async def test_a_site_that_nobody_uses_is_swept_as_time_goes_by(
    store: Stores, clock: Clock
) -> None:
    assert await store.record_sweep() is None  # There is nothing yet.
    await used(store, clock)
    for _ in range(20):
        clock.now += 20 * DAY
        assert await store.record_sweep() is None
    assert await store.sweep() == Swept(1, 1)
