"""Faces: the pictures that people have chosen, and a line about themselves."""

import sqlalchemy as sa
from alembic import op

revision = "0024"
down_revision = "0023"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them; there were none before."""
    op.create_table(
        "faces",
        sa.Column("person", sa.String(40), nullable=False),
        sa.Column("drawing", sa.String(16)),
        sa.Column("about", sa.String(80), nullable=False),
        sa.PrimaryKeyConstraint("person", name="pk_faces"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_faces_person", ondelete="CASCADE"
        ),
    )


def downgrade() -> None:
    """Forget them."""
    op.drop_table("faces")
