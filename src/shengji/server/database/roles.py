"""The role of a seat in a hand, in a module that needs no SQL."""

from __future__ import annotations

from typing import Literal

HandRole = Literal["dealer", "partner", "opponent"]
"""The role of a seat in a hand; the Dealer and the Dealer's partners are the Declarers."""
