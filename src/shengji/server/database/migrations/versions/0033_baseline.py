"""The baseline: all tables as of step 0033; migrations from here on come after it.

Databases of earlier steps are refused (`shengji.server.database.migrations`). It is frozen:
what changes later stands in `shengji.server.database.schema` and in a migration of its own.
"""

from __future__ import annotations

from typing import Any

from alembic import op
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
)
from sqlalchemy import text as sql

revision = "0033"
down_revision = None
branch_labels = None
depends_on = None

_ID = String(40)
_POOLS = ("one-deck", "two-decks", "more-decks", "friends")
_HAND = ("hands", "won", "levels")

_tables = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _owner() -> tuple[Column[Any], Column[Any]]:
    """The columns of what one node owns at a time; `epoch` is how often it has changed hands."""
    return Column("owner", _ID), Column("epoch", Integer, nullable=False, server_default=sql("0"))


Table(
    "nodes",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("roles", String(40), nullable=False),
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)
Table("duties", _tables, Column("id", _ID, primary_key=True), *_owner())
Table(
    "people",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),
    Column("made", BigInteger),
)
Table(
    "keys",
    _tables,
    Column("secret", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40)),
    Column("made", BigInteger),
    Column("seen", BigInteger),
    Column("proved", BigInteger),
)
Table(
    "pushes",
    _tables,
    Column(
        "secret", LargeBinary(32), ForeignKey("keys.secret", ondelete="CASCADE"), primary_key=True
    ),
    Column("endpoint", String(1000), nullable=False, index=True),
    Column("p256dh", LargeBinary(65), nullable=False),
    Column("auth", LargeBinary(16), nullable=False),
    Column("tongue", String(8), nullable=False),
    Column("muted", LargeBinary, nullable=False),
    Column("made", BigInteger, nullable=False),
)
Table(
    "push_keys",
    _tables,
    Column("id", Integer, primary_key=True, autoincrement=False),
    Column("private", LargeBinary(32), nullable=False),
)
Table(
    "links",
    _tables,
    Column("token", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False, index=True),
)
Table(
    "tokens",
    _tables,
    Column("secret", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", String(200), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger),
    Column("expires", BigInteger),
)
Table(
    "reports",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", _ID, nullable=False),
    Column("about", _ID, nullable=False),
    Column("table", _ID),
    Column("hand", Integer),
    Column("text", String(1000), nullable=False),
    Column("closed", BigInteger, index=True),
    Column("outcome", String(1000)),
    Column("match", _ID),
)
Table(
    "sanctions",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("reason", String(1000), nullable=False),
    Column("by", _ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("lifted", BigInteger),
)
Table(
    "audit",
    _tables,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", _ID, nullable=False),
    Column("act", String(40), nullable=False),
    Column("about", _ID, nullable=False),
    Column("detail", LargeBinary, nullable=False),
)
Table(
    "accounts",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("passphrase", String(200)),
    Column("mail", String(254)),
    Column("role", String(20), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("renamed", BigInteger, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),
)
Table(
    "names",
    _tables,
    Column("skeleton", String(400), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)
Table(
    "passkeys",
    _tables,
    Column("id", LargeBinary(1023), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("site", String(255), nullable=False),
    Column("key", LargeBinary, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("label", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
)
Table(
    "codes",
    _tables,
    Column("code", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", BigInteger, index=True),
)
Table(
    "mails",
    _tables,
    Column("code", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)
Table(
    "challenges",
    _tables,
    Column("challenge", LargeBinary(32), primary_key=True),
    Column(
        "browser",
        LargeBinary(32),
        ForeignKey("keys.secret", ondelete="CASCADE"),
        nullable=False,
        index=True,
    ),
    Column("purpose", String(20), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)
Table(
    "tables",
    _tables,
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
Table(
    "seats",
    _tables,
    Column("person", _ID, primary_key=True),
    Column(
        "table",
        _ID,
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
)
Table(
    "entries",
    _tables,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", _ID),
    Column("command", _ID),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "matches",
    _tables,
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
    Column("open", Boolean, nullable=False),
    Index("ix_matches_id", "id", unique=True),
    Index("ix_matches_place", "table", "number", unique=True),
    Index("ix_matches_open", "open", "ended", "key", "game", "preset", "rated", "ending"),
    Index("ix_matches_game", "open", "game", "ended", "key", "preset", "rated", "ending"),
)


def _of_match() -> Column[int]:
    """The match to which a row belongs."""
    key = ForeignKey("matches.key", ondelete="CASCADE")
    return Column("match", Integer, key, primary_key=True, autoincrement=False)


def _part(name: str) -> Column[int]:
    """The match to which a row belongs."""
    return Column(name, Integer, primary_key=True, autoincrement=False)


def _who() -> Column[str]:
    """A person who may have been removed since."""
    return Column("person", _ID, ForeignKey("people.id", ondelete="SET NULL"))


Table("records", _tables, _of_match(), Column("body", LargeBinary, nullable=False))
Table(
    "reviews",
    _tables,
    Column("record", LargeBinary(32), primary_key=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer, nullable=False),
    Column("code", String(16), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)
Table(
    "review_jobs",
    _tables,
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
Table(
    "review_records",
    _tables,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("lines", LargeBinary, nullable=False),
)
Table(
    "review_asks",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("person", _ID, nullable=False, index=True),
    Column("address", String(64), nullable=False),
    Column("member", Boolean, nullable=False),
    Column("counts", Boolean, nullable=False),
    Column("place", String(64), nullable=False),
    Column("number", BigInteger, nullable=False),
    Column("turn", BigInteger),
)
Table(
    "review_wishes",
    _tables,
    Column("ask", _ID, ForeignKey("review_asks.id", ondelete="CASCADE"), primary_key=True),
    Column("record", LargeBinary(32), primary_key=True, index=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("number", Integer, nullable=False),
)
Table(
    "heirs",
    _tables,
    Column("guest", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)
Table(
    "shares",
    _tables,
    Column("token", _ID, primary_key=True),
    Column("match", Integer, ForeignKey("matches.key", ondelete="CASCADE"), nullable=False),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Index("ix_shares_match", "match", "person", unique=True),
)

_SUMS = (
    *(f"{role}_{of}" for role in ("dealer", "partner", "opponent") for of in _HAND),
    *(f"trump_{trump}_{of}" for trump in ("d", "c", "h", "s", "none") for of in _HAND[:2]),
    *("throws", "failed", "buried", "lost", "taken"),
)
Table(
    "match_players",
    _tables,
    _of_match(),
    _part("seat"),
    _part("first"),
    _who(),
    Column("name", String(40), nullable=False),
    Column("bot", _ID),
    Column("hands", Integer, nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("open", Boolean, nullable=False),
    Column("game", String(40)),
    Column("won", Boolean),
    *(Column(name, SmallInteger, nullable=False, server_default=sql("0")) for name in _SUMS),
    Index("ix_match_players_person", "person", "ended", "match", "open", "hands"),
    sqlite_with_rowid=False,
)
Table(
    "hands",
    _tables,
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
Table(
    "hand_players",
    _tables,
    _of_match(),
    _part("hand"),
    _part("seat"),
    _who(),
    Column("role", String(8), nullable=False),
    Column("levels", Integer, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Index("ix_hand_players_person", "person", "match", "hand"),
    sqlite_with_rowid=False,
)
Table(
    "unrecorded",
    _tables,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
)
Table(
    "rated_people",
    _tables,
    Column("key", Integer, primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="SET NULL")),
    Index("ix_rated_people_person", "person", unique=True),
)
Table(
    "rated_matches",
    _tables,
    _of_match(),
    Column("pool", String(16), nullable=False),
    Column("season", String(16), nullable=False),
    Column("counted", String(8), nullable=False),
    Column("ended", BigInteger, nullable=False),
    Column("seats", LargeBinary, nullable=False),
    Column("left", LargeBinary, nullable=False),
    Column("annulled", String(1000)),
    Column("results", LargeBinary),
    Index("ix_rated_matches_order", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)
Table(
    "rated_pools",
    _tables,
    Column("pool", String(16), primary_key=True),
    Column("ended", BigInteger, nullable=False),
    Column("match", Integer, nullable=False),
)


def _place() -> tuple[Column[Any], ...]:
    """Where in the ledger a match stands, and how many hands had been played with it."""
    return (
        Column("pool", String(16), nullable=False),
        Column("season", String(16), nullable=False),
        Column("ended", BigInteger, nullable=False),
        Column("hands", Integer, nullable=False),
    )


_GRAPH = ("pool", "season", "ended", "match", "value", "deviation")
Table(
    "rating_changes",
    _tables,
    _of_match(),
    _part("number"),
    Column("player", Integer, ForeignKey("rated_people.key"), primary_key=True),
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
    Column("share", Double),
    Index("ix_rating_changes_place", "player", "pool", "ended", "match", "number"),
    Index("ix_rating_changes_last", "player", "last", *_GRAPH),
    sqlite_with_rowid=False,
)
Table(
    "rating_drifts",
    _tables,
    _of_match(),
    Column("player", Integer, ForeignKey("rated_people.key"), primary_key=True),
    *_place(),
    *(Column(name, Double, nullable=False) for name in ("moved", "against", "beside")),
    Index("ix_rating_drifts_place", "player", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)
Table(
    "rating_meetings",
    _tables,
    _of_match(),
    Column("one", Integer, ForeignKey("rated_people.key"), primary_key=True),
    Column("other", Integer, ForeignKey("rated_people.key"), primary_key=True),
    *_place(),
    *(
        Column(name, Double, nullable=False)
        for name in ("against_one", "against_other", "beside_one", "beside_other")
    ),
    Column("correlation", Double, nullable=False, server_default=sql("0")),
    Index("ix_rating_meetings_place", "one", "other", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)
Table(
    "ratings",
    _tables,
    Column("pool", String(16), primary_key=True),
    Column("season", String(16), primary_key=True),
    Column("player", Integer, ForeignKey("rated_people.key"), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
    Column("provisional", Boolean, nullable=False),
    Index("ix_ratings_board", "pool", "season", "provisional", "value", "player"),
    Index("ix_ratings_player", "player"),
    sqlite_with_rowid=False,
)
Table(
    "nights",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("version", Integer, nullable=False),
    Column("title", String(120), nullable=False),
    Column("series", String(120), nullable=False),
    Column("stage", String(8), nullable=False),
    Column("opened", BigInteger, nullable=False),
    Column("ended", BigInteger),
    Column("people", Integer, nullable=False),
    Column("rounds", Integer, nullable=False),
    Column("rated_to", Integer, nullable=False),
    Column("counted", String(8), nullable=False),
    Column("joined", Boolean),
    *_owner(),
    Index("ix_nights_opened", "opened"),
    Index("ix_nights_series", "series", "opened"),
    Index("ix_nights_stage", "stage", "opened"),
)
Table(
    "night_events",
    _tables,
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "night_people",
    _tables,
    Column("person", _ID, primary_key=True),
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(12), primary_key=True),
)
Table(
    "night_tables",
    _tables,
    Column("site", _ID, primary_key=True),
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("round", Integer, nullable=False),
    Column("table", Integer, nullable=False),
    Column("event", Integer, nullable=False),
    Column("first", Integer, nullable=False),
    Column("done", Boolean, nullable=False),
)
Table(
    "solvers",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
Table(
    "puzzle_ratings",
    _tables,
    Column("puzzle", String(12), primary_key=True),
    Column("value", Double, nullable=False),
    Column("deviation", Double, nullable=False),
    Column("games", Integer, nullable=False),
)
Table(
    "puzzle_tries",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
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
Table(
    "puzzle_days",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("right", Boolean, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "bonds",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "companions",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("shown", Boolean, nullable=False),
    Column("link", _ID),
    Index("ix_companions_link", "link", unique=True),
)
Table(
    "evenings",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("settings", LargeBinary, nullable=False),
    Column("skipped", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
    Column("link", _ID, nullable=False),
    Column("remind", BigInteger),
    Index("ix_evenings_link", "link", unique=True),
    Index("ix_evenings_remind", "remind"),
)
Table(
    "evening_members",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("joined", BigInteger),
    Column("seat", SmallInteger),
    Column("calendar", _ID),
    Index("ix_evening_members_calendar", "calendar", unique=True),
)
Table(
    "series",
    _tables,
    Column("name", String(120), primary_key=True),
    Column("owner", _ID, ForeignKey("people.id", ondelete="SET NULL"), index=True),
)
Table(
    "series_plans",
    _tables,
    Column("series", String(120), primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)
Table(
    "evening_answers",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("day", String(10), primary_key=True),
    Column("answer", String(8), nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "evening_tables",
    _tables,
    Column("evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("table", _ID, nullable=False),
    Column("version", Integer, nullable=False),
    Column("result", LargeBinary),
    Index("ix_evening_tables_table", "table", unique=True),
)
Table(
    "evening_players",
    _tables,
    Column("evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True),
    Column("day", String(10), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("seat", SmallInteger, nullable=False),
    Column("person", _ID, ForeignKey("people.id", ondelete="SET NULL"), index=True),
    Column("name", String(40), nullable=False),
    Column("bot", _ID),
    Column("hands", Integer, nullable=False),
    sqlite_with_rowid=False,
)
Table(
    "faces",
    _tables,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("drawing", String(16)),
    Column("about", String(80), nullable=False),
)
Table(
    "invitations",
    _tables,
    Column("id", _ID, primary_key=True),
    Column("by", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(8), nullable=False),
    Column("place", _ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False, index=True),
    Column("outcome", String(8)),
    Column("ended", BigInteger),
)
Table(
    "kept_answers",
    _tables,
    Column("id", LargeBinary(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), index=True),
    Column("at", BigInteger, nullable=False, index=True),
    Column("request", LargeBinary(32), nullable=False),
    Column("answer", LargeBinary),
    Index("ix_kept_answers_owner", "owner", "at"),
)
Table(
    "sweeps",
    _tables,
    Column("name", String(40), primary_key=True),
    Column("at", BigInteger, nullable=False),
)


def upgrade() -> None:
    """Create all tables, and the pools of ratings, in which no match has been rated."""
    connection = op.get_bind()
    _tables.create_all(connection, checkfirst=False)
    op.bulk_insert(
        _tables.tables["rated_pools"],
        [{"pool": pool, "ended": -1, "match": 0} for pool in _POOLS],
    )
