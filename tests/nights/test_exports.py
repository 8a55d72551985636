"""A night for other programs."""

from __future__ import annotations

import csv
import io

import msgspec

from shengji.nights import (
    CheckIn,
    EndRound,
    GivePenalty,
    HandRow,
    NightExport,
    Row,
    csv_of,
    export_of,
    hand_rows,
    standings,
)
from tests.nights.kit import Evening


def played() -> Evening:
    evening = Evening(people="ABC")
    evening.do(CheckIn, person="D", name="=1+1", team="Reds")
    evening.draw("ABCD")
    evening.hand(dealer="A", points=35, confirm="B")
    evening.do(GivePenalty, person="D", points=2, reason="late")
    evening.do(EndRound)
    return evening


def test_a_night_as_json_comes_back_as_it_was() -> None:
    found = export_of(played().night)
    again = msgspec.json.decode(msgspec.json.encode(found), type=NightExport)
    assert again == found
    assert [sheet.tables[0].names for sheet in again.seatings] == [("A", "B", "C", "=1+1")]
    assert again.penalties[0].person == "=1+1"
    assert [(row.team, row.score) for row in again.teams] == [("Reds", -4)]


def test_hands_and_standings_as_tables() -> None:
    evening = played()
    (hand,) = csv.DictReader(io.StringIO(csv_of(HandRow, hand_rows(evening.night))))
    assert hand["declarers"] == "A / C" and hand["opponents"] == "B / =1+1"
    assert (hand["points"], hand["levels_after"]) == ("35", "10 / 8 / 10 / 8")
    rows = list(csv.DictReader(io.StringIO(csv_of(Row, standings(evening.night)))))
    assert [row["score"] for row in rows] == ["2", "2", "-2", "-4"]
    # No spreadsheet calculates with a name.
    assert rows[-1]["name"] == "'=1+1"
    assert csv_of(Row, []).startswith("place,person,name,")
