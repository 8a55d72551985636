"""Clubs, as they are stored: guests who get an account, accounts that go, and old members."""

from __future__ import annotations

import asyncio

import pytest

from shengji.nights.acts.people import PersonArrived
from shengji.nights.stored import encode_event, read_event
from shengji.server.clubs.schemas import MOST_MEMBERS, ClubSettings
from shengji.server.database.moments import moment_of
from shengji.server.nights.store import NightIndex
from shengji.server.site.person import Person
from shengji.server.stores import Stores
from tests.server.storage.kit import Clock, own
from tests.server.storage.test_accounts import account

DAY = 24 * 60 * 60 * 1000


async def club_of(store: Stores, owner: Person) -> str:
    return await store.clubs.make(owner.id, owner.name, ClubSettings(name="Fridays"))


async def add_night(store: Stores, club: str, person: str, opened: int) -> str:
    """A night of a club to which somebody came without a browser."""
    members = frozenset({(person, "player")})
    line = ("", "over", opened, opened, 1, 1, "levels", members)
    arrived = PersonArrived(
        command="c", by="boss", accepted=moment_of(opened), person=person, name="Granny Mei"
    )
    index = NightIndex(*line, club=club, joined=True)  # type: ignore[arg-type]
    await store.nights.append(f"n{opened}", own(store), 1, [encode_event(arrived)], index)
    return f"n{opened}"


@pytest.mark.postgresql
async def test_a_guest_s_line_becomes_the_account_s(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    guest, _ = await store.people.new_person("Guest")
    other, _ = await store.people.new_person("Other")
    line = await store.members.enter(club, guest.id, "in")
    again = await store.members.enter(club, other.id, "in")
    bob, _ = await account(store, "Bob")
    await store.members.merge_guest(guest.id, bob.id)
    lines = await store.members.lines(club)
    found = lines.of(bob.id)
    assert found is not None and (found.id, found.account, found.name) == (line, bob.id, "Bob")
    await store.members.merge_guest(other.id, bob.id)
    lines = await store.members.lines(club)
    assert lines.by_id[again].merged == line
    assert lines.persons(lines.by_id[line]) >= {guest.id, other.id, bob.id}


async def test_a_guest_whom_an_organiser_took_for_somebody_else(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    bob, _ = await account(store, "Bob")
    his = await store.members.enter(club, bob.id, "in")
    guests = [(await store.people.new_person("Guest"))[0].id for _ in range(2)]
    lines = [await store.members.enter(club, guest, "in") for guest in guests]
    for line in lines:
        assert await store.members.merge(club, line, his) is None
    # One of them is Cem, the other one deletes everything: Bob stays a member.
    cem, _ = await account(store, "Cem")
    await store.members.merge_guest(guests[0], cem.id)
    assert await store.members.forget(guests[1]) == {lines[1]}
    found = await store.members.lines(club)
    of = {person: found.of(person) for person in (bob.id, cem.id, guests[0], guests[1])}
    assert [line and (line.id, line.account) for line in of.values()] == [
        (his, bob.id),
        (lines[0], cem.id),
        (lines[0], cem.id),
        None,
    ]


async def test_a_claim_that_is_refused_leaves_the_code(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    granny = await store.members.add(club, "Granny Mei")
    mei, _ = await account(store, "Mei")
    hers = await store.members.enter(club, mei.id, "in")
    assert await store.members.merge(club, hers, granny) is None
    code = await store.members.new_code(club, granny)
    assert await store.members.claim(club, granny, ann.id) == "merge-accounts"
    assert (await store.members.lines(club)).by_id[granny].code == code
    assert await store.members.claim(club, granny, mei.id) is None
    assert (await store.members.lines(club)).by_id[granny].code is None


@pytest.mark.postgresql
async def test_an_owner_s_account_that_goes_has_the_longest_serving_successor(
    store: Stores, clock: Clock
) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    ids = []
    for name in ("Bob", "Cem"):
        person, _ = await account(store, name)
        line = await store.members.enter(club, person.id, "in")
        ids.append((person.id, line))
    for _, line in ids[::-1]:
        clock.now += DAY
        assert await store.members.change(club, line, role="organiser") is None
    await store.members.forget(ann.id)
    roles = {line.account: line.role for line in (await store.members.lines(club)).by_id.values()}
    assert roles == {ids[0][0]: "organiser", ids[1][0]: "owner"}, "Cem was the first organiser"
    for id_, _ in ids[::-1]:
        await store.members.forget(id_)
    found = await store.clubs.get(club)
    assert found is not None and (found.frozen, found.people) == (True, 0)
    assert await store.members.enter(club, ann.id, "in") == "club-frozen"
    assert await store.clubs.appoint(club, ann.id, "Ann", "")
    found = await store.clubs.get(club)
    assert found is not None and not found.frozen
    assert not await store.clubs.appoint("none", ann.id, "Ann", "")


@pytest.mark.postgresql
async def test_the_last_two_owners_cannot_both_go(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    bob, _ = await account(store, "Bob")
    club = await club_of(store, ann)
    await store.members.enter(club, bob.id, "in")
    lines = list((await store.members.lines(club)).by_id)
    for line in lines:
        await store.members.change(club, line, role="owner")
    done = await asyncio.gather(*(store.members.remove(club, line) for line in lines))
    assert sorted(isinstance(one, str) for one in done) == [False, True] and "last-owner" in done


async def test_a_club_has_a_maximum_of_lines(
    store: Stores, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert MOST_MEMBERS == 500
    monkeypatch.setattr("shengji.server.clubs.member_store.MOST_MEMBERS", 2)
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    assert await store.members.add(club, "Mei") not in ("club-full", "name-there")
    assert await store.members.add(club, "Bo") == "club-full"
    guest, _ = await store.people.new_person("Guest")
    assert await store.members.enter(club, guest.id, "in") == "club-full"


@pytest.mark.postgresql
async def test_a_code_is_used_once_and_a_merge_is_undone_by_its_club(store: Stores) -> None:
    ann, bob, cem = [(await account(store, name))[0] for name in ("Ann", "Bob", "Cem")]
    club, other = await club_of(store, ann), await club_of(store, bob)
    mei, bo = [await store.members.add(club, name) for name in ("Mei", "Bo")]
    await store.members.new_code(club, mei)
    assert await store.members.claim(club, mei, bob.id) is None
    assert await store.members.claim(club, mei, cem.id) == "no-member"
    assert await store.members.merge(club, bo, mei) is None
    assert await store.members.part(other, bo) == "no-member"
    assert (await store.members.lines(club)).by_id[bo].merged == mei


@pytest.mark.postgresql
async def test_a_member_without_an_account_is_swept_two_years_after_the_last_night(
    store: Stores, clock: Clock
) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    mei, bo = [await store.members.add(club, name) for name in ("Mei", "Bo")]
    night = await add_night(store, club, mei, clock.now)

    async def names() -> set[str]:
        await store.sweep()
        return {line.name for line in (await store.members.lines(club)).by_id.values()}

    first = clock.now
    clock.now = first + 729 * DAY
    assert await names() == {"Ann", "Mei", "Bo"}
    await add_night(store, club, bo, clock.now)
    clock.now = first + 731 * DAY
    assert await names() == {"Ann", "Bo"}, "an account's line stays"
    kept = await store.nights.load(night)
    assert kept is not None
    (event,) = map(read_event, kept.bodies)
    assert isinstance(event, PersonArrived) and event.name == ""
