"""Where browsers want to be told something while no page is open, and the key that signs it."""

import sqlalchemy as sa
from alembic import op

revision = "0005"
down_revision = "0004"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them; the key is made when somebody first asks for it."""
    op.create_table(
        "pushes",
        sa.Column("secret", sa.LargeBinary(32), nullable=False),
        sa.Column("endpoint", sa.String(1000), nullable=False),
        sa.Column("p256dh", sa.LargeBinary(65), nullable=False),
        sa.Column("auth", sa.LargeBinary(16), nullable=False),
        sa.Column("tongue", sa.String(8), nullable=False),
        sa.Column("muted", sa.LargeBinary, nullable=False),
        sa.Column("made", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("secret", name="pk_pushes"),
        sa.ForeignKeyConstraint(
            ["secret"], ["keys.secret"], name="fk_pushes_secret", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_pushes_endpoint", "pushes", ["endpoint"])
    op.create_table(
        "push_keys",
        sa.Column("id", sa.Integer, nullable=False, autoincrement=False),
        sa.Column("private", sa.LargeBinary(32), nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_push_keys"),
    )


def downgrade() -> None:
    """Go back to calling nobody; whoever wanted it must ask again."""
    op.drop_table("push_keys")
    op.drop_table("pushes")
