"""Rules in words: what is played, by the name of a preset, and what differs from it."""

from __future__ import annotations

from typing import NamedTuple

from shengji.game import Language
from shengji.rules import PRESETS, SYSTEMS, Rules, describe_rules, option_of, rules_from
from shengji.terminal.table.speaker import Speaker


class Changed(NamedTuple):
    """An option that differs from the preset: its title, its value, and that of the preset."""

    title: str
    value: str
    other: str


def heading(rules: Rules, language: Language) -> str:
    """The names of the preset, and the system, that the rules come from."""
    described = describe_rules(rules)
    return heading_of(str(described["preset"]), described.get("system"), language)


def heading_of(preset: str, system: object, language: Language) -> str:
    """The titles of a preset and perhaps a system.

    >>> heading_of("forty-points", None, "zh"), heading_of("pagat", "six-player", "en")[:20]
    ('四十分：四人一副牌', 'Pagat, Tractor; Six ')
    """
    found: list[tuple[str, str]] = [(PRESETS[preset].title, PRESETS[preset].title_zh)]
    if isinstance(system, str):
        found.append((SYSTEMS[system].title, SYSTEMS[system].title_zh))
    which = 1 if language == "zh" else 0
    return ("；" if which else "; ").join(titles[which] for titles in found)


def changes(rules: Rules, language: Language) -> list[Changed]:
    """The options that differ from that preset and system, and are in effect.

    >>> from shengji.rules import rules_from
    >>> changes(rules_from({"first_level": "8"}), "en")
    [Changed(title='First level', value='8', other='2')]
    """
    described = describe_rules(rules)
    head = {name: value for name, value in described.items() if name in ("preset", "system")}
    base = rules_from(head)
    found = []
    for name in described:
        if name in head:
            continue
        option = option_of(name)
        value, other = getattr(rules, name), getattr(base, name)
        found.append(
            Changed(
                option.title(language),
                option.label(value, language),
                option.label(other, language),
            )
        )
    return found


def played(rules: Rules, speaker: Speaker) -> list[str]:
    """What is played, line by line."""
    found = changes(rules, speaker.language)
    key = "plain.rules" if found else "plain.rules-as"
    return [
        speaker.say(size_key(rules), **sizes(rules)),
        speaker.say(key, text=heading(rules, speaker.language)),
        *(speaker.say("plain.rule", **changed._asdict()) for changed in found),
    ]


def size_key(rules: Rules) -> str:
    """The text that says how many play with how many cards."""
    return "rules.friends" if rules.teams == "friends" else "rules.fixed"


def sizes(rules: Rules) -> dict[str, object]:
    """How many players, decks and cards, as the texts name them."""
    return {
        "players": rules.players,
        "decks": rules.deck_count,
        "each": rules.hand_size,
        "kitty": rules.kitty_size,
        "count": rules.calls,
    }
