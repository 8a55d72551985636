"""People who are kept apart, and people who stay at one table: no draw forgets it."""

from __future__ import annotations

from itertools import combinations
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from shengji.nights import (
    AllowTogether,
    ChangePlaces,
    Draw,
    DrawError,
    KeepApart,
    KeepTable,
    MergeTables,
    Night,
    NightSettings,
    NotePhone,
    PairUp,
    Replace,
    RoundSeats,
    SeatLimits,
    Wishes,
    draw_round,
    meetings_of,
)
from shengji.nights.meetings import pair_of
from tests.cases import cases
from tests.nights.kit import Evening
from tests.nights.test_draw import NAMES, all_fours, cost_of, seatings
from tests.seeds import examples


def kept(drawn: Draw, limits: SeatLimits) -> bool:
    """Whether a draw keeps all limits."""
    tables = [set(table.seats) for table in drawn.seating.tables]
    if any({one, other} <= table for one, other in limits.apart for table in tables):
        return False
    at = [{limits.tables[one] for one in table if one in limits.tables} for table in tables]
    numbers = [number for of_table in at for number in of_table]
    return all(len(of_table) <= 1 for of_table in at) and len(set(numbers)) == len(numbers)


@settings(deadline=None, max_examples=examples(25))
@given(
    st.lists(seatings(NAMES[:8]), max_size=4),
    st.lists(st.sampled_from(list(combinations(NAMES[:8], 2))), max_size=4, unique=True),
    st.dictionaries(st.sampled_from(NAMES[:8]), st.sampled_from([1, 2]), max_size=3),
    st.integers(0, 9),
)
def test_repeats_are_as_few_as_in_the_best_of_all_draws_that_keep_them(
    earlier: list[RoundSeats], apart: list[tuple[str, str]], stays: dict[str, int], seed: int
) -> None:
    met, limits = meetings_of(earlier), SeatLimits(frozenset(apart), stays)
    all_kept = [
        cost_of(tables, met)
        for tables in all_fours(NAMES[:8])
        if kept(Draw(RoundSeats(tuple(tables)), None, 0, 0), limits)  # type: ignore[arg-type]
    ]
    if not all_kept:
        with pytest.raises(DrawError, match="Take one of these wishes back"):
            draw_round(NAMES[:8], seed=seed, met=met, limits=limits)
        return
    drawn = draw_round(NAMES[:8], seed=seed, met=met, limits=limits)
    assert kept(drawn, limits)
    assert (drawn.repeats, drawn.bound) == (min(all_kept), min(all_kept))


