"""Rules in words: the preset, and the differences from it."""

from __future__ import annotations

from shengji.rules import Group, Preset, Rules, System, changes, heading
from shengji.terminal.table.speaker import Speaker
from shengji.words import Language


def played(rules: Rules, speaker: Speaker) -> list[str]:
    """The rules, line by line, with the options in effect that differ from the preset.

    >>> from shengji.rules import rules_from
    >>> played(rules_from({"first_level": "8"}), Speaker("en", 4))[2:]
    ['  First level: 8 (else: 2)']
    """
    language, found = speaker.language, changes(rules)
    key = "plain.rules" if found else "plain.rules-as"
    lines = [size(rules, speaker), speaker.say(key, text=heading(rules, language))]
    for one in found:
        value, other = (one.option.label(each, language) for each in (one.second, one.first))
        title = one.option.title(language)
        lines.append(speaker.say("plain.rule", title=title, value=value, other=other))
    return lines


def title(of: Preset | System | Group, language: Language) -> str:
    """The name of a preset, a system or a group of options."""
    return of.title_zh if language == "zh" else of.title


def size(rules: Rules, speaker: Speaker) -> str:
    """The numbers of players, decks and cards."""
    return speaker.say(
        "rules.friends" if rules.teams == "friends" else "rules.fixed",
        players=rules.players,
        decks=rules.deck_count,
        each=rules.hand_size,
        kitty=rules.kitty_size,
        count=rules.calls,
    )
