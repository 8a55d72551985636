"""Named rules: the texts, and the systems of the family."""

from __future__ import annotations

from typing import NamedTuple

from shengji.rules.domain import plain
from shengji.rules.rules import Rules


class Preset(NamedTuple):
    """A named set of option values, with what people are told about it."""

    name: str
    title: str
    title_zh: str
    rules: Rules


PRESETS: dict[str, Preset] = {
    preset.name: preset
    for preset in (
        Preset(
            "zhang-2021",
            "Zhang, An Introduction to Sheng Ji / Tractor, revised 2021",
            "《升级入门》（2021 年修订）",
            Rules(),
        ),
        Preset("tractor", "Tractor: four players, two decks", "拖拉机：四人两副牌", Rules()),
    )
}
DEFAULT_PRESET = "zhang-2021"


def describe_rules(rules: Rules) -> dict[str, object]:
    """Rules as plain data: the nearest preset and only what differs from it.

    >>> describe_rules(Rules(decks=3))
    {'preset': 'zhang-2021', 'decks': 3}
    """
    best: dict[str, object] | None = None
    for preset in PRESETS.values():
        changed = {
            name: plain(getattr(rules, name))
            for name in Rules.__struct_fields__
            if getattr(rules, name) != getattr(preset.rules, name)
        }
        if best is None or len(changed) < len(best) - 1:
            best = {"preset": preset.name, **changed}
    assert best is not None
    return best
