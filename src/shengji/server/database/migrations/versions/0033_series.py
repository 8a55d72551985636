"""Series of nights belong to somebody, and take in the nights of others by consent."""

import json

import sqlalchemy as sa
from alembic import op

revision = "0033"
down_revision = "0032"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for owners, and find those of the series that there are.

    A series belongs to whoever made its earliest night and still has an account. Nights that
    others with an account made wait for the owner's answer; those of accounts that are gone stay.
    """
    op.create_table(
        "series",
        sa.Column("name", sa.String(120), nullable=False),
        sa.Column("owner", _ID),
        sa.PrimaryKeyConstraint("name", name="pk_series"),
        sa.ForeignKeyConstraint(
            ["owner"], ["people.id"], name="fk_series_owner", ondelete="SET NULL"
        ),
    )
    op.create_index("ix_series_owner", "series", ["owner"])
    op.add_column("nights", sa.Column("joined", sa.Boolean))
    connection = op.get_bind()
    accounts = set(connection.execute(sa.text("SELECT person FROM accounts")).scalars())
    found = connection.execute(
        sa.text(
            "SELECT n.id, n.series, e.body FROM nights n JOIN night_events e ON e.night = n.id "
            "WHERE n.series <> '' AND e.number = 1 ORDER BY n.opened, n.id"
        )
    )
    made = [(night, series, json.loads(bytes(body)).get("by")) for night, series, body in found]
    owners: dict[str, str | None] = {}
    for _, series, by in made:
        if owners.get(series) is None:
            owners[series] = by if by in accounts else None
    for series, owner in owners.items():
        connection.execute(
            sa.text("INSERT INTO series (name, owner) VALUES (:name, :owner)"),
            {"name": series, "owner": owner},
        )
    for night, series, by in made:
        if by == owners[series] or by not in accounts:
            connection.execute(
                sa.text("UPDATE nights SET joined = :joined WHERE id = :night").bindparams(
                    sa.bindparam("joined", True, sa.Boolean), night=night
                )
            )


def downgrade() -> None:
    """Forget whose series are."""
    op.drop_column("nights", "joined")
    op.drop_index("ix_series_owner", "series")
    op.drop_table("series")
