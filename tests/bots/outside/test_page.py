"""docs/bots.md and the schema say what the messages are."""

from __future__ import annotations

import json
import re
from typing import Any

import msgspec
import pytest

from shengji.bots.outside import Limits
from shengji.bots.outside.messages import LONGEST_LINE, CardsReply, FromBot, ToBot
from shengji.game import Event
from shengji.server.tables.bots.roster import LIMITS
from shengji.terminal.schemas import schema_of
from tests.bots.outside.page import KINDS, TABLES, field_table, place_of
from tests.bots.outside.page import PAGE as FILE

PAGE = FILE.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", TABLES, ids=lambda kind: str(kind.__name__))
def test_every_message_has_its_table(kind: type) -> None:
    """`python -m tests.bots.outside.page` would change nothing."""
    assert place_of(kind).read() == field_table(kind)


def test_every_message_is_named() -> None:
    named = set(re.findall(r"^### (\w+)$", PAGE, re.MULTILINE))
    tags = {kind.__struct_config__.tag for kind in (*ToBot.__args__, FromBot.__args__[0])}
    assert named == tags - {"bye"} and "bye" in PAGE


def test_its_examples_are_messages() -> None:
    blocks = re.findall(r"```json\n(.*?)\n```", PAGE, re.DOTALL)
    lines = [line for block in blocks for line in block.split("\n")]
    assert len(lines) == 3
    for line in lines:
        kind: Any = ToBot if '"type"' in line else CardsReply
        assert msgspec.json.encode(msgspec.json.decode(line, type=kind)).decode() == line


def test_its_numbers() -> None:
    page = " ".join(PAGE.split())
    assert f"{LONGEST_LINE:,} bytes" in page
    for limits, decision in ((LIMITS, "5 for a decision"), (Limits(), "10 for a decision")):
        assert decision == f"{limits.decision:.0f} for a decision"
        assert (
            f"{limits.start:.0f} seconds to be ready, {decision}, and {limits.bank:.0f} more"
            in page
        )


def test_the_schema_tells_messages_and_answers_apart() -> None:
    schema = schema_of("bot-protocol")
    tags = {str(kind.__struct_config__.tag) for kind in ToBot.__args__}
    assert set(schema["discriminator"]["mapping"]) == tags
    answers = schema["$defs"]["FromBot"]["anyOf"]
    assert [ref["$ref"] for ref in answers] == [f"#/$defs/{k.__name__}" for k in FromBot.__args__]
    for kind in KINDS:
        part = schema["$defs"][kind.__name__]
        assert part["description"], kind
        for name, field in part["properties"].items():
            assert name == "type" or name in ("seat", "cards") or field.get("description"), name
    assert {kind.__name__ for kind in Event.__args__} <= set(schema["$defs"])
    assert json.dumps(schema)
