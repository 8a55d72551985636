"""All stores of a site over one database; whoever composes the site hands each to its subject."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator

from shengji.server.accounts.credentials import CredentialStore
from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.tokens import TokenStore
from shengji.server.database.base_store import Store
from shengji.server.database.database import Database
from shengji.server.database.moments import milliseconds
from shengji.server.database.sweep_clock import confirm_clock, note_sweep
from shengji.server.evenings.held import HeldEvenings
from shengji.server.evenings.store import EveningStore
from shengji.server.faces.store import FaceStore
from shengji.server.friends.store import FriendStore
from shengji.server.invitations.store import InvitationStore
from shengji.server.matches.shares import ShareStore
from shengji.server.matches.statistics import StatisticsStore
from shengji.server.matches.store import MatchStore
from shengji.server.moderation.store import ModerationStore
from shengji.server.nights.series_store import SeriesStore
from shengji.server.nights.store import NightStore
from shengji.server.practice.store import SolverStore
from shengji.server.push.store import SubscriptionStore
from shengji.server.ratings.store import RatingStore
from shengji.server.reviews.job_store import ReviewJobStore
from shengji.server.reviews.store import ReviewStore
from shengji.server.site.stored_responses import StoredResponseStore
from shengji.server.sweep import Swept, sweep
from shengji.server.tables.aging import TABLE_DAYS
from shengji.server.tables.store import TableStore


class Stores:
    """Everything that is kept, by subject.

    Args:
        database: where.
    """

    def __init__(self, database: Database) -> None:
        self.database = database
        self.people = PeopleStore(database)
        self.accounts = AccountStore(database)
        self.ways = CredentialStore(database)
        self.tokens = TokenStore(database)
        self.tables = TableStore(database)
        self.matches = MatchStore(database)
        self.statistics = StatisticsStore(database)
        self.shares = ShareStore(database)
        self.ratings = RatingStore(database)
        self.nights = NightStore(database)
        self.series = SeriesStore(database)
        self.reviews = ReviewStore(database)
        self.waiting_reviews = ReviewJobStore(database)
        self.solvers = SolverStore(database)
        self.faces = FaceStore(database)
        self.friends = FriendStore(database)
        self.evenings = EveningStore(database)
        self.held_evenings = HeldEvenings(database)
        self.invitations = InvitationStore(database)
        self.moderation = ModerationStore(database)
        self.subscriptions = SubscriptionStore(database)
        self.kept_answers = StoredResponseStore(database)

    @classmethod
    async def open(cls, url: str, clock: Callable[[], int] = milliseconds) -> Stores:
        """Open a database with all stores: see `Database.open`."""
        return cls(await Database.open(url, clock))

    def __iter__(self) -> Iterator[Store]:
        """The stores."""
        return (part for part in vars(self).values() if isinstance(part, Store))

    async def close(self) -> None:
        """Write what waits, and close."""
        await self.database.close()

    async def note_sweep(self) -> int | None:
        """Note that a sweep begins.

        Returns:
            The time of the last one, in milliseconds since 1970, where the clock may have jumped
            since, so that nothing may be swept before a person confirms it; else `None`.
        """
        now = self.database.clock()
        return await self.database.writer.write(
            lambda connection: connection.run_sync(note_sweep, now)
        )

    async def confirm_clock(self) -> None:
        """Let sweeping go on, since a person says that the clock is right."""
        now = self.database.clock()
        await self.database.writer.write(lambda connection: connection.run_sync(confirm_clock, now))

    async def sweep(self, busy: Collection[str] = (), days: int = TABLE_DAYS) -> Swept:
        """Remove some of what nobody has used for long; to be called every now and then.

        That is tables where no match has started after 7 days, others after `days`, and guests
        without a seat after 180; with them their keys, links and codes that are too old, reports
        that were settled a year ago, invitations that ended a day ago, and the answers of a day ago
        to requests with a key. Each call removes only some of them, so that nobody waits long for
        it. Tables with a match that is not recorded stay; see `TableStore.idle`.

        Args:
            busy: tables to be kept in any case, such as those in memory.
            days: after how many days a table goes.
        """
        now, kept = self.database.clock(), frozenset(busy)
        writer = self.database.writer
        return await writer.write(lambda connection: sweep(connection, now, kept, days))
