"""Decisions: what each command leads to, or why it is refused, by what is decided."""

from shengji.nights.decisions.decision import decide
from shengji.nights.decisions.grounds import Decided

__all__ = ["Decided", "decide"]
