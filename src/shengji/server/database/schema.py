"""Table definitions of the database; a test compares them with the result of the migrations."""

from __future__ import annotations

from typing import Any, Final, get_args

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    Double,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    SmallInteger,
    String,
    Table,
    false,
    true,
)
from sqlalchemy import text as sql

from shengji.server.database.personal import Personal
from shengji.server.database.roles import HandRole

_ID = String(40)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _person(
    name: str,
    personal: Personal,
    *,
    primary_key: bool = False,
    nullable: bool = False,
    index: bool | None = None,
) -> Column[Any]:
    """Return the column of a person's public id, with the foreign key that `forget` needs."""
    reference = {
        "delete": [ForeignKey("people.id", ondelete="CASCADE")],
        "unlink": [ForeignKey("people.id", ondelete="SET NULL")],
    }.get(personal.forget, [])
    return Column(
        name,
        _ID,
        *reference,
        primary_key=primary_key,
        nullable=nullable or personal.forget == "unlink",
        index=index,
        info=personal.info,
    )


def _owner() -> tuple[Column[Any], Column[Any]]:
    """Return the columns of ownership: the node's id, and the number of changes of the owner."""
    return Column("owner", _ID), Column("epoch", Integer, nullable=False, server_default=sql("0"))


OF_PROCESSES: Final = frozenset(
    {
        "nodes",
        "duties",
        "review_records",
        "review_jobs",
        "review_asks",
        "review_wishes",
        "kept_answers",
    }
)
"""Tables with the current state of processes; a restore leaves them empty."""

# Live server processes: the lease ends at `until`; heartbeats have been unbroken since `since`, by
# the clock of the database. Each lifetime of a process has a new id.
nodes = Table(
    "nodes",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("roles", String(40), nullable=False),  # separated by spaces
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# Singleton jobs of the site; the owner is the leader.
duties = Table("duties", metadata, Column("id", _ID, primary_key=True), *_owner())

people = Table(
    "people",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # rounded to the day, to save writes
    Column("made", BigInteger),  # NULL for people created before this column existed
)

# The browsers of a person, each with its own secret; only hashes are stored.
keys = Table(
    "keys",
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),
    _person("person", Personal("devices.json"), index=True),
    Column("label", String(40)),  # NULL, like the next two, before these columns existed
    Column("made", BigInteger),
    Column("seen", BigInteger),  # rounded to the day
    Column("proved", BigInteger),  # time of the last sign-in or re-authentication
)

# Push subscriptions, deleted with the browser's key. `muted` is a JSON list of public ids.
pushes = Table(
    "pushes",
    metadata,
    Column(
        "secret",
        LargeBinary(32),
        ForeignKey("keys.secret", ondelete="CASCADE"),
        primary_key=True,
        info=Personal("pushes.json").info,
    ),
    Column("endpoint", String(1000), nullable=False, index=True),
    Column("p256dh", LargeBinary(65), nullable=False),
    Column("auth", LargeBinary(16), nullable=False),
    Column("tongue", String(8), nullable=False),
    Column("muted", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)

# One row: the key that identifies the server to push services.
push_keys = Table(
    "push_keys",
    metadata,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("private", LargeBinary(32), nullable=False),
)

links = Table(
    "links",
    metadata,
    Column("token", LargeBinary(32), primary_key=True),
    _person("person", Personal(None), index=True),
    Column("expires", BigInteger, nullable=False, index=True),
)

# Access tokens of programs, limited by scopes; only hashes are stored.
tokens = Table(
    "tokens",
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),
    _person("person", Personal("tokens.json"), index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", String(200), nullable=False),  # separated by spaces
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger),  # rounded to the day
    Column("expires", BigInteger),
)

# Reports of users; the reporter and the reported person may have been removed.
reports = Table(
    "reports",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _person(
        "by",
        Personal(
            "reports.json",
            shows=("about", "table", "match", "hand", "text", "at", "closed"),
            forget="code",
        ),
    ),
    _person("about", Personal(None, forget="code")),
    Column("table", _ID),
    Column("hand", Integer),
    Column("text", String(1000), nullable=False),
    Column("closed", BigInteger, index=True),
    Column("outcome", String(1000)),
    Column("match", _ID),  # public id
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", _ID, primary_key=True),
    _person(
        "person",
        Personal("sanctions.json", shows=("kind", "reason", "at", "until", "lifted")),
        index=True,
    ),
    Column("kind", String(10), nullable=False),
    Column("reason", String(1000), nullable=False),
    _person("by", Personal(None, forget="keep")),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("lifted", BigInteger),
)

