"""Correlations of the errors of two people's ratings; everything is rated again with them."""

import sqlalchemy as sa
from alembic import op

revision = "0028"
down_revision = "0027"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column, and rate all pools again as soon as the server runs."""
    zero = sa.text("0")
    column = sa.Column("correlation", sa.Double, nullable=False, server_default=zero)
    op.add_column("rating_meetings", column)
    _rate_again()


def downgrade() -> None:
    """Drop the column, and rate again without it."""
    op.drop_column("rating_meetings", "correlation")
    _rate_again()


def _rate_again() -> None:
    op.execute("DELETE FROM ratings")
    op.execute("UPDATE rated_pools SET ended = -1, match = 0")
