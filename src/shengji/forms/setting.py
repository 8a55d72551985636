"""The part of a field in a form, besides its type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from shengji.rules.conditions import Given

_NOTHING: Mapping[object, object] = MappingProxyType({})


class Setting(NamedTuple):
    """The part of a field in a form, attached to the field's type.

    Attributes:
        needs: what must be given for it to have an effect; else it is not shown.
        usual: the numbers or levels that are offered; empty: all that can be.
        step: numbers are set in steps of this.
        seconds: whether its numbers are seconds.
        menu: whether its values are so long that they stand in a menu.
        beside: whether it stands beside the field before it, where there is room.
        rare: whether it is folded away, since few change it.
        strict: what stands in the place of a value where the form is strict, as at a rated table.
        own: whether forms have a control of their own for it, though its type would tell them one.
        lasting: whether it may be changed there also while what it is about is under way.
    """

    needs: Given | None = None
    usual: tuple[object, ...] = ()
    step: int = 1
    seconds: bool = False
    menu: bool = False
    beside: bool = False
    rare: bool = False
    strict: Mapping[object, object] = _NOTHING
    own: bool = False
    lasting: bool = False
