"""docs/record-format.md says what the code does: its tables and its example."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from shengji.game import Event, commitment_of
from shengji.game.events import HandStarted
from shengji.record import HandReviewed, Header, PlayerChanged, read_record, validate
from shengji.record.lines import LONGEST_LINE, LONGEST_REVIEW, decode_told, encode
from tests.record.example import HEADER, example_events, field_table, lines_of

TOLD = (*Event.__args__, PlayerChanged, HandReviewed)
"""The types that can stand after the header."""
_REVIEWED = '{"event":"hand_reviewed"'
PAGE = Path(__file__).parents[2] / "docs" / "record-format.md"


def _page() -> str:
    return PAGE.read_text(encoding="utf-8")


@pytest.mark.parametrize("kind", [Header, *TOLD], ids=lambda kind: str(kind.__name__))
def test_every_type_has_its_table(kind: Any) -> None:
    table = field_table(kind)
    assert "|  |" not in table, "each field has a meaning"
    heading = "## The header" if kind is Header else f"### {kind.__struct_config__.tag}"
    section = re.split(r"^##+ ", _page().partition(f"\n{heading}\n")[2], flags=re.MULTILINE)[0]
    assert table + "\n" in section


def test_every_kind_of_line_has_its_section_and_no_other() -> None:
    named = re.findall(r"^### (\w+)$", _page(), re.MULTILINE)
    assert named == [kind.__struct_config__.tag for kind in TOLD]


def test_every_line_of_the_page_is_one_of_a_record() -> None:
    blocks = re.findall(r"```json\n(.*?)\n```", _page(), re.DOTALL)[:-1]
    told = [decode_told(line.encode()) for block in blocks for line in block.split("\n")]
    # What the example at its end does not have has a line of its own.
    others = [*told, *example_events()]
    assert {type(event) for event in others} == set(TOLD)
    for event, block in zip(told, blocks, strict=True):
        assert encode(event).decode() == block + "\n"


def test_the_example_is_what_the_code_writes(tmp_path: Path) -> None:
    example = re.findall(r"```json\n(.*?)\n```", _page(), re.DOTALL)[-1]
    assert example == lines_of(HEADER, example_events())
    path = tmp_path / "example"
    path.write_text(example + "\n", encoding="utf-8")
    assert validate(path).ok
    record = read_record(path)
    assert record.match.winners == (1, 3)
    started = record.events[0]
    assert isinstance(started, HandStarted)
    assert started.deck is not None
    assert started.salt is not None
    assert started.commitment == commitment_of(started.deck, started.salt)


def test_the_review_of_the_page_is_one_of_its_example(tmp_path: Path) -> None:
    review = next(line for line in _page().splitlines() if line.startswith(_REVIEWED))
    path = tmp_path / "example"
    path.write_text(f"{lines_of(HEADER, example_events())}\n{review}\n", encoding="utf-8")
    assert validate(path).ok
    assert encode(read_record(path).reviews[0]).decode() == review + "\n"


def test_the_longest_line() -> None:
    assert f"{LONGEST_LINE:,} bytes" in _page() and f"{LONGEST_REVIEW:,} at most" in _page()
