"""JSON Schemas of the program's input and output, generated from its types."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from shengji.bots.outside.messages import FromBot, ToBot
from shengji.forms.docstrings import document
from shengji.game import Command, Event
from shengji.judge.answers import Answer, ErrorAnswer
from shengji.judge.questions import Question
from shengji.practice.puzzles import Puzzle
from shengji.record import HandReviewed, Header, PlayerChanged
from shengji.rules import PRESETS, SYSTEMS, Option, Rules, options
from shengji.rules.domain import UNSET

Schema = dict[str, Any]

_TYPES: dict[str, tuple[str, tuple[Any, ...]]] = {
    "events": ("An event of a match, as it is recorded and sent.", Event.__args__),
    "commands": ("A command to a match.", Command.__args__),
    "record": (
        "A line of a record: first a header, then events, changes of players, and reviews.",
        (Header, *Event.__args__, PlayerChanged, HandReviewed),
    ),
    "puzzle": ("A puzzle, a line of a file of puzzles.", (Puzzle,)),
    "rules": ("Rules: a preset, a system laid over it, and the options that differ.", (Rules,)),
    "judge": ("A question to the judge; $defs/Answer has the answers.", Question.__args__),
    "bot-protocol": (
        "A message to a bot in another process; $defs/FromBot has what it writes.",
        ToBot.__args__,
    ),
}
NAMES: tuple[str, ...] = tuple(_TYPES)
"""The names of the schemas."""


def schema_of(name: str | None = None) -> Schema:
    """The JSON Schema of one of `NAMES`, or an object with all of them.

    >>> schema_of("commands")["discriminator"]["propertyName"]
    'command'
    """
    names = NAMES if name is None else (name,)
    answers = (*Answer.__args__, ErrorAnswer) if "judge" in names else ()
    from_bot = FromBot.__args__ if "bot-protocol" in names else ()
    kinds = [kind for chosen in names for kind in _TYPES[chosen][1]]
    kinds += [*answers, *from_bot]
    _, parts = msgspec.json.schema_components(kinds, ref_template="#/$defs/{name}")
    named = {kind.__name__: kind for kind in kinds}
    for part_name, part in parts.items():
        document(part, named.get(part_name))
    if "Rules" in parts:
        _document_rules(parts["Rules"])
    if answers:
        parts["Answer"] = {"description": "An answer of the judge.", "anyOf": _refs(answers)}
    if from_bot:
        parts["FromBot"] = {"description": "What a bot writes.", "anyOf": _refs(from_bot)}
    schemas = {chosen: _one(chosen) for chosen in names}
    if name is None:
        top: Schema = {"title": "shengji", "type": "object", "properties": schemas}
    else:
        top = schemas[name]
    draft = {"$schema": "https://json-schema.org/draft/2020-12/schema"}
    return {**draft, **top, "$defs": dict(sorted(parts.items()))}


def _one(name: str) -> Schema:
    """The schema of one name, with references to the definitions of its types."""
    text, kinds = _TYPES[name]
    top: Schema = {"title": f"shengji {name}", "description": text}
    if len(kinds) == 1:
        return {**top, **_refs(kinds)[0]}
    top["anyOf"] = _refs(kinds)
    configs = [kind.__struct_config__ for kind in kinds]
    if all(config.tag is not None for config in configs):
        mapping = {c.tag: r["$ref"] for c, r in zip(configs, top["anyOf"], strict=True)}
        top["discriminator"] = {"propertyName": configs[0].tag_field, "mapping": mapping}
    return top


def _refs(kinds: Iterable[type]) -> list[Schema]:
    return [{"$ref": f"#/$defs/{kind.__name__}"} for kind in kinds]


def _described(option: Option) -> str:
    """The help of an option, and of its values as written in a file."""
    values = [*option.values, *option.words]
    told = any(map(option.value_help, values))
    lines = (f"`{value}`: {option.meaning(value).rstrip('.')}." for value in values if told)
    return " ".join((option.help(), *lines))


def _document_rules(part: Schema) -> None:
    """Add the texts of the options to the fields of `Rules`, with preset and system first."""
    preset: Schema = {
        "description": "The named rules that the other options change.",
        "enum": list(PRESETS),
        "default": next(iter(PRESETS)),
    }
    system: Schema = {
        "description": "The system that is laid over the preset.",
        "enum": list(SYSTEMS),
    }
    for option in options():
        found = part["properties"][option.name]
        found |= {
            "title": option.text.title,
            "description": f"{_described(option)} ({option.text.source})",
        }
        if option.unset:
            found["anyOf"].append({"const": UNSET})
    part["properties"] = {"preset": preset, "system": system, **part["properties"]}
