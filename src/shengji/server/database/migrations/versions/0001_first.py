"""The first shape: people, their keys and links, tables, seats and entries."""

import sqlalchemy as sa
from alembic import op

revision = "0001"
down_revision = None
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make everything."""
    identity = sa.String(40)
    op.create_table(
        "people",
        sa.Column("id", identity, nullable=False),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_people"),
    )
    op.create_index("ix_people_seen", "people", ["seen"])
    op.create_table(
        "keys",
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("person", identity, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_keys"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_keys_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_keys_person", "keys", ["person"])
    op.create_table(
        "links",
        sa.Column("token", sa.LargeBinary(32), nullable=False),
        sa.Column("person", identity, nullable=False),
        sa.Column("expires", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_links"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_links_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_links_person", "links", ["person"])
    op.create_index("ix_links_expires", "links", ["expires"])
    op.create_table(
        "tables",
        sa.Column("id", identity, nullable=False),
        sa.Column("updated", sa.BigInteger, nullable=False),
        sa.Column("listed", sa.Boolean, nullable=False),
        sa.Column("playing", sa.Boolean, nullable=False),
        sa.Column("started", sa.Boolean, nullable=False),
        sa.Column("line", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_tables"),
    )
    op.create_index("ix_tables_updated", "tables", ["updated"])
    op.create_index("ix_tables_lobby", "tables", ["listed", "playing", "updated"])
    op.create_table(
        "seats",
        sa.Column("person", identity, nullable=False),
        sa.Column("table", identity, nullable=False),
        sa.PrimaryKeyConstraint("person", "table", name="pk_seats"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_seats_table", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_seats_table", "seats", ["table"])
    op.create_table(
        "entries",
        sa.Column("table", identity, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("person", identity),
        sa.Column("command", identity),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_entries"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_entries_table", ondelete="CASCADE"
        ),
        sqlite_with_rowid=False,
    )


def downgrade() -> None:
    """There is nothing before this."""
    raise NotImplementedError("The first step cannot be undone: make a new database.")
