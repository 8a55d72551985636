"""Since when each device of a person is known, when it was last here, and what it is."""

import sqlalchemy as sa
from alembic import op

revision = "0004"
down_revision = "0003"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for what tells one device from another; of those before, little is known."""
    op.add_column("keys", sa.Column("label", sa.String(40), nullable=True))
    op.add_column("keys", sa.Column("made", sa.BigInteger, nullable=True))
    op.add_column("keys", sa.Column("seen", sa.BigInteger, nullable=True))


def downgrade() -> None:
    """Go back to keys alone."""
    for column in ("seen", "made", "label"):
        op.drop_column("keys", column)
