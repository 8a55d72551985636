"""Regular evenings are kept: who has too many, who goes, whose they are, and what was played."""

from __future__ import annotations

from datetime import date

import msgspec
import pytest
from msgspec.structs import replace

from shengji.cards import Rank
from shengji.server.evenings.evening_settings import EveningSettings
from shengji.server.evenings.outcome import Carried, EveningPlayed, Side
from shengji.server.evenings.schemas import EveningPlayer
from shengji.server.evenings.store import MOST_PEOPLE
from shengji.server.stores import Stores
from tests.server.storage.kit import DAY, Clock

pytestmark = pytest.mark.postgresql

SETTINGS = EveningSettings(title="Thursdays", first="2000-01-06", hours=2)
PLAYED = EveningPlayed(
    2,
    (Side((0, 2), Rank("2"), Rank("4"), 2), Side((1, 3), Rank("2"), Rank("3"), 1)),
    (),
    Carried({"preset": "tractor"}, (Rank("4"), Rank("3")) * 2, 2),
)


async def person(store: Stores, name: str) -> str:
    made, _ = await store.people.new_person(name)
    return made.id


async def evening(store: Stores, *people: str) -> str:
    made = await store.evenings.make(people[0], SETTINGS)
    assert made is not None
    for one in people[1:]:
        assert await store.evenings.join(made, one) == "done"
    return made


def holder(seat: int, person: str | None, name: str, bot: str | None, hands: int) -> EveningPlayer:
    """A holder of a seat."""
    return EveningPlayer(seat=seat, person=person, name=name, bot=bot, hands=hands)


async def test_what_was_played_is_kept_anew_as_more_is_played(store: Stores, clock: Clock) -> None:
    ann, bob = await person(store, "Ann"), await person(store, "Bob")
    made, day = await evening(store, ann, bob), date(1972, 9, 28)
    table = await store.held_evenings.table(made, day, clock.now)
    assert table == await store.held_evenings.table(made, day, clock.now + 5)
    assert await store.held_evenings.tables() == [table]
    players = [holder(0, ann, "Ann", None, 2), holder(2, "gone", "Zoe", None, 1)]
    for hands in (1, 2):
        await store.held_evenings.settle(table, hands, PLAYED, [replace(players[0], hands=hands)])
    await store.held_evenings.settle(table, 9, PLAYED, [*players, holder(1, None, "", "medium", 2)])
    found = await store.evenings.get(made)
    assert found is not None
    (held,) = found.held
    assert (held.day, held.at, held.table, held.played) == (str(day), clock.now, table, PLAYED)
    assert held.players == (
        players[0],
        holder(1, None, "", "medium", 2),
        holder(2, None, "", None, 1),  # who is not on the site any more
    )
    assert {at.person: at.seat for at in found.members} == {ann: 0, bob: None}
    await store.held_evenings.settle("no-table-of-ours", 1, PLAYED, players)
    clock.now += 30 * DAY
    assert await store.held_evenings.tables() == []


async def test_the_results_of_another_day_stay(store: Stores, clock: Clock) -> None:
    ann = await person(store, "Ann")
    made, days = await evening(store, ann), (date(1972, 9, 28), date(1972, 10, 5))
    players = [holder(0, ann, "Ann", None, 2)]
    for day in days:
        table = await store.held_evenings.table(made, day, clock.now)
        await store.held_evenings.settle(table, 9, PLAYED, players)
    found = await store.evenings.get(made)
    assert found is not None
    assert {held.day: len(held.players) for held in found.held} == {str(day): 1 for day in days}


async def test_an_evening_before_that_is_read_again_changes_no_seat(
    store: Stores, clock: Clock
) -> None:
    ann, bob = await person(store, "Ann"), await person(store, "Bob")
    made, tables = await evening(store, ann, bob), list[str]()
    for day, seat in (date(1972, 9, 28), 3), (date(1972, 10, 5), 1):
        clock.now += DAY
        tables.append(await store.held_evenings.table(made, day, clock.now))
        players = [holder(seat, ann, "Ann", None, 2)]
        await store.held_evenings.settle(tables[-1], 9, PLAYED, players)
    players = [holder(3, ann, "Ann", None, 2), holder(2, bob, "Bob", None, 2)]
    await store.held_evenings.settle(tables[0], 10, PLAYED, players)
    found = await store.evenings.get(made)
    assert found is not None
    assert {at.person: at.seat for at in found.members} == {ann: 1, bob: 2}


