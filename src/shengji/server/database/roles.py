"""The role of a seat in a hand, as it is kept and told; whoever tells of it needs no SQL."""

from __future__ import annotations

from typing import Literal

HandRole = Literal["dealer", "partner", "opponent"]
"""The role of a seat in a hand; a partner of the Dealer is a Declarer too."""
