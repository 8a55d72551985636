"""Personal data about requested reviews."""

from __future__ import annotations

from shengji.server.reviews.job_store import ReviewJobStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class ReviewPersonal(PersonalData):
    """Export, deletion and guest merge of a person's requests for reviews."""

    def __init__(self, waiting: ReviewJobStore) -> None:
        self._waiting = waiting

    async def export(self, person: Person) -> Files:
        """Export the network address and the number of hands of each request."""
        kept = await self._waiting.kept(person.id)
        content = [{"address": address, "hands": hands} for address, hands in kept]
        yield "reviews-waiting.json", as_json(content)

    async def forget(self, person: Person) -> None:
        """Withdraw all requests; jobs that other people have requested stay queued."""
        await self._waiting.withdraw(person.id, None)

    async def merge_guest(self, guest: Person, owner: str) -> None:
        """Transfer a guest's requests to their account."""
        if guest.id != owner:
            await self._waiting.merge_guest(guest.id, owner)
