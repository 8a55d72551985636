"""Rules in words: what is played, by the name of a preset, and what differs from it."""

from __future__ import annotations

from typing import NamedTuple

from shengji.rules import Group, Preset, Rules, System, changes, heading
from shengji.terminal.table.speaker import Speaker
from shengji.words import Language


class Changed(NamedTuple):
    """An option that differs from the preset: its title, its value, and that of the preset."""

    title: str
    value: str
    other: str


def changed(rules: Rules, language: Language) -> list[Changed]:
    """The options that differ from that preset and system, and are in effect.

    >>> from shengji.rules import rules_from
    >>> changed(rules_from({"first_level": "8"}), "en")
    [Changed(title='First level', value='8', other='2')]
    """
    return [
        Changed(
            found.option.title(language),
            found.option.label(found.second, language),
            found.option.label(found.first, language),
        )
        for found in changes(rules)
    ]


def played(rules: Rules, speaker: Speaker) -> list[str]:
    """What is played, line by line."""
    found = changed(rules, speaker.language)
    key = "plain.rules" if found else "plain.rules-as"
    return [
        speaker.say(size_key(rules), **sizes(rules)),
        speaker.say(key, text=heading(rules, speaker.language)),
        *(speaker.say("plain.rule", **one._asdict()) for one in found),
    ]


def title(of: Preset | System | Group, language: Language) -> str:
    """What a preset, a system or a group of options is called."""
    return of.title_zh if language == "zh" else of.title


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
