"""The notation: a record written as text and read again is the same record."""

from __future__ import annotations

import re
from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shengji.game import Event, HandStarted, Played, TrickTaken, view
from shengji.record import (
    PlayerChanged,
    Record,
    one_hand,
    read_record,
    validate,
    write_record,
)
from shengji.record.changes import Change
from shengji.record.header import Header, SeenBy
from shengji.record.lines import encode
from shengji.record.notation import NotationError, read_notation, write_notation
from shengji.record.notation.head_lines import HEADS
from shengji.record.notation.parse import LINES
from shengji.record.reader import empty_match
from shengji.rules import random_rules, rules_from
from tests.commandkit import Command
from tests.record.kit import FAMILY, played, some_hands, state
from tests.record.test_family import hands_of
from tests.record.test_records import decks_shown
from tests.seeds import examples

DATA = Path(__file__).parents[1] / "data"
KEPT = sorted([*(DATA / "version1").glob("*.jsonl"), *(DATA / "earlier").glob("*.jsonl")])
PAGE = Path(__file__).parents[2] / "docs" / "notation.md"


def recorded(
    header: Header, events: Sequence[Event], seen_by: SeenBy = "all", changes: Sequence[Change] = ()
) -> Record:
    """A record that nobody has written."""
    header = replace(header, seen_by=seen_by)
    rules = rules_from(header.rules)
    match = empty_match(header, rules)
    told = events if seen_by == "all" else [view(event, seen_by) for event in events]
    for event in told:
        match.apply(event)
    return Record(header, rules, tuple(told), match, changes=tuple(changes))


def assert_kept(record: Record) -> None:
    """A record is the same once it has been written and read."""
    found = read_notation(write_notation(record))
    assert found.header == record.header
    assert found.events == record.events
    assert found.changes == record.changes
    assert state(found.match) == state(record.match)


@pytest.mark.parametrize("name", FAMILY)
def test_nothing_is_lost_in_any_system(name: str) -> None:
    header, events, match = hands_of(name)
    for seen_by in ("all", 1, None):
        assert_kept(recorded(header, events, seen_by))
        assert_kept(recorded(header, decks_shown(events, match.rules), seen_by))


@settings(max_examples=examples(12), derandomize=True, database=None)
@given(st.integers(0, 2**32))
def test_nothing_is_lost_under_any_rules(seed: int) -> None:
    chance = Random(seed)
    rules = random_rules(chance)
    header, events, _ = some_hands(rules, seed, 1)
    cut = chance.randrange(len(events))
    changes = sorted(
        (
            Change(chance.randrange(len(events)), PlayerChanged(0, f'"{n}"\n♠, #', "asked"))
            for n in range(9)
        ),
        key=lambda change: change.after,
    )
    assert_kept(recorded(header, events, "all", changes))
    assert_kept(recorded(header, events, chance.randrange(rules.players)))
    assert_kept(recorded(header, events[:cut]))


@pytest.mark.parametrize("path", KEPT, ids=lambda p: p.stem)
def test_kept_files(path: Path) -> None:
    """Also what the rules of today would have otherwise."""
    assert_kept(read_record(path))


def test_a_record_may_end_after_any_event() -> None:
    header, events, _ = hands_of("land for all")
    first = next(n for n, event in enumerate(events) if isinstance(event, TrickTaken))
    for cut in (*range(0, 6), *range(first - 40, first + 40)):
        assert_kept(recorded(header, events[:cut]))


def test_a_lead_in_another_order_than_usual() -> None:
    """Records of others may have it so, since order means nothing."""
    header, events, _ = played("tractor", seed=3)
    at = next(n for n, e in enumerate(events) if isinstance(e, Played) and len(e.units) > 1)
    lead = events[at]
    assert isinstance(lead, Played)
    told = (*events[:at], replace(lead, cards=lead.cards[::-1]), *events[at + 1 :])
    assert "[as " in write_notation(recorded(header, told))
    assert_kept(recorded(header, told))


