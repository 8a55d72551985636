"""Rows that are kept of people who wait for reviews."""

from __future__ import annotations

from shengji.server.reviews.job_store import ReviewJobStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class ReviewPersonal(PersonalData):
    """The reviews that people wait for, and from which address of the network they have asked."""

    def __init__(self, waiting: ReviewJobStore) -> None:
        self._waiting = waiting

    async def export(self, person: Person) -> Files:
        """Give out for how many hands a person waits, by each wish, and from where it came."""
        kept = await self._waiting.kept(person.id)
        content = [{"address": address, "hands": hands} for address, hands in kept]
        yield "reviews-waiting.json", as_json(content)

    async def forget(self, person: Person) -> None:
        """Take back all wishes; what others wait for is made."""
        await self._waiting.withdraw(person.id, None)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Let the wishes of a guest be the account's."""
        if guest.id != owner:
            await self._waiting.merge_guest(guest.id, owner)
