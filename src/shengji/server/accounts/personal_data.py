"""Personal data of all subjects of the site."""

from __future__ import annotations

from collections.abc import Sequence

from shengji.server.accounts.store import AccountStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData
from shengji.server.site.presence import Presence


class PersonalDataService:
    """Exports, deletes and transfers personal data.

    Args:
        parts: personal data of each subject, in the order of export and deletion.
        presence: people at tables.
        accounts: the people themselves, who are deleted last.
    """

    def __init__(
        self, parts: Sequence[PersonalData], presence: Presence, accounts: AccountStore
    ) -> None:
        self._parts = parts
        self._presence = presence
        self._accounts = accounts

    async def export(self, person: Person) -> Files:
        """Export all data about a person, as files."""
        for part in self._parts:
            async for file in part.export(person):
                yield file

    async def forget(self, person: Person, by: str | None = None) -> None:
        """Delete a person and the guests merged into their account, with all identifying data.

        Args:
            person: the person.
            by: the acting administrator, as in `ActLine`; `None`: the person.
        """
        for guest in await self._accounts.guests_of(person.id):
            await self._remove(guest, None)
        await self._remove(person, by)

    async def _remove(self, person: Person, by: str | None) -> None:
        self._presence.sign_out(person.id)  # disconnects their pages, which could write again
        for part in self._parts:
            await part.forget(person)
        await self._accounts.forget(person.id, by)
        self._presence.sign_out(person.id)
        self._presence.cut(person.id)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's data to an account, by public id; they are equal for a new account."""
        for part in self._parts:
            await part.merge_guest(guest, owner)