# Audit log of moderators' actions; rows are never deleted.
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    _person("by", Personal(None, forget="keep")),
    Column("act", String(40), nullable=False),
    _person("about", Personal(None, forget="keep")),
    Column("detail", LargeBinary, nullable=False),  # JSON
)

# Accounts; a person without a row here is a guest.
accounts = Table(
    "accounts",
    metadata,
    _person("person", Personal("person.json"), primary_key=True),
    Column("passphrase", String(200)),  # in Argon2's format, with salt and parameters
    Column("mail", String(254)),  # confirmed; NULL if not given
    Column("role", String(20), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("renamed", BigInteger, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),  # permanent
)

# Skeletons of the names of accounts, unique to prevent look-alikes; an account has one or two.
names = Table(
    "names",
    metadata,
    Column("skeleton", String(400), primary_key=True),
    _person("person", Personal("person.json"), index=True),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary(1023), primary_key=True),
    _person("person", Personal("passkeys.json"), index=True),
    Column("site", String(255), nullable=False),  # the domain of the passkey
    Column("key", LargeBinary, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("label", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# Recovery codes, deleted on use; codes that an administrator issues expire.
codes = Table(
    "codes",
    metadata,
    Column("code", LargeBinary(32), primary_key=True),
    _person("person", Personal(None), index=True),
    Column("expires", BigInteger, index=True),
)

# Mail addresses to be confirmed, by a code that was sent to them.
mails = Table(
    "mails",
    metadata,
    Column("code", LargeBinary(32), primary_key=True),
    _person("person", Personal(None), index=True),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

# Challenges for passkeys to sign; each is for one browser and is deleted with its key.
challenges = Table(
    "challenges",
    metadata,
    Column("challenge", LargeBinary(32), primary_key=True),
    Column(
        "browser",
        LargeBinary(32),
        ForeignKey("keys.secret", ondelete="CASCADE"),
        nullable=False,
        index=True,
        info=Personal(None).info,
    ),
    Column("purpose", String(20), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

# `line` is the `TableLine` as JSON; the columns for queries are separate. `checkpoint` is the state
# after the entry `checked`, so that a load reads only the later entries.
tables = Table(
    "tables",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("updated", BigInteger, nullable=False, index=True),
    Column("listed", Boolean, nullable=False),
    Column("playing", Boolean, nullable=False),
    Column("started", Boolean, nullable=False),
    Column("line", LargeBinary, nullable=False),
    Column("checkpoint", LargeBinary),
    Column("checked", Integer),
    *_owner(),
    Index("ix_tables_lobby", "listed", "playing", "updated"),
)

seats = Table(
    "seats",
    metadata,
    _person("person", Personal("tables.json", merge="code", forget="code"), primary_key=True),
    Column(
        "table",
        _ID,
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
)

# The primary key detects concurrent writers of one log: each number exists once.
entries = Table(
    "entries",
    metadata,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    _person("person", Personal("said.json", forget="code"), nullable=True),
    Column("command", _ID),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one tree in the order of the log
)

# Finished matches. `key` is internal to this database, `id` is public. `number` counts the matches
# of a table, so that none is stored twice; the table may no longer exist. `heading` is a `Text` and
# `rules` the input of `rules_from`, both as JSON. `winners` is a bit mask of seats. The indexes
# cover the filters of lists.
matches = Table(
    "matches",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("id", _ID, nullable=False),
    Column("table", _ID, nullable=False),
    Column("number", Integer, nullable=False),
    Column("begun", BigInteger, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("ending", String(16), nullable=False),
    Column("heading", LargeBinary, nullable=False),
    Column("rules", LargeBinary, nullable=False),
    Column("preset", String(40), nullable=False),
    Column("system", String(40)),
    Column("game", String(40)),
    Column("decks", Integer, nullable=False),
    Column("players", Integer, nullable=False),
    Column("teams", String(8), nullable=False),
    Column("winners", Integer, nullable=False),
    Column("hands", Integer, nullable=False),
    Column("rated", Boolean, nullable=False),
    Column("open", Boolean, nullable=False),  # whether people who did not play may see it
    Index("ix_matches_id", "id", unique=True),
    Index("ix_matches_place", "table", "number", unique=True),
    Index("ix_matches_open", "open", "ended", "key", "game", "preset", "rated", "ending"),
    Index("ix_matches_game", "open", "game", "ended", "key", "preset", "rated", "ending"),
)


def _of_match() -> Column[int]:
    key = ForeignKey("matches.key", ondelete="CASCADE")
    return Column("match", Integer, key, primary_key=True, autoincrement=False)


def _part(name: str) -> Column[int]:
    """Return a column of the primary key, without a foreign key."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


# Records are large, so they have their own table. `body` is the lines of the record, compressed by
# zlib; the names in its header are empty and are filled in on reading. `thoughts` has the thoughts
# of bots, if there are any, by index of the event: JSON of `StoredThought`, compressed by zlib.
records = Table(
    "records",
    metadata,
    _of_match(),
    Column("body", LargeBinary, nullable=False),
    Column("thoughts", LargeBinary),
)

# Reviews of hands; `body` is a `HandReview` as JSON without names, compressed by zlib. The key of a
# hand is the SHA-256 of its match's record up to the end of the hand. So a hand that was taken back
# and replayed has another key, and the key does not change when the match ends.
reviews = Table(
    "reviews",
    metadata,
    Column("record", LargeBinary(32), primary_key=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer, nullable=False),
    Column("code", String(16), nullable=False),  # version of the code, from `code_of_reviews`
    Column("made", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Queued reviews, with the key of `reviews`. `source` is the digest of the record with the hand. The
# node `taker` makes the review under its own `token` on behalf of the request `ask`, in the order
# of `turn`; it has processed `done` of the `of` events. After several `tries` that ended with their
# nodes, the job is delayed until `later`; after more it is given up at `failed`, and the row is
# kept for a while to report the failure.
review_jobs = Table(
    "review_jobs",
    metadata,
    Column("record", LargeBinary(32), primary_key=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer, nullable=False),
    Column("code", String(16), nullable=False),
    Column("source", LargeBinary(32), nullable=False, index=True),
    Column("taker", _ID),
    Column("token", _ID),
    Column("ask", _ID),
    Column("turn", BigInteger, nullable=False),
    Column("tries", Integer, nullable=False),
    Column("done", Integer, nullable=False),
    Column("of", Integer, nullable=False),
    Column("failed", BigInteger),
    Column("later", BigInteger),
)

# The records of queued reviews, by SHA-256, without names, compressed by zlib.
review_records = Table(
    "review_records",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("lines", LargeBinary, nullable=False),
)

# Requests for reviews. Only requests with `counts` count toward the limits of the queue. `turn` is
# the last turn of the `place`, and `number` the order of the requests. A request without a `turn`
# waits for reviews that other requests have queued.
review_asks = Table(
    "review_asks",
    metadata,
    Column("id", _ID, primary_key=True),
    _person("person", Personal("reviews-waiting.json", merge="move", forget="code"), index=True),
    Column("address", String(64), nullable=False),
    Column("member", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("place", String(64), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("turn", BigInteger),
)
review_wishes = Table(
    "review_wishes",
    metadata,
    Column("ask", _ID, ForeignKey("review_asks.id", ondelete="CASCADE"), primary_key=True),
    Column("record", LargeBinary(32), primary_key=True, index=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)

# Guest merges: later data of the guest belongs to the owner, an account.
heirs = Table(
    "heirs",
    metadata,
    _person("guest", Personal(None), primary_key=True),
    _person("owner", Personal(None), index=True),
)

# Shared links: the token gives read access to a match until its creator deletes the share.
shares = Table(
    "shares",
    metadata,
    Column("token", _ID, primary_key=True),
    Column("match", Integer, ForeignKey("matches.key", ondelete="CASCADE"), nullable=False),
    _person("person", Personal("shares.json", merge="move"), index=True),
    Column("made", BigInteger, nullable=False),
    Index("ix_shares_match", "match", "person", unique=True),
)

TRUMPS: Final = {"d": "D", "c": "C", "h": "H", "s": "S", "none": None}
"""The values of `hands.suit` by their names in `SUMS`."""

SUMS: Final = (
    *(f"{role}_{what}" for role in get_args(HandRole) for what in ("hands", "won", "levels")),
    *(f"trump_{trump}_{what}" for trump in TRUMPS for what in ("hands", "won")),
    *("throws", "failed", "buried", "lost", "taken"),
)
"""The columns with sums over the hands of a seat's holder in a match."""

# The holder of a seat from the end of hand `first`, or from the start (0), as in `Holder`. `ended`,
# `open` and `game` are copied from the match, so that the index covers lists of a person's matches.
# `won`: whether the seat has won the match; NULL without winners or with changing teams. `SUMS`
# holds sums over the hands, so that statistics read no hands.
match_players = Table(
    "match_players",
    metadata,
    _of_match(),
    _part("seat"),
    _part("first"),
    _person(
        "person",
        Personal("matches.json", merge="code", forget="unlink", clears=("name",)),
    ),
    Column("name", String(40), nullable=False),
    Column("bot", _ID),
    Column("hands", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("game", String(40)),
    Column("won", Boolean),
    *(Column(name, SmallInteger, nullable=False, server_default=sql("0")) for name in SUMS),
    Index("ix_match_players_person", "person", "ended", "match", "open", "hands"),
    sqlite_with_rowid=False,
)

# Finished hands, as in `FinishedHand`, and below the part of each seat in them.
hands = Table(
    "hands",
    metadata,
    _of_match(),
    _part("number"),
    Column("dealer", Integer, nullable=False),
    Column("rank", String(2), nullable=False),
    Column("suit", String(1)),
    Column("points", Integer, nullable=False),
    Column("won", Boolean, nullable=False),
    Column("levels", Integer, nullable=False),
    Column("kitty_by", Integer, nullable=False),
    Column("kitty_points", Integer, nullable=False),
    Column("kitty_factor", Integer, nullable=False),
    sqlite_with_rowid=False,
)

hand_players = Table(
    "hand_players",
    metadata,
    _of_match(),
    _part("hand"),
    _part("seat"),
    _person("person", Personal("matches.json", merge="code", forget="unlink")),
    Column("role", String(8), nullable=False),
    Column("levels", Integer, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Index("ix_hand_players_person", "person", "match", "hand"),
    sqlite_with_rowid=False,
)

# Finished matches that are not stored yet: entry `number` of the table's log ended the match.
unrecorded = Table(
    "unrecorded",
    metadata,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
)

# Players of rated matches. Ratings refer to these rows, so that ratings of other players do not
# change when a person is removed.
rated_people = Table(
    "rated_people",
    metadata,
    Column("key", Integer, primary_key=True),
    _person("person", Personal("ratings.json", forget="unlink")),
    Index("ix_rated_people_person", "person", unique=True),
)

# Rated matches, with the data that their records lack. `seats` and `left` are JSON: the key of the
# player or the name of the bot by seat, and the keys of the players who left. `ended` is copied
# from the match; matches are rated in the order of `ended` and `match`. A table of a night has no
# record: `results` holds its results in the format of `night_results`, and `seats` its players.
rated_matches = Table(
    "rated_matches",
    metadata,
    _of_match(),
    Column("pool", String(16), nullable=False),
    Column("season", String(16), nullable=False),
    Column("counted", String(8), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("left", LargeBinary, nullable=False),
    Column("annulled", String(1000)),  # reason
    Column("results", LargeBinary),
    Index("ix_rated_matches_order", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)

# The last match that was rated in each pool, as in `Place`.
rated_pools = Table(
    "rated_pools",
    metadata,
    Column("pool", String(16), primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("match", Integer, nullable=False),
)


def _rated(name: str, export: str | None = None) -> Column[int]:
    """Return the column of a rated player, whose link to a person is in `rated_people`."""
    key, personal = ForeignKey("rated_people.key"), Personal(export, forget="keep")
    return Column(name, Integer, key, primary_key=True, info=personal.info)


def _place() -> tuple[Column[Any], ...]:
    """Return the columns of a match's place in the ledger and the number of hands up to it."""
    return (
        Column("pool", String(16), nullable=False),
        Column("season", String(16), nullable=False),
        Column("ended", BigInteger, nullable=False),
        Column("hands", Integer, nullable=False),
    )


# Columns of the rating graph, for a covering index.
_GRAPH = ("pool", "season", "ended", "match", "value", "deviation")

# The change of a rating by each result of a match; `last` marks the last result of the match.
rating_changes = Table(
    "rating_changes",
    metadata,
    _of_match(),
    _part("number"),
    _rated("player", "ratings.json"),
    Column("pool", String(16), nullable=False),
    Column("season", String(16), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("last", Boolean, nullable=False),
    Column("expected", Double, nullable=False),
    Column("score", Double, nullable=False),
    Column("before", Double, nullable=False),
    Column("before_deviation", Double, nullable=False),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("share", Double),  # counted fraction of the result; NULL: all
    Index("ix_rating_changes_place", "player", "pool", "ended", "match", "number"),
    Index("ix_rating_changes_last", "player", "last", *_GRAPH),
    sqlite_with_rowid=False,
)

# Inputs of `shengji.ratings.company`: the cumulative rating changes of each player of a match, and
# of each pair of its players. The keys of a pair are in the order of their digits.
rating_drifts = Table(
    "rating_drifts",
    metadata,
    _of_match(),
    _rated("player"),
    *_place(),
    *(Column(name, Double, nullable=False) for name in ("moved", "against", "beside")),
    Index("ix_rating_drifts_place", "player", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)
rating_meetings = Table(
    "rating_meetings",
    metadata,
    _of_match(),
    _rated("one"),
    _rated("other"),
    *_place(),
    *(
        Column(name, Double, nullable=False)
        for name in ("against_one", "against_other", "beside_one", "beside_other")
    ),
    Column("correlation", Double, nullable=False, server_default=sql("0")),
    Index("ix_rating_meetings_place", "one", "other", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)

# The rating of each player after the last result of a season; the last season holds the current
# ratings. A season exists once a player has a rating in it; seasons are ordered by name.
ratings = Table(
    "ratings",
    metadata,
    Column("pool", String(16), primary_key=True),
    Column("season", String(16), primary_key=True),
    _rated("player"),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Index("ix_ratings_board", "pool", "season", "provisional", "value", "player"),
    Index("ix_ratings_player", "player"),
    sqlite_with_rowid=False,
)

# Nights: an index over their events. `version` is the number of events, `rated_to` the last event
# that was rated, `counted` the basis of the ratings. `joined`: whether the organisers of the club
# have accepted the night; NULL without an answer. `series`: unused since step 0036.
nights = Table(
    "nights",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("title", String(120), nullable=False),
    Column("series", String(120), nullable=False, default=""),
    Column("stage", String(8), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("people", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("rated_to", Integer, nullable=False),
    Column("counted", String(8), nullable=False),
    Column("joined", Boolean),
    Column("club", _ID),
    *_owner(),
    Index("ix_nights_club", "club", "opened"),
    Index("ix_nights_opened", "opened"),
    Index("ix_nights_series", "series", "opened"),
    Index("ix_nights_stage", "stage", "opened"),
)

# The primary key detects concurrent writers of one night, as in `entries`. Each event names its
# command, so that a repeated command is recognized even after a restart.
night_events = Table(
    "night_events",
    metadata,
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Organisers and players of a night; `person` is the public id of an account or guest.
night_people = Table(
    "night_people",
    metadata,
    _person("person", Personal("nights/", merge="code", forget="code"), primary_key=True),
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(12), primary_key=True),
)

# Online tables of the site for the tables of a night without physical cards. `event` is the number
# of the event that assigned the table, since a round may be drawn again or reopened. `first` is the
# number of hands that were played at the table before. `done`: the results have been recorded in
# the night, and the table has been released.
night_tables = Table(
    "night_tables",
    metadata,
    Column("site", _ID, primary_key=True),
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
)

# Devices that write the hands of a table with real cards. `codes` is the number of codes made for
# the table; `waits`: the last one can still be opened. `secret`: hash of the secret of the device
# that has opened it; NULL before that, and after the device's end.
night_devices = Table(
    "night_devices",
    metadata,
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True),
    Column("table", Integer, primary_key=True, autoincrement=False),
    Column("codes", Integer, nullable=False),
    Column("secret", LargeBinary),
    Column("waits", Boolean, nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger),
)

# Puzzle ratings: of solvers here, of puzzles below, each after the first answer.
solvers = Table(
    "solvers",
    metadata,
    _person("person", Personal("puzzles.json"), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
puzzle_ratings = Table(
    "puzzle_ratings",
    metadata,
    Column("puzzle", String(12), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
)

# A person's answers to puzzles: the first answer, which was rated, the time of the last answer, and
# the place in the repetition schedule. Days are counted from 1 January of year 1.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
    _person("person", Personal("puzzles.json"), primary_key=True),
    Column("puzzle", String(12), primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("choice", SmallInteger, nullable=False),
    Column("right", Boolean, nullable=False),
    Column("before", Double, nullable=False),
    Column("after", Double, nullable=False),
    Column("last", BigInteger, nullable=False),
    Column("box", SmallInteger),
    Column("due", Integer),
    sqlite_with_rowid=False,
)

# The days on which a person has answered the daily puzzle.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    _person("person", Personal("puzzles.json"), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("right", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# Relationships: `kind` is `asked`, `friend` (then both people have a row) or `blocked`.
bonds = Table(
    "bonds",
    metadata,
    _person("person", Personal("friends.json", merge="code"), primary_key=True),
    _person("other", Personal("friends.json", merge="code"), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# Settings for friends; a person without a row is visible to friends and has no link.
companions = Table(
    "companions",
    metadata,
    _person("person", Personal("friends.json", merge="code"), primary_key=True),
    Column("shown", Boolean, nullable=False),
    Column("link", _ID),
    Index("ix_companions_link", "link", unique=True),
)

# Regular evenings. `settings` is an `EveningSettings` and `skipped` a list of days, as JSON;
# `version` and `changed` are published in calendars. The `link` admits members. `remind` is the
# time of the next reminder; the node that advances it sends the reminder, so that it is sent once.
evenings = Table(
    "evenings",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("settings", LargeBinary, nullable=False),
    Column("skipped", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("link", _ID, nullable=False),
    Column("remind", BigInteger),
    Column("club", _ID),
    Index("ix_evenings_club", "club"),
    Index("ix_evenings_link", "link", unique=True),
    Index("ix_evenings_remind", "remind"),
)

# Members of an evening, from `joined` on; NULL: invited only. The earliest member runs the evening.
# `seat` is the last seat; `calendar` is the secret token of the member's calendar file.
evening_members = Table(
    "evening_members",
    metadata,
    _person("person", Personal("evenings.json", merge="code"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("joined", BigInteger),
    Column("seat", SmallInteger),
    Column("calendar", _ID),
    Index("ix_evening_members_calendar", "calendar", unique=True),
)

# Series of nights, which step 0036 has replaced by clubs; a later step removes both tables.
series = Table(
    "series",
    metadata,
    Column("name", String(120), primary_key=True),
    _person("owner", Personal(None, forget="unlink"), index=True),
)
series_plans = Table(
    "series_plans",
    metadata,
    Column("series", String(120), primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# Clubs. `seen` and `joins` as in `ClubSettings`; the `link` admits members. `series` is the name of
# the series that the club was made from. `plan` is a `ClubPlan` as JSON, `plan_version` and
# `plan_changed` are published in its calendar.
clubs = Table(
    "clubs",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(120), nullable=False),
    Column("about", String(1000), nullable=False),
    Column("seen", String(12), nullable=False),
    Column("joins", String(12), nullable=False),
    Column("link", _ID, nullable=False),
    Column("founded", BigInteger, nullable=False),
    Column("series", String(120)),
    Column("plan", LargeBinary),
    Column("plan_version", Integer, nullable=False, server_default=sql("0")),
    Column("plan_changed", BigInteger),
    Index("ix_clubs_link", "link", unique=True),
)

# The lines of a club's list of members. `since` is the time of joining or asking, `served` the time
# from which the line has been an owner's or organiser's. `merged` is the line that it counts for.
# `code` is the secret of the code with which its person claims it. `announced`: whether its persons
# receive announcements.
club_members = Table(
    "club_members",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("club", _ID, ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(40), nullable=False),
    Column("role", String(12), nullable=False),
    Column("state", String(8), nullable=False),
    Column("since", BigInteger, nullable=False, index=True),
    Column("served", BigInteger),
    Column("published", Boolean, nullable=False),
    Column("merged", _ID, index=True),
    Column("code", String(64)),
    Column("announced", Boolean, nullable=False, server_default=true()),
)

# The persons of a line: public ids of accounts and guests, and ids that a desk has made.
club_persons = Table(
    "club_persons",
    metadata,
    _person("person", Personal("clubs.json", merge="code", forget="code"), primary_key=True),
    Column("club", _ID, ForeignKey("clubs.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column(
        "line",
        _ID,
        ForeignKey("club_members.id", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
)

# Seasons of a club: its nights from `first` to `last`, NULL without an end. `rule` is a
# `SeasonRule` as JSON.
seasons = Table(
    "seasons",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("club", _ID, ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("name", String(80), nullable=False),
    Column("first", BigInteger, nullable=False),
    Column("last", BigInteger),
    Column("rule", LargeBinary, nullable=False),
    Column("published", Boolean, nullable=False),
)

# Announcements to the members of clubs. `reached` is the last line to which one was sent, while it
# is `pending`. A `removed` one counts until it is a week old, since their number is limited.
announcements = Table(
    "announcements",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("club", _ID, ForeignKey("clubs.id", ondelete="CASCADE"), nullable=False),
    Column("at", BigInteger, nullable=False),
    _person("by", Personal("announcements.json", ("club", "text", "at"), forget="unlink")),
    Column("text", String(1000), nullable=False),
    Column("reached", _ID, nullable=False, server_default=sql("''")),
    Column("pending", Boolean, nullable=False, index=True),
    Column("removed", Boolean, nullable=False, server_default=false()),
    Index("ix_announcements_club", "club", "at"),
)

# Answers of members: whether they come on a day.
evening_answers = Table(
    "evening_answers",
    metadata,
    _person("person", Personal("evenings.json", merge="keep-one"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("day", String(10), primary_key=True),
    Column("answer", String(8), nullable=False),
    sqlite_with_rowid=False,
)

# The table of each evening that was played. `result` is an `EveningPlayed` as JSON, up to the entry
# `version` of the table's log. The table itself may have been deleted since.
evening_tables = Table(
    "evening_tables",
    metadata,
    Column("evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("table", _ID, nullable=False),
    Column("version", Integer, nullable=False),
    Column("result", LargeBinary),
    Index("ix_evening_tables_table", "table", unique=True),
)

# The holders of the seats at the end of the number of hands `hands`; `person` is NULL for bots and
# removed people.
evening_players = Table(
    "evening_players",
    metadata,
    Column("evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    _person(
        "person",
        Personal("evenings.json", merge="move", forget="unlink", clears=("name",)),
        index=True,
    ),
    Column("name", String(40), nullable=False),
    Column("bot", _ID),
    Column("hands", Integer, nullable=False),
    sqlite_with_rowid=False,
)

# Profile settings; a person without a row has the defaults. Without a drawing, the picture is made
# from the name.
faces = Table(
    "faces",
    metadata,
    _person("person", Personal("face.json", merge="keep-one"), primary_key=True),
    Column("drawing", String(16)),
    Column("about", String(80), nullable=False),
)

# Invitations of a friend to a place; they end at `until`, or earlier with an `outcome`. Rows are
# kept for a while, so that the same person is not invited again at once.
invitations = Table(
    "invitations",
    metadata,
    Column("id", _ID, primary_key=True),
    _person("by", Personal("invitations.json", merge="move"), index=True),
    _person("person", Personal("invitations.json", merge="move"), index=True),
    Column("kind", String(8), nullable=False),
    Column("place", _ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("outcome", String(8)),
    Column("ended", BigInteger),
)

# Stored responses to requests with an `Idempotency-Key`; `id` is derived from the key. `answer` is
# encrypted with the key and NULL while the request is being processed. `owner` is a public id, or
# a network address for an unknown caller; `person` is the owner of the browser.
kept_answers = Table(
    "kept_answers",
    metadata,
    Column("id", LargeBinary(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    _person("person", Personal("requests.json", shows=("at",)), nullable=True, index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("request", LargeBinary(32), nullable=False),
    Column("answer", LargeBinary),
    Index("ix_kept_answers_owner", "owner", "at"),
)

# The time of the last sweep; one row.
sweeps = Table(
    "sweeps",
    metadata,
    Column("name", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)
