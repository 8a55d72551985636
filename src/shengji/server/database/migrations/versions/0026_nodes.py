"""Nodes, and which of them owns a table or a night."""

import sqlalchemy as sa
from alembic import op

revision = "0026"
down_revision = "0025"
branch_labels = None
depends_on = None

_ID = sa.String(40)


def upgrade() -> None:
    """Let nobody own anything; whoever needs it first does."""
    op.create_table(
        "nodes",
        sa.Column("id", _ID, nullable=False),
        sa.Column("roles", sa.String(40), nullable=False),
        sa.Column("since", sa.BigInteger, nullable=False),
        sa.Column("until", sa.BigInteger, nullable=False),
        sa.PrimaryKeyConstraint("id", name="pk_nodes"),
    )
    op.create_table(
        "duties",
        sa.Column("id", _ID, nullable=False),
        sa.Column("owner", _ID),
        sa.Column("epoch", sa.Integer, nullable=False, server_default="0"),
        sa.PrimaryKeyConstraint("id", name="pk_duties"),
    )
    for table in ("tables", "nights"):
        op.add_column(table, sa.Column("owner", _ID))
        op.add_column(table, sa.Column("epoch", sa.Integer, nullable=False, server_default="0"))


def downgrade() -> None:
    """Forget who owns what."""
    for table in ("tables", "nights"):
        op.drop_column(table, "epoch")
        op.drop_column(table, "owner")
    op.drop_table("duties")
    op.drop_table("nodes")
