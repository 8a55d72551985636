"""Reasons that a draw gives for somebody who sits out more often than others."""

from __future__ import annotations

from shengji.nights import CheckIn, DrawRound, EndRound, NightSettings, PairUp
from shengji.server.nights.drawing import draw_next_round, note_words
from shengji.server.nights.schemas import Draw
from tests.nights.kit import ORGANISER, Evening


def note_of(settings: NightSettings, people: str, pairs: str, phoneless: str, rounds: int) -> str:
    """The note of the last draw of so many."""
    evening = Evening(settings)
    for person in people:
        by = ORGANISER if person in phoneless else person
        evening.do(CheckIn, by=by, person=person, name=person)
    for one, other in zip(pairs[::2], pairs[1::2], strict=True):
        evening.do(PairUp, by=ORGANISER, one=one, other=other)
    found = draw_next_round(evening.night, Draw(id="x", by=ORGANISER), 0, ())
    for number in range(1, rounds):
        evening.do(
            DrawRound,
            tables=found.tables,
            sits_out=found.sits_out,
            numbers=found.numbers,
            note=found.note,
        )
        evening.do(EndRound)
        found = draw_next_round(evening.night, Draw(id="x", by=ORGANISER), number, ())
    said = note_words(found.note)
    assert said is not None
    return said.en


def test_a_single_among_pairs_hears_that_it_is_for_the_pairs() -> None:
    """Seven at the desk, three chosen pairs and a single, and every table has real cards."""
    settings = NightSettings(real_cards="all", partners="chosen", rounds=None)
    said = note_of(settings, "ABCDEFG", "ABCDEF", "ABCDEFG", 4)
    assert "all others play in fixed pairs" in said and "a pair parts for a round" in said
    assert "real cards" not in said


def test_who_has_no_phone_hears_that_there_are_too_few_seats_with_cards() -> None:
    settings = NightSettings(real_cards=(1,), rounds=None)
    said = note_of(settings, "ABCDEFGHI", "", "ABCDE", 6)
    assert "too few seats with real cards" in said and "pairs, which" not in said
