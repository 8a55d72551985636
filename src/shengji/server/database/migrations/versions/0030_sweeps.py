"""The time of the last sweep, by which a clock that has jumped is known."""

import sqlalchemy as sa
from alembic import op

revision = "0030"
down_revision = "0029"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for it; the first sweep goes by the newest entry."""
    op.create_table(
        "sweeps",
        sa.Column("name", sa.String(40), nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("name", name="pk_sweeps"),
    )


def downgrade() -> None:
    """Forget it; the next sweep is the first again."""
    op.drop_table("sweeps")
