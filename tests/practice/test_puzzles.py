"""Puzzles: each has one answer that is clearly the best, and shows what one seat knew."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import msgspec
import pytest
from msgspec.structs import replace

from shengji.bots.search.hypothetical import after_burying
from shengji.game import Call, view
from shengji.practice.puzzles import (
    KINDS,
    Kind,
    Offered,
    Puzzle,
    PuzzleError,
    decode,
    encode,
    make,
    make_from,
    position_of,
    shipped_puzzles,
)
from shengji.practice.puzzles.checking import check_line, check_puzzle, shape_faults
from shengji.practice.puzzles.making import LONGER, difficulty, played
from shengji.practice.puzzles.progress import (
    BOXES,
    Box,
    first_difficulty,
    longest_streak,
    next_box,
    rated,
    streak,
)
from shengji.practice.puzzles.puzzle import NO, YES, id_of
from shengji.practice.puzzles.sentences import choice_words, question, why
from shengji.practice.puzzles.shipped import LEVELS, USUAL_GAME, Level, daily, game_of, level_of
from shengji.practice.puzzles.trying import Tried, seer
from shengji.ratings import Rating
from shengji.record import write_record
from shengji.record.lines import encode as line
from shengji.review import Choice, Figure
from shengji.rules import named_rules
from shengji.words import LANGUAGES
from tests.commandkit import Command
from tests.seeds import all_are_made, chance

FORTY = named_rules("forty-points")
SHALLOW = 0.25
HAND = played(FORTY, "hand 8")
FOLLOW: tuple[Kind, ...] = ("follow",)
USUAL: tuple[Kind, ...] = ("lead", "follow", "bury", "throw")


DATA = Path(__file__).parents[1] / "data" / "puzzles"
"""Puzzles that came with the program before their answers were asked of two ways of playing on."""


def lines(name: str) -> list[Puzzle]:
    """Puzzles that are kept for tests."""
    return [*map(decode, (DATA / f"{name}.jsonl").read_bytes().splitlines())]


def others(puzzle: Puzzle) -> list[Offered]:
    """The choices that are not the best."""
    return [choice for place, choice in enumerate(puzzle.choices) if place != puzzle.best]


def calls_after(puzzle: Puzzle) -> set[tuple[Call, ...]]:
    """The friends that would be called after each kitty."""
    seat = seer(puzzle.record(), puzzle.seat, len(puzzle.events), 0, 1.0)
    after = (after_burying(seat.hand, seat.memory, choice.cards) for choice in puzzle.choices)
    return {hypothetical.hand.calls for hypothetical in after}


@pytest.fixture(scope="module")
def made() -> list[Puzzle]:
    return make(4, 7, [FORTY], USUAL, SHALLOW)


@pytest.fixture(scope="module")
def of_a_record() -> Puzzle:
    """A puzzle of the hand `HAND`, whose record says who played it, and when."""
    header = replace(HAND.header, seats=("Wu", "Li", "Bo", "Mei"), seed=5, created="2026-01-01")
    (puzzle,) = make_from([replace(HAND, header=header)], 1, 3, FOLLOW, SHALLOW)
    return puzzle


def of_kind(kind: str) -> Puzzle:
    return next(puzzle for puzzle in shipped_puzzles() if puzzle.kind == kind)


def with_id(puzzle: Puzzle) -> Puzzle:
    asked = [Choice(one.cards, one.calls) for one in puzzle.choices]
    return replace(puzzle, id=id_of(puzzle.kind, puzzle.header, puzzle.events, asked))


def faults(puzzle: Puzzle) -> str:
    return " ".join(shape_faults(with_id(puzzle)))


def test_the_same_arguments_make_the_same_puzzles(made: list[Puzzle]) -> None:
    assert sorted(puzzle.kind for puzzle in made) == ["bury", "follow", "lead", "throw"]
    # What else is asked for changes nothing, either.
    again = make(1, 7, [FORTY], FOLLOW, SHALLOW)
    assert [*map(encode, again)] == [encode(one) for one in made if one.kind == "follow"]


def test_a_made_puzzle_holds_at_ten_times_the_search(made: list[Puzzle]) -> None:
    for puzzle in made:
        found = check_line(encode(puzzle))
        assert found.faults == () and found.tried is not None
        others = [c.behind for n, c in enumerate(puzzle.choices) if n != puzzle.best]
        assert all(gap.mean - 4 * gap.error > 0.1 for gap in others)
        assert puzzle.difficulty == difficulty(min(gap.mean for gap in others))


def test_another_answer_is_found_to_be_wrong(made: list[Puzzle]) -> None:
    lead = next(puzzle for puzzle in made if puzzle.kind == "lead")
    other = (lead.best + 1) % len(lead.choices)
    (fault,) = check_puzzle(replace(lead, best=other), 1.0).faults
    assert fault.startswith(f"choice {lead.best + 1} is the best, by ")
    throw = next(puzzle for puzzle in made if puzzle.kind == "throw")
    assert check_puzzle(replace(throw, best=1 - throw.best), 1.0).faults


def test_a_second_answer_within_the_margin_is_found() -> None:
    gap = Figure(0.08, 0.001), Figure(0.0, 0.0), Figure(0.5, 0.01)
    near = Tried(gap, gap, 400, 1)
    assert not near.holds and not near.is_clear and near.margin == 0.08
    surely = near._replace(behind=(Figure(0.2, 0.01), *gap[1:]))
    assert surely.holds and surely.is_clear
    assert not surely._replace(unsolved=True).holds, "playouts alone say it"
    assert not surely._replace(unsolved=True).is_clear
    chance = near._replace(behind=(Figure(0.2, 0.1), *gap[1:]))
    assert not chance.holds
    lead = of_kind("lead")
    twins = lead.choices[lead.best], lead.choices[lead.best], *lead.choices[2:]
    assert "two choices are the same" in faults(replace(lead, choices=twins, best=0))


@pytest.mark.parametrize("number", range(2))
def test_a_second_answer_that_perfect_play_sees_no_loss_in_is_found(number: int) -> None:
    puzzle = lines("two-answers")[number]
    assert min(choice.behind.mean for choice in others(puzzle)) > 0.3, "so playouts said"
    (fault,) = check_puzzle(puzzle, 2.0).faults
    assert fault.startswith("the second choice is ")
    assert puzzle.id not in {one.id for one in shipped_puzzles()}


@pytest.mark.parametrize("number", range(2))
def test_a_lead_without_a_reason_is_no_puzzle(number: int) -> None:
    """Nothing but the length of a suit told one choice from the best."""
    puzzle = lines("unexplained")[number]
    assert list(shape_faults(puzzle)) == []
    assert check_puzzle(puzzle, 0).faults == ("no reason says why the best choice is the best",)
    assert puzzle.id not in {one.id for one in shipped_puzzles()}


def test_a_kitty_is_asked_for_where_it_does_not_change_who_is_called() -> None:
    """Else one could be better only by the friends who are called after it."""
    called = [
        puzzle
        for puzzle in shipped_puzzles()
        if puzzle.kind == "bury" and puzzle.record().rules.calls
    ]
    assert called and all(len(calls_after(puzzle)) == 1 for puzzle in called)
    assert [len(calls_after(puzzle)) for puzzle in lines("calls-change")] == [3, 3]


def test_half_of_the_throws_are_safe() -> None:
    """Somebody who always answers "not safe" is right no oftener than a tossed coin."""
    throws = make(4, 5, [FORTY], ("throw",), SHALLOW)
    assert sorted(puzzle.best for puzzle in throws) == [YES, YES, NO, NO]


def test_the_events_are_what_the_seat_saw(of_a_record: Puzzle) -> None:
    puzzle = of_a_record
    assert puzzle.header.seen_by == puzzle.seat
    saw = tuple(view(event, puzzle.seat) for event in HAND.events)
    assert puzzle.events == saw[: len(puzzle.events)]
    assert puzzle.header.seats == ("A", "B", "C", "D")
    match = position_of(puzzle)
    assert not match.all_seen and match.hand is not None and match.hand.knows(puzzle.seat)


def test_a_puzzle_of_a_record_tells_no_names_and_no_seed(of_a_record: Puzzle) -> None:
    header = of_a_record.header
    assert (header.seats, header.seed, header.created) == (("A", "B", "C", "D"), None, None)


def test_what_is_not_legal_is_found_by_the_rules() -> None:
    follow = of_kind("follow")
    first, *others = follow.choices
    too_many = replace(first, cards=first.cards * 9)
    assert "choice 1 is not legal: " in faults(replace(follow, choices=(too_many, *others)))
    bury = of_kind("bury")
    first, *others = bury.choices
    short = replace(first, cards=first.cards[1:])
    assert "is not legal" in faults(replace(bury, choices=(short, *others)))
    assert "due is follow" in faults(replace(follow, kind="lead"))
    assert "3 to 5 choices, not 2" in faults(replace(follow, choices=follow.choices[:2], best=0))
    assert "of those from 0 to" in faults(replace(follow, best=9))
    assert "cannot stand there" in faults(replace(follow, events=follow.events[1:]))
    assert list(shape_faults(replace(follow, id="0" * 12))) != []


def test_a_line_that_is_no_puzzle_says_so() -> None:
    with pytest.raises(PuzzleError, match="this is not a puzzle"):
        decode(b'{"format":"shengji-record"}')
    assert check_line(b"{").id == ""


def test_the_kept_puzzles_are_whole_and_differ() -> None:
    puzzles = shipped_puzzles()
    assert len(puzzles) >= 150 and len({puzzle.id for puzzle in puzzles}) == len(puzzles)
    assert {puzzle.kind for puzzle in puzzles} == set(KINDS)
    games = {line(puzzle.header).partition(b'"seats"')[0] for puzzle in puzzles}
    assert len(games) >= 4
    assert [fault for puzzle in puzzles for fault in check_puzzle(puzzle, 0).faults] == []
    safe = [puzzle.best == YES for puzzle in puzzles if puzzle.kind == "throw"]
    sizes = [
        (len(puzzle.choices[puzzle.best].cards), {len(choice.cards) for choice in puzzle.choices})
        for puzzle in puzzles
        if puzzle.kind == "lead"
    ]
    most = [best == max(all_) > min(all_) for best, all_ in sizes]
    for blind in (safe, most):
        assert 0.45 < sum(blind) / len(blind) < 0.55


def test_the_kept_puzzles_hold_in_a_sample() -> None:
    for kind in KINDS if all_are_made() else [chance().choice(KINDS)]:
        assert check_puzzle(of_kind(kind), LONGER if all_are_made() else 5.0).faults == ()


@pytest.mark.parametrize("level", LEVELS)
def test_no_daily_puzzle_comes_twice_before_all_of_its_level_have(level: Level) -> None:
    first = date(2026, 1, 1)
    of_level = {
        one.id for one in shipped_puzzles() if level_of(one.difficulty, game_of(one)) == level
    }
    number = len(of_level)
    days = [daily(first + timedelta(days=day), level) for day in range(number)]
    assert number > 20 and {puzzle.id for puzzle in days} == of_level
    assert daily(first + timedelta(days=number), level) == days[0]


def test_an_easy_daily_puzzle_is_of_the_usual_game() -> None:
    for day in range(30):
        puzzle = daily(date(2026, 1, 1) + timedelta(days=day), "easy")
        assert puzzle.difficulty < 1500 and game_of(puzzle) == USUAL_GAME
        assert daily(date(2026, 1, 1) + timedelta(days=day), "hard").difficulty >= 1700


def test_a_puzzle_is_told_in_both_languages() -> None:
    for kind in KINDS:
        puzzle = of_kind(kind)
        for place in range(len(puzzle.choices)):
            english, chinese = (why(puzzle, place).render(language) for language in LANGUAGES)
            assert english.endswith(".") and chinese.endswith("。")
            assert choice_words(puzzle, place) and "{" not in english + chinese
        assert question(puzzle).endswith("?") and question(puzzle, "zh").endswith("？")


def test_a_wrong_answer_is_told_first_why_the_best_is_the_best() -> None:
    for puzzle in [one for one in shipped_puzzles() if one.kind != "throw"][::7]:
        best = choice_words(puzzle, puzzle.best)
        for place in range(len(puzzle.choices)):
            told = why(puzzle, place).render()
            assert told.startswith(f"Why {best}? ")
            against = re.findall(r"Why not (.*?)\?", told)
            assert len(against) <= 1
            if against and place != puzzle.best:
                assert against == [choice_words(puzzle, place)]


def test_who_solves_a_puzzle_has_won_against_it() -> None:
    puzzle, at = of_kind("lead"), datetime(2026, 1, 1, tzinfo=UTC)
    easy, hard = Rating(1300.0, 50.0), Rating(1700.0, 50.0)
    won, more = (rated(puzzle, Rating(), d, True, at).person.value for d in (easy, hard))
    assert 1500 < won < more
    lost = rated(puzzle, Rating(), hard, False, at)
    assert lost.person.value < 1500 and lost.puzzle.value > 1700
    assert lost.person.games == 1 and lost.person.deviation < Rating().deviation
    assert first_difficulty(puzzle).value == puzzle.difficulty


def test_what_was_missed_comes_again_later_and_later() -> None:
    today = date(2026, 1, 1)
    box = next_box(None, False, today)
    waits = []
    while box is not None:
        waits.append((box.due - today).days)
        # Before it is due a right answer changes nothing.
        assert next_box(box, True, today) == box
        today = box.due
        box = next_box(box, True, today)
    assert tuple(waits) == BOXES == (1, 3, 7, 21)
    assert next_box(Box(3, today), False, today) == Box(0, today + timedelta(days=1))
    assert next_box(None, True, today) is None


def test_days_in_a_row_end_with_a_day_left_out() -> None:
    days = {date(2026, 1, day) for day in (1, 2, 4, 5, 6)}
    assert streak(days, date(2026, 1, 7)) == 3 and streak(days, date(2026, 1, 8)) == 0
    assert longest_streak(days) == 3 and longest_streak(()) == 0


@pytest.fixture
def file(tmp_path: Path, made: list[Puzzle]) -> Iterator[Path]:
    path = tmp_path / "puzzles.jsonl"
    path.write_bytes(b"".join(map(encode, made)))
    yield path


def test_the_command_makes_the_same_file_and_none_over_another(
    command: Command, tmp_path: Path, of_a_record: Puzzle
) -> None:
    record, out = tmp_path / "hand.jsonl", tmp_path / "puzzles.jsonl"
    write_record(record, HAND)
    arguments = ("puzzles", "make", "--count", 1, "--from", record, "--kinds", "follow")
    assert command(*arguments, "--seed", 3, "--depth", SHALLOW, "-o", out).status == 0
    assert out.read_bytes() == encode(of_a_record)
    assert "is there already" in command(*arguments, "-o", out).err
    assert "there is no 'lands'" in command("puzzles", "make", "--kinds", "lands", "-o", "x").err
    none = tmp_path / "none.jsonl"
    ran = command("puzzles", "make", "--from", record, "--kinds", "call", "-o", none)
    assert ran.status == 1 and "no decision had one answer" in ran.err
    assert not none.exists()


def test_the_command_says_which_puzzles_fail(command: Command, file: Path) -> None:
    assert "4 of 4 puzzles hold" in command("puzzles", "check", file, "--depth", 0).out
    lines = file.read_bytes().splitlines(keepends=True)
    bad = decode(lines[1])
    lines[1] = encode(replace(bad, choices=bad.choices[:1]))
    file.write_bytes(b"".join(lines))
    ran = command("puzzles", "check", file, "--depth", 0)
    assert ran.status == 1 and f"line 2 ({bad.id})" in ran.out and "3 of 4" in ran.out


def test_the_command_asks_and_tells(command: Command, file: Path, made: list[Puzzle]) -> None:
    right = made[0].best + 1
    ran = command("puzzles", "play", file, given=f"x\n{right}\nq\n")
    assert ran.status == 0 and "Right." in ran.out and "1 of 1 right." in ran.out
    ran = command("puzzles", "play", file, "--lang", "zh", given=f"{right}\nq\n")
    assert "答对了。" in ran.out and "共 1 题，答对 1 题。" in ran.out


def test_without_a_file_the_puzzle_of_today_comes_first(command: Command) -> None:
    before = daily(datetime.now(UTC).date(), "easy")
    ran = command("puzzles", "play", given="1\nq\n")
    after = daily(datetime.now(UTC).date(), "easy")  # it may be midnight
    assert question(before) in ran.out or question(after) in ran.out
    assert f"1 of {len(shipped_puzzles())}" in ran.out
    throws = sum(puzzle.kind == "throw" for puzzle in shipped_puzzles())
    ran = command("puzzles", "play", "--kinds", "throw", given="1\nq\n")
    assert f"Puzzle 1 of {throws}" in ran.out and "safe to throw" in ran.out
    assert command("puzzles", "play", "--kinds", "land").status == 2


def test_the_values_of_an_unsafe_throw_are_shares_of_the_deals() -> None:
    puzzle = next(p for p in shipped_puzzles() if p.kind == "throw" and p.best == NO)
    yes, no = (choice.value for choice in puzzle.choices)
    assert yes.mean + no.mean == pytest.approx(1) and no.mean > 0.1
    safe = next(p for p in shipped_puzzles() if p.kind == "throw" and p.best == YES)
    assert safe.choices[YES].value == Figure(1.0, 0.0)


def test_the_schema_has_a_puzzle(command: Command) -> None:
    schema = msgspec.json.decode(command("schema", "puzzle").out)
    assert schema["$ref"] == "#/$defs/Puzzle"
    assert set(schema["$defs"]["Puzzle"]["required"]) >= {"kind", "choices", "best", "events"}
