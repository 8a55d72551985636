"""OpenSpiel: the game, and a small relative of it that can be solved.

Importing this package registers two games with OpenSpiel (the extra `openspiel`): `shengji`, a hand
under any rules (`hand`), and `shengji_mini`, a hand of a few cards between two players (`mini`).
"""

from __future__ import annotations

from shengji.env.spiel.hand import ShengjiGame
from shengji.env.spiel.mini import MiniGame

__all__ = ["MiniGame", "ShengjiGame"]
