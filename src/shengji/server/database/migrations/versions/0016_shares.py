"""Matches that are shared by a link."""

import sqlalchemy as sa
from alembic import op

revision = "0016"
down_revision = "0015"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for links to matches; there was none before."""
    op.create_table(
        "shares",
        sa.Column("token", _ID, nullable=False),
        sa.Column("match", sa.Integer, nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("token", name="pk_shares"),
        sa.ForeignKeyConstraint(
            ["match"], ["matches.key"], name="fk_shares_match", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_shares_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_shares_match", "shares", ["match", "person"], unique=True)
    op.create_index("ix_shares_person", "shares", ["person"])


def downgrade() -> None:
    """Go back to a site without such links; they lead nowhere then."""
    op.drop_table("shares")
