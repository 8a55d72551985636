"""Thoughts of bots beside the records of matches."""

from __future__ import annotations

from alembic import op
from sqlalchemy import Column, LargeBinary

revision = "0034"
down_revision = "0033"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the column."""
    op.add_column("records", Column("thoughts", LargeBinary))
