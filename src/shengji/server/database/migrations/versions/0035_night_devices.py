"""Devices of a night's tables."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0035"
down_revision = "0034"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table."""
    op.create_table(
        "night_devices",
        sa.Column(
            "night",
            sa.String(40),
            sa.ForeignKey("nights.id", ondelete="CASCADE", name="fk_night_devices_night"),
            primary_key=True,
        ),
        sa.Column("table", sa.Integer, primary_key=True, autoincrement=False),
        sa.Column("codes", sa.Integer, nullable=False),
        sa.Column("secret", sa.LargeBinary),
        sa.Column("waits", sa.Boolean, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.Column("seen", sa.BigInteger),
        sa.PrimaryKeyConstraint("night", "table", name="pk_night_devices"),
    )
