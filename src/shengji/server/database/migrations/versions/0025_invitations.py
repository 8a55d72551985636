"""Invitations of friends to places."""

import sqlalchemy as sa
from alembic import op

revision = "0025"
down_revision = "0024"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for them; there were none before."""
    op.create_table(
        "invitations",
        sa.Column("id", _ID, nullable=False),
        sa.Column("by", _ID, nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("kind", sa.String(8), nullable=False),
        sa.Column("place", _ID, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.Column("outcome", sa.String(8)),
        sa.Column("ended", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_invitations"),
        *(
            sa.ForeignKeyConstraint(
                [column], ["people.id"], name=f"fk_invitations_{column}", ondelete="CASCADE"
            )
            for column in ("by", "person")
        ),
    )
    for column in ("by", "person", "until"):
        op.create_index(f"ix_invitations_{column}", "invitations", [column])


def downgrade() -> None:
    """Forget all invitations."""
    op.drop_table("invitations")
