"""The tables of the database; `migrations` makes it so, and a test compares the two."""

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
)
from sqlalchemy import text as sql

from shengji.server.database.roles import HandRole

_ID = String(40)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)


def _owner() -> tuple[Column[Any], Column[Any]]:
    """The columns of what one node owns at a time; `epoch` is how often it has changed hands."""
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
"""The tables of what processes do just now, which means nothing in another database."""

# The server processes that are alive until `until`, and have shown it since `since` without a
# break, by the clock of the database. Each life of one has an id of its own.
nodes = Table(
    "nodes",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("roles", String(40), nullable=False),  # with spaces between
    Column("since", BigInteger, nullable=False),
    Column("until", BigInteger, nullable=False),
)

# Work that one node at a time does for the whole site.
duties = Table("duties", metadata, Column("id", _ID, primary_key=True), *_owner())

people = Table(
    "people",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # to the day, so that it is cheap
    Column("made", BigInteger),  # unknown of those before step 0004
)

# A person may have several browsers, each with a secret of its own; only hashes are kept.
keys = Table(
    "keys",
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40)),  # unknown, as the next two, of those before step 0004
    Column("made", BigInteger),
    Column("seen", BigInteger),  # to the day
    Column("proved", BigInteger),  # when it last signed in to an account, or showed that it can
)

# A browser's own: it goes with the browser's key. `muted` are public ids, as JSON.
pushes = Table(
    "pushes",
    metadata,
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

# One row: push services know the server again by it.
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
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", BigInteger, nullable=False, index=True),
)

# With a token a program acts for a person, as far as its scopes go; only hashes are kept.
tokens = Table(
    "tokens",
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40), nullable=False),
    Column("scopes", String(200), nullable=False),  # with spaces between
    Column("made", BigInteger, nullable=False),
    Column("seen", BigInteger),  # to the day
    Column("expires", BigInteger),
)

# What people tell of others; who tells it or is told of may be gone.
reports = Table(
    "reports",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", _ID, nullable=False),
    Column("about", _ID, nullable=False),
    Column("table", _ID),
    Column("hand", Integer),
    Column("text", String(1000), nullable=False),
    Column("closed", BigInteger, index=True),
    Column("outcome", String(1000)),
    Column("match", _ID),  # by public id
)

sanctions = Table(
    "sanctions",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("kind", String(10), nullable=False),
    Column("reason", String(1000), nullable=False),
    Column("by", _ID, nullable=False),
    Column("at", BigInteger, nullable=False),
    Column("until", BigInteger),
    Column("lifted", BigInteger),
)

# What those who keep the site have done; nothing is ever taken out of it.
audit = Table(
    "audit",
    metadata,
    Column("number", Integer, primary_key=True),
    Column("at", BigInteger, nullable=False),
    Column("by", _ID, nullable=False),
    Column("act", String(40), nullable=False),
    Column("about", _ID, nullable=False),
    Column("detail", LargeBinary, nullable=False),  # JSON
)

