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
    assert await store.members.forget(guests[1]) == {(club, lines[1])}
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


@pytest.mark.postgresql
async def test_lines_that_are_merged_are_swept_together(store: Stores, clock: Clock) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    hers = (await store.members.lines(club)).of(ann.id)
    assert hers is not None
    names = ("Ann before", "Ann long before", "Mei", "Grandma", "Bo", "Bobo")
    before, long_before, mei, grandma, bo, bobo = [
        await store.members.add(club, name) for name in names
    ]
    merges = (before, hers.id), (long_before, hers.id), (mei, grandma), (bobo, bo)
    for line, into in merges:
        assert await store.members.merge(club, line, into) is None
    first = clock.now
    night = await add_night(store, club, bobo, first)
    elsewhere = await club_of(store, ann)
    other = await add_night(store, elsewhere, bobo, first + 1)
    clock.now = first + 729 * DAY
    await add_night(store, club, mei, clock.now)
    clock.now = first + 731 * DAY
    await store.sweep()
    lines = await store.members.lines(club)
    assert {line.name for line in lines.by_id.values()} == {"Ann", *names[:4]}
    assert lines.by_id[mei].merged == grandma

    async def named(night: str) -> str:
        kept = await store.nights.load(night)
        assert kept is not None
        (event,) = map(read_event, kept.bodies)
        assert isinstance(event, PersonArrived)
        return event.name

    assert (await named(night), await named(other)) == ("", "Granny Mei")


async def entered(store: Stores, club: str, name: str | None = None) -> tuple[str, str]:
    """A new member, an account or a guest without a `name`: the public id and the line."""
    who = (await account(store, name))[0] if name else (await store.people.new_person("Guest"))[0]
    return who.id, await store.members.enter(club, who.id, "in")


async def test_other_people_s_lines_stay_when_one_forgets_everything(store: Stores) -> None:
    """However an organiser has merged them."""
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    bob, his = await entered(store, club, "Bob")
    (one, first), (two, second), (three, third) = [await entered(store, club) for _ in range(3)]
    cem, cems = await entered(store, club, "Cem")
    granny = await store.members.add(club, "Granny Mei")
    merges = (his, first), (granny, first), (second, third), (cems, granny)
    refused = [await store.members.merge(club, line, into) for line, into in merges]
    assert refused == [None, None, None, "merge-accounts"]
    # The line of a guest, into which an account's is merged; and that of a guest, of a guest's.
    assert await store.members.forget(one) == {(club, first)}
    assert await store.members.forget(three) == {(club, third)}
    lines = await store.members.lines(club)
    assert lines.by_id.keys() >= {his, second, granny, cems}
    assert lines.by_id.keys().isdisjoint({first, third})
    assert [lines.by_id[line].merged for line in (his, second, granny)] == [None] * 3
    assert await store.members.merge(club, second, cems) is None
    assert await store.members.forget(cem) == {(club, cems)}
    assert (await store.members.line(club, two)) is not None
    assert (await store.members.line(club, bob)) is not None


async def test_guests_who_are_part_of_an_account_go_with_it(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    (guest, line), (bob, his) = await entered(store, club), await entered(store, club, "Bob")
    granny = await store.members.add(club, "Granny Mei")
    assert await store.members.merge(club, granny, line) is None
    await store.matches.merge_guest(guest, bob)
    await store.members.merge_guest(guest, bob)
    assert await store.members.forget(bob) == {(club, one) for one in (his, line, granny)}
    assert {one.name for one in (await store.members.lines(club)).by_id.values()} == {"Ann"}


async def test_who_leaves_takes_nobody_else_along(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    (bob, his), (guest, line) = await entered(store, club, "Bob"), await entered(store, club)
    granny = await store.members.add(club, "Granny Mei")
    for one, into in ((line, granny), (granny, his)):
        assert await store.members.merge(club, one, into) is None
    assert await store.members.remove(club, his, bob) == frozenset()
    lines = await store.members.lines(club)
    assert lines.by_id.keys().isdisjoint({his, granny})
    assert lines.by_id[line].merged is None and lines.of(guest) is lines.by_id[line]
    # An organiser removes whoever has been merged, from any line.
    extra, more = [await store.members.add(club, name) for name in ("Mei", "Bo")]
    for one, into in ((more, line), (line, extra)):
        assert await store.members.merge(club, one, into) is None
    assert await store.members.remove(club, line) == frozenset({line, more})
    assert (await store.members.lines(club)).by_id.keys() >= {extra}


async def test_a_line_is_never_of_two_accounts(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    granny = await store.members.add(club, "Granny Mei")
    bob, his = await entered(store, club, "Bob")
    cem, _ = await account(store, "Cem")
    assert await store.members.merge(club, his, granny) is None
    await store.members.new_code(club, granny)
    assert await store.members.claim(club, granny, cem.id) == "merge-accounts"
    # A guest whom an organiser took for Bob, by a merge, or at the desk, creates an account.
    (one, first), two = await entered(store, club), (await store.people.new_person("Two"))[0].id
    assert await store.members.merge(club, first, granny) is None
    assert await store.members.point(club, granny, two) is None
    second = (await store.members.lines(club)).of(two)
    assert second is not None and second.id == granny
    own = await store.members.line(club, two)
    assert own is not None and (own.merged, own.role) == (granny, "member")
    for guest in (one, two):
        assert await store.accounts.make(guest, guest, (guest,), "hash") is not None
        await store.members.merge_guest(guest, guest)
    lines = await store.members.lines(club)
    of = {person: lines.of(person) for person in (bob, one, two)}
    assert {person: line and lines.account(line) for person, line in of.items()} == {
        person: person for person in of
    }


async def test_a_code_for_the_line_of_a_guest_s_browser(store: Stores) -> None:
    """Whoever has it does not share the line with the browser, nor what an owner makes of them."""
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    guest, line = await entered(store, club)
    bob, _ = await account(store, "Bob")
    await store.members.new_code(club, line)
    assert await store.members.claim(club, line, bob.id) is None
    lines = await store.members.lines(club)
    his = lines.of(bob.id)
    assert his is not None and lines.by_id[line].merged == his.id
    assert guest in lines.persons(his)
    assert await store.members.change(club, his.id, role="organiser") is None
    assert await store.clubs.organises(club, bob.id)
    assert not await store.clubs.organises(club, guest)


async def test_who_is_a_member_stays_one_by_an_account_that_only_asks(store: Stores) -> None:
    ann, _ = await account(store, "Ann")
    club = await club_of(store, ann)
    guest, _ = await entered(store, club)
    granny = await store.members.add(club, "Granny Mei")
    people = [(await account(store, name))[0].id for name in ("Bob", "Cem")]
    for person, state in zip(people, ("asked", "invited"), strict=True):
        await store.members.enter(club, person, state)  # type: ignore[arg-type]
    await store.members.merge_guest(guest, people[0])
    await store.members.new_code(club, granny)
    assert await store.members.claim(club, granny, people[1]) is None
    lines = await store.members.lines(club)
    found = [lines.of(person) for person in people]
    assert [line and line.state for line in found] == ["in", "in"]
