"""Regular evenings of clubs."""

from __future__ import annotations

import sqlalchemy as sa
from alembic import op

revision = "0038"
down_revision = "0037"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Add the club of an evening."""
    op.add_column("evenings", sa.Column("club", sa.String(40)))
    op.create_index("ix_evenings_club", "evenings", ["club"])
