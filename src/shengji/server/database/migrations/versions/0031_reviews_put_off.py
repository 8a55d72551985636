"""When a review is tried again over which several servers have ended."""

import sqlalchemy as sa
from alembic import op

revision = "0031"
down_revision = "0030"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; no review is put off."""
    op.add_column("review_jobs", sa.Column("later", sa.BigInteger))


def downgrade() -> None:
    """Forget it; what is put off is tried at once."""
    op.drop_column("review_jobs", "later")
