"""Reports, mutes and bans, and the book of what those who keep the site have done."""

import sqlalchemy as sa
from alembic import op

revision = "0009"
down_revision = "0007"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Make room for them."""
    identity = sa.String(40)
    op.create_table(
        "reports",
        sa.Column("id", identity, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", identity, nullable=False),
        sa.Column("about", identity, nullable=False),
        sa.Column("table", identity, nullable=True),
        sa.Column("hand", sa.Integer, nullable=True),
        sa.Column("text", sa.String(1000), nullable=False),
        sa.Column("closed", sa.BigInteger, nullable=True),
        sa.Column("outcome", sa.String(1000), nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_reports"),
    )
    op.create_index("ix_reports_closed", "reports", ["closed"])
    op.create_table(
        "sanctions",
        sa.Column("id", identity, nullable=False),
        sa.Column("person", identity, nullable=False),
        sa.Column("kind", sa.String(10), nullable=False),
        sa.Column("reason", sa.String(1000), nullable=False),
        sa.Column("by", identity, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=True),
        sa.Column("lifted", sa.BigInteger, nullable=True),
        sa.PrimaryKeyConstraint("id", name="pk_sanctions"),
        sa.ForeignKeyConstraint(
            ["person"], ["people.id"], name="fk_sanctions_person", ondelete="CASCADE"
        ),
    )
    op.create_index("ix_sanctions_person", "sanctions", ["person"])
    op.create_table(
        "audit",
        sa.Column("number", sa.Integer, nullable=False),
        sa.Column("at", sa.BigInteger, nullable=False),
        sa.Column("by", identity, nullable=False),
        sa.Column("act", sa.String(40), nullable=False),
        sa.Column("about", identity, nullable=False),
        sa.Column("detail", sa.LargeBinary, nullable=False),
        sa.PrimaryKeyConstraint("number", name="pk_audit"),
    )


def downgrade() -> None:
    """Go back to a site that nobody keeps."""
    for table in ("audit", "sanctions", "reports"):
        op.drop_table(table)
