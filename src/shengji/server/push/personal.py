"""Push subscriptions of people's browsers."""

from __future__ import annotations

from shengji.server.push.store import SubscriptionStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class PushPersonal(PersonalData):
    """Export of push subscriptions; the database deletes them with the browsers' sessions."""

    def __init__(self, subscriptions: SubscriptionStore) -> None:
        self._subscriptions = subscriptions

    async def export(self, person: Person) -> Files:
        """Export each subscription without its keys: endpoint, language, and muted people."""
        found = await self._subscriptions.subscriptions(person.id)
        yield (
            "pushes.json",
            as_json(
                [
                    {"endpoint": at.endpoint, "language": at.tongue, "muted": at.muted}
                    for at in found
                ]
            ),
        )