async def test_a_guest_who_is_gone_for_long_leaves_no_evening_behind(
    store: Stores, clock: Clock
) -> None:
    ann, bob = await person(store, "Ann"), await person(store, "Bob")
    made = await evening(store, ann)
    await store.evenings.ask(made, bob)  # who is only asked does not keep it
    clock.now += 181 * DAY
    while (await store.sweep()).people:
        pass
    assert await store.evenings.get(made) is None


async def test_an_evening_has_no_more_people_than_may_be(store: Stores) -> None:
    made = await evening(store, await person(store, "Ann"))
    for number in range(1, MOST_PEOPLE):
        assert await store.evenings.ask(made, await person(store, f"P{number}")) == "done"
    assert await store.evenings.join(made, await person(store, "Late")) == "full"
    assert await store.evenings.join("none", await person(store, "Lost")) == "unknown"


async def test_an_evening_begins_with_no_more_people_than_may_be(store: Stores) -> None:
    asked = [await person(store, f"P{number}") for number in range(MOST_PEOPLE)]
    made = await store.evenings.make(await person(store, "Ann"), SETTINGS, asked)
    found = await store.evenings.get(made or "")
    assert found is not None and len(found.members) == MOST_PEOPLE


async def test_the_account_of_a_guest_has_each_evening_and_answer_once(store: Stores) -> None:
    ann, guest = await person(store, "Ann"), await person(store, "Guest")
    made, day = await evening(store, ann, guest), date(1972, 9, 28)
    own = await evening(store, guest)
    await store.evenings.answer(made, guest, day, "no")
    await store.evenings.answer(made, ann, day, "yes")
    await store.evenings.answer(own, guest, day, "perhaps")
    await store.accounts.merge_rows(guest, ann)
    await store.evenings.merge_guest(guest, ann)
    found = {known.evening.id: known for known in await store.evenings.of(ann)}
    assert [at.person for at in found[made].members] == [ann]
    assert found[made].answers == {str(day): {ann: "yes"}}
    assert found[own].answers == {str(day): {ann: "perhaps"}}


async def test_two_servers_give_a_reminder_once(store: Stores, clock: Clock) -> None:
    made = await evening(store, await person(store, "Ann"))
    known = await store.evenings.get(made)
    assert known is not None and known.evening.remind is not None
    assert await store.evenings.next_due() == known.evening.remind
    clock.now = known.evening.remind
    (due,) = await store.evenings.due(clock.now)
    then = due.evening.plan.reminder("both", clock.now)
    assert then is not None
    taken = [await store.evenings.take_reminder(due.evening, then.at) for _ in range(2)]
    assert taken == [True, False]
    assert await store.evenings.due(clock.now) == []


async def test_days_that_are_skipped_are_days_of_it_and_not_long_ago(
    store: Stores, clock: Clock
) -> None:
    made = await evening(store, await person(store, "Ann"))
    known = await store.evenings.get(made)
    assert known is not None
    clock.now = known.evening.plan.starts(date(2001, 6, 7))
    past, coming = date(2001, 5, 31), date(2001, 6, 21)
    given = {past, coming, date(2000, 3, 2), date(2001, 6, 22)}
    await store.evenings.change(known.evening, SETTINGS, given)
    known = await store.evenings.get(made)
    assert known is not None and known.evening.plan.skipped == {past, coming}
    later = msgspec.structs.replace(SETTINGS, first="2001-06-08")
    await store.evenings.change(known.evening, later, known.evening.plan.skipped)
    known = await store.evenings.get(made)
    assert known is not None and known.evening.plan.skipped == set()
    assert known.evening.version == 2