@pytest.mark.parametrize("people", cases([13, 22, 38, 61, 103], 22, 61))
@pytest.mark.parametrize("remainder", ["sit-out", "either"])
def test_all_are_kept_in_random_nights(people: int, remainder: str) -> None:
    chance, here = Random(people), NAMES[:people]
    pairs = [(here[2 * at], here[2 * at + 1]) for at in range(people // 8)]
    known = {pair_of(*two) for two in pairs}
    partner = {a: b for two in pairs for a, b in (two, two[::-1])}
    for seed in range(3):
        twos = [pair_of(*chance.sample(here, 2)) for _ in range(people // 6)]
        apart = frozenset(two for two in twos if two not in known)
        stays = {one: chance.randint(1, 3) for one in chance.sample(here, 4)}
        stays = {one: at for one, at in stays.items() if partner.get(one) not in stays}
        cards = set(chance.sample(here, people // 5))
        online = frozenset(range(1, 99)) - {1, 5, 6, 7, 8, 9, 10, 11, 12, 13}
        limits = SeatLimits(apart, stays, online)
        done: list[Draw] = []
        for number in range(2):
            met = meetings_of(one.seating for one in done)
            try:
                drawn = draw_round(
                    here,
                    seed=seed + number,
                    met=met,
                    pairs=pairs,
                    wishes=Wishes(remainder=remainder, cards=10),  # type: ignore[arg-type]
                    cards=cards,
                    limits=limits,
                )
            except DrawError as error:
                assert error.code in ("stays-online", "limits-in-the-way", "apart-partners")
                break
            assert sorted(drawn.seating.people) == here
            assert kept(drawn, limits)
            for table in drawn.seating.tables:
                at = {stays[one] for one in table.seats if one in stays}
                assert not (at & online and cards & set(table.seats))
            done.append(drawn)


def test_of_five_who_may_not_all_meet_those_two_take_turns() -> None:
    limits, done = SeatLimits(frozenset({(NAMES[0], NAMES[1])})), list[Draw]()
    for seed in range(6):
        met = meetings_of(one.seating for one in done)
        done.append(draw_round(NAMES[:5], seed=seed, met=met, limits=limits))
    out = [one for drawn in done for one in drawn.seating.out]
    assert sorted(out) == [NAMES[0]] * 3 + [NAMES[1]] * 3
    assert [drawn.unfair for drawn in done[2:]] == ["limits"] * 4


def test_contradictions_are_named() -> None:
    pairs = [(NAMES[0], NAMES[1])]
    for limits, cards, code in (
        (SeatLimits(apart=frozenset(pairs)), (), "apart-partners"),
        (SeatLimits(tables={NAMES[0]: 1, NAMES[1]: 2}), (), "apart-partners"),
        (SeatLimits(tables={NAMES[0]: 2}, online=frozenset({2})), [NAMES[1]], "stays-online"),
    ):
        with pytest.raises(DrawError) as caught:
            draw_round(NAMES[:8], seed=1, pairs=pairs, limits=limits, cards=cards)
        assert caught.value.code == code


def test_organisers_ask_for_it_and_take_it_back() -> None:
    evening = Evening(NightSettings(partners="chosen", tables=3), "ABCDEF")
    evening.do(KeepApart, one="A", other="B")
    evening.do(KeepTable, person="C", table=2)
    night = evening.night
    assert night.apart == {frozenset("AB")}
    assert night.stays == {"C": 2}
    assert evening.refuses(KeepApart, one="B", other="A") == "apart-already"
    assert evening.refuses(KeepApart, one="A", other="A") == "apart-of-one"
    assert evening.refuses(KeepApart, one="A", other="Z") == "not-checked-in"
    assert evening.refuses(KeepApart, by="A", one="A", other="C") == "organisers-only"
    assert evening.refuses(AllowTogether, one="A", other="C") == "not-apart"
    assert evening.refuses(KeepTable, person="C", table=2) == "stays-already"
    assert evening.refuses(KeepTable, person="Z", table=2) == "not-checked-in"
    assert evening.refuses(KeepTable, person="C", table=4) == "too-few-tables"
    # The night remembers both where they contradict each other.
    evening.do(KeepTable, person="A", table=2)
    assert evening.refuses(KeepTable, person="B", table=2) == "apart-stay"
    assert evening.refuses(KeepApart, one="A", other="C") == "apart-stay"
    evening.do(KeepTable, person="D", table=2)
    evening.do(KeepTable, person="E", table=2)
    assert evening.refuses(KeepTable, person="F", table=2) == "table-kept"
    # Nobody learns of it by choosing a partner; the draw says it to the organiser.
    evening.do(PairUp, by="A", one="A", other="B")
    assert evening.refuses(KeepApart, one="A", other="B") == "apart-already"
    evening.do(AllowTogether, one="B", other="A")
    assert evening.refuses(KeepApart, one="A", other="B") == "apart-pair"
    evening.do(KeepTable, person="C", table=0)
    assert not night.apart
    assert night.stays == {"A": 2, "D": 2, "E": 2}
    assert Night.of(evening.events) == evening.read_again() == night


def test_seats_changed_by_hand_keep_them_unless_an_organiser_insists() -> None:
    evening = Evening(NightSettings(real_cards=(2,)), "ABCDEFGHI")
    evening.draw("ABCD", "EFGH", out="I")
    evening.do(KeepApart, one="A", other="F")
    evening.do(KeepTable, person="B", table=1)
    for person in "DI":
        evening.do(NotePhone, person=person, phone=False)
    evening.do(ChangePlaces, one="B", other="D")
    for kind, code, change in (
        (ChangePlaces, "kept-apart", {"one": "A", "other": "G"}),
        (ChangePlaces, "stays-elsewhere", {"one": "H", "other": "B"}),
        (Replace, "phoneless", {"table": 1, "person": "C", "substitute": "I"}),
        (MergeTables, "kept-apart", {"tables": (2, 1), "seats": tuple("EFHA")}),
    ):
        assert evening.refuses(kind, **change) == code
        evening.do(kind, **change, anyway=True)
