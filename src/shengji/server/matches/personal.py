"""Personal data about matches and shares."""

from __future__ import annotations

from typing import Final

from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.store import MatchStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json
from shengji.server.tables.replay_schemas import MatchLine

_PAGE: Final = 100


class MatchPersonal(PersonalData):
    """Export and guest merge of a person's matches, which stay without a name after deletion."""

    def __init__(self, matches: MatchStore) -> None:
        self._matches = matches

    async def export(self, person: Person) -> Files:
        """Export a person's matches with their records."""
        wanted, played = MatchFilter(person=person.id), list[MatchLine]()
        while found := await self._matches.page(
            person.id, wanted, played[-1].match if played else None, _PAGE
        ):
            played += found
        yield "matches.json", as_json(played)
        async for name, made in record_files(self._matches, person):
            yield f"records/{name}", made

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's matches to an account."""
        if guest.id != owner:
            await self._matches.merge_guest(guest.id, owner)


class SharePersonal(PersonalData):
    """Export and guest merge of a person's shares."""

    def __init__(self, shares: ShareStore) -> None:
        self._shares = shares

    async def export(self, person: Person) -> Files:
        """Export the links."""
        yield "shares.json", as_json([at._asdict() for at in await self._shares.of(person.id)])

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's links to an account."""
        if guest.id != owner:
            await self._shares.merge_guest(guest.id, owner)


async def record_files(matches: MatchStore, person: Person) -> Files:
    """Yield the records of a person's matches, one file each."""
    after = None
    while found := await matches.records_of(person.id, after):
        for record in found:
            yield record.file_name, record.packed.lines
        after = found[-1].place
