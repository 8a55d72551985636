"""Who comes, who goes, and to whom results belong."""

from __future__ import annotations

from shengji.nights import (
    CheckIn,
    ClaimGuest,
    EndNight,
    Leave,
    NightSettings,
    PairUp,
    PartPair,
)
from shengji.nights.commands import SERVER
from tests.nights.kit import Evening

CHOSEN = NightSettings(partners="chosen")


def test_people_come_alone_with_an_account_or_as_named_guests() -> None:
    evening = Evening()
    evening.do(CheckIn, by="a1", person="a1", name=" Ann ", account="a1", team="Reds")
    evening.do(CheckIn, by=SERVER, person="g1", name="Bo")
    ann, bo = evening.night.people.values()
    assert (ann.name, ann.account, ann.team) == ("Ann", "a1", "Reds")
    assert (bo.name, bo.account, bo.here) == ("Bo", "", True)
    assert evening.night.here == ["a1", "g1"]


def test_nobody_comes_twice_or_under_the_name_of_another() -> None:
    evening = Evening(people="A")
    assert evening.refuses(CheckIn, by="A", person="A", name="A") == "already-here"
    assert evening.refuses(CheckIn, by="B", person="B", name="a") == "name-taken"
    assert evening.refuses(CheckIn, by="B", person="B", name=" ") == "bad-name"
    assert evening.refuses(CheckIn, by="A", person="B", name="Bo") == "for-yourself"
    evening.do(CheckIn, person="B", name="Bo", account="b1")
    assert (
        evening.refuses(CheckIn, by="b1", person="b1", name="Bob", account="b1") == "account-here"
    )


def test_a_pair_comes_together_and_parts() -> None:
    evening = Evening(CHOSEN, "A")
    assert evening.refuses(CheckIn, by="B", person="B", name="B", partner="C") == "partner-not-here"
    evening.do(CheckIn, by="B", person="B", name="B", partner="A")
    assert evening.night.pairs == [("A", "B")]
    evening.do(CheckIn, by="C", person="C", name="C")
    assert evening.refuses(PairUp, by="C", one="C", other="A") == "has-a-partner"
    evening.do(PartPair, by="B", person="A")
    evening.do(PairUp, by="C", one="C", other="A")
    assert evening.night.pairs == [("A", "C")]
    assert evening.refuses(PairUp, one="B", other="B") == "pair-of-one"
    # Who leaves leaves the partner free.
    evening.do(Leave, by="C", person="C")
    assert evening.night.pairs == []
    assert evening.refuses(PartPair, person="A") == "no-partner"


def test_no_pairs_where_partners_are_drawn() -> None:
    evening = Evening(people="AB")
    assert evening.refuses(PairUp, by="A", one="A", other="B") == "partners-drawn"


def test_who_left_comes_back_and_who_comes_late_sits_out() -> None:
    evening = Evening(people="ABCDE")
    evening.draw("ABCD", out="E")
    evening.do(Leave, by="E", person="E")
    assert not evening.night.rounds[0].sits_out
    assert evening.refuses(Leave, by="E", person="E") == "not-here"
    evening.do(CheckIn, by="E", person="E", name="E")
    evening.do(CheckIn, by="F", person="F", name="F")
    assert list(evening.night.rounds[0].sits_out) == ["E", "F"]
    evening.do(Leave, by="A", person="A")
    assert evening.night.gone_from(evening.night.rounds[0].games[1]) == ["A"]
    # Back in time: the seat is still theirs, and nobody sits out in it.
    evening.do(CheckIn, by="A", person="A", name="A")
    assert evening.night.gone_from(evening.night.rounds[0].games[1]) == []
    assert list(evening.night.rounds[0].sits_out) == ["E", "F"]


def test_a_guest_claims_the_results_later() -> None:
    evening = Evening(people="AB")
    assert evening.refuses(ClaimGuest, by="A", person="A", account="a1") == "server-only"
    evening.do(EndNight)
    evening.do(ClaimGuest, by=SERVER, person="A", account="a1")
    assert evening.night.people["A"].account == "a1"
    assert evening.refuses(ClaimGuest, by=SERVER, person="A", account="a2") == "has-an-account"
    assert evening.refuses(ClaimGuest, by=SERVER, person="B", account="a1") == "account-here"
    assert evening.refuses(CheckIn, by="C", person="C", name="C") == "night-over"


def test_a_guest_who_makes_an_account_of_themselves_keeps_the_id() -> None:
    evening = Evening(people="AB")
    assert evening.refuses(ClaimGuest, by=SERVER, person="A", account="B") == "account-here"
    evening.do(ClaimGuest, by=SERVER, person="A", account="A")
    assert evening.night.people["A"].account == "A"
    assert evening.refuses(ClaimGuest, by=SERVER, person="A", account="A") == "has-an-account"
