"""Writing and reading records: what goes in comes out, whatever happens to the file."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable
from pathlib import Path
from random import Random

import msgspec
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from shengji.bots import RandomBot, Table
from shengji.cards import minus, read_cards
from shengji.game import (
    Bury,
    CloseDraw,
    DeckShown,
    Event,
    HandEnded,
    HandStarted,
    Match,
    Play,
    Played,
    Refusal,
    ShowDeck,
    Shown,
    ThrowFailed,
    TrickTaken,
    commitment_of,
    view,
)
from shengji.play.readings import find_readings
from shengji.play.units import Reading
from shengji.record import (
    Header,
    RecordError,
    RecordWriter,
    header_of,
    read_record,
    read_results,
    validate,
)
from shengji.record.header import MINOR, SeenBy
from shengji.record.lines import LONGEST_LINE
from shengji.record.reader import MOST_FAULTS
from shengji.rules import Rules
from tests.game.kit import Game
from tests.play.test_units import MANY
from tests.record.kit import SYSTEMS, lines, played, seen, state, write
from tests.seeds import examples


@pytest.mark.parametrize("system", SYSTEMS)
def test_a_record_replays_to_the_state_that_made_it(tmp_path: Path, system: str) -> None:
    header, events, match = played(system)
    record = read_record(write(tmp_path / "r", header, events))
    assert record.header == header
    assert record.rules == match.rules
    assert record.events == events
    assert state(record.match) == state(match)
    assert record.torn is None


def test_a_match_to_its_end(tmp_path: Path) -> None:
    header, events, match = played("one deck", hands=100)
    assert match.winners is not None
    path = write(tmp_path / "r", header, events)
    assert read_record(path).match.winners == match.winners
    assert validate(path).ok


def test_a_throw_read_as_no_list_says_is_found_right(tmp_path: Path) -> None:
    """There are thousands of readings, of which the search lists some; each costs other points."""
    rules = Rules(decks=6, consecutive="nothing-between", throw_penalty="per-card")
    game = Game.of(rules, {0: f"2S {MANY}"})
    game.draw(4)
    game.show(0, "2S")
    game.draw_all()
    game.do(CloseDraw())
    many = read_cards(MANY)
    game.do(Bury(0, tuple(minus(game.hand.hands[0], many)[: rules.kitty_size])))
    space = game.hand.space
    found = find_readings(space, many).listed, find_readings(space, many, [read_cards("6S")]).listed

    def told(reading: Reading) -> tuple[Event, ...]:
        events = game.match.copy().do(named(reading))
        return events

    def named(reading: Reading) -> Play:
        return Play(0, tuple(many), tuple(unit.cards for unit in reading))

    listed = set(map(told, found[0]))
    other = next(reading for reading in found[1] if told(reading) not in listed)
    game.do(named(other))
    assert game.last(ThrowFailed).penalty and len(game.last(Played).cards) == 1
    path = write(tmp_path / "r", header_of(rules, "ABCD"), game.events)
    assert validate(path).ok
    assert state(read_record(path).match) == state(game.match)
    # Before the units of a throw were kept, one reading that fails so was as good as another.
    before = write(tmp_path / "before", header_of(rules, "ABCD"), without_units(game.events))
    assert validate(before).ok


def without_units(events: Iterable[Event]) -> list[Event]:
    """The events as they were before failed throws had their units."""
    return [replace(e, units=msgspec.UNSET) if isinstance(e, ThrowFailed) else e for e in events]


def test_failed_throws_without_units_are_read_and_checked(tmp_path: Path) -> None:
    """Also where the last one is cut off from what is led of it."""
    header, events, _ = played("three decks")
    before = without_units(events)
    assert before != list(events)
    path = write(tmp_path / "r", header, before)
    assert validate(path).ok
    assert list(read_record(path).events) == before
    at = max(n for n, event in enumerate(events) if isinstance(event, ThrowFailed))
    path = write(tmp_path / "cut", header, before[: at + 1])
    RecordWriter.resume(path).close()
    assert read_record(path).events[at + 1] == events[at + 1]


@pytest.mark.parametrize("way", ["turned", "short"])
def test_units_of_a_failed_throw_are_checked(tmp_path: Path, way: str) -> None:
    header, events, _ = played("three decks")
    at = next(n for n, event in enumerate(events) if isinstance(event, ThrowFailed))
    failed = events[at]
    assert isinstance(failed, ThrowFailed)
    assert failed.units is not msgspec.UNSET
    units = failed.units[::-1] if way == "turned" else failed.units[1:]
    told = [*events[:at], replace(failed, units=units), *events[at + 1 :]]
    for seat in ("all", failed.seat):
        shown = told if seat == "all" else [view(event, failed.seat) for event in told]
        path = write(tmp_path / str(seat), replace(header, seen_by=seat), shown)
        assert validate(path).faults[0].line == at + 2


@pytest.mark.parametrize("count", [0, 1, 2, 50, 101, 103, 104, 150])
def test_a_record_of_part_of_a_match(tmp_path: Path, count: int) -> None:
    header, events, _ = played("tractor")
    match = Match(Rules())
    for event in events[:count]:
        match.apply(event)
    record = read_record(write(tmp_path / "r", header, events[:count]))
    assert state(record.match) == state(match)


@pytest.mark.parametrize("seat", [0, 3, None])
def test_a_record_from_one_seat(tmp_path: Path, seat: int | None) -> None:
    header, events = seen(seat)
    match = Match.seen(Rules(), seat)
    for event in events:
        match.apply(event)
    path = write(tmp_path / "r", header, events)
    record = read_record(path)
    assert record.header.seen_by == seat
    assert state(record.match) == state(match)
    report = validate(path)
    assert report.ok
    assert not report.complete


def decks_shown(events: Iterable[Event], rules: Rules) -> list[Event]:
    """The events of a table that knows everything, with every deck shown after its hand."""
    match, found = Match(rules), list[Event]()
    for event in events:
        if isinstance(event, HandStarted) and match.hand is not None:
            found += shown_deck(match)
        match.apply(event)
        found.append(event)
    return [*found, *(shown_deck(match) if match.hand and match.hand.is_over else ())]


def shown_deck(match: Match) -> tuple[Event, ...]:
    told = match.do(ShowDeck())
    again = match.try_do(ShowDeck())
    assert isinstance(again, Refusal) and again.code == "wrong-phase"
    return told


@pytest.mark.parametrize("system", ["tractor", "dealt again", "land", "friends", "one deck"])
@pytest.mark.parametrize("seen_by", ["all", 0, None])
def test_a_record_may_show_each_deck_after_its_hand(
    tmp_path: Path, system: str, seen_by: SeenBy
) -> None:
    header, events, match = played(system, hands=100 if system == "one deck" else 2)
    told = decks_shown(events, match.rules)
    assert sum(isinstance(event, DeckShown) for event in told) == sum(
        isinstance(event, HandStarted) for event in told
    )
    if seen_by != "all":
        told = [view(event, seen_by) for event in told]
    header = replace(header, seen_by=seen_by)
    path = write(tmp_path / "r", header, told)
    assert validate(path).faults == ()
    assert read_record(path).events == tuple(told)


@pytest.mark.parametrize("seen_by", ["all", 0, None])
def test_another_deck_than_the_one_dealt_is_found_out(tmp_path: Path, seen_by: SeenBy) -> None:
    header, events, match = played("tractor", hands=1)
    told = decks_shown(events, match.rules)
    started, shown = told[0], told[-1]
    assert isinstance(started, HandStarted) and isinstance(shown, DeckShown)
    moved = (*shown.deck[1:], shown.deck[0])
    lies = [
        # not what was committed to; a salt of its own; and a commitment that fits another deal
        (started, replace(shown, deck=moved)),
        (started, replace(shown, salt="0" * 32)),
        (replace(started, commitment=commitment_of(moved, shown.salt)), replace(shown, deck=moved)),
        (started, replace(shown, deck=shown.deck[:-1])),
    ]
    header = replace(header, seen_by=seen_by)
    for first, last in lies:
        lie = [first, *told[1:-1], last]
        if seen_by != "all":
            lie = [view(event, seen_by) for event in lie]
        report = validate(write(tmp_path / f"r{len(list(tmp_path.iterdir()))}", header, lie))
        assert not report.ok


def test_a_deck_is_shown_once_and_only_after_its_hand(tmp_path: Path) -> None:
    header, events, match = played("tractor", hands=1)
    told = decks_shown(events, match.rules)
    for number, lie in enumerate(([*told, told[-1]], [*told[:5], told[-1]], [told[-1]])):
        path = write(tmp_path / str(number), header, lie)
        with pytest.raises(RecordError, match="deck_shown cannot stand here"):
            read_record(path)
        assert not validate(path).ok


def test_a_record_from_one_seat_must_hide_what_it_cannot_know(tmp_path: Path) -> None:
    header, events = seen(1)
    _, whole, _ = played("tractor")
    path = write(tmp_path / "r", header, [events[0], *whole[1:]])
    with pytest.raises(RecordError, match="may not know"):
        read_record(path)
    assert not validate(path).ok


def test_a_record_of_all_must_hide_nothing(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, [view(event, None) for event in events])
    with pytest.raises(RecordError, match="line 2"):
        read_record(path)
    assert not validate(path).ok


def test_nothing_that_was_written_is_lost_without_closing(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    writer = RecordWriter(tmp_path / "r", header)
    for number, event in enumerate(events[:20], 1):
        writer.write(event)
        assert len(read_record(tmp_path / "r").events) == number
    writer.close()
    with pytest.raises(ValueError, match="closed"):
        writer.write(events[20])


def test_a_writer_writes_over_nothing(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:3])
    with pytest.raises(FileExistsError):
        RecordWriter(path, header)
    assert len(read_record(path).events) == 3
    (tmp_path / "empty").touch()
    RecordWriter(tmp_path / "empty", header).close()


@pytest.mark.parametrize("kept", [0.0, 0.01, 0.3, 0.55, 0.9, 0.999])
def test_a_record_that_was_cut_anywhere_is_read_and_continued(tmp_path: Path, kept: float) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events)
    first, rest = path.read_bytes().split(b"\n", 1)
    path.write_bytes(first + b"\n" + rest[: int(kept * len(rest))])
    record = read_record(path)
    assert record.events == events[: len(record.events)]
    RecordWriter.resume(path).close()
    resumed = read_record(path)
    assert resumed.torn is None
    assert resumed.events[: len(record.events)] == record.events
    assert validate(path).ok


def test_a_torn_line_is_told(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:10])
    path.write_bytes(path.read_bytes()[:-9])
    record = read_record(path)
    assert record.events == events[:9]
    assert record.torn is not None
    assert record.torn.render("en") == "the record is cut short in line 11"
    report = validate(path)
    assert report.ok
    assert report.events == 9
    assert report.torn is not None and report.torn.render("zh") == "牌谱在第 11 行断了"


def test_only_the_last_line_feed_is_missing(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:10])
    whole = path.read_bytes()
    path.write_bytes(whole[:-1])
    assert read_record(path).torn is None
    assert validate(path).ok
    RecordWriter.resume(path).close()
    assert path.read_bytes() == whole


@pytest.mark.parametrize("kind", [ThrowFailed, Played, HandEnded])
def test_a_decision_that_was_cut_in_two_is_completed(tmp_path: Path, kind: type) -> None:
    header, events, _ = played("one deck", hands=100)
    # The last of its kind before a further event of the same decision.
    at = max(n for n, e in enumerate(events[:-1]) if type(e) is kind)
    if kind is Played:
        at = next(n for n, e in enumerate(events) if type(events[n + 1]).__name__ == "TrickTaken")
    path = write(tmp_path / "r", header, events[: at + 1])
    fault = validate(path).faults[0]
    assert fault.line == at + 3
    assert "must follow" in fault.message
    RecordWriter.resume(path).close()
    assert validate(path).ok
    assert read_record(path).events[at + 1] == events[at + 1]


def test_a_match_goes_on_after_its_record_was_resumed(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, events[:151])
    with RecordWriter.resume(path) as writer:
        record = read_record(path)
        table = Table(
            record.rules,
            {seat: RandomBot(record.rules, seat, seat) for seat in range(4)},
            Random(7),
        )
        table.take_up(record.events)
        table.on_event = writer.write
        table.play_hand()
    assert validate(path).ok
    assert isinstance(read_record(path).events[-1], HandEnded)


def test_resume_wants_a_record_that_is_right(tmp_path: Path) -> None:
    header, events, _ = played("tractor")
    path = write(tmp_path / "r", header, [events[0], events[2]])
    with pytest.raises(RecordError, match="line 3"):
        RecordWriter.resume(path)
    with pytest.raises(RecordError):
        RecordWriter.resume(tmp_path / "nothing")


def _header(**changes: object) -> bytes:
    header, _, _ = played("tractor")
    return msgspec.json.encode({**msgspec.to_builtins(header), **changes}) + b"\n"


@pytest.mark.parametrize(
    ("text", "line", "reason"),
    [
        (b"", 1, "empty"),
        (b"\n", 1, "not JSON"),
        (b"nonsense\n", 1, "not JSON"),
        (b"[1]\n", 1, "not a JSON object"),
        (b"\xff\xfe{}\n", 1, "not JSON"),
        (b'{"format": "shengji-rec', 1, "not JSON"),
        (b'{"format": "other"}\n', 1, "not a record"),
        (_header(version=3), 1, "version 3"),
        (_header(version=True), 1, "version True"),
        (_header(version="1"), 1, "version '1'"),
        (_header(rules={"preset": "zhang-2020"}), 1, "did you mean"),
        (_header(rules={"dekcs": 2}), 1, "dekcs"),
        (_header(rules=3), 1, "rules"),
        (_header(seats=["a"]), 1, "seats"),
        (_header(seen_by=9), 1, "seen_by"),
        (_header(seen_by="me"), 1, "seen_by"),
        (_header(levels=["2"]), 1, "levels"),
        (_header(levels=["2", "3", "5", "3"]), 1, "teammates"),
        (_header(dealer=4), 1, "dealer"),
        (_header(colour="red"), 1, "colour"),
        (_header(minor=0, colour="red"), 1, "colour"),
        (_header(minor=-1), 1, "minor"),
        (_header(minor="1"), 1, "minor"),
        (_header(version=1, minor=7, colour="red"), 1, "colour"),
        (
            _header(minor=7) + b'{"event": "cheered", "seat": 0}\n',
            2,
            "'cheered' is an event of vers",
        ),
        (_header(minor=7) + b'{"event": ["cheered"]}\n', 2, "event"),
        (_header(minor=7) + b'{"event": "card_drawn", "seat": "0"}\n', 2, "seat"),
        (_header() + b"{}\n", 2, "event"),
        (_header() + b'{"event": "cheered"}\n', 2, "event"),
        (_header() + b'{"event": "card_drawn", "seat": "0"}\n', 2, "seat"),
        (_header() + b'{"event": "card_drawn", "seat": 0, "card": "1X"}\n', 2, "card"),
        (_header() + b'{"event": "card_drawn", "seat": 0, "colour": "red"}\n', 2, "colour"),
        (_header() + b'{"event": "card_drawn", "seat": 0, "card": "5H"}\n', 2, "no hand"),
        (_header() + b'{"event": "match_ended", "winners": []}\n', 2, "won"),
        (_header() + b"\xff\n", 2, "not JSON"),
        (_header() + b"[" * 60_000 + b"\n", 2, "not JSON"),
        (_header() + b" " * (LONGEST_LINE + 1), 2, "longer than"),
    ],
)
def test_what_is_no_record(tmp_path: Path, text: bytes, line: int, reason: str) -> None:
    path = tmp_path / "r"
    path.write_bytes(text)
    with pytest.raises(RecordError) as caught:
        read_record(path)
    assert caught.value.line == line
    assert reason in str(caught.value)
    report = validate(path)
    assert report.faults[0].line == line
    assert not report.ok


@pytest.mark.parametrize(("wrong", "more"), [(MOST_FAULTS, False), (MOST_FAULTS + 1, True)])
def test_faults_beyond_those_that_are_listed(tmp_path: Path, wrong: int, *, more: bool) -> None:
    header, events, _ = played("tractor")
    told = list(events)
    tricks = [(at, event) for at, event in enumerate(events) if isinstance(event, TrickTaken)]
    for at, trick in tricks[:wrong]:
        told[at] = replace(trick, points=trick.points + 5)
    report = validate(write(tmp_path / "r", header, told))
    assert (len(report.faults), report.more) == (MOST_FAULTS, more)


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    for path in (tmp_path, tmp_path / "nothing"):
        for ask in (read_record, validate, RecordWriter.resume):
            with pytest.raises(RecordError) as caught:
                ask(path)
            assert caught.value.line is None


def test_seats_and_numbers_out_of_range(tmp_path: Path) -> None:
    header, events, _ = played("three decks", hands=1)
    text = lines(header, events)
    for number in range(1, len(text), 23):
        for old, new in ((b'"seat":', b'"seat":-'), (b'"seat":', b'"seat":99'), (b's":', b's":9')):
            changed = [*text[:number], text[number].replace(old, new, 1), *text[number + 1 :]]
            _is_refused_or_the_same(tmp_path / "r", changed, events)


def _is_refused_or_the_same(path: Path, text: list[bytes], events: tuple[Event, ...]) -> None:
    """Either the file is refused with a line, or it says the same events.

    What can be seen nowhere else may have been otherwise: whether a throw without a penalty was
    tried, between which two cards somebody showed trumps, and that somebody reinforced what stood.
    """
    path.write_bytes(b"\n".join(text) + b"\n")
    report = validate(path)
    try:
        record = read_record(path)
    except RecordError as error:
        assert error.line is not None
        assert not report.ok
        return
    if report.ok and record.events != events[: len(record.events)]:
        assert _traced(record.events) == _traced(events)
        assert _deciding(record.events) == _deciding(events)


def _traced(events: tuple[Event, ...]) -> list[Event]:
    """The events that cannot be missing or elsewhere."""
    return [event for event in events if not isinstance(event, Shown | ThrowFailed)]


def _deciding(events: tuple[Event, ...]) -> set[Shown]:
    """The cards shown that made trumps."""
    return {event for event in events if isinstance(event, Shown) and event.way != "reinforce"}


_MUTATIONS = st.sampled_from(["drop", "double", "swap", "cut", "noise", "digit", "card", "blank"])


@settings(max_examples=examples(480), suppress_health_check=list(HealthCheck))
@given(_MUTATIONS, st.integers(0, 10_000), st.integers(0, 10_000), st.sampled_from(list(SYSTEMS)))
def test_a_changed_line_is_found_or_harmless(
    tmp_path_factory: pytest.TempPathFactory, change: str, where: int, how: int, system: str
) -> None:
    header, events, _ = played(system, hands=1)
    text = lines(header, events)
    at = where % len(text)
    line = text[at]
    spot = how % len(line)
    match change:
        case "drop":
            text[at : at + 1] = []
        case "double":
            text.insert(at, line)
        case "swap":
            text[at - 1], text[at] = text[at], text[at - 1]
        case "cut":
            text[at] = line[:spot]
        case "noise":
            text[at] = line[:spot] + bytes([how % 256]) + line[spot + 1 :]
        case "digit":
            digits = [n for n, byte in enumerate(line) if byte in b"0123456789"]
            if digits:
                n = digits[how % len(digits)]
                text[at] = (
                    line[:n] + bytes([48 + (line[n] - 48 + 1 + how % 9) % 10]) + line[n + 1 :]
                )
        case "card":
            text[at] = line.replace(b'"5H"', b'"6H"').replace(b'"KS"', b'"SJ"')
        case "blank":
            text.insert(at, b"")
    path = tmp_path_factory.getbasetemp() / "mutated"
    if at == 0:
        # The header tells of people and places; only a broken one can be found.
        path.write_bytes(b"\n".join(text) + b"\n")
        validate(path)
    else:
        _is_refused_or_the_same(path, text, events)


_CARD = re.compile(rb'"(?:card|cards|thrown)":\[?"(\w+)"')


@pytest.mark.parametrize("system", ["tractor", "six players"])
def test_a_changed_card_is_always_found(tmp_path: Path, system: str) -> None:
    header, events, _ = played(system, hands=1)
    text = lines(header, events)
    path = tmp_path / "r"
    changes = 0
    for number in range(1, len(text), 5):
        found = _CARD.search(text[number])
        if found is None or found[1] == b"3C":
            continue
        changed = text[number][: found.start(1)] + b"3C" + text[number][found.end(1) :]
        path.write_bytes(b"\n".join([*text[:number], changed, *text[number + 1 :]]) + b"\n")
        # Another card that might have been played there is missed later at the latest.
        assert validate(path).faults[0].line >= number + 1
        changes += 1
    assert changes > 30


def test_unknown_fields_of_a_newer_minor_version_are_skipped(tmp_path: Path) -> None:
    header, events, match = played("friends", hands=1)
    first, *others = (json.loads(line) for line in lines(header, events))
    told = [{**line, "colour": "red"} for line in others]
    for line in told:
        for call in line.get("calls", ()):
            call["said"] = "loudly"
    path = tmp_path / "r"

    def written(head: dict[str, object]) -> Path:
        path.write_text("".join(json.dumps(line) + "\n" for line in (head, *told)))
        return path

    record = read_record(written({**first, "minor": MINOR + 1, "weather": "fine"}))
    assert record.events == events
    assert state(record.match) == state(match)
    assert validate(path).ok
    with pytest.raises(RecordError, match="hand_started has no field 'colour'"):
        read_record(written({**first, "minor": MINOR}))


def test_results_are_those_of_the_match(tmp_path: Path) -> None:
    header, events, match = played("one deck", hands=100)
    path = write(tmp_path / "r", header, events)
    results = read_results(path)
    assert results.events == events
    assert list(results.levels) == match.levels
    assert results.winners == match.winners
    assert results.hands == tuple(event for event in events if isinstance(event, HandEnded))
    path.write_bytes(path.read_bytes() + b'{"event":"cheered"}\n')
    with pytest.raises(RecordError, match=f"line {len(events) + 2}"):
        read_results(path)
    cut = write(tmp_path / "cut", header, events[:50])
    assert (read_results(cut).winners, read_results(cut).hands) == (None, ())


def test_headers_hold_what_they_were_given(tmp_path: Path) -> None:
    header = header_of(Rules(), "NESW", created="2021-02-15", seed=5)
    RecordWriter(tmp_path / "r", header).close()
    assert read_record(tmp_path / "r").header == header
    assert isinstance(header, Header)
