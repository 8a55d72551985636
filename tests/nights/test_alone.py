"""A single person among chosen pairs: the true reason is told, and there are ways to a seat."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shengji.nights import (
    ChangePlaces,
    CheckIn,
    DrawRound,
    EndRound,
    Leave,
    MergeTables,
    NightSettings,
    PairUp,
    Refusal,
    hand_rows,
    standings,
)
from shengji.nights.alone import Way, alone_in
from shengji.nights.state import BOT
from shengji.server.nights.drawing import draw_next_round, note_words
from shengji.server.nights.schemas import Draw
from tests.nights.kit import ORGANISER, Evening

_WAYS: tuple[Way, ...] = ("part", "larger")


def paired(people: str, pairs: int = 3, **settings: Any) -> Evening:
    """An evening at which the first people are pairs: `AB`, `CD` ..."""
    given = {"real_cards": (1, 2), "rounds": None, **settings}
    evening = Evening(NightSettings(partners="chosen", **given), people)
    for at in range(pairs):
        evening.do(PairUp, one=people[2 * at], other=people[2 * at + 1])
    return evening


def draw(evening: Evening, way: Way | None = None, seed: int = 1) -> DrawRound:
    """Draw a round as the server does, and seat it."""
    evening.given += 1
    asked = Draw(id=f"d{evening.given}", by=ORGANISER, way=way)
    command = draw_next_round(evening.night, asked, seed, (4, 5, 6))
    decided = evening.night.do(command, evening.now)
    assert not isinstance(decided, Refusal), decided.sentence()
    evening.events += decided
    return command


@pytest.mark.parametrize("cards", [(1,), (1, 2), "all"])
def test_the_desk_is_told_that_pairs_are_the_reason_and_not_the_cards(cards: Any) -> None:
    """Seven at the desk, three pairs and a single, all tables with real cards."""
    evening = Evening(NightSettings(partners="chosen", real_cards=cards, rounds=None))
    for one in "ABCDEFG":
        evening.do(CheckIn, person=one, name=one)
    for one, other in ("AB", "CD", "EF"):
        evening.do(PairUp, one=one, other=other)
    alone = alone_in(evening.night)
    assert alone is not None
    assert (alone.people, alone.ways, alone.pair) == (("G",), ("part", "larger"), ("A", "B"))
    for number in range(3):
        command = draw(evening, seed=number)
        assert "G" in command.sits_out
        told = note_words(command.note)
        assert told is not None
        assert ("fill the tables" in told.en) is (number > 0), "the first turn is fair"
        assert "real cards" not in told.en
        evening.do(EndRound)


def test_a_pair_parts_for_a_round_the_one_that_has_parted_least() -> None:
    evening, parted, out = paired("ABCDEFG"), [], Counter[str]()
    for number in range(6):
        command = draw(evening, "part", seed=number)
        parted.append("".join(command.parted))
        out.update(command.sits_out)
        assert "G" not in command.sits_out
        for pair in {"AB", "CD", "EF"} - {parted[-1]}:
            tables = [table for table in command.tables if pair[0] in table]
            apart = [abs(table.index(pair[0]) - table.index(pair[1])) for table in tables]
            assert apart in ([], [2]), "the other pairs stay together"
        evening.do(EndRound)
    assert parted == ["AB", "CD", "EF"] * 2
    assert sum(out.values()) == 18 and max(out.values()) - min(out[one] for one in "ABCDEF") <= 1
    assert evening.read_again() == evening.night
    # What was seated stands for the rest of its round; the pair is one again in the next.
    draw(evening)
    assert evening.refuses(DrawRound, tables=(tuple("ACBD"),)) == "round-runs"
    assert evening.night.rounds[-1].parted == ()


def test_who_changes_places_with_one_of_a_pair_that_parts_may() -> None:
    evening = paired("ABCDEFG")
    command = draw(evening, "part")
    one = next(person for person in "AB" if person in command.tables[0])
    other = next(person for person in command.sits_out if person not in "AB")
    partner = dict(zip("CDEF", "DCFE", strict=True)).get(other)
    if partner is None or partner not in command.tables[0]:
        assert evening.refuses(ChangePlaces, one=one, other=other) == "partners-apart"


def test_five_play_finding_friends() -> None:
    evening, out = paired("ABCDEFG"), Counter[str]()
    for number in range(3):
        command = draw(evening, "larger", seed=number)
        ((five,), waiting) = command.tables, command.sits_out
        assert len(five) == 5 and "G" in five
        out.update(waiting)
        game = evening.night.rounds[-1].games[1]
        assert game.played.teams == "friends"
        evening.do(EndRound)
    assert out == dict.fromkeys("ABCDEF", 1)
    nine = paired("ABCDEFGHI", 4)
    assert sorted(map(len, draw(nine, "larger").tables)) == [4, 5]
    # By hand five may not sit together where the night has no such tables.
    other = paired("ABCDEFG")
    tables, out_ = (tuple("ABCDG"),), tuple("EF")
    assert other.refuses(DrawRound, tables=tables, sits_out=out_) == "table-size"


def test_a_night_with_larger_tables_has_a_seat_except_of_seven() -> None:
    larger: Any = {"uneven": "larger-tables"}
    assert alone_in(paired("ABCDEFGHI", 4, **larger).night) is None
    seven = paired("ABCDEFG", **larger)
    for way in _WAYS:
        command = draw(seven, way)
        assert "G" not in command.sits_out
        seven.do(EndRound)


def test_a_bot_is_the_partner_at_a_table_without_real_cards() -> None:
    evening, out = paired("ABCDEFGHI", 4, real_cards=(1,)), Counter[str]()
    evening.do(CheckIn, person="Z", name="Z")  # has no phone
    evening.do(Leave, person="Z")
    for number in range(5):
        command = draw(evening, "bot", seed=number)
        out.update(command.sits_out)
        seated = dict(zip(command.numbers, command.tables, strict=True))
        with_bot = [table for table, seats in seated.items() if BOT in seats]
        assert with_bot in ([], [2])
        for table in with_bot:
            seats = seated[table]
            assert abs(seats.index(BOT) - seats.index("I")) == 2
            game = evening.night.rounds[-1].games[table]
            assert (game.cards, game.rated, game.unrated) == ("online", False, "bot")
            assert evening.night.gone_from(game) == []
            assert evening.refuses(ChangePlaces, one=BOT, other=seats[0]) != ""
        evening.do(EndRound)
    assert out == dict.fromkeys("ABCDEFGHI", 1) and evening.night.rounds[-1].sits_out == ("I",), (
        "pairs take turns"
    )
    night = evening.night
    assert BOT not in night.here and all(row.person != BOT for row in standings(night))
    assert evening.refuses(CheckIn, person=BOT, name="Bo") == "already-here"
    assert evening.read_again() == night and hand_rows(night) == ()


def test_a_bot_is_not_for_real_cards() -> None:
    everywhere = paired("ABCDEFG", real_cards="all")
    alone = alone_in(everywhere.night)
    assert alone is not None and "bot" not in alone.ways
    few = paired("ABCDEFG", real_cards=(1,), tables=1)
    alone = alone_in(few.night)
    assert alone is not None and "bot" not in alone.ways
    seats = (("G", "A", BOT, "B"),)
    four = Evening(NightSettings(real_cards="all"), "GAB")
    assert four.refuses(DrawRound, tables=seats) == "bot-at-cards"
    assert four.refuses(CheckIn, person=BOT, name="Bo") == "bad-name"
    online = Evening(NightSettings(), "GAB")
    online.do(DrawRound, tables=seats)
    assert online.refuses(MergeTables, tables=(1, 1), seats=seats[0]) == "merge-two"


def test_nobody_is_alone_where_partners_are_drawn_or_singles_even() -> None:
    assert alone_in(Evening(people="ABCDEFG").night) is None
    assert alone_in(paired("ABCDEFGH").night) is None
    assert alone_in(paired("ABC", 1).night) is None
    three = alone_in(paired("ABCDEFGHI").night)
    assert three is not None and three.people == ("G", "H", "I")
    command = draw(paired("ABCDEFGHI"), "part")
    assert len(command.sits_out) == 1
