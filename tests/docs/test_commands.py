"""docs/commands.md is the reference of all commands."""

from __future__ import annotations

import re

from docs.commands import PLACE, commands, written


def test_the_reference_is_that_of_the_declarations() -> None:
    """`python -m docs.commands` would change nothing."""
    assert PLACE.read() == written()


def test_every_command_stands_in_the_table_of_tasks() -> None:
    before = PLACE.page.read_text(encoding="utf-8").partition(PLACE.begin)[0]
    named = set(re.findall(r"`([a-z ]+)`", before))
    for name, _ in commands():
        command = name.removeprefix("shengji ")
        assert command in named or command.split()[0] in named, name
