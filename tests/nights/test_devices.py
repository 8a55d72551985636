"""A device of a table: whose hands it writes, and who has to confirm them."""

from __future__ import annotations

from typing import Any

from shengji.nights import (
    CheckIn,
    ConfirmHand,
    CorrectHand,
    DisputeHand,
    DrawRound,
    EndNight,
    EndRound,
    EnterHand,
    NightSettings,
    NoteError,
    SetOrganisers,
)
from shengji.nights.devices import giver_of
from shengji.nights.state import Hand, NightLack
from tests.nights.kit import REAL, Evening, at_table, written

DEVICE, OTHER = giver_of(1, "a1"), giver_of(2, "b2")
FIRST: dict[str, Any] = {"round": 1, "table": 1, "hand": 1}
ENTRY = written(dealer="A", points=40)
CASUAL = NightSettings(real_cards="all", rounds=None, rated=False)


def hand(evening: Evening, number: int = 1) -> Hand:
    return evening.night.rounds[0].games[1].hands[number - 1]


def with_accounts(*, trusted: bool) -> Evening:
    """Four people with accounts at a rated table; `trusted`: drawn by an organiser of the site."""
    evening = Evening(REAL)
    for person in "ABCD":
        evening.do(CheckIn, by=person, person=person, name=person, account=person)
    seats = {"tables": (tuple("ABCD"),), "sits_out": (), "ratable": (4,)}
    evening.do(DrawRound, trusted=trusted, **seats)
    assert evening.night.rounds[0].games[1].rated
    return evening


def test_a_rated_hand_waits_for_one_confirmation_of_anybody_at_the_table() -> None:
    for player in "ABCD":
        evening = at_table("ABCD")
        evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
        game = evening.night.rounds[0].games[1]
        assert hand(evening).waits
        assert evening.night.missing_sides(game, hand(evening)) == (0, 1)
        evening.do(ConfirmHand, by=player, **FIRST)
        assert hand(evening).confirmed
        assert evening.read_again() == evening.night


def test_the_desk_confirms_it_alone() -> None:
    evening = at_table("ABCD")
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    evening.do(ConfirmHand, **FIRST)
    assert hand(evening).confirmed


def test_at_a_table_that_is_not_rated_it_counts_at_once() -> None:
    evening = at_table("ABCD", CASUAL)
    (event,) = evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    assert hand(evening).confirmed
    assert event.by == DEVICE, "the log names the device"
    evening.do(EnterHand, by="A", entry=written(points=40), **{**FIRST, "hand": 2})
    assert hand(evening, 2).waits, "a player's own entry still waits"


def test_a_hand_in_dispute_waits_for_the_desk() -> None:
    evening = at_table("ABCD")
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    evening.do(DisputeHand, by="B", **FIRST)
    evening.do(ConfirmHand, by="A", **FIRST)
    assert hand(evening).waits
    evening.do(ConfirmHand, **FIRST)
    assert hand(evening).confirmed


def test_the_hand_of_a_phone_is_confirmed_by_the_device_that_writes_the_same() -> None:
    evening = at_table("ABCD")
    evening.do(EnterHand, by="A", entry=ENTRY, **FIRST)
    other = written(dealer="A", points=45)
    assert evening.refuses(EnterHand, by=DEVICE, entry=other, **FIRST) == "written-otherwise"
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    assert hand(evening).confirmed
    assert evening.refuses(EnterHand, by=DEVICE, entry=ENTRY, **FIRST) == "confirmed-before"


def test_it_writes_the_hands_of_its_table_in_the_present_round_and_nothing_else() -> None:
    evening = Evening(REAL, "ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    assert evening.refuses(EnterHand, by=OTHER, entry=ENTRY, **FIRST) == "not-your-table"
    decided = {"entry": ENTRY, "decide": True, **FIRST}
    assert evening.refuses(EnterHand, by=DEVICE, **decided) == "organisers-only"
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    for kind, fields in (
        (ConfirmHand, FIRST),
        (DisputeHand, FIRST),
        (CorrectHand, {"entry": written(dealer="A", points=45), "reason": "so", **FIRST}),
    ):
        assert evening.refuses(kind, by=DEVICE, **fields) == "not-in-hand"
    assert evening.refuses(NoteError, by=DEVICE, table=1, person="A") == "not-your-table"
    assert evening.refuses(EndRound, by=DEVICE, unconfirmed=True) == "organisers-only"
    assert evening.refuses(SetOrganisers, by=DEVICE, organisers=("A",)) == "organisers-only"
    assert evening.refuses(CheckIn, by=DEVICE, person="X", name="X") == "for-yourself"
    second = {**FIRST, "hand": 2, "entry": written(points=40)}
    evening.do(EndRound, unconfirmed=True)
    evening.do(EnterHand, by=DEVICE, **second)  # the last round drawn, though it is over
    evening.draw("ABCD", "EFGH")
    third = {**FIRST, "hand": 3, "entry": written(points=40)}
    assert evening.refuses(EnterHand, by=DEVICE, **third) == "device-late"
    evening.do(EndRound)
    evening.do(EndNight)
    late = {"round": 2, "table": 1, "hand": 1, "entry": ENTRY}
    assert evening.refuses(EnterHand, by=DEVICE, **late) == "device-late"


def test_it_counts_for_ratings_with_one_player_where_the_site_knows_the_people() -> None:
    evening = with_accounts(trusted=True)
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    assert hand(evening).lack == NightLack("waits", ("A", "C", "B", "D"))
    evening.do(ConfirmHand, by="B", **FIRST)
    assert (hand(evening).rated, hand(evening).lack) == (0, None)


def test_elsewhere_ratings_still_need_both_sides_and_everybody() -> None:
    evening = with_accounts(trusted=False)
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    evening.do(ConfirmHand, by="B", **FIRST)
    assert hand(evening).confirmed
    assert hand(evening).lack == NightLack("side", ("A", "C"))
    evening.do(ConfirmHand, by="A", **FIRST)
    assert hand(evening).lack == NightLack("hand", ("C", "D"))


def test_a_desk_that_the_site_has_not_appointed_does_not_rate_it() -> None:
    evening = with_accounts(trusted=True)
    evening.do(EnterHand, by=DEVICE, entry=ENTRY, **FIRST)
    evening.do(ConfirmHand, trusted=False, **FIRST)
    assert hand(evening).confirmed and hand(evening).rated is None
    evening.do(ConfirmHand, by="D", **FIRST)
    assert hand(evening).rated == 0
