"""Checkpoints of the logs of tables before the hand under way, so that they are soon read."""

import sqlalchemy as sa
from alembic import op

revision = "0003"
down_revision = "0002"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the checkpoints; each is written when the next hand starts."""
    op.add_column("tables", sa.Column("checkpoint", sa.LargeBinary, nullable=True))
    op.add_column("tables", sa.Column("checked", sa.Integer, nullable=True))


def downgrade() -> None:
    """Go back to reading whole logs."""
    op.drop_column("tables", "checked")
    op.drop_column("tables", "checkpoint")
