"""Converts other programs' logs of games to records, by replaying each hand under our rules.

Only the deal and the decisions of a log are trusted. Its winners, points and levels are compared
with those of the replay, and the first difference is an error that names both. `replaying` has what
every format needs; a format is a module with `records_of`. The rules of the other program are
expressed by options; a hand that no option allows is refused with a sentence.
"""

from shengji.record.imports.replaying import LogError, ReplayedHand

__all__ = ["LogError", "ReplayedHand"]
