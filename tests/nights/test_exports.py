"""Exports of a night."""

from __future__ import annotations

import csv
import io

from shengji.nights import (
    HAND_COLUMNS,
    CheckIn,
    CorrectHand,
    EndRound,
    GivePenalty,
    NightStanding,
    csv_of,
    hand_rows,
    standings,
)
from tests.nights.kit import Evening, at_table, written


def played() -> Evening:
    evening = Evening(people="ABC")
    evening.do(CheckIn, person="D", name="=1+1", team="Reds")
    evening.draw("ABCD")
    evening.hand(dealer="A", points=35, confirm="B")
    evening.do(GivePenalty, person="D", points=2, reason="late")
    evening.do(EndRound)
    return evening


def test_all_hands_as_rows() -> None:
    evening = at_table()
    evening.hand("B", dealer="B", points=40, confirm="A")
    evening.do(
        CorrectHand,
        entry=written(points=40, offender="D"),
        reason="held a club",
        decide=True,
        round=1,
        table=1,
        hand=1,
    )
    (row,) = hand_rows(evening.night)
    assert (row["dealer"], row["declarers"], row["opponents"]) == ("B", ("B", "D"), ("A", "C"))
    assert (row["winner"], row["levels"]) == ("opponents", 0)
    assert (row["offender"], row["versions"]) == ("D", 2)
    assert row["confirmed"] and not row["beyond"]


def test_hands_and_standings_as_tables() -> None:
    evening = played()
    (hand,) = csv.DictReader(io.StringIO(csv_of(tuple(HAND_COLUMNS), hand_rows(evening.night))))
    assert hand["declarers"] == "A / C" and hand["opponents"] == "B / =1+1"
    assert (hand["points"], hand["levels_after"]) == ("35", "10 / 8 / 10 / 8")
    columns = NightStanding.__struct_fields__
    rows = list(csv.DictReader(io.StringIO(csv_of(columns, standings(evening.night)))))
    assert [row["score"] for row in rows] == ["2", "2", "-2", "-4"]
    # No spreadsheet calculates with a name.
    assert rows[-1]["name"] == "'=1+1"
    assert csv_of(columns, []).startswith("place,person,name,")
