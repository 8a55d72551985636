"""Reviews that are to be made, and who waits for them, for all servers of a site."""

import sqlalchemy as sa
from alembic import op

revision = "0027"
down_revision = "0026"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Make room for them; whoever waited until now asks again."""
    op.create_table(
        "review_records",
        sa.Column("digest", sa.LargeBinary(32), nullable=False),
        sa.Column("lines", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("digest", name="pk_review_records"),
    )
    op.create_table(
        "review_jobs",
        sa.Column("record", sa.LargeBinary(32), nullable=False),
        sa.Column("depth", sa.Double, nullable=False),
        sa.Column("seed", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("hand", sa.Integer, nullable=False),
        sa.Column("code", sa.String(16), nullable=False),
        sa.Column("source", sa.LargeBinary(32), nullable=False),
        sa.Column("taker", _ID),
        sa.Column("token", _ID),
        sa.Column("ask", _ID),
        sa.Column("turn", sa.BigInteger, nullable=False),
        sa.Column("tries", sa.Integer, nullable=False),
        sa.Column("done", sa.Integer, nullable=False),
        sa.Column("of", sa.Integer, nullable=False),
        sa.Column("failed", sa.BigInteger),
        sa.PrimaryKeyConstraint("record", "depth", "seed", name="pk_review_jobs"),
    )
    op.create_index("ix_review_jobs_source", "review_jobs", ["source"])
    op.create_table(
        "review_asks",
        sa.Column("id", _ID, nullable=False),
        sa.Column("person", _ID, nullable=False),
        sa.Column("address", sa.String(64), nullable=False),
        sa.Column("member", sa.Boolean, nullable=False),
        sa.Column("counts", sa.Boolean, nullable=False),
        sa.Column("place", sa.String(64), nullable=False),
        sa.Column("number", sa.BigInteger, nullable=False),
        sa.Column("turn", sa.BigInteger),
        sa.PrimaryKeyConstraint("id", name="pk_review_asks"),
    )
    op.create_index("ix_review_asks_person", "review_asks", ["person"])
    op.create_table(
        "review_wishes",
        sa.Column("ask", _ID, nullable=False),
        sa.Column("record", sa.LargeBinary(32), nullable=False),
        sa.Column("depth", sa.Double, nullable=False),
        sa.Column("seed", sa.Integer, autoincrement=False, nullable=False),
        sa.Column("number", sa.Integer, nullable=False),
        sa.ForeignKeyConstraint(
            ["ask"], ["review_asks.id"], name="fk_review_wishes_ask", ondelete="CASCADE"
        ),
        sa.PrimaryKeyConstraint("ask", "record", "depth", "seed", name="pk_review_wishes"),
    )
    op.create_index("ix_review_wishes_record", "review_wishes", ["record"])


def downgrade() -> None:
    """Forget who waits."""
    for table in ("review_wishes", "review_asks", "review_jobs", "review_records"):
        op.drop_table(table)
