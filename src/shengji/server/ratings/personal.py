"""Rows that are kept of people's ratings."""

from __future__ import annotations

from shengji.server.ratings.store import RatingStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class RatingPersonal(PersonalData):
    """The ratings. Those of others rest on them, so they stay; with the person goes whose."""

    def __init__(self, ratings: RatingStore) -> None:
        self._ratings = ratings

    async def export(self, person: Person) -> Files:
        """Give out how the person's ratings have changed, result by result."""
        yield "ratings.json", as_json(await self._ratings.changes_of(person.id))
