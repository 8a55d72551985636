"""Tokens with which programs act for a person."""

import sqlalchemy as sa
from alembic import op

revision = "0010"
down_revision = "0009"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for tokens."""
    op.create_table(
        "tokens",
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("label", sa.String(40), nullable=False),
        sa.Column("scopes", sa.String(200), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger, nullable=True),
        sa.Column("expires", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("secret", name="pk_tokens"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_tokens_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_tokens_person", "tokens", ["person"])


def downgrade() -> None:
    """Go back to browsers alone."""
    op.drop_table("tokens")
