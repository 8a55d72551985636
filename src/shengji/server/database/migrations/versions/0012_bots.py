"""Accounts that are bots."""

import sqlalchemy as sa
from alembic import op

revision = "0012"
down_revision = "0011"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Mark which accounts are bots; none is yet."""
    no = sa.false()
    op.add_column("accounts", sa.Column("bot", sa.Boolean, nullable=False, server_default=no))


def downgrade() -> None:
    """Go back to people alone."""
    op.drop_column("accounts", "bot")
