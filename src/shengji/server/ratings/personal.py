"""Personal data: stored ratings of people."""

from __future__ import annotations

from shengji.server.ratings.store import RatingStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class RatingPersonal(PersonalData):
    """Ratings stay after a deletion, since other ratings rest on them; the person's link is cut."""

    def __init__(self, ratings: RatingStore) -> None:
        self._ratings = ratings

    async def export(self, person: Person) -> Files:
        """Export the changes of the person's ratings, result by result."""
        yield "ratings.json", as_json(await self._ratings.changes_of(person.id))
