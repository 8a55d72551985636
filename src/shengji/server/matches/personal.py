"""Export of a person's matches with their records."""

from __future__ import annotations

from typing import Final

from shengji.server.database.ids import PersonId
from shengji.server.matches.filters import MatchFilter
from shengji.server.matches.schemas import MatchLine
from shengji.server.matches.store import MatchStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person

_PAGE: Final = 100


async def all_matches(matches: MatchStore, person: PersonId) -> list[MatchLine]:
    """Return a person's matches, the latest first."""
    wanted, played = MatchFilter(person=person), list[MatchLine]()
    while found := await matches.page(person, wanted, played[-1].match if played else None, _PAGE):
        played += found
    return played


async def record_files(matches: MatchStore, person: Person) -> Files:
    """Yield the records of a person's matches, one file each."""
    after = None
    while found := await matches.records_of(person.id, after):
        for record in found:
            yield record.file_name, record.packed.lines
        after = found[-1].place
