"""Friends in the database: what becomes of them when a guest signs in to an account."""

from __future__ import annotations

from collections.abc import Sequence

import pytest

from shengji.server.stores import Stores

Deed = tuple[str, str, str]
"""Somebody who does something to somebody: `ask`, which two who ask make friends, or `block`."""

FRIENDS: tuple[Deed, ...] = (("guest", "ask", "cem"), ("cem", "ask", "guest"))


def of_account(deeds: Sequence[Deed]) -> tuple[Deed, ...]:
    """The same, done by the account and to it."""
    name = {"guest": "owner"}
    return tuple((name.get(one, one), deed, name.get(two, two)) for one, deed, two in deeds)


@pytest.mark.parametrize(
    ("deeds", "own", "cems"),
    [
        ((*FRIENDS, ("owner", "ask", "cem")), "friend", "friend"),
        ((*FRIENDS, ("cem", "ask", "owner")), "friend", "friend"),
        ((*of_account(FRIENDS), ("cem", "ask", "guest")), "friend", "friend"),
        ((("guest", "ask", "cem"), ("cem", "ask", "owner")), "friend", "friend"),
        ((*FRIENDS, ("owner", "block", "cem")), "blocked", None),
        ((*FRIENDS, ("cem", "block", "owner")), None, "blocked"),
        ((*of_account(FRIENDS), ("guest", "block", "cem")), "blocked", None),
        ((*of_account(FRIENDS), ("cem", "block", "guest")), None, "blocked"),
        ((("owner", "ask", "cem"), ("guest", "block", "cem")), "blocked", None),
        ((("guest", "block", "cem"), ("cem", "ask", "owner")), "blocked", "asked"),
        ((("guest", "block", "cem"), ("cem", "block", "owner")), "blocked", "blocked"),
        (FRIENDS, "friend", "friend"),
        ((), None, None),
    ],
)
async def test_of_two_relations_the_account_of_a_guest_keeps_the_stronger_one(
    store: Stores, deeds: Sequence[Deed], own: str | None, cems: str | None
) -> None:
    names = ("guest", "owner", "cem")
    ids = {name: (await store.people.new_person(name))[0].id for name in names}
    for one, deed, other in deeds:
        does = store.friends.ask if deed == "ask" else store.friends.block
        await does(ids[one], ids[other])
    await store.friends.ask(ids["guest"], ids["owner"])
    await store.friends.ask(ids["owner"], ids["guest"])
    await store.friends.merge_guest(ids["guest"], ids["owner"])

    async def kind(one: str, other: str) -> str | None:
        known = await store.friends.of(ids[one])
        people = {
            "friend": {at.person for at in known.friends},
            "asked": {at.person for at in known.asked},
            "blocked": {at.person for at in known.blocked},
        }
        assert ids["guest"] not in set().union(*people.values())
        found = [name for name, held in people.items() if ids[other] in held]
        return found[0] if found else None

    assert (await kind("owner", "cem"), await kind("cem", "owner")) == (own, cems)
    assert await kind("owner", "owner") is None
    assert (await store.friends.of(ids["guest"])).friends == ()


async def test_the_link_of_a_guest_stays_good_for_the_account(store: Stores) -> None:
    guest, owner = [(await store.people.new_person(name))[0].id for name in ("Guest", "Ann")]
    await store.friends.show(owner, shown=True)
    link = await store.friends.link(guest)
    await store.friends.show(guest, shown=False)
    await store.friends.merge_guest(guest, owner)
    assert await store.friends.link(owner) == link
    assert not (await store.friends.of(owner)).shown
    later, _ = await store.people.new_person("Guest 2")
    await store.friends.link(later.id)
    await store.friends.merge_guest(later.id, owner)
    assert await store.friends.own_link(owner) == link
