"""Code for the personal data that the declarations in the schema cannot express."""

from __future__ import annotations

from functools import partial

from shengji.server.accounts.personal_data import PersonalDataService, as_json
from shengji.server.nights.live_nights import Nights
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.presence import Presence
from shengji.server.stores import Stores
from shengji.server.tables.live.hub import Hub


def personal_data(
    stores: Stores, hub: Hub, nights: Nights, presence: Presence
) -> PersonalDataService:
    """The personal data of all subjects; columns of the schema declare whose their rows are."""

    async def unname_at_tables(person: Person) -> None:
        await presence.leave_all(person)
        known = None
        # A table in memory may write the name again until it has reloaded its log.
        while known := await stores.tables.unname(person.id, known):
            await hub.reread(known)
            for table in known - hub.ids:
                await stores.tables.claim(table, by_force=True)  # from its current node

    async def leave_clubs(person: Person) -> None:
        for club, known in await stores.members.forget(person.id):
            await nights.forget(known, club)

    async def merge(guest: Person, owner: str) -> None:
        if guest.id != owner:
            await presence.leave_all(guest)
            presence.cut(guest.id)
            await stores.matches.merge_guest(guest.id, owner)
            await stores.evenings.merge_guest(guest.id, owner)
            await stores.invitations.drop_repeated(owner)
            await stores.friends.merge_guest(guest.id, owner)
        await stores.members.merge_guest(guest.id, owner)
        await nights.claimed(guest.id, owner)

    return PersonalDataService(
        stores.accounts,
        presence,
        exports={
            "person.json": stores.accounts.export,
            "devices.json": stores.people.export,
            "passkeys.json": stores.credentials.export,
            "tables.json": stores.tables.tables_of,
            "said.json": stores.tables.chat_messages,
            "matches.json": stores.matches.all_of,
            "reviews-waiting.json": stores.review_jobs.export,
            "ratings.json": stores.ratings.changes_of,
            "clubs.json": stores.members.export,
            "face.json": stores.faces.export,
            "pushes.json": stores.subscriptions.export,
            "friends.json": stores.friends.export,
            "evenings.json": stores.evenings.export,
            "invitations.json": stores.invitations.export,
            "puzzles.json": stores.solvers.export,
            "tokens.json": stores.tokens.of,
            "shares.json": stores.shares.export,
        },
        folders=[partial(_records, stores), partial(_nights, nights)],
        forget=[
            unname_at_tables,
            lambda person: stores.review_jobs.withdraw(person.id, None),
            lambda person: nights.forget(person.id),
            leave_clubs,
            lambda person: stores.friends.forget(person.id),
            lambda person: stores.evenings.forget(person.id),
        ],
        merge=[merge],
    )


async def _records(stores: Stores, person: Person) -> Files:
    async for name, made in stores.matches.record_files(person):
        yield f"records/{name}", made


async def _nights(nights: Nights, person: Person) -> Files:
    async for night, events in nights.events_about(person.id):
        yield f"nights/{night}.json", as_json(events)
