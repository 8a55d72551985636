"""Records that are too large are refused before they become work or memory."""

from __future__ import annotations

import tracemalloc
from collections.abc import Callable
from io import BytesIO
from pathlib import Path

import pytest

from shengji.record import RecordError, read_record, validate
from shengji.record.lines import LONGEST_LINE, encode
from shengji.record.notation import NotationError, read_notation
from shengji.record.notation.said import TITLE
from shengji.record.notation.tokens import MOST_TOKENS
from shengji.record.reader import MOST_FAULTS
from tests.record.kit import played
from tests.record.test_notation import example

LARGE = 4_000_000
"""As much as a stranger may send."""


def memory_of(work: Callable[[], object]) -> int:
    """The most bytes in use beyond those before, all its input left out."""
    tracemalloc.start()
    try:
        work()
        return tracemalloc.get_traced_memory()[1]
    finally:
        tracemalloc.stop()


def filled(line: str, size: int = LARGE) -> str:
    return line * (size // len(line))


@pytest.mark.parametrize("line", ["x\n", "{}\n", "[\n", "1\n", '{"event":"x"}\n', "\n"])
def test_a_file_of_lines_that_are_none_takes_no_memory(tmp_path: Path, line: str) -> None:
    text = encode(played("tractor")[0]) + filled(line).encode()

    def read() -> None:
        with pytest.raises(RecordError) as caught:
            read_record("r", BytesIO(text))
        assert caught.value.line == 2

    assert memory_of(read) < 1_000_000 + len(text)
    path = tmp_path / "r"
    path.write_bytes(text)
    assert validate(path).faults[0].line == 2


def test_no_more_wrong_lines_are_told_than_anybody_reads(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = tmp_path / "r"
    right = encode(events[0])
    wrong = right.replace(b'"first":', b'"frist":')
    path.write_bytes(encode(header) + wrong * (MOST_FAULTS + 5))
    assert 1 <= len(validate(path).faults) <= MOST_FAULTS


@pytest.mark.parametrize(
    "piece", ["(", "[", "1 ", "a\n", "#\n", "\n", ' "', '"a"', "a ", " a\n", f"{TITLE}\n", ","]
)
def test_a_text_of_one_piece_again_and_again_takes_no_memory(piece: str) -> None:
    # Lines that say nothing are read to the last, and to watch the memory of each takes long.
    size = LARGE // 100 if piece in ("#\n", "\n") else LARGE
    text = filled(piece, size)

    def read() -> None:
        with pytest.raises(NotationError):
            read_notation(text)

    assert memory_of(read) < size / 2


@pytest.mark.parametrize(
    ("old", "new", "reason"),
    [
        ("Seed: 2", f"Seed: {10**30}", r"Expected `int`"),
        ("Seats:", f'Created: "{"x" * LONGEST_LINE}"\nSeats:', "the line is longer than"),
        ("Seats:", f'Created: "{"x" * 101}"\nSeats:', "length <= 100"),
        ("kitty = 38", f"kitty = {'[' * 2000}38", "expected a value, found '\\['"),
        ("Kitty:", f"Kitty: {'9S ' * MOST_TOKENS}", "words and marks belong together"),
        ("Hand 1:", f"Hand {10**9}:", r"Expected `int` <= "),
    ],
)
def test_what_is_too_large_is_said_with_its_place(old: str, new: str, reason: str) -> None:
    text = example()
    if "Created" in new:
        text = "\n".join(line for line in text.split("\n") if not line.startswith("Created"))
    assert old in text
    with pytest.raises(NotationError, match=reason):
        read_notation(text.replace(old, new, 1))


def test_the_draw_of_a_hand_has_no_more_lines_than_can_be() -> None:
    many = "After 8: 1 declares 2H, suit H, dealer 1\n" * (MOST_TOKENS + 1)
    with pytest.raises(NotationError, match="such lines stand here"):
        read_notation(example().replace("After 8:", f"{many}After 8:", 1))
