"""Sums over the hands of each holder of a seat, with the holder."""

import sqlalchemy as sa
from alembic import op

revision = "0014"
down_revision = "0013"
branch_labels = None
depends_on = None

_WON = "h.won = (p.role <> 'opponent')"
_LOST = "h.kitty_factor > 0"
_HANDS = {
    **{
        f"{role}_{what}": f"CASE WHEN p.role = '{role}'{such} THEN {value} ELSE 0 END"
        for role in ("dealer", "partner", "opponent")
        for what, such, value in (
            ("hands", "", "1"),
            ("won", f" AND {_WON}", "1"),
            ("levels", "", "p.levels"),
        )
    },
    **{
        f"trump_{name}_{what}": f"CASE WHEN p.role = 'dealer' AND {suit}{such} THEN 1 ELSE 0 END"
        for name, suit in {
            **{name.lower(): f"h.suit = '{name}'" for name in "DCHS"},
            "none": "h.suit IS NULL",
        }.items()
        for what, such in (("hands", ""), ("won", f" AND {_WON}"))
    },
    "throws": "p.throws",
    "failed": "p.failed",
    "buried": "CASE WHEN h.kitty_by = p.seat THEN 1 ELSE 0 END",
    "lost": f"CASE WHEN h.kitty_by = p.seat AND {_LOST} THEN 1 ELSE 0 END",
    "taken": f"CASE WHEN p.role = 'opponent' AND {_LOST} THEN 1 ELSE 0 END",
}
_NAMES = tuple(_HANDS)


def upgrade() -> None:
    """Sum up the hands of those who held seats in the matches that are kept."""
    op.add_column("match_players", sa.Column("game", sa.String(40)))
    op.add_column("match_players", sa.Column("won", sa.Boolean))
    for name in _NAMES:
        column = sa.Column(name, sa.SmallInteger, nullable=False, server_default=sa.text("0"))
        op.add_column("match_players", column)
    # A holder has the hands from `first` on, up to that of who came next to the seat.
    op.execute(
        f"""
        UPDATE match_players SET (game, won, {", ".join(_NAMES)}) = (
            SELECT
            (SELECT m.game FROM matches AS m WHERE m.key = match_players.match),
            (
                SELECT CASE WHEN m.teams = 'fixed' AND m.winners > 0
                THEN (m.winners >> match_players.seat) & 1 = 1 END
                FROM matches AS m WHERE m.key = match_players.match
            ),
            {", ".join(f"coalesce(sum({value}), 0)" for value in _HANDS.values())}
            FROM hand_players AS p
            JOIN hands AS h ON h.match = p.match AND h.number = p.hand
            WHERE p.match = match_players.match AND p.seat = match_players.seat
            AND p.hand >= match_players.first
            AND NOT EXISTS (
                SELECT 1 FROM match_players AS later
                WHERE later.match = p.match AND later.seat = p.seat
                AND later.first > match_players.first AND later.first <= p.hand
            )
        )
        """
    )


def downgrade() -> None:
    """Forget the sums; the hands still have all of it."""
    for name in ("game", "won", *_NAMES):
        op.drop_column("match_players", name)
