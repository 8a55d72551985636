"""Ratings: who has played rated, what each result has changed, and how far all is rated."""

import sqlalchemy as sa
from alembic import op

revision = "0011"
down_revision = "0010"
branch_labels = None
depends_on = None

_NAME = sa.String(16)
_POOLS = ("one-deck", "two-decks", "more-decks", "friends")


def upgrade() -> None:
    """Make room for ratings; nothing was rated before."""
    op.create_table(
        "rated_people",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("person", sa.String(40)),
        sa.PrimaryKeyConstraint("key", name="pk_rated_people"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_rated_people_person", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_rated_people_person", "rated_people", ["person"], unique=True)
    op.create_table(
        "rated_matches",
        _match(),
        sa.Column("pool", _NAME, nullable=False),
        sa.Column("season", _NAME, nullable=False),
        sa.Column("counted", sa.String(8), nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("seats", sa.LargeBinary, nullable=False),
        sa.Column("left", sa.LargeBinary, nullable=False),
        sa.Column("annulled", sa.String(1000)),
        sa.PrimaryKeyConstraint("match", name="pk_rated_matches"),
        _of_match("rated_matches"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_rated_matches_order", "rated_matches", ["pool", "ended", "match"])
    pools = op.create_table(
        "rated_pools",
        sa.Column("pool", _NAME, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("pool", name="pk_rated_pools"),
    )
    op.bulk_insert(pools, [{"pool": pool, "ended": -1, "match": 0} for pool in _POOLS])
    op.create_table(
        "rating_changes",
        _match(),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("pool", _NAME, nullable=False),
        sa.Column("season", _NAME, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("last", sa.Boolean, nullable=False),
        *(
            sa.Column(name, sa.Double, nullable=False)
            for name in ("expected", "score", "before", "before_deviation", "value", "deviation")
        ),
        sa.Column("games", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", "player", name="pk_rating_changes"),
        _of_match("rating_changes"),
        _of_player("rating_changes"),
        sqlite_with_rowid=False,
    )
    place = ["player", "pool", "ended", "match", "number"]
    op.create_index("ix_rating_changes_place", "rating_changes", place)
    graph = ["pool", "season", "ended", "match", "value", "deviation"]
    op.create_index("ix_rating_changes_last", "rating_changes", ["player", "last", *graph])
    op.create_table(
        "ratings",
        sa.Column("pool", _NAME, nullable=False),
        sa.Column("season", _NAME, nullable=False),
        sa.Column("player", sa.Integer, nullable=False),
        sa.Column("value", sa.Double, nullable=False),
        sa.Column("deviation", sa.Double, nullable=False),
        sa.Column("games", sa.Integer, nullable=False),
        sa.Column("provisional", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("pool", "season", "player", name="pk_ratings"),
        _of_player("ratings"),
        sqlite_with_rowid=False,
    )
    board = ["pool", "season", "provisional", "value", "player"]
    op.create_index("ix_ratings_board", "ratings", board)
    op.create_index("ix_ratings_player", "ratings", ["player"])


def _match() -> sa.Column[int]:
    return sa.Column("match", sa.Integer, autoincrement=False, nullable=False)


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match"], ["matches.key"], name=f"fk_{table}_match", ondelete="CASCADE"
    )


def _of_player(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(["player"], ["rated_people.key"], name=f"fk_{table}_player")


def downgrade() -> None:
    """Go back to a site without ratings."""
    for table in (
        "ratings",
        "rating_changes",
        "rated_pools",
        "rated_matches",
        "rated_people",
    ):
        op.drop_table(table)
