"""What the database holds; `migrations` makes it so, and a test compares the two."""

from __future__ import annotations

from sqlalchemy import (
    BigInteger,
    Boolean,
    Column,
    ForeignKey,
    Index,
    Integer,
    LargeBinary,
    MetaData,
    String,
    Table,
)

_ID = String(40)

metadata = MetaData(
    naming_convention={
        "pk": "pk_%(table_name)s",
        "fk": "fk_%(table_name)s_%(column_0_name)s",
        "ix": "ix_%(table_name)s_%(column_0_name)s",
    }
)

people = Table(
    "people",
    metadata,
    Column("id", _ID, primary_key=True),
    Column("name", String(40), nullable=False),
    Column("seen", BigInteger, nullable=False, index=True),  # to the day, so that it is cheap
)

# A person may have several browsers, each with a secret of its own; only hashes are kept.
keys = Table(
    "keys",
    metadata,
    Column("secret", LargeBinary(32), primary_key=True),
    Column("person", _ID, ForeignKey("people.id", ondelete="CASCADE"), nullable=False, index=True),
    Column("label", String(40)),  # of those before version 0004 all this is not known
    Column("made", BigInteger),
    Column("seen", BigInteger),  # to the day
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
