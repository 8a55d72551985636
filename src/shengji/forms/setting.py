"""Properties of a field in a form, in addition to its type."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

from shengji.rules.conditions import Given

_NOTHING: Mapping[object, object] = MappingProxyType({})


class Setting(NamedTuple):
    """Properties of a field in a form, attached to the field's type.

    Attributes:
        needs: condition under which the field has an effect; else it is hidden.
        usual: numbers or levels on offer; empty for all possible ones.
        step: numbers are multiples of this.
        seconds: whether its numbers are seconds.
        menu: whether its values are long, so that they are shown in a menu.
        beside: whether it is shown next to the field before it, if there is room.
        rare: whether it is collapsed, since few users change it.
        strict: substitutes for values that a strict form does not allow, as at a rated table.
        own: whether forms have a control of their own for it, in place of the one for its type.
        lasting: whether a strict form allows changes also while the subject is in progress.
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
