"""Regular evenings: what is agreed, who comes, what was played; and when series of nights are."""

import sqlalchemy as sa
from alembic import op

revision = "0023"
down_revision = "0022"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for them; there were none before."""
    op.create_table(
        "evenings",
        sa.Column("id", _ID, nullable=False),
        sa.Column("settings", sa.LargeBinary, nullable=False),
        sa.Column("skipped", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.Column("link", _ID, nullable=False),
        sa.Column("remind", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_evenings"),
    )
    op.create_index("ix_evenings_link", "evenings", ["link"], unique=True)
    op.create_index("ix_evenings_remind", "evenings", ["remind"])
    op.create_table(
        "evening_members",
        sa.Column("person", _ID, nullable=False),
        sa.Column("evening", _ID, nullable=False),
        sa.Column("joined", sa.BigInteger),
        sa.Column("seat", sa.SmallInteger),
        sa.Column("calendar", _ID),
        sa.PrimaryKeyConstraint("person", "evening", name="pk_evening_members"),
        _to("evening_members", "person", "people"),
        _to("evening_members", "evening", "evenings"),
    )
    op.create_index("ix_evening_members_evening", "evening_members", ["evening"])
    op.create_index("ix_evening_members_calendar", "evening_members", ["calendar"], unique=True)
    op.create_table(
        "series_plans",
        sa.Column("series", sa.String(120), nullable=False),
        sa.Column("plan", sa.LargeBinary, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("changed", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("series", name="pk_series_plans"),
    )
    op.create_table(
        "evening_answers",
        sa.Column("person", _ID, nullable=False),
        sa.Column("evening", _ID, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("answer", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("person", "evening", "day", name="pk_evening_answers"),
        _to("evening_answers", "person", "people"),
        _to("evening_answers", "evening", "evenings"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evening_answers_evening", "evening_answers", ["evening"])
    op.create_table(
        "evening_tables",
        sa.Column("evening", _ID, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("table", _ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("result", sa.LargeBinary),
        sa.PrimaryKeyConstraint("evening", "day", name="pk_evening_tables"),
        _to("evening_tables", "evening", "evenings"),
    )
    op.create_index("ix_evening_tables_at", "evening_tables", ["at"])
    op.create_index("ix_evening_tables_table", "evening_tables", ["table"], unique=True)
    op.create_table(
        "evening_players",
        sa.Column("evening", _ID, nullable=False),
        sa.Column("day", sa.String(10), nullable=False),
        sa.Column("number", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("seat", sa.SmallInteger, nullable=False),
        sa.Column("person", _ID),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", _ID),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("evening", "day", "number", name="pk_evening_players"),
        _to("evening_players", "evening", "evenings"),
        _to("evening_players", "person", "people", ondelete="SET NULL"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_evening_players_person", "evening_players", ["person"])


def _to(table: str, column: str, other: str, ondelete: str = "CASCADE") -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], [f"{other}.id"], name=f"fk_{table}_{column}", ondelete=ondelete
    )


def downgrade() -> None:
    """Forget all regular evenings."""
    for table in ("players", "tables", "answers", "members"):
        op.drop_table(f"evening_{table}")
    op.drop_table("evenings")
    op.drop_table("series_plans")
