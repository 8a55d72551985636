"""Reports, mutes and bans, and the book of what was done."""

from __future__ import annotations

from shengji.server.moderation.store import MOST_OPEN
from shengji.server.site.sanctions import Sanctions
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock


async def test_a_report_is_kept_until_it_is_settled(store: Stores, clock: Clock) -> None:
    (ann, _), (ben, _) = await store.people.new_person("Ann"), await store.people.new_person("Ben")
    moderation = store.moderation
    assert await moderation.report(ann.id, ben.id, "leaves when he loses", "table", 3) == "kept"
    assert await moderation.report(ann.id, ben.id, "again", "table", 3) == "known"
    assert await moderation.report(ann.id, "nobody", "who?") == "unknown"
    clock.now += 1
    assert await moderation.report(ann.id, ben.id, "and here too", "other") == "kept"
    first, second = await moderation.reports()
    assert (first.text, first.by_name, first.name) == ("leaves when he loses", "Ann", "Ben")
    assert (first.table, first.match, first.hand) == ("table", None, 3)
    assert await moderation.one(first.report) == first
    assert await moderation.settle(first.report, "keeper", "talked to him")
    assert not await moderation.settle(first.report, "keeper", "twice")
    assert [one.report for one in await moderation.reports()] == [second.report]
    (settled,) = await moderation.reports(closed=True)
    assert (settled.outcome, settled.closed) == ("talked to him", clock.now)


async def test_reports_are_listed_page_by_page(store: Stores, clock: Clock) -> None:
    (ann, _), (ben, _) = await store.people.new_person("Ann"), await store.people.new_person("Ben")
    moderation = store.moderation

    async def pages(*, closed: bool) -> list[list[str]]:
        found: list[list[str]] = []
        after = None
        while page := await moderation.reports(closed=closed, after=after, limit=2):
            found.append([one.text for one in page])
            after = page[-1]
        assert page == []
        return found

    for hand in range(5):  # two at the same time each
        clock.now += hand % 2
        await moderation.report(ann.id, ben.id, str(hand), "t", hand)
    whole = await moderation.reports()
    assert sorted(one.text for one in whole) == list("01234")
    assert await pages(closed=False) == [
        [one.text for one in whole[at : at + 2]] for at in (0, 2, 4)
    ]
    assert await pages(closed=True) == []
    # Who reads on is not led astray by what is settled meanwhile.
    for one in whole[:3]:
        await moderation.settle(one.report, "keeper", "")
    rest = await moderation.reports(after=whole[1])
    assert [one.report for one in rest] == [one.report for one in whole[3:]]
    settled = [one.text for one in await moderation.reports(closed=True)]
    assert sorted(settled) == sorted(one.text for one in whole[:3])
    assert await pages(closed=True) == [settled[:2], settled[2:]]


async def test_nobody_floods_the_keepers(store: Stores) -> None:
    (ann, _), (ben, _) = await store.people.new_person("Ann"), await store.people.new_person("Ben")
    for hand in range(MOST_OPEN):
        assert await store.moderation.report(ann.id, ben.id, "slow", "table", hand) == "kept"
    assert await store.moderation.report(ann.id, ben.id, "slow", "other") == "too-many"
    (first, *_) = await store.moderation.reports()
    await store.moderation.settle(first.report, "keeper", "")
    assert await store.moderation.report(ann.id, ben.id, "slow", "other", match="m") == "kept"


async def test_a_settled_report_goes_after_a_year(store: Stores, clock: Clock) -> None:
    (ann, _), (ben, _) = await store.people.new_person("Ann"), await store.people.new_person("Ben")
    moderation = store.moderation
    await moderation.report(ann.id, ben.id, "shouts")
    clock.now += 181 * DAY  # nobody was here; what is told of who is gone is settled
    await store.sweep()
    assert await moderation.reports() == []
    (kept,) = await moderation.reports(closed=True)
    assert (kept.name, kept.text, kept.by) == (None, "", "")
    clock.now += 366 * DAY
    await store.sweep()
    assert await moderation.reports(closed=True) == []


async def test_sanctions_hold_until_their_end_or_until_they_are_lifted(
    store: Stores, clock: Clock
) -> None:
    ben, _ = await store.people.new_person("Ben")
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
    assert await moderation.lift(ban.id, "keeper") == ben.id
    assert await moderation.lift(ban.id, "keeper") is None
    assert await moderation.sanctions() == []
    assert [one.id for one in await moderation.sanctions(ben.id)] in (
        [ban.id, mute.id],
        [mute.id, ban.id],
    )


async def test_the_longest_counts(store: Stores, clock: Clock) -> None:
    ben, _ = await store.people.new_person("Ben")
    for until in (clock.now + DAY, None, clock.now + 2 * DAY):
        await store.moderation.impose(ben.id, "ban", f"{until}", "keeper", until)
    found = Sanctions(await store.moderation.sanctions(), clock).now(ben.id, "ban")
    assert found is not None
    assert found.until is None


async def test_what_keepers_do_stands_in_the_book(store: Stores) -> None:
    ben, _ = await store.people.new_person("Ben")
    ban = await store.moderation.impose(ben.id, "ban", "cheats", "keeper", None)
    assert ban is not None
    await store.moderation.lift(ban.id, "other")
    lifted, banned = await store.moderation.acts()
    assert (banned.act, banned.by, banned.about) == ("ban", "keeper", ben.id)
    assert (banned.by_name, banned.name) == (None, "Ben")
    assert banned.detail == {"reason": "cheats", "until": None}
    assert (lifted.act, lifted.by, lifted.detail) == ("lift", "other", {"sanction": ban.id})
    assert await store.moderation.acts(before=lifted.number) == [banned]
    assert await store.moderation.acts(limit=1) == [lifted]
