"""A match that was conceded before a hand of it was over is neither won nor lost."""

from alembic import op

revision = "0032"
down_revision = "0031"
branch_labels = None
depends_on = None


def upgrade() -> None:
    """Leave open who has won such a match."""
    op.execute(
        "UPDATE match_players SET won = NULL "
        "WHERE match IN (SELECT key FROM matches WHERE hands = 0)"
    )


def downgrade() -> None:
    """Nothing: who won is still in `matches`, and is not told of these."""
