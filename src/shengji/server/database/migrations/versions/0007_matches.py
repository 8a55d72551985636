"""The matches that are over, with who played in them and how each hand went; since when people."""

import sqlalchemy as sa
from alembic import op

revision = "0007"
down_revision = "0006"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for the matches; those that are over go there when the server has started."""
    op.add_column("people", sa.Column("made", sa.BigInteger, nullable=True))
    op.execute(
        "UPDATE people SET made = (SELECT min(keys.made) FROM keys WHERE keys.person = people.id)"
    )
    op.create_table(
        "matches",
        sa.Column("key", sa.Integer, nullable=False),
        sa.Column("id", _ID, nullable=False),
        sa.Column("table", _ID, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("begun", sa.BigInteger, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("ending", sa.String(16), nullable=False),
        sa.Column("heading", sa.LargeBinary, nullable=False),
        sa.Column("rules", sa.LargeBinary, nullable=False),
        sa.Column("preset", sa.String(40), nullable=False),
        sa.Column("system", sa.String(40)),
        sa.Column("game", sa.String(40)),
        sa.Column("decks", sa.Integer, nullable=False),
        sa.Column("players", sa.Integer, nullable=False),
        sa.Column("teams", sa.String(8), nullable=False),
        sa.Column("winners", sa.Integer, nullable=False),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("rated", sa.Boolean, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("key", name="pk_matches"),
    )
    op.create_index("ix_matches_id", "matches", ["id"], unique=True)
    op.create_index("ix_matches_place", "matches", ["table", "number"], unique=True)
    filters = ["preset", "rated", "ending"]
    op.create_index("ix_matches_open", "matches", ["open", "ended", "key", "game", *filters])
    op.create_index("ix_matches_game", "matches", ["open", "game", "ended", "key", *filters])
    op.create_table(
        "records",
        _match(),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("match", name="pk_records"),
        _of_match("records"),
    )
    op.create_table(
        "match_players",
        _match(),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("first", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", _ID),
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("bot", _ID),
        sa.Column("hands", sa.Integer, nullable=False),
        sa.Column("ended", sa.BigInteger, nullable=False),
        sa.Column("open", sa.Boolean, nullable=False),
        sa.PrimaryKeyConstraint("match", "seat", "first", name="pk_match_players"),
        _of_match("match_players"),
        _of_person("match_players"),
        sqlite_with_rowid=False,
    )
    of_person = ["person", "ended", "match", "open", "hands"]
    op.create_index("ix_match_players_person", "match_players", of_person)
    op.create_table(
        "hands",
        _match(),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("dealer", sa.Integer, nullable=False),
        sa.Column("rank", sa.String(2), nullable=False),
        sa.Column("suit", sa.String(1)),
        sa.Column("points", sa.Integer, nullable=False),
        sa.Column("won", sa.Boolean, nullable=False),
        sa.Column("levels", sa.Integer, nullable=False),
        sa.Column("kitty_by", sa.Integer, nullable=False),
        sa.Column("kitty_points", sa.Integer, nullable=False),
        sa.Column("kitty_factor", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "number", name="pk_hands"),
        _of_match("hands"),
        sqlite_with_rowid=False,
    )
    op.create_table(
        "hand_players",
        _match(),
        sa.Column("hand", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("seat", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("person", _ID),
        sa.Column("role", sa.String(8), nullable=False),
        sa.Column("levels", sa.Integer, nullable=False),
        sa.Column("throws", sa.Integer, nullable=False),
        sa.Column("failed", sa.Integer, nullable=False),
        sa.PrimaryKeyConstraint("match", "hand", "seat", name="pk_hand_players"),
        _of_match("hand_players"),
        _of_person("hand_players"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_hand_players_person", "hand_players", ["person", "match", "hand"])
    op.create_table(
        "unrecorded",
        sa.Column("table", _ID, nullable=False),
        sa.Column("number", sa.Integer, autoincrement=False, nullable=False),
        sa.PrimaryKeyConstraint("table", "number", name="pk_unrecorded"),
        sa.ForeignKeyConstraint(
            ["table"], ["tables.id"], name="fk_unrecorded_table", ondelete="CASCADE"
        ),
    )
    op.execute(
        'INSERT INTO unrecorded ("table", number) '
        'SELECT entries."table", max(entries.number) FROM entries '
        'JOIN tables ON tables.id = entries."table" WHERE tables.started '
        'GROUP BY entries."table"'
    )


def _match() -> sa.Column[int]:
    return sa.Column("match", sa.Integer, autoincrement=False, nullable=False)


def _of_match(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["match"], ["matches.key"], name=f"fk_{table}_match", ondelete="CASCADE"
    )


def _of_person(table: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        ["person"], ["people.id"], name=f"fk_{table}_person", ondelete="SET NULL"
    )


def downgrade() -> None:
    """Forget the matches; the logs of the tables, as far as they are kept, still have them."""
    for table in ("unrecorded", "hand_players", "hands", "match_players", "records", "matches"):
        op.drop_table(table)
    op.drop_column("people", "made")
