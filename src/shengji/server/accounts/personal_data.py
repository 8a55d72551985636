"""Personal data of all subjects of the site."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from functools import partial
from typing import Any, TypeAlias

import msgspec

from shengji.server.accounts.store import AccountStore
from shengji.server.database.ids import PersonId
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence

Export: TypeAlias = Callable[[str], Awaitable[Any]]
"""Returns the content of an exported file about a person, as JSON; `None`: no such file."""


class PersonalDataService:
    """Exports, deletes and transfers personal data, as the columns of the schema declare.

    Args:
        accounts: the people themselves, who are deleted last.
        exports: code for the exported files that do not list rows as they are, by name.
        folders: code for the folders of the export.
        forget: code that deletes data, or removes names, before the rows of a person are deleted.
        merge: code that transfers data of a guest to an account, by public id, after the rows; also
            called for a new account, whose guest has the same id.
    """

    def __init__(
        self,
        accounts: AccountStore,
        presence: Presence,
        *,
        exports: Mapping[str, Export],
        folders: Sequence[Callable[[Person], Files]],
        forget: Sequence[Callable[[Person], Awaitable[object]]],
        merge: Sequence[Callable[[Person, str], Awaitable[object]]],
    ) -> None:
        self._accounts = accounts
        self._presence = presence
        self.exports = exports
        self._folders = folders
        self._forget = forget
        self._merge = merge

    async def export(self, person: Person) -> Files:
        """Export all data about a person, as files."""
        for name, read in self.exports.items():
            content = await read(person.id)
            if content is not None:
                yield name, as_json(content)
        for folder in self._folders:
            async for file in folder(person):
                yield file
        for name, rows in (await self._accounts.exported_rows(person.id)).items():
            yield name, as_json(rows)

    async def forget(self, person: Person, by: PersonId | None = None) -> None:
        """Delete a person and the guests merged into their account, with all identifying data.

        Args:
            person: the person.
            by: the acting administrator, as in `ActLine`; `None`: the person.
        """
        for guest in await self._accounts.guests_of(person.id):
            await self._remove(guest, None)
        await self._remove(person, by)

    async def _remove(self, person: Person, by: PersonId | None) -> None:
        self._presence.sign_out(person.id)  # disconnects their pages, which could write again
        for forget in self._forget:
            await forget(person)
        await self._accounts.forget(person.id, by)
        self._presence.sign_out(person.id)
        self._presence.cut(person.id)

    async def merge_guest(self, guest: Person, owner: PersonId) -> None:
        """Transfer a guest's data to an account, by public id; they are equal for a new account."""
        if guest.id != owner:
            await self._accounts.merge_rows(guest.id, owner)
        for merge in self._merge:
            await merge(guest, owner)


def as_json(content: Any) -> Callable[[], bytes]:
    """Make a function that returns a value as formatted JSON, for `Files`."""
    return partial(_as_json, content)


def _as_json(content: Any) -> bytes:
    return msgspec.json.format(msgspec.json.encode(content), indent=2)
