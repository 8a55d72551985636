"""People of a night: who comes, who goes, and to whom results belong."""

from __future__ import annotations

from shengji.nights import (
    CheckIn,
    ClaimGuest,
    EndNight,
    Leave,
    NightSettings,
    NotePhone,
    PairUp,
    PartPair,
    ReleaseGuest,
)
from shengji.nights.acts.act import SERVER
from tests.nights.kit import Evening

CHOSEN = NightSettings(partners="chosen")


def test_people_come_alone_with_an_account_or_as_named_guests() -> None:
    evening = Evening()
    evening.do(CheckIn, by="a1", person="a1", name=" Ann ", account="a1", team="Reds")
    evening.do(CheckIn, by=SERVER, person="g1", name="Bo")
    ann, bo = evening.night.people.values()
    assert (ann.name, ann.account, ann.team) == ("Ann", "a1", "Reds")
    assert (bo.name, bo.account, bo.here) == ("Bo", None, True)
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


def test_who_is_checked_in_at_the_desk_has_no_phone_until_they_claim_with_one() -> None:
    evening = Evening(NightSettings(real_cards=(1,)), "A")
    evening.do(CheckIn, person="guest-1", name="Lin")
    lin, ann = evening.night.people["guest-1"], evening.night.people["A"]
    assert (lin.desk, lin.phone, ann.desk, ann.phone) == (True, False, False, True)
    lend = {"person": "guest-1", "phone": True}
    assert evening.refuses(NotePhone, **lend) == "no-browser"
    evening.do(ClaimGuest, by=SERVER, person="guest-1", account="l1")
    assert lin.phone and lin.desk
    evening.do(NotePhone, by="guest-1", person="guest-1", phone=False)
    evening.do(NotePhone, **lend)
    evening.do(ReleaseGuest, person="guest-1")
    assert (lin.account, lin.phone) == (None, False)
    assert evening.read_again() == evening.night


def test_a_phone_that_is_dead_is_noted_by_its_owner_or_the_desk() -> None:
    evening = Evening(NightSettings(real_cards=(2,)), "ABCDEFGH")
    evening.draw("ABCD", "EFGH")
    gone = {"person": "A", "phone": False}
    assert evening.refuses(NotePhone, by="B", **gone) == "for-yourself"
    assert evening.refuses(NotePhone, person="X", phone=False) == "not-checked-in"
    evening.do(NotePhone, **gone)
    evening.do(NotePhone, by="E", person="E", phone=False)
    assert evening.refuses(NotePhone, **gone) == "phone-known"
    games = evening.night.rounds[0].games
    assert evening.night.phoneless_at(games[1]) == ["A"]
    assert evening.night.phoneless_at(games[2]) == [], "it has real cards"
    evening.do(NotePhone, by="A", person="A", phone=True)
    assert evening.night.phoneless_at(games[1]) == []


def test_what_somebody_has_claimed_on_an_own_phone_is_given_back_by_nobody() -> None:
    evening = Evening(people="A")
    evening.do(ClaimGuest, by=SERVER, person="A", account="a1")
    assert evening.refuses(ReleaseGuest, person="A") == "own-browser"
