"""Reports, mutes and bans, and the book of what was done."""

from __future__ import annotations

from shengji.server.http.sanctions import Sanctions
from shengji.server.storage import Store
from tests.server.storage.kit import DAY, Clock


async def test_a_report_is_kept_until_it_is_settled(store: Store, clock: Clock) -> None:
    (ann, _), (ben, _) = await store.new_person("Ann"), await store.new_person("Ben")
    moderation = store.moderation
    assert await moderation.report(ann.id, ben.id, "leaves when he loses", "table", 3)
    assert not await moderation.report(ann.id, ben.id, "again", "table", 3)
    assert not await moderation.report(ann.id, "nobody", "who?")
    clock.now += 1
    assert await moderation.report(ann.id, ben.id, "and here too", "other")
    first, second = await moderation.reports()
    assert (first.text, first.name, first.table, first.hand) == (
        "leaves when he loses",
        "Ben",
        "table",
        3,
    )
    assert await moderation.settle(first.id, "keeper", "talked to him")
    assert not await moderation.settle(first.id, "keeper", "twice")
    assert [one.id for one in await moderation.reports()] == [second.id]
    (settled,) = await moderation.reports(closed=True)
    assert (settled.outcome, settled.closed) == ("talked to him", clock.now)


async def test_a_settled_report_goes_after_a_year(store: Store, clock: Clock) -> None:
    (ann, _), (ben, _) = await store.new_person("Ann"), await store.new_person("Ben")
    moderation = store.moderation
    await moderation.report(ann.id, ben.id, "shouts")
    clock.now += 181 * DAY  # nobody was here; what is told of who is gone is settled
    await store.sweep()
    assert await moderation.reports() == []
    assert [one.name for one in await moderation.reports(closed=True)] == [None]
    clock.now += 366 * DAY
    await store.sweep()
    assert await moderation.reports(closed=True) == []


async def test_sanctions_hold_until_their_end_or_until_they_are_lifted(
    store: Store, clock: Clock
) -> None:
    ben, _ = await store.new_person("Ben")
    moderation = store.moderation
    assert await moderation.impose("nobody", "ban", "why", "keeper", None) is None
    mute = await moderation.impose(ben.id, "mute", "insults", "keeper", clock.now + DAY)
    ban = await moderation.impose(ben.id, "ban", "cheats", "keeper", None)
    assert mute is not None
    assert ban is not None
    sanctions = Sanctions(await moderation.sanctions(), clock)
    assert sanctions.now(ben.id, "mute") == mute
    assert sanctions.now(ben.id, "ban") == ban
    assert sanctions.now("ann", "ban") is None
    clock.now += DAY
    assert sanctions.now(ben.id, "mute") is None
    assert await moderation.sanctions() == [ban]
    assert await moderation.lift(ban.id, "keeper")
    assert not await moderation.lift(ban.id, "keeper")
    assert await moderation.sanctions() == []
    assert [one.id for one in await moderation.sanctions(ben.id)] in (
        [ban.id, mute.id],
        [mute.id, ban.id],
    )


async def test_the_longest_counts(store: Store, clock: Clock) -> None:
    ben, _ = await store.new_person("Ben")
    for until in (clock.now + DAY, None, clock.now + 2 * DAY):
        await store.moderation.impose(ben.id, "ban", f"{until}", "keeper", until)
    found = Sanctions(await store.moderation.sanctions(), clock).now(ben.id, "ban")
    assert found is not None
    assert found.until is None


async def test_what_keepers_do_stands_in_the_book(store: Store) -> None:
    ben, _ = await store.new_person("Ben")
    ban = await store.moderation.impose(ben.id, "ban", "cheats", "keeper", None)
    assert ban is not None
    await store.moderation.lift(ban.id, "other")
    lifted, banned = await store.moderation.acts()
    assert (banned.act, banned.by, banned.about) == ("ban", "keeper", ben.id)
    assert banned.detail == {"reason": "cheats", "until": None}
    assert (lifted.act, lifted.by, lifted.detail) == ("lift", "other", {"sanction": ban.id})
    assert await store.moderation.acts(before=lifted.number) == [banned]
    assert await store.moderation.acts(limit=1) == [lifted]