def test_names_and_salts_of_any_kind() -> None:
    header, events, _ = played("tractor")
    names = ('a "b" \\', "第一 | 二", "\u2028\n#", "")
    started = events[0]
    assert isinstance(started, HandStarted)
    told = (replace(started, salt="a, b\n"), *events[1:])
    assert_kept(recorded(replace(header, seats=names, created="x\ty", seed=2**62), told))


def test_a_hand_fits_on_a_page() -> None:
    header, events, _ = played("tractor")
    text = write_notation(one_hand(recorded(header, events), 2))
    assert len(text.splitlines()) <= 60
    assert max(len(line) for line in text.splitlines()) <= 110


# One hand of a match


@pytest.mark.parametrize("name", FAMILY)
def test_a_hand_is_cut_out_of_its_match(name: str) -> None:
    header, events, match = hands_of(name)
    record = recorded(header, events)
    for number in range(1, match.hands + 1):
        part = one_hand(record, number)
        assert_kept(part)
        started = part.events[0]
        assert isinstance(started, HandStarted) and started.hand == 1
        assert [type(event) for event in part.events] == [
            type(event) for event in _of_hand(events, number)
        ]
        assert part.match.hands == 1
    assert one_hand(record, match.hands).match.levels == match.levels


def _of_hand(events: Sequence[Event], number: int) -> list[Event]:
    found, now = [], 0
    for event in events:
        now = event.hand if isinstance(event, HandStarted) else now
        found += [event] if now == number else []
    return found


def test_a_hand_alone_is_a_valid_record(tmp_path: Path) -> None:
    header, events, match = played("tractor", hands=3)
    path = tmp_path / "r"
    write_record(path, one_hand(recorded(header, events), 3))
    assert validate(path).ok
    assert read_record(path).match.levels == match.levels


def test_a_hand_alone_has_who_played_in_it() -> None:
    header, events, _ = played("tractor")
    second = next(n for n, e in enumerate(events) if isinstance(e, HandStarted) and e.hand == 2)
    changes = [
        Change(after, PlayerChanged(1, name, "asked"))
        for after, name in ((5, "early"), (second, "new"), (second + 9, "late"))
    ]
    record = recorded(header, events, "all", changes)
    assert one_hand(record, 1).players() == ("bot 0", "early", "bot 2", "bot 3")
    part = one_hand(record, 2)
    assert part.header.seats[1] == "new" and part.players()[1] == "late"
    with pytest.raises(ValueError, match="there is no hand 3; the record has 2"):
        one_hand(record, 3)


# Texts that are wrong


def example() -> str:
    """The text of the page."""
    found = re.search(r"```text\n(Shengji notation 1\n.*?)```", PAGE.read_text("utf-8"), re.DOTALL)
    assert found is not None
    return found[1]


@pytest.mark.parametrize(
    ("old", "new", "where", "expected"),
    [
        ("Shengji notation 1", "Shengji notation 7", (1, 18), "expected '1', found '7'"),
        ("Rules: forty", "Rule: forty", (2, 1), "a line that begins with 'Rules:', found 'Rule'"),
        ("kitty = 38", "kitty = 3?", (2, 30), "a number, a word or a text in quotes"),
        ("kitty = 38", "kity = 38", (2, 1), "kity"),
        ('"Bo"', "Bo", (3, 19), "expected a name in quotes, found 'Bo'"),
        ('"Dee"', '"Dee', (3, 36), "this quote is not closed"),
        ("Seat 3: 5H", "Seat 3: 5X", (13, 9), "a card such as 5H, 10S or BJ, found '5X'"),
        ("After 8: 1 declares", "After 8: 1 shows", (16, 12), "'declares' or"),
        ("After 8", "After 4", (16, 1), "seat 1 does not hold 2H"),
        ("Trump: suit H", "Trump: suit X", (17, 13), "expected D, C, H, S or 'none', found 'X'"),
        (", dealer 1\nTaken", "\nTaken", (17, 14), "expected 'dealer', found the end of the line"),
        ("Buried", "Hidden", (19, 1), "found 'Hidden'"),
        ("= 0 +5 (5)", "= 0 +5", (22, None), "expected '(', found the end of the line"),
        ("2. 0:", "3. 0:", (23, 1), "expected trick '2.', found '3.'"),
        ("| JC ", "| 4H ", (23, 24), "played cannot stand here: seat 2 does not hold 4H"),
        ("Next: ", "After: ", (26, 1), "expected 'Next', found 'After'"),
        ("End: won", "End: lost", (27, 6), "'won' or 'conceded' or 'agreed' or 'hand'"),
    ],
)
def test_what_is_wrong_is_said_with_its_place(
    old: str, new: str, where: tuple[int, int | None], expected: str
) -> None:
    assert old in example()
    with pytest.raises(NotationError, match=re.escape(expected)) as caught:
        read_notation(example().replace(old, new, 1))
    error = caught.value
    assert (error.line, error.column if where[1] else None) == where
    assert str(error).startswith(f"line {error.line}, column {error.column}: ")


