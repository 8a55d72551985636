"""Rows that are kept of people and their friends."""

from __future__ import annotations

from shengji.server.friends.store import FriendStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class FriendPersonal(PersonalData):
    """The friends of people."""

    def __init__(self, friends: FriendStore) -> None:
        self._friends = friends

    async def export(self, person: Person) -> Files:
        """Give out whom a person knows, who has asked them, and how friends find them."""
        known = await self._friends.of(person.id)
        lists = ("friends", "asking", "asked", "blocked")
        yield (
            "friends.json",
            as_json(
                {
                    name: [
                        {"person": at.person, "name": at.name, "since": at.at}
                        for at in getattr(known, name)
                    ]
                    for name in lists
                }
                | {"shown": known.shown, "link": await self._friends.own_link(person.id)}
            ),
        )

    async def forget(self, person: Person) -> None:
        """Take a person off the lists of others, who are told."""
        await self._friends.forget(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let the friends of a guest be the account's."""
        if guest.id != owner:
            await self._friends.merge_guest(guest.id, owner)
