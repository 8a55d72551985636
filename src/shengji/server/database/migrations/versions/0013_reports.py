"""Reports of matches that are over."""

import sqlalchemy as sa
from alembic import op

revision = "0013"
down_revision = "0012"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for the match that a report is of."""
    op.add_column("reports", sa.Column("match", sa.String(40), nullable=True))


def downgrade() -> None:
    """Go back to tables alone."""
    op.drop_column("reports", "match")