def test_any_text_is_read_or_refused() -> None:
    chance = Random(1)
    words = re.findall(r"\S+|\n", example())
    for _ in range(200):
        changed = list(words)
        for _ in range(chance.randint(1, 2)):
            at = chance.randrange(len(changed))
            changed[at : at + chance.randint(0, 2)] = chance.choices(words, k=chance.randint(0, 2))
        try:
            record = read_notation(" ".join(changed).replace("\n ", "\n"))
        except NotationError as error:
            assert error.line >= 1 and error.column >= 1
        else:
            assert_kept(record)


def test_what_people_add_and_change_on_the_way() -> None:
    """Comments, blank lines, other spaces and ends of lines, other spellings of cards."""
    text = example()
    for old, new in (
        ("\n", "\r\n"),
        ("Hand 1", "# a comment\n\nHand 1"),
        (" | ", "\u00a0\t|  "),
        ("10H", "T♥"),
        ("SJ", "小王"),
    ):
        assert old in text
        assert read_notation(text.replace(old, new)).events == read_notation(text).events


# The page and the commands


def test_the_example_of_the_page_is_that_of_the_record_format() -> None:
    page = (PAGE.parent / "record-format.md").read_text("utf-8")
    lines = re.search(r"```json\n(\{\"format\".*?)```", page, re.DOTALL)
    assert lines is not None
    record = read_notation(example())
    assert write_notation(record) == example()
    assert b"".join(map(encode, (record.header, *record.match_lines()))).decode() == lines[1]


def test_every_line_has_its_words_on_the_page() -> None:
    grammar = PAGE.read_text("utf-8").partition("## The grammar")[2]
    for name in (*HEADS, *LINES, "Next"):
        assert f'"{name}"' in grammar, name


def test_a_record_is_written_as_text_and_made_again(command: Command, tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    record = recorded(header, events)
    write_record(tmp_path / "r", record)
    ran = command("record", "show", tmp_path / "r", "--notation")
    assert (ran.status, ran.err) == (0, "")
    (tmp_path / "t").write_text(ran.out, "utf-8")
    ran = command("record", "from-notation", tmp_path / "t", tmp_path / "again")
    assert (ran.status, ran.out, ran.err) == (0, "", "")
    assert (tmp_path / "again").read_bytes() == (tmp_path / "r").read_bytes()
    ran = command("record", "from-notation", tmp_path / "t", tmp_path / "again")
    assert ran.status == 2 and "is not empty" in ran.err
    one = command("record", "show", tmp_path / "r", "--notation", "--hand", 2)
    assert "Hand 1: rank" in one.out and "Hand 2" not in one.out


def test_a_text_that_is_wrong_makes_no_record(command: Command, tmp_path: Path) -> None:
    text = tmp_path / "t"
    text.write_text(example().replace("5H", "5X", 1), "utf-8")
    ran = command("record", "from-notation", text, tmp_path / "r")
    assert ran.status == 2
    assert f"{text}, line 13, column 9: expected a card" in ran.err
    text.write_bytes(b"Shengji notation 1\nRules: \xff")
    ran = command("record", "from-notation", text, tmp_path / "r")
    assert ran.status == 2 and "line 2, column 8: expected text in UTF-8" in ran.err
    assert not (tmp_path / "r").exists()
    assert command("record", "from-notation", tmp_path / "none", tmp_path / "r").status == 2
