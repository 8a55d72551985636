"""`shengji schema`: valid, documented, and of the types that the program really reads."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from shengji.game import Command as GameCommand
from shengji.game import Event
from shengji.judge.inputs import ASKS
from shengji.rules import PRESETS, SYSTEMS, options, rules_from
from shengji.terminal.schemas import NAMES, schema_of
from tests.commandkit import Command


def _refs(part: Any) -> set[str]:
    if isinstance(part, dict):
        own = {part["$ref"]} if "$ref" in part else set()
        return own.union(*(_refs(value) for value in part.values()))
    return set().union(*map(_refs, part)) if isinstance(part, list) else set()


@pytest.mark.parametrize("name", [*NAMES, None])
def test_it_is_json_and_all_it_refers_to_is_there(command: Command, name: str | None) -> None:
    ran = command("schema", *([name] if name else []))
    assert ran.status == 0
    schema = json.loads(ran.out)
    assert schema == json.loads(json.dumps(schema_of(name)))
    assert {f"#/$defs/{key}" for key in schema["$defs"]} >= _refs(schema)


def test_every_type_is_described() -> None:
    for name, part in schema_of()["$defs"].items():
        if "properties" in part:
            assert part.get("description"), name
            assert "Attributes:" not in part["description"]


def test_every_field_of_an_event_or_command_is_described() -> None:
    for name in ("events", "commands", "record"):
        for part in schema_of(name)["$defs"].values():
            if "Attributes:" in (_doc(part["title"]) or ""):
                for field, schema in part["properties"].items():
                    assert schema.get("description") or field in ("event", "command"), field


def _doc(title: str) -> str | None:
    kinds = {kind.__name__: kind for kind in (*Event.__args__, *GameCommand.__args__)}
    return kinds[title].__doc__ if title in kinds else None


def test_events_and_questions_are_told_apart_by_name() -> None:
    events = schema_of("events")["discriminator"]
    assert set(events["mapping"]) == {kind.__struct_config__.tag for kind in Event.__args__}
    assert set(schema_of("judge")["discriminator"]["mapping"]) == set(ASKS)


def test_rules_have_their_texts_and_the_presets() -> None:
    properties = schema_of("rules")["$defs"]["Rules"]["properties"]
    names = {option.name for option in options()}
    assert set(properties) == {"preset", "system", *names}
    assert all(part["description"] for part in properties.values())
    assert set(properties["preset"]["enum"]) == set(PRESETS)
    assert set(properties["system"]["enum"]) == set(SYSTEMS)


def test_what_may_be_unset_may_be_called_so() -> None:
    properties = schema_of("rules")["$defs"]["Rules"]["properties"]
    unset = {
        name for name, part in properties.items() if {"const": "unset"} in part.get("anyOf", [])
    }
    assert unset == {option.name for option in options() if option.unset}
    assert rules_from({"most_levels": "unset"}).most_levels is None


def test_something_else(command: Command) -> None:
    ran = command("schema", "cards")
    assert ran.status == 2
    assert re.search(r"events", ran.err)
