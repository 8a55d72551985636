"""Printed and exported papers."""

from __future__ import annotations

from datetime import date
from typing import Any

import pytest

from shengji.nights import (
    CorrectHand,
    EndNight,
    EndRound,
    NightSettings,
    StartRound,
    certificates,
    hand_rows,
    score_sheet,
    seating_sheet,
    standings,
)
from tests.nights.kit import Evening, at_table, written

FIRST: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}


def test_a_seating_sheet_says_where_everybody_sits() -> None:
    settings = NightSettings(title="Club", real_cards=(2,), casual=(2,))
    evening = Evening(settings, "ABCDEFGHI")
    evening.draw("DCBA", "EFGH", out="I")
    sheet = seating_sheet(evening.night, 1)
    assert (sheet.title, sheet.round, sheet.rounds, sheet.minutes) == ("Club", 1, 4, 45)
    assert [(t.table, t.cards, t.casual) for t in sheet.tables] == [
        (1, "online", False),
        (2, "real", True),
    ]
    assert sheet.sits_out == ("I",)
    lines = [(line.name, line.table, line.seat, line.partner) for line in sheet.people]
    assert lines[0] == ("A", 1, 3, "C")
    assert lines[-1] == ("I", 0, 0, "")
    evening.do(StartRound, minutes=20)
    assert seating_sheet(evening.night, 1).minutes == 20


def test_a_score_sheet_has_the_rules_that_a_table_needs() -> None:
    settings = NightSettings(real_cards="all", error_points=20, rules={"must_play": ["10"]})
    evening = at_table(settings=settings)
    evening.hand(dealer="A", points=40)
    sheet = score_sheet(evening.night, 1, 1)
    assert sheet.names == tuple("ABCD")
    assert (sheet.first_level.value, sheet.last_level.value) == ("8", "A")
    assert [rank.value for rank in sheet.must_play] == ["10", "A"]
    assert [tuple(step) for step in sheet.scale][:2] == [(0, False, 3), (5, False, 2)]
    assert len(sheet.hands) == 1 and sheet.error_points == 20
    with pytest.raises(KeyError, match="no table 2"):
        score_sheet(evening.night, 1, 2)


def test_all_hands_as_rows() -> None:
    evening = at_table()
    evening.hand("B", dealer="B", points=40, confirm="A")
    evening.do(
        CorrectHand,
        entry=written(points=40, offender="D"),
        reason="held a club",
        decide=True,
        **FIRST,
    )
    (row,) = hand_rows(evening.night)
    assert (row.dealer, row.declarers, row.opponents) == ("B", ("B", "D"), ("A", "C"))
    assert (row.winner, row.levels, row.offender, row.versions) == ("opponents", 0, "D", 2)
    assert row.confirmed and not row.beyond


def test_certificates_for_the_first_places_when_the_night_is_over() -> None:
    evening = Evening(NightSettings(title="Club", real_cards="all"), "ABCDE")
    evening.draw("ABCD", out="E")
    evening.hand(dealer="A", points=0, confirm="B")
    evening.do(EndRound)
    assert certificates(evening.night) == ()
    evening.do(EndNight)
    found = certificates(evening.night)
    # Those who have played are the ones among whom the places are.
    assert [(one.name, one.place, one.score) for one in found] == [
        ("A", 1, 3),
        ("C", 1, 3),
        ("B", 3, -3),
        ("D", 3, -3),
    ]
    assert standings(evening.night)[-1].place == 5
    assert (found[0].day, found[0].people, found[0].hands) == (date(2026, 3, 3), 4, 1)
