"""OpenSpiel games: a hand under any rules, and a small solvable variant.

Importing this package registers two games with OpenSpiel (the extra `openspiel`): `shengji`, a hand
under any rules (`hand`), and `shengji_mini`, a hand of a few cards between two players (`mini`).
"""

from __future__ import annotations

from shengji.extras import require

require("openspiel", "pyspiel")
from shengji.env.spiel.hand import ShengjiGame  # noqa: E402 - after the check that it is there
from shengji.env.spiel.mini import MiniGame  # noqa: E402

__all__ = ["MiniGame", "ShengjiGame"]
