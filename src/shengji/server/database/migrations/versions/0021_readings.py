"""Readings of each account's name; no later name may be read so too."""

import sqlalchemy as sa
from alembic import op

from shengji.server.accounts.names import skeletons

revision = "0021"
down_revision = "0020"
branch_labels = None
depends_on = None

_NAMES = sa.table("names", sa.column("skeleton", sa.String), sa.column("person", sa.String))


def upgrade() -> None:
    """Add it; of accounts whose names are read alike, which keep them, to one."""
    connection = op.get_bind()
    owners = sa.text(
        "SELECT people.id, people.name FROM people JOIN accounts ON accounts.person = people.id "
        "ORDER BY accounts.made, people.id"
    )
    found: dict[str, str] = {}
    for person, name in connection.execute(owners):
        for skeleton in skeletons(name):
            if skeleton.startswith(" "):
                found.setdefault(skeleton, person)
    if found:
        rows = [{"skeleton": skeleton, "person": person} for skeleton, person in found.items()]
        connection.execute(sa.insert(_NAMES), rows)


def downgrade() -> None:
    """Compare names as they are shown alone."""
    op.execute(sa.delete(_NAMES).where(_NAMES.c.skeleton.startswith(" ")))
