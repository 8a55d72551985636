"""Nights: their events, who is in them, their tables on the site, and what of them is rated."""

import sqlalchemy as sa
from alembic import op

revision = "0015"
down_revision = "0014"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for nights; there was none before."""
    op.create_table(
        "nights",
        sa.Column("id", _ID, nullable=False),
        sa.Column("version", sa.Integer, nullable=False),
        sa.Column("title", sa.String(120), nullable=False),
        sa.Column("series", sa.String(120), nullable=False),
        sa.Column("stage", sa.String(8), nullable=False),
        sa.Column("opened", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger),
        sa.Column("people", sa.Integer, nullable=False),
        sa.Column("rounds", sa.Integer, nullable=False),
        sa.Column("rated_to", sa.Integer, nullable=False),
        sa.Column("counted", sa.String(8), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nights"),
    )
    op.create_index("ix_nights_opened", "nights", ["opened"])
    op.create_index("ix_nights_series", "nights", ["series", "opened"])
    op.create_index("ix_nights_stage", "nights", ["stage", "opened"])
    op.create_table(
        "night_events",
        sa.Column("night", _ID, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("night", "number", name="pk_night_events"),
        _of_night("night_events"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "night_people",
        sa.Column("person", _ID, nullable=False),
        sa.Column("night", _ID, nullable=False),
        sa.Column("role", sa.String(12), nullable=False),
        sa.PrimaryKeyConstraint("person", "night", "role", name="pk_night_people"),
        _of_night("night_people"),
    )
    op.create_index("ix_night_people_night", "night_people", ["night"])
    op.create_table(
        "night_tables",
        sa.Column("site", _ID, nullable=False),
        sa.Column("night", _ID, nullable=False),
        sa.Column("round", sa.Integer, nullable=False),
        sa.Column("table", sa.Integer, nullable=False),
        sa.Column("event", sa.Integer, nullable=False),
        sa.Column("first", sa.Integer, nullable=False),
        sa.Column("done", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("site", name="pk_night_tables"),
        _of_night("night_tables"),
    )
    op.create_index("ix_night_tables_night", "night_tables", ["night"])
    op.add_column("rated_matches", sa.Column("results", sa.LargeBinary, nullable=True))


def _of_night(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["night"], ["nights.id"], name=f"fk_{table}_night", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Go back to a site without nights; what they have changed in ratings goes too."""
    of_nights = "SELECT match FROM rated_matches WHERE results IS NOT NULL"
    op.execute(f"DELETE FROM rating_changes WHERE match IN ({of_nights})")
    op.execute(f'DELETE FROM matches WHERE "key" IN ({of_nights})')
    op.execute("DELETE FROM rated_matches WHERE results IS NOT NULL")
    op.drop_column("rated_matches", "results")
    for table in ("night_tables", "night_people", "night_events", "nights"):
        op.drop_table(table)
