"""Puzzles: who has answered what, ratings of people and of puzzles, and what is repeated."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0018"
down_revision = "0017"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for answers; there was none before."""
    op.create_table(
        "solvers",
        sa.Column("person", _ID, nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("person", name="pk_solvers"),
        _of_person("solvers"),
    )
    op.create_table(
        "puzzle_ratings",
        sa.Column("puzzle", sa.String(12), nullable=False),
        *_rating(),
        sa.PrimaryKeyConstraint("puzzle", name="pk_puzzle_ratings"),
    )
    op.create_table(
        "puzzle_tries",
        sa.Column("person", _ID, nullable=False),
        sa.Column("puzzle", sa.String(12), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("choice", sa.SmallInteger, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.Column("before", sa.Double, nullable=False),
        sa.Column("after", sa.Double, nullable=False),
        sa.Column("last", sa.BigInteger, nullable=False),
        sa.Column("box", sa.SmallInteger),
        sa.Column("due", sa.Integer),
        sa.PrimaryKeyConstraint("person", "puzzle", name="pk_puzzle_tries"),
        _of_person("puzzle_tries"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "puzzle_days",
        sa.Column("person", _ID, nullable=False),
        sa.Column("day", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("right", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("person", "day", name="pk_puzzle_days"),
        _of_person("puzzle_days"),
        sqlite_with_rowid=False,
    )


def _rating() -> list[sa.Column[Any]]:
    return [
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
    ]


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["person"], ["people.id"], name=f"fk_{table}_person", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Forget all answers."""
    for table in ("puzzle_days", "puzzle_tries", "puzzle_ratings", "solvers"):
        op.drop_table(table)
