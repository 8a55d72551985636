"""The answers to the questions at the terminal's tables: each has a key and a word."""

from __future__ import annotations

import pytest
from textual.binding import Binding

from shengji.terminal.table.plain.commands import command_of
from shengji.terminal.table.questions import ANSWERS, Answer
from shengji.terminal.table.screen.table import TableScreen
from shengji.terminal.table.speaker import Speaker

ALL = [answer for answers in ANSWERS.values() for answer in answers]


@pytest.mark.parametrize("answer", ALL)
def test_a_key_is_bound_and_labelled(answer: Answer) -> None:
    bound = {binding.key for binding in TableScreen.BINDINGS if isinstance(binding, Binding)}
    assert answer.key in bound
    assert Speaker("en", 4).text(answer.label)


@pytest.mark.parametrize("answer", ALL)
def test_the_help_of_the_plain_table_has_its_word(answer: Answer) -> None:
    assert answer.words[0] in Speaker("en", 4).text("plain.help")
    assert all(command_of(word) == word for word in answer.words)
