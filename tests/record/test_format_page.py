"""docs/record-format.md says what the code does: its tables and its example."""

from __future__ import annotations

import re
from pathlib import Path

from docs.record_fields import LINES, name_of, written
from shengji.game import commitment_of
from shengji.game.events import HandStarted
from shengji.record import read_record, validate
from shengji.record.lines import LONGEST_LINE, LONGEST_REVIEW, decode_told, encode
from tests.record.example import HEADER, example_events, lines_of

_REVIEWED = '{"event":"hand_reviewed"'
PAGE = Path(__file__).parents[2] / "docs" / "record-format.md"


def _page() -> str:
    return PAGE.read_text(encoding="utf-8")


def test_the_tables_of_fields_are_those_of_the_types() -> None:
    for place, text in written().items():
        assert place.read() == text
        assert "|  |" not in text, "each field has a meaning"


def test_every_kind_of_line_has_its_section_and_no_other() -> None:
    named = re.findall(r"^### (\w+)$", _page(), re.MULTILINE)
    assert named == [name_of(kind) for kind in LINES]


def test_every_line_of_the_page_is_one_of_a_record() -> None:
    blocks = re.findall(r"```json\n(.*?)\n```", _page(), re.DOTALL)[1:]
    told = [decode_told(line.encode()) for block in blocks for line in block.split("\n")]
    # What the example at its beginning does not have has a line of its own.
    others = [*told, *example_events()]
    assert {type(event) for event in others} == set(LINES)
    for event, block in zip(told, blocks, strict=True):
        assert encode(event).decode() == block + "\n"


def test_the_example_is_what_the_code_writes() -> None:
    example = re.findall(r"```json\n(.*?)\n```", _page(), re.DOTALL)[0]
    assert example == lines_of(HEADER, example_events())
    path = PAGE.with_name("example.jsonl")
    assert path.read_text(encoding="utf-8") == example + "\n"
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
