"""Announcements of clubs to their members."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0037"
down_revision = "0036"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the table, and the members' choice."""
    op.add_column(
        "club_members",
        sa.Column("announced", sa.Boolean, nullable=False, server_default=sa.true()),
    )
    op.create_table(
        "announcements",
        sa.Column("id", sa.String(40), nullable=False),
        sa.Column(
            "club",
            sa.String(40),
            sa.ForeignKey("clubs.id", ondelete="CASCADE", name="fk_announcements_club"),
            nullable=False,
        ),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column(
            "by",
            sa.String(40),
            sa.ForeignKey("people.id", ondelete="SET NULL", name="fk_announcements_by"),
        ),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("reached", sa.String(40), nullable=False, server_default=sa.text("''")),
        sa.Column("pending", sa.Boolean, nullable=False),
        sa.Column("removed", sa.Boolean, nullable=False, server_default=sa.false()),
        sa.PrimaryKeyConstraint("id", name="pk_announcements"),
    )
    op.create_index("ix_announcements_club", "announcements", ["club", "at"])
    op.create_index("ix_announcements_pending", "announcements", ["pending"])
