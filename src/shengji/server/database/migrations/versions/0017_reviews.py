"""Reviews of hands, which cost much to make and are the same whenever they are made."""

import sqlalchemy as sa
from alembic import op

revision = "0017"
down_revision = "0016"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for reviews; there was none before."""
    op.create_table(
        "reviews",
        sa.Column("record", sa.LargeBinary(32), nullable=False),
        sa.Column("depth", sa.Double, nullable=False),
        sa.Column("seed", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("body", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("record", "depth", "seed", name="pk_reviews"),
    )


def downgrade() -> None:
    """Go back; who asks again is given the same reviews."""
    op.drop_table("reviews")
