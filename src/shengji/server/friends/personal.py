"""Personal data of the friends package: export, deletion and guest merge."""

from __future__ import annotations

from shengji.server.friends.store import FriendStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class FriendPersonal(PersonalData):
    """A person's relationships and friend settings."""

    def __init__(self, friends: FriendStore) -> None:
        self._friends = friends

    async def export(self, person: Person) -> Files:
        """Export a person's relationships, friend link and presence setting."""
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
        """Delete a person's relationships; the other people's pages are notified."""
        await self._friends.forget(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's relationships to their account."""
        if guest.id != owner:
            await self._friends.merge_guest(guest.id, owner)