# A person with a row here has an account; whoever has none is a guest.
accounts = Table(
    "accounts",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("passphrase", String(200)),  # as Argon2 writes it, with salt and parameters
    Column("mail", String(254)),  # confirmed; where its owner gave one and the site sends mail
    Column("role", String(20), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("renamed", BigInteger, nullable=False),
    Column("bot", Boolean, nullable=False, server_default=false()),  # it never stops being one
)

# What no two names of accounts may come to: an account has one or two of them.
names = Table(
    "names",
    metadata,
    Column("skeleton", String(400), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

passkeys = Table(
    "passkeys",
    metadata,
    Column("id", LargeBinary(1023), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("site", String(255), nullable=False),  # the domain for which it is good
    Column("key", LargeBinary, nullable=False),
    Column("signs", BigInteger, nullable=False),
    Column("label", String(40), nullable=False),
    Column("made", BigInteger, nullable=False),
    Column("used", BigInteger),
)

# A code is gone when it was used; those that an administrator gives are good for some time only.
codes = Table(
    "codes",
    metadata,
    Column("code", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("expires", BigInteger, index=True),
)

# An address that is to be confirmed, by a code that was sent to it.
mails = Table(
    "mails",
    metadata,
    Column("code", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("address", String(254), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

# What a passkey is to sign next; for one browser, and gone with its key.
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
    ),
    Column("purpose", String(20), nullable=False),
    Column("expires", BigInteger, nullable=False, index=True),
)

# `line` is the `TableLine` as JSON; what is asked for in queries stands beside it.
# `checkpoint` is what the log comes to up to the entry `checked`, so that not all of it is read.
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
    Column("person", _ID, primary_key=True),
    Column(
        "table",
        _ID,
        ForeignKey("tables.id", ondelete="CASCADE"),
        primary_key=True,
        index=True,
    ),
)

# The key is what keeps two writers of one table apart: a number can be taken only once.
entries = Table(
    "entries",
    metadata,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("at", BigInteger, nullable=False),
    Column("person", _ID),
    Column("command", _ID),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,  # one tree, in the order in which a log is read
)

# The matches that are over. The `key` is for this database alone, the `id` for everybody; `number`
# is which of the table's it was, so that none is kept twice. The table may be gone long since.
# `heading` is a `Text` and `rules` what `rules_from` reads, both as JSON; in `winners` the bit of
# each seat that has won is set. The indexes have all that lists are filtered by.
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
    Column("open", Boolean, nullable=False),  # whether others than those who played may see it
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


# Records are large, so they lie apart. `body` is the lines of the record, compressed by zlib; the
# names in its header are left empty, and are put there when it is read.
records = Table("records", metadata, _of_match(), Column("body", LargeBinary, nullable=False))

# Reviews of hands; `body` is a `HandReview` as JSON, compressed by zlib, without names. A hand is
# known by the SHA-256 of its match's record up to its end, so that one which was taken back and
# played again is another, and one of a match under way stays the same when that is over.
reviews = Table(
    "reviews",
    metadata,
    Column("record", LargeBinary(32), primary_key=True),
    Column("depth", Double, primary_key=True),
    Column("seed", Integer, primary_key=True, autoincrement=False),
    Column("hand", Integer, nullable=False),
    Column("code", String(16), nullable=False),  # by which it was made, as `code_of_reviews` says
    Column("made", BigInteger, nullable=False),
    Column("body", LargeBinary, nullable=False),
)

# Reviews that are to be made, by the key of `reviews`. `source` is the record with the hand. The
# node `taker` makes it, with a `token` of its own, for the sake of the wish `ask`, when it is the
# `turn` of its place; so many `done` of the `of` events it has looked at. After some `tries` that
# ended with their nodes it is put off until `later`, and after more it is given up: it has `failed`
# then, and is kept for a while to be told of.
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

# The records with their hands, without names, compressed by zlib; by their SHA-256.
review_records = Table(
    "review_records",
    metadata,
    Column("digest", LargeBinary(32), primary_key=True),
    Column("lines", LargeBinary, nullable=False),
)

# What somebody has asked for together. Only one that `counts` takes room of those who may wait.
# `turn` is when the `place` had a hand made last, and `number` the order of asking; without a turn
# it waits for what others have asked for.
review_asks = Table(
    "review_asks",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("person", _ID, nullable=False, index=True),
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

# A guest who has become part of an account; what is kept of the guest from then on is the owner's.
heirs = Table(
    "heirs",
    metadata,
    Column("guest", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("owner", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
)

# With the token of a link whoever has it may see a match, as long as its person lets them.
shares = Table(
    "shares",
    metadata,
    Column("token", _ID, primary_key=True),
    Column("match", Integer, ForeignKey("matches.key", ondelete="CASCADE"), nullable=False),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("made", BigInteger, nullable=False),
    Index("ix_shares_match", "match", "person", unique=True),
)

TRUMPS: Final = {"d": "D", "c": "C", "h": "H", "s": "S", "none": None}
"""The suits that may be trump, as `hands` has them, by what they are called in `SUMS`."""

SUMS: Final = (
    *(f"{role}_{what}" for role in get_args(HandRole) for what in ("hands", "won", "levels")),
    *(f"trump_{trump}_{what}" for trump in TRUMPS for what in ("hands", "won")),
    *("throws", "failed", "buried", "lost", "taken"),
)
"""Sums over a person's hands, of those that a holder had in a match."""

# Who held a seat from the end of hand `first` on, or from the beginning (0), as `Holder` has it.
# `ended`, `open` and `game` are those of the match: so the index is enough to list a person's
# matches of all games. `won`: whether the seat has won it; NULL where nobody has, or teams change.
# What the hands come to is summed up here (`sums`), so that a person's numbers need no hand to be
# read.
match_players = Table(
    "match_players",
    metadata,
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
    *(Column(name, SmallInteger, nullable=False, server_default=sql("0")) for name in SUMS),
    Index("ix_match_players_person", "person", "ended", "match", "open", "hands"),
    sqlite_with_rowid=False,
)

# The hands that are over, as `FinishedHand` has them, and what each was for each seat.
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
    _who(),
    Column("role", String(8), nullable=False),
    Column("levels", Integer, nullable=False),
    Column("throws", Integer, nullable=False),
    Column("failed", Integer, nullable=False),
    Index("ix_hand_players_person", "person", "match", "hand"),
    sqlite_with_rowid=False,
)

# A match of the table was over with the entry `number` of its log, and is still to be kept.
unrecorded = Table(
    "unrecorded",
    metadata,
    Column("table", _ID, ForeignKey("tables.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
)

# Those who have played rated. Ratings are theirs, so that those of others stay as they are when a
# person is removed.
rated_people = Table(
    "rated_people",
    metadata,
    Column("key", Integer, primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="SET NULL")),
    Index("ix_rated_people_person", "person", unique=True),
)

# The rated matches, with what their records do not say. `seats` and `left` are JSON: by seat the
# key of who played, or the name of a bot; the keys of who left. `ended` is that of the match:
# matches are rated in the order of `ended` and `match`. Of a table of a night there is no record:
# `results` says then what is rated, as `night_results` has it, and `seats` who is in them.
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
    Column("annulled", String(1000)),  # why
    Column("results", LargeBinary),
    Index("ix_rated_matches_order", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)

# How far the matches of a pool have been rated: up to the place of one, as `Place` has it.
rated_pools = Table(
    "rated_pools",
    metadata,
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


# All that a graph is drawn from.
_GRAPH = ("pool", "season", "ended", "match", "value", "deviation")

# What each result of a match has done to a rating; `last`: it is the last one of that match.
rating_changes = Table(
    "rating_changes",
    metadata,
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
    Column("share", Double),  # what part of the result counted; nothing: all of it
    Index("ix_rating_changes_place", "player", "pool", "ended", "match", "number"),
    Index("ix_rating_changes_last", "player", "last", *_GRAPH),
    sqlite_with_rowid=False,
)

# With whom the points of a rating come about, as `shengji.ratings.company` has it: after each match
# that somebody has played how far all results have moved them, and each two who have played it. The
# keys of two stand in the order of their digits.
rating_drifts = Table(
    "rating_drifts",
    metadata,
    _of_match(),
    Column("player", Integer, ForeignKey("rated_people.key"), primary_key=True),
    *_place(),
    *(Column(name, Double, nullable=False) for name in ("moved", "against", "beside")),
    Index("ix_rating_drifts_place", "player", "pool", "ended", "match"),
    sqlite_with_rowid=False,
)
rating_meetings = Table(
    "rating_meetings",
    metadata,
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

# The rating of each after the last result of each season; the last season's is the one of now. A
# season has begun with the first who have one in it; of seasons the order is that of their names.
ratings = Table(
    "ratings",
    metadata,
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

# The nights: an index of what their events come to. `version` is how many events there are;
# `rated_to` up to which of them ratings have followed; `counted` what counts for these. `joined`:
# whether the owner of its series has taken the night in; `NULL`: the owner has not answered.
nights = Table(
    "nights",
    metadata,
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

# The key is what keeps two writers of one night apart, as of `entries`. Each event names its
# command, so that a command which is sent again is known also after the server was killed.
night_events = Table(
    "night_events",
    metadata,
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True),
    Column("number", Integer, primary_key=True, autoincrement=False),
    Column("body", LargeBinary, nullable=False),
    sqlite_with_rowid=False,
)

# Who runs a night (`organiser`) or plays in it; `person` is the public id of an account or guest.
night_people = Table(
    "night_people",
    metadata,
    Column("person", _ID, primary_key=True),
    Column("night", _ID, ForeignKey("nights.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("role", String(12), primary_key=True),
)

# At which tables of the site those tables of a night are played that have no real cards; `event`
# is the number of the one by which it is so, since a round may be drawn again, or reopened. `first`
# is how many hands of the table have been played before. `done`: what has happened there has been
# told to the night, and the table has been let go.
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

# How strong people are in puzzles, and how difficult these are, once somebody has answered them.
solvers = Table(
    "solvers",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
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

# Each puzzle that a person has answered: the first answer, which was rated, when it was answered
# last, and where it stands among those to be repeated. Days are counted from 1 January of year 1.
puzzle_tries = Table(
    "puzzle_tries",
    metadata,
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

# The days on which a person has answered the daily puzzle.
puzzle_days = Table(
    "puzzle_days",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("day", Integer, primary_key=True, autoincrement=False),
    Column("right", Boolean, nullable=False),
    sqlite_with_rowid=False,
)

# What a person is to another: has `asked` them, is their `friend` (both have a row then), or has
# `blocked` them.
bonds = Table(
    "bonds",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("other", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True, index=True),
    Column("kind", String(8), nullable=False),
    Column("at", BigInteger, nullable=False),
    sqlite_with_rowid=False,
)

# How people are found by friends; who has no row wants to be seen, and has no link.
companions = Table(
    "companions",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("shown", Boolean, nullable=False),
    Column("link", _ID),
    Index("ix_companions_link", "link", unique=True),
)

# The regular evenings. `settings` is an `EveningSettings` and `skipped` a list of days, as JSON;
# `version` and `changed` are told to calendars. With the `link` others become members. `remind` is
# when the next reminder is due: who moves it on gives that reminder, so that it is given once.
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
    Index("ix_evenings_link", "link", unique=True),
    Index("ix_evenings_remind", "remind"),
)

# Who comes to an evening: since when, or only asked to, when `joined` is nothing; who has been
# there for longest runs it. `seat` is where they sat last; `calendar` the secret of their file.
evening_members = Table(
    "evening_members",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("joined", BigInteger),
    Column("seat", SmallInteger),
    Column("calendar", _ID),
    Index("ix_evening_members_calendar", "calendar", unique=True),
)

# The series of nights: `owner` is the public id of the account that began it; `NULL`: that account
# is gone.
series = Table(
    "series",
    metadata,
    Column("name", String(120), primary_key=True),
    Column("owner", _ID, ForeignKey("people.id", ondelete="SET NULL"), index=True),
)

# When the nights of a series are: `plan` is a `SeriesPlan` as JSON; the others as of an evening.
series_plans = Table(
    "series_plans",
    metadata,
    Column("series", String(120), primary_key=True),
    Column("plan", LargeBinary, nullable=False),
    Column("version", Integer, nullable=False),
    Column("changed", BigInteger, nullable=False),
)

# Whether a member comes on a day.
evening_answers = Table(
    "evening_answers",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column(
        "evening", _ID, ForeignKey("evenings.id", ondelete="CASCADE"), primary_key=True, index=True
    ),
    Column("day", String(10), primary_key=True),
    Column("answer", String(8), nullable=False),
    sqlite_with_rowid=False,
)

# The table of each evening that was played, and what came of it up to the entry `version` of its
# log: `result` is an `EveningPlayed` as JSON. The table may be gone long since.
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

# Who held which seat there at the end of how many hands; a bot, or somebody who was removed, has no
# `person`.
evening_players = Table(
    "evening_players",
    metadata,
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

# How people want to be seen; who has no row has chosen nothing. Without a drawing it is made of
# the name.
faces = Table(
    "faces",
    metadata,
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), primary_key=True),
    Column("drawing", String(16)),
    Column("about", String(80), nullable=False),
)

# Invitations of a friend to a place, which have ended at `until`, or before with an `outcome`; they
# are kept for a while longer, so that nobody is asked again at once.
invitations = Table(
    "invitations",
    metadata,
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

# Answers to requests that came with an `Idempotency-Key`, by what is derived from the key; `answer`
# is encrypted with it, and missing while the request is being answered. `owner` is a public id, or
# a network address where nobody was known; `person` is whose browser was answered.
kept_answers = Table(
    "kept_answers",
    metadata,
    Column("id", LargeBinary(32), primary_key=True),
    Column("owner", String(64), nullable=False),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), index=True),
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
