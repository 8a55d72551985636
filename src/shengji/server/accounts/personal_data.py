"""All that the site keeps of a person, from every subject."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.server.accounts.store import AccountStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData
from shengji.server.site.presence import Presence


class PersonalDataService:
    """The data of people: given out, forgotten, handed over.

    Args:
        parts: what each subject keeps, in the order in which it is given out and forgotten.
        presence: the tables at which people are.
        accounts: the people themselves, who go last.
    """

    def __init__(
        self, parts: Sequence[PersonalData], presence: Presence, accounts: AccountStore
    ) -> None:
        self._parts = parts
        self._presence = presence
        self._accounts = accounts

    async def export(self, person: Person) -> Files:
        """Give out all of it, as files."""
        for part in self._parts:
            async for file in part.export(person):
                yield file

    async def forget(self, person: Person, by: str | None = None) -> None:
        """Remove a person, and the guests who have become theirs, with all that says who they were.

        Args:
            person: the person.
            by: which keeper of the site wants that, as `ActLine` has it; `None`: the person.
        """
        for guest in await self._accounts.guests_of(person.id):
            await self._remove(guest, None)
        await self._remove(person, by)

    async def _remove(self, person: Person, by: str | None) -> None:
        self._presence.sign_out(person.id)  # so that none of their pages goes on meanwhile
        for part in self._parts:
            await part.forget(person)
        await self._accounts.forget(person.id, by)
        self._presence.sign_out(person.id)
        self._presence.cut(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let what a guest has be an account's, by public id, which may be the guest's own."""
        for part in self._parts:
            await part.merge_guest(guest, owner)
