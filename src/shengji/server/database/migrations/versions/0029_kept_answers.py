"""Answers to requests that came with an idempotency key."""

import sqlalchemy as sa
from alembic import op

revision = "0029"
down_revision = "0028"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for them."""
    op.create_table(
        "kept_answers",
        sa.Column("id", sa.LargeBinary(32), nullable=False),
        sa.Column("owner", sa.String(64), nullable=False),
        sa.Column("person", _ID),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("request", sa.LargeBinary(32), nullable=False),
        sa.Column("answer", sa.LargeBinary),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_kept_answers_person", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("id", name="pk_kept_answers"),
    )
    op.create_index("ix_kept_answers_owner", "kept_answers", ["owner", "at"])
    op.create_index("ix_kept_answers_person", "kept_answers", ["person"])
    op.create_index("ix_kept_answers_at", "kept_answers", ["at"])


def downgrade() -> None:
    """Forget them; who sends a request again makes it anew."""
    op.drop_table("kept_answers")
