"""With whom points of ratings come about; all is rated anew, so that it counts from the start."""

from typing import Any

import sqlalchemy as sa
from alembic import op

revision = "0019"
down_revision = "0018"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it, and let everything be rated again."""
    op.create_table(
        "rating_drifts",
        _match(),
        _player("player"),
        *_place("moved", "against", "beside"),
        sa.PrimaryKeyConstraint("match", "player", name="pk_rating_drifts"),
        _of_match("rating_drifts"),
        _of_player("rating_drifts", "player"),
        sqlite_with_rowid=False,
    )
    place = ["pool", "ended", "match"]
    op.create_index("ix_rating_drifts_place", "rating_drifts", ["player", *place])
    op.create_table(
        "rating_meetings",
        _match(),
        _player("one"),
        _player("other"),
        *_place("against_one", "against_other", "beside_one", "beside_other"),
        sa.PrimaryKeyConstraint("match", "one", "other", name="pk_rating_meetings"),
        _of_match("rating_meetings"),
        _of_player("rating_meetings", "one"),
        _of_player("rating_meetings", "other"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rating_meetings_place", "rating_meetings", ["one", "other", *place])
    op.add_column("rating_changes", sa.Column("share", sa.Double))
    _rate_again()


def _rate_again() -> None:
    """Let all pools be rated from their first match on, as soon as the server runs."""
    op.execute("DELETE FROM ratings")
    op.execute("UPDATE rated_pools SET ended = -1, match = 0")


def _match() -> sa.Column[int]:
    return sa.Column("match", sa.Integer, autoincrement=False, nullable=False)


def _player(name: str) -> sa.Column[int]:
    return sa.Column(name, sa.Integer, nullable=False)


def _place(*points: str) -> list[sa.Column[Any]]:
    return [
        sa.Column("pool", sa.String(16), nullable=False),
        sa.Column("season", sa.String(16), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        *(sa.Column(name, sa.Double, nullable=False) for name in points),
    ]


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match"], ["matches.key"], name=f"fk_{table}_match", ondelete="CASCADE"
    )


def _of_player(table: str, name: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint([name], ["rated_people.key"], name=f"fk_{table}_{name}")


def downgrade() -> None:
    """Forget it; what was rated by it is rated again without."""
    for table in ("rating_meetings", "rating_drifts"):
        op.drop_table(table)
    op.drop_column("rating_changes", "share")
    _rate_again()
