"""What all shapes have in common, and what several of them speak of."""

from __future__ import annotations

from typing import Literal

import msgspec

Tongue = Literal["en", "zh-Hans", "zh-Hant"]
"""A language of the site."""


Role = Literal["player", "organiser", "administrator"]
"""What the owner of an account may do besides playing; each may what those before it may."""


class Shape(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What an address takes or gives: an object with these fields and no others."""
