"""Storage: the logs of the tables, the matches that are over, and the people.

What lives here: `Store`, the one door to SQLite or PostgreSQL; `database`, what it holds;
`migrations`, how it came to be; `writer`, which commits together what waits together; `matches`,
which are over, and `filters`, who may see which; `statistics`, what people have done in them. What
may not: what an entry means, which is the table's, and who may see it.
"""

from shengji.server.storage.accounts import Accounts, NewAccount
from shengji.server.storage.errors import (
    LogDamaged,
    NightDamaged,
    StorageConflict,
    StorageError,
)
from shengji.server.storage.filters import MatchFilter, Place
from shengji.server.storage.ids import (
    code_from,
    device_of,
    new_code,
    new_id,
    new_secret,
    plain_code,
)
from shengji.server.storage.keeping import NewMatch
from shengji.server.storage.matches import KeptRecord
from shengji.server.storage.moderation import Imposed
from shengji.server.storage.nights import KeptNight, NightIndex, NightSite
from shengji.server.storage.reviews import ReviewKey
from shengji.server.storage.store import Store
from shengji.server.storage.tokens import KnownToken
from shengji.server.storage.values import (
    Account,
    Cause,
    KnownDevice,
    Logged,
    Passkey,
    Person,
    Stored,
    Subscription,
    Summary,
    Swept,
)

__all__ = [
    "Account",
    "Accounts",
    "Cause",
    "Imposed",
    "KeptNight",
    "KeptRecord",
    "KnownDevice",
    "KnownToken",
    "LogDamaged",
    "Logged",
    "MatchFilter",
    "NewAccount",
    "NewMatch",
    "NightDamaged",
    "NightIndex",
    "NightSite",
    "Passkey",
    "Person",
    "Place",
    "ReviewKey",
    "StorageConflict",
    "StorageError",
    "Store",
    "Stored",
    "Subscription",
    "Summary",
    "Swept",
    "code_from",
    "device_of",
    "new_code",
    "new_id",
    "new_secret",
    "plain_code",
]
