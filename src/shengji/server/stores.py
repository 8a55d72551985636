"""All stores of a site over one database; the composition root passes each to its subject."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.tokens import TokenStore
from shengji.server.clubs.announcement_store import AnnouncementStore
from shengji.server.clubs.member_store import MemberStore
from shengji.server.clubs.store import ClubStore
from shengji.server.database.base_store import Store
from shengji.server.database.database import Database
from shengji.server.database.moments import milliseconds
from shengji.server.database.sweep_clock import confirm_clock, record_sweep
from shengji.server.evenings.held import HeldEvenings
from shengji.server.evenings.store import EveningStore
from shengji.server.faces.store import FaceStore
from shengji.server.friends.store import FriendStore
from shengji.server.invitations.store import InvitationStore
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.statistics import StatisticsStore
from shengji.server.matches.store import MatchStore
from shengji.server.moderation.store import ModerationStore
from shengji.server.nights.device_store import DeviceStore
from shengji.server.nights.store import NightStore
from shengji.server.practice.store import SolverStore
from shengji.server.push.store import SubscriptionStore
from shengji.server.ratings.store import RatingStore
from shengji.server.reviews.job_store import ReviewJobStore
from shengji.server.reviews.store import ReviewStore
from shengji.server.site.events import Events
from shengji.server.site.stored_responses import StoredResponseStore
from shengji.server.sweep import Swept, sweep
from shengji.server.tables.aging import TABLE_DAYS
from shengji.server.tables.store import TableStore


class Stores:
    """The stores, by subject.

    Args:
        events: the site events; `None`: there are no other nodes.
    """

    def __init__(self, database: Database, events: Events | None = None) -> None:
        self.database = database
        self.events = events or Events()
        self.people = PeopleStore(database)
        self.accounts = AccountStore(database)
        self.credentials = CredentialStore(database)
        self.tokens = TokenStore(database)
        self.tables = TableStore(database)
        self.matches = MatchStore(database)
        self.statistics = StatisticsStore(database)
        self.shares = ShareStore(database)
        self.ratings = RatingStore(database)
        self.nights = NightStore(database)
        self.devices = DeviceStore(database)
        self.clubs = ClubStore(database)
        self.members = MemberStore(database)
        self.announcements = AnnouncementStore(database)
        self.reviews = ReviewStore(database)
        self.review_jobs = ReviewJobStore(database)
        self.solvers = SolverStore(database)
        self.faces = FaceStore(database)
        self.friends = FriendStore(database, self.events)
        self.evenings = EveningStore(database)
        self.held_evenings = HeldEvenings(database)
        self.invitations = InvitationStore(database)
        self.moderation = ModerationStore(database)
        self.subscriptions = SubscriptionStore(database)
        self.stored_responses = StoredResponseStore(database)

    @classmethod
    async def open(
        cls, url: str, clock: Callable[[], int] = milliseconds, events: Events | None = None
    ) -> Stores:
        """Open a database with all stores: see `Database.open`."""
        return cls(await Database.open(url, clock), events)

    def __iter__(self) -> Iterator[Store]:
        """Iterate over the stores."""
        return (part for part in vars(self).values() if isinstance(part, Store))

    async def close(self) -> None:
        """Flush pending writes, and close."""
        await self.database.close()

    async def record_sweep(self) -> int | None:
        """Record the start of a sweep.

        Returns:
            `None` if sweeping is safe. Otherwise the clock may have jumped, and an administrator
            must confirm it first: the time of the last sweep, in milliseconds since 1970.
        """
        now = self.database.clock()
        return await self.database.writer.write(
            lambda connection: connection.run_sync(record_sweep, now)
        )

    async def confirm_clock(self) -> None:
        """Allow sweeping again, after an administrator has confirmed the clock."""
        now = self.database.clock()
        await self.database.writer.write(lambda connection: connection.run_sync(confirm_clock, now))

    async def sweep(self, busy: Collection[str] = (), days: int = TABLE_DAYS) -> Swept:
        """Delete a batch of unused data; to be called periodically.

        It deletes tables without a match after 7 days, other tables after `days`, and guests
        without a seat after 180 days. It also deletes expired keys, links and codes, reports that
        were settled a year ago, invitations that ended a day ago, and stored responses (of requests
        with an idempotency key) after a day. A call deletes only a limited number, so that other
        writes are not delayed. Tables with a match that is not recorded stay; see
        `TableStore.idle`.

        Args:
            busy: ids of tables to keep in any case, such as loaded tables.
            days: age in days at which an unused table is deleted.
        """
        now, kept = self.database.clock(), frozenset(busy)
        writer = self.database.writer
        return await writer.write(lambda connection: sweep(connection, now, kept, days))
