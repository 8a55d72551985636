"""Guests who have become part of an account by signing in to it."""

import sqlalchemy as sa
from alembic import op

revision = "0020"
down_revision = "0019"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for who has become whose; of those before it is not known."""
    op.create_table(
        "heirs",
        sa.Column("guest", _ID, nullable=False),
        sa.Column("owner", _ID, nullable=False),
        sa.PrimaryKeyConstraint("guest", name="pk_heirs"),
        sa.ForeignKeyConstraint(
            ["guest"], ["people.id"], name="fk_heirs_guest", ondelete="CASCADE"
        ),
        sa.ForeignKeyConstraint(
            ["owner"], ["people.id"], name="fk_heirs_owner", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_heirs_owner", "heirs", ["owner"])


def downgrade() -> None:
    """Forget who has become whose; what was kept of them since is the owners' already."""
    op.drop_table("heirs")
