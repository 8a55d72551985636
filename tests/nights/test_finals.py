"""Finals, and the last round without one: the leaders play for their places."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    ChangeSettings,
    CheckIn,
    DrawError,
    DrawRound,
    EndRound,
    EnterHand,
    KeepApart,
    KeepTable,
    Leave,
    NightSettings,
    NotePhone,
    PairUp,
    Refusal,
    Replace,
    standings,
)
from shengji.nights.finals import final_tables, seeds
from shengji.server.nights.drawing import draw_next_round, note_words
from shengji.server.nights.schemas import Draw
from tests.nights.kit import ORGANISER, Evening, written
from tests.seeds import examples

PEOPLE = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"


def evening(people: int, **given: Any) -> Evening:
    fields: dict[str, Any] = {"real_cards": "all", "rounds": 3, **given}
    return Evening(NightSettings(**fields), PEOPLE[:people])


def draw(one: Evening, seed: int = 1, **given: Any) -> DrawRound:
    """Draw the next round as the server does, and seat it."""
    one.given += 1
    asked = Draw(id=f"d{one.given}", by=ORGANISER, **given)
    command = draw_next_round(one.night, asked, seed, (4, 5, 6))
    decided = one.night.do(command, one.now)
    assert not isinstance(decided, Refusal), decided.sentence()
    one.events += decided
    return command


def win(one: Evening, chance: Random) -> None:
    """Play a hand at each table with real cards, by chance, and end the round."""
    number = len(one.night.rounds)
    for game in one.night.rounds[-1].games.values():
        if game.cards == "real":
            side = chance.choice(["declarers", "opponents"])
            entry = written(
                dealer=game.seats[0],
                winner=side,
                levels=chance.randint(1, 2),
                declarers=game.seats[:1] if game.played.teams == "friends" else (),
            )
            place = {"round": number, "table": game.table, "hand": 1}
            one.do(EnterHand, entry=entry, decide=True, **place)
    one.do(EndRound)


def places(one: Evening) -> dict[str, int]:
    return {row.person: row.place for row in standings(one.night) if row.hands}


def rounds(one: Evening, number: int, chance: Random) -> Iterator[DrawRound]:
    for _ in range(number):
        yield draw(one, chance.randint(0, 99))
        win(one, chance)


def test_the_joint_leader_does_not_sit_out_the_last_round() -> None:
    """Three rounds, seats by place; it was the joint leader's turn to sit out."""
    for seed in range(5):
        chance = Random(seed)
        night = evening(9, by_standings=True)
        done = list(rounds(night, 2, chance))
        before = places(night)
        last = draw(night, seed)
        assert not [one for one in last.sits_out if before.get(one) == 1]
        said = note_words(last.note)
        assert said is not None and "the lowest places sit out" in said.en
        assert len(done) == 2


def test_the_leader_plays_in_the_last_round_though_it_is_their_turn_to_sit_out() -> None:
    night = evening(5, rounds=5)
    for number, out in enumerate("BCDE", 1):
        seats = [one for one in "ABCDE" if one != out]
        night.draw("".join(seats), out=out)
        entry = written(dealer="A", winner="declarers", levels=1)
        night.do(EnterHand, entry=entry, decide=True, round=number, table=1, hand=1)
        night.do(EndRound)
    assert places(night)["A"] == 1
    for seed in range(3):
        command = draw_next_round(night.night, Draw(id="d", by=ORGANISER), seed, (4,))
        (out,) = command.sits_out
        assert places(night)[out] == max(places(night).values())


@settings(deadline=None, max_examples=examples(6))
@given(st.integers(0, 2**32), st.integers(5, 15), st.sampled_from(["sit-out", "larger-tables"]))
def test_no_leader_of_any_night_sits_out_its_last_round(
    seed: int, people: int, uneven: str
) -> None:
    chance = Random(seed)
    night = evening(people if people != 7 else 8, uneven=uneven)
    apart = chance.sample(PEOPLE[:people], 2) if people >= 9 else []
    if apart and not set(apart) - set(night.night.people):
        night.do(KeepApart, one=apart[0], other=apart[1])
    for command in rounds(night, 2, chance):
        assert not any(set(apart) <= set(table) for table in command.tables if apart)
    if night.night.settings.uneven == "sit-out":
        night.do(CheckIn, person="late", name="late")
    before = places(night)
    try:
        last = draw(night, seed % 100)
    except DrawError as error:
        assert error.code == "no-division"
        return
    assert not [one for one in last.sits_out if before.get(one) == 1]
    assert not any(set(apart) <= set(table) for table in last.tables if apart)
    # Whoever sits out is behind all who play, but for those who have not played yet.
    played = [before[one] for table in last.tables for one in table if one in before]
    out = [before[one] for one in last.sits_out if one in before]
    if not apart and out and uneven == "sit-out":
        assert min(out) >= max(min(played), 2)


def test_who_has_not_played_yet_stands_in_the_middle() -> None:
    night = evening(8, rounds=2)
    draw(night)
    win(night, Random(1))
    night.do(CheckIn, person="late", name="late")
    assert "late" not in draw(night).sits_out


