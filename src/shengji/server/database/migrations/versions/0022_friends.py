"""Friends: who has asked whom, who are friends, who has blocked whom, and how one is found."""

import sqlalchemy as sa
from alembic import op

revision = "0022"
down_revision = "0021"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for them; there were none before."""
    op.create_table(
        "bonds",
        sa.Column("person", _ID, nullable=False),
        sa.Column("other", _ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("person", "other", name="pk_bonds"),
        _to_people("bonds", "person"),
        _to_people("bonds", "other"),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_bonds_other", "bonds", ["other"])
    op.create_table(
        "companions",
        sa.Column("person", _ID, nullable=False),
        sa.Column("shown", sa.Boolean, nullable=False),
        sa.Column("link", _ID),
        sa.PrimaryKeyConstraint("person", name="pk_companions"),
        _to_people("companions", "person"),
    )
    op.create_index("ix_companions_link", "companions", ["link"], unique=True)


def _to_people(table: str, column: str) -> sa.ForeignKeyConstraint:
    return sa.ForeignKeyConstraint(
        [column], ["people.id"], name=f"fk_{table}_{column}", ondelete="CASCADE"
    )


def downgrade() -> None:
    """Forget all friends."""
    op.drop_table("companions")
    op.drop_table("bonds")