@pytest.mark.parametrize(
    ("size", "people"), [("eight", 14), ("four", 14), ("eight", 7), ("four", 4)]
)
def test_the_first_play_the_final_and_the_others_a_consolation_round(
    size: str, people: int
) -> None:
    for seed in range(2):
        chance = Random(seed)
        night = evening(people, final=size)
        list(rounds(night, 3, chance))
        before = [row.person for row in standings(night.night)]
        command = draw(night, seed)
        number = {"four": 4, "eight": 8}[size] if people >= 8 else 4
        assert command.final == tuple(before[:number])
        at = {one: place for place, one in enumerate(before)}
        final = command.tables[: number // 4]
        assert {one for table in final for one in table} == set(command.final)
        for table in final:
            sides = [at[table[0]] + at[table[2]], at[table[1]] + at[table[3]]]
            assert sides == [number - 1, number - 1], "the best with the last"
        assert len(command.sits_out) == (people - number) % 4
        said = note_words(command.note)
        assert said is not None and f"The first {number}" in said.en
        win(night, chance)
        check_standings(night, command.final)
        assert night.refuses(DrawRound, tables=command.tables) == "rounds-over"
        assert night.read_again() == night.night


def test_who_has_not_played_is_no_finalist_before_those_who_have() -> None:
    night = evening(8, final="eight", rounds=1)
    list(rounds(night, 1, Random(3)))
    for late in "WXYZ":
        night.do(CheckIn, person=late, name=late)
    assert set(draw(night).final) == set(PEOPLE[:8])


def check_standings(night: Evening, final: tuple[str, ...]) -> None:
    """Finalists stand first, by their final; the others by all of their points."""
    rows = standings(night.night)
    assert {row.person for row in rows[: len(final)]} == set(final)
    first, others = rows[: len(final)], rows[len(final) :]
    gained = dict.fromkeys(final, 0)
    for game in night.night.rounds[-1].games.values():
        for hand in night.night.score(len(night.night.rounds), game.table).hands:
            for person in hand.seats:
                if person in gained:
                    gained[person] += hand.levels if person in hand.winning else -hand.levels
    assert {row.person: row.final for row in first} == gained
    keys = [(row.final, row.score) for row in first]
    assert keys == sorted(keys, reverse=True)
    assert all(row.final is None for row in others)
    scores = [row.score for row in others if row.hands]
    assert scores == sorted(scores, reverse=True)
    assert sum(row.levels for row in rows) == 0, "scores still add up"


def test_chosen_pairs_are_seeded_as_pairs() -> None:
    chance = Random(4)
    night = evening(13, final="eight", partners="chosen")
    for at in range(0, 12, 2):
        night.do(PairUp, one=PEOPLE[at], other=PEOPLE[at + 1])
    list(rounds(night, 3, chance))
    order = seeds(night.night)
    scores = {row.person: row.score for row in standings(night.night)}
    assert len(order) == 4 and all(len(unit) == 2 for unit in order)
    assert [scores[a] for a, _ in order] == sorted((scores[a] for a, _ in order), reverse=True)
    command = draw(night)
    sides = [{frozenset(table[::2]), frozenset(table[1::2])} for table in command.tables[:2]]
    first, second, third, fourth = map(frozenset, order)
    assert sides == [{first, fourth}, {second, third}]
    # A single person is a finalist where there is a partner for the final.
    tables = final_tables([("s",), ("A", "B"), ("t",)], lambda made: True)
    assert tables is not None and {tables[0][::2], tables[0][1::2]} == {("s", "t"), ("A", "B")}


def test_limits_hold_in_the_final_too() -> None:
    night = evening(12, final="eight")
    list(rounds(night, 3, Random(2)))
    first = [row.person for row in standings(night.night)][:8]
    night.do(KeepApart, one=first[0], other=first[7])
    night.do(KeepApart, one=first[1], other=first[2])
    night.do(KeepTable, person=first[3], table=7)
    command = draw(night)
    for one, other in ((0, 7), (1, 2)):
        assert not any({first[one], first[other]} <= set(table) for table in command.tables)
    seated = dict(zip(command.numbers, command.tables, strict=True))
    assert first[3] in seated[7]
    # What cannot be is said, with what to do.
    four = evening(8, final="four")
    list(rounds(four, 3, Random(2)))
    best = [row.person for row in standings(four.night)]
    four.do(KeepApart, one=best[0], other=best[3])
    with pytest.raises(DrawError, match="Take such a wish back"):
        draw(four)
    four.do(KeepTable, person=best[1], table=2)
    four.do(KeepTable, person=best[6], table=2)
    four.do(Leave, person=best[3])
    with pytest.raises(DrawError, match="where the final is played"):
        draw(four)


def test_finalists_without_a_phone_play_with_real_cards() -> None:
    night = evening(12, final="eight", real_cards=(3,))
    list(rounds(night, 3, Random(2)))
    first = [row.person for row in standings(night.night)][:8]
    night.do(NotePhone, person=first[0], phone=False)
    command = draw(night)
    assert first[0] in dict(zip(command.numbers, command.tables, strict=True))[3]
    night.do(NotePhone, person="L" if "L" not in first else "K", phone=False)


def test_a_final_belongs_after_the_rounds_and_to_people_with_seats() -> None:
    night = evening(9, final="four", rounds=1)
    tables = (tuple("ABCD"), tuple("EFGH"))
    given: dict[str, Any] = {"tables": tables, "sits_out": ("I",)}
    assert night.refuses(DrawRound, final=tuple("ABCD"), **given) == "no-final"
    night.do(DrawRound, **given)
    win(night, Random(1))
    assert night.refuses(DrawRound, final=tuple("ABCI"), **given) == "not-at-table"
    night.do(DrawRound, final=tuple("ABCD"), **given)
    # A substitute plays for themselves, and is no finalist.
    night.do(Replace, table=1, person="A", substitute="I")
    win(night, Random(2))
    rows = {row.person: row for row in standings(night.night)}
    assert rows["I"].final is None and rows["A"].final == 0
    assert {row.person for row in standings(night.night)[:4]} == set("ABCD")
    plain = NightSettings(real_cards="all", rounds=1)
    assert night.refuses(ChangeSettings, settings=plain) == "rounds-played"
    assert NightSettings(rounds=None, final="eight").finalists == 0
