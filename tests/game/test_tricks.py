"""Leads, follows, failed throws and their penalties, through commands (Z21 §3.7, §4).

Whether a lead or a follow is right is the business of tests/play; here is what the match makes of
it.
"""

from __future__ import annotations

import msgspec
import pytest

from shengji.cards import Card
from shengji.game import HandEnded, Phase, Play, Played, ThrowFailed, TrickTaken
from shengji.rules import Rules
from tests.game.kit import Game, cards, position


def by(*units: str) -> tuple[tuple[Card, ...], ...]:
    """Cards by units."""
    return tuple(map(cards, units))


# Leading


@pytest.mark.parametrize(
    ("lead", "may"),
    [
        ("AH", True),
        ("AH AH", True),
        ("9H 9H 8H 8H", True),
        ("KC KC QC QC", True),
        ("AH KH", False),
        ("AH AH KH", False),
        ("9H 9H 8H 8H AH", False),
        ("9H 9H KC KC", None),  # of two suits
    ],
)
def test_no_throws_where_a_lead_is_one_unit(lead: str, may: bool | None) -> None:
    """Houses without throws: "a single, a pair or a tractor" (Z21 §4.1) is led, nothing else. A
    lead of more is refused and costs nothing, whether it would stand or not.
    """
    hand = "AH AH KH 9H 9H 8H 8H KC KC QC QC"
    others = ["3S 4S 5S 6S 7S 8S 9S 10S JS QS KS", "3D 4D 5D 6D 7D 8D 9D 10D JD QD KD"] * 2
    rules = Rules(throws=False, throw_penalty="flat")
    game = position([hand, *others[:3]], rules=rules)
    if may:
        game.play(0, lead)
        assert game.last(Played).units == (cards(lead),)
        return
    refusal = game.refused(Play(0, cards(lead)), "mixed-suits" if may is None else "no-throws")
    assert refusal.params == {}
    assert game.hand.trick is None and game.hand.paid == [0] * 4
    assert game.hand.sizes == [11] * 4


def test_a_tractor_of_narrow_tuples_may_fail_without_throws() -> None:
    """W14, W23: with three decks "exceptions are only granted to full n-tuples", so a tractor of
    pairs is judged; it is one unit and may be led.
    """
    hands = ["5H 5H 6H 6H 3C", "9H 9H JH 4C 5C", "3D 3D 4D 5D 6D", "7D 7D 8D 9D 10D"]
    rules = Rules(decks=3, throws=False, free_leads="full-tuples")
    game = position(hands, rules=rules)
    game.play(0, "5H 5H 6H 6H")
    assert game.last(Played).units == (cards("5H 5H"),)
    assert game.last(ThrowFailed).challenger == 1


def test_3_7_1_the_dealer_leads_and_then_the_winner() -> None:
    """Z21 §3.7.1: "The Dealer starts the first trick. In subsequent tricks, the winner of the
    previous trick leads." §3.7: in "counterclockwise order".
    """
    game = position(["4H 9C", "5H 9D", "AH 9H", "KH 8H"], dealer=3)
    assert (game.hand.phase, game.hand.turn) == (Phase.PLAY, 3)
    for seat in (0, 1, 2):
        refusal = game.refused(Play(seat, tuple(game.hand.hands[seat][:1])), "not-your-turn")
        assert refusal.params == {"turn": 3}
    game.play(3, "8H")
    assert game.hand.turn == 0
    game.refused(Play(1, cards("5H")), "not-your-turn")
    game.play(0, "4H")
    game.play(1, "5H")
    game.play(2, "AH")
    # Seats 3 and 1 are the Declarers; so the five is the Opponents' (seat 2's).
    assert game.last(TrickTaken) == TrickTaken(2, 5, 5)
    assert game.hand.turn == 2
    assert game.hand.taken == [0, 0, 5, 0]
    assert len(game.hand.tricks) == 1
    assert game.hand.last_trick is not None
    assert [game.hand.last_trick.cards_of(seat, 4) for seat in range(4)] == [
        cards(text) for text in ("4H", "5H", "AH", "8H")
    ]


@pytest.mark.parametrize(
    ("lead", "units"),
    [
        ("9H", ["9H"]),
        ("9H 9H", ["9H 9H"]),
        ("9H 9H 8H 8H", ["9H 9H 8H 8H"]),
        ("2C 2C", ["2C 2C"]),
        ("2C AS", ["2C", "AS"]),  # rank cards are trumps; both units stand
    ],
)
def test_3_7_1_valid_leads(lead: str, units: list[str]) -> None:
    """Z21 §3.7.1: a single card, a pair, consecutive pairs, or a combination of highest units."""
    game = position(
        ["9H 9H 8H 8H 2C 2C AS", "3C " * 2 + "4C " * 2 + "5C 5C 6C"] + ["7D 7C 8C 8C 9C 9C 6D"] * 2
    )
    played = game.play(0, lead)
    assert played == (Played(0, cards(lead), tuple(cards(unit) for unit in units)),)
    assert game.hand.turn == 1


@pytest.mark.parametrize("lead", ["9H 8C", "2C 9H", "2S 3C", "8C 2C"])
def test_3_7_1_leads_of_one_suit(lead: str) -> None:
    """Z21 §3.7.1: "Every lead must contain cards of exactly one suit." §3.7.2: "all cards of the
    trump rank are part of the trump suit, not their original suits as marked on the cards".
    """
    game = position(["9H 8C 2C 2S 3C", *["7D 7C 8H 9H 6D"] * 3])
    assert game.refused(Play(0, cards(lead)), "mixed-suits").params == {}


def test_3_7_1_only_identical_cards_are_a_pair() -> None:
    """Z21 §3.7.1: "when 8 is the trump rank and spades are the trump suit, 8♣-8♠ is not a pair
    because they are not identical cards". So they are a throw, which higher trumps beat.
    """
    game = position(["8C 8S 8D", "SJ 3S 4S", "BJ 5S 6S", "9C 9D 9H"], "8S")
    failed, played = game.play(0, "8C 8S")
    assert failed == ThrowFailed(0, cards("8S 8C"), 1, units=by("8S", "8C"))
    assert played == Played(0, cards("8C"), (cards("8C"),))


def test_cards_must_be_held_and_there_must_be_some() -> None:
    game = position(["9H 8C", "7D 7C", "3D 3C", "4D 4C"])
    game.refused(Play(0, ()), "no-cards")
    assert game.refused(Play(0, cards("9H 9H")), "not-held").params == {"cards": "9H"}
    assert game.refused(Play(0, cards("7D")), "not-held").params == {"cards": "7D"}
    game.play(0, "9H")
    game.refused(Play(1, ()), "no-cards")
    assert game.refused(Play(1, cards("9H")), "not-held").params == {"cards": "9H"}
    for seat in (-1, 4):
        assert game.refused(Play(seat, cards("9H")), "no-seat").params == {"seat": seat}


def test_the_order_in_which_cards_are_given_does_not_matter() -> None:
    hands = ["9H 8H 9H 8H", "3H 4H 3H 4H", "7D 7C 8D 8C", "5H 6H 7H KH"]
    one, other = position(hands), position(hands)
    for seat, text in enumerate(["9H 9H 8H 8H", "4H 4H 3H 3H", "7C 8C 8D 7D", "KH 7H 6H 5H"]):
        one.play(seat, text)
        other.play(seat, " ".join(reversed(text.split())))
    assert one.events == other.events


# Readings


def three_decks(**options: str) -> Game:
    rules = Rules(decks=3, throw_reading="longest" if options else "named")
    return position(["3H 3H 3H 4H 4H", *["3C 3C 3C 4C 4C"] * 3], rules=rules)


def test_6_5_the_leader_names_the_structure() -> None:
    """Z21 §6.5: "is it a tractor plus a single or a triple plus a pair? [...] For example, the
    leading player may have the right to specify the structure, or a default interpretation may be
    applied (such as whichever interpretation contains the longest unit)."
    """
    tractor, triple = ("4H 4H 3H 3H", "3H"), ("3H 3H 3H", "4H 4H")
    named = (cards("4H 4H"), cards("3H 3H 3H"))
    for reading, units in ((None, tractor), (0, tractor), (1, triple), (named, triple)):
        game = three_decks()
        game.play(0, "3H 3H 3H 4H 4H", reading)
        assert game.last(Played).units == tuple(cards(unit) for unit in units)
    refusal = three_decks().refused(Play(0, cards("3H 3H 3H 4H 4H"), 2), "no-reading")
    assert refusal.params == {"reading": 2, "count": 2}
    three_decks().refused(Play(0, cards("3H 3H 3H 4H 4H"), -1), "no-reading")
    three_decks().refused(Play(0, cards("3H 3H 3H 4H 4H"), named[:1]), "not-a-reading")


def test_6_5_or_the_longest_unit_holds() -> None:
    """Z21 §6.5: "or a default interpretation may be applied"."""
    game = three_decks(throw_reading="longest")
    for reading in (0, 1, (cards("3H 3H 3H"), cards("4H 4H"))):
        game.refused(Play(0, cards("3H 3H 3H 4H 4H"), reading), "reading-not-named")
    game.play(0, "3H 3H 3H 4H 4H")
    assert game.last(Played).units == (cards("4H 4H 3H 3H"), cards("3H"))


def test_6_5_a_named_reading_decides_what_is_owed_and_who_wins() -> None:
    """Z21 §6.5: the structure that was named is what the others follow and are compared by."""
    hands = ["3H 3H 3H 4H 4H", "6H 6H 6H 8H 8H", "9C 9C 9C 10C 10C", "5S 5S 5S 7S 7S"]
    game = position(hands, rules=Rules(decks=3))
    game.hand.hands[1] = list(cards("7C 7C 7C 8C 8C"))  # nothing higher, or the throw would fail
    game.play(0, "3H 3H 3H 4H 4H", 1)
    for seat in (1, 2, 3):
        game.play(seat, " ".join(card.value for card in game.hand.hands[seat]))
    # A triple and a pair match; no tractor is needed.
    assert game.last(TrickTaken).seat == 3
    game = position(hands, rules=Rules(decks=3))
    game.hand.hands[1] = list(cards("7C 7C 7C 8C 8C"))
    game.play(0, "3H 3H 3H 4H 4H", 0)
    for seat in (1, 2, 3):
        game.play(seat, " ".join(card.value for card in game.hand.hands[seat]))
    assert game.last(TrickTaken).seat == 0


# Following


def test_3_7_2_the_same_number_of_cards() -> None:
    """Z21 §3.7.2: the others "must each play the same number of cards as the leader did"."""
    game = position(["9H 9H 3C", "4H 5H 6H", "3D 4D 5D", "6D 7D 8D"])
    game.play(0, "9H 9H")
    for text in ("4H", "4H 5H 6H"):
        refusal = game.refused(Play(1, cards(text)), "count")
        assert refusal.params["size"] == 2
        assert refusal.params["given"] == len(cards(text))
    game.play(1, "4H 5H")


def test_3_7_2_suit() -> None:
    """Z21 §3.7.2: "players must follow suit to the extent possible, adding cards of other suits if
    necessary".
    """
    game = position(["9H 9H 8H 8H", "4H 5H 6C 6C", "2H 3S 3D 4D", "KH QH JH 10H"])
    game.play(0, "9H 9H 8H 8H")
    game.play(1, "4H 5H 6C 6C")
    game.play(2, "2H 3S 3D 4D")
    game.play(3, "KH QH JH 10H")
    game = position(["9H 9H 3D", "4H 6C 6C", "2H 3S 4D", "KH QH 10C"])
    game.play(0, "9H 9H")
    refusal = game.refused(Play(1, cards("6C 6C")), "suit")
    assert (refusal.params["of_suit"], refusal.params["suit"]) == (1, "H")
    game.play(1, "4H 6C")
    # The 2H is a trump and no heart; so anything goes.
    game.play(2, "2H 4D")
    game.refused(Play(3, cards("KH 10C")), "suit")
    game.play(3, "KH QH")


def test_3_7_2_trumps_led() -> None:
    """Z21 §3.7.2: "all cards of the trump rank are part of the trump suit"."""
    game = position(["3S 9H", "2H 4H", "BJ 4D", "2S KH"])
    game.play(0, "3S")
    assert game.refused(Play(1, cards("4H")), "suit").params["suit"] == "T"
    game.play(1, "2H")
    game.refused(Play(2, cards("4D")), "suit")
    game.play(2, "BJ")
    game.play(3, "2S")
    assert game.last(TrickTaken).seat == 2


def test_4_3_structure() -> None:
    """Z21 §4.3: "A following player must play a tractor in spades plus a fifth spade card. If they
    do not have any tractors in spades, then they must play two non-consecutive pairs in spades
    (even if they are of higher ranks such as 10♠-10♠-K♠-K♠) plus a fifth spade card [...]. If the
    player does not have two non-consecutive pairs in spades, then they must play one pair and three
    singles in spades".
    """
    game = position(
        [
            "4S 4S 5S 5S AS 3C",
            "10S 10S KS KS 7S 8S",
            "QS QS 6S 7S 8S 9S",
            "3S 6S 9S JS 3D 3D",
        ],
        "2H",
    )
    game.play(0, "4S 4S 5S 5S AS")
    refusal = game.refused(Play(1, cards("KS KS 10S 8S 7S")), "structure")
    assert (refusal.params["suit"], refusal.params["owed"]) == ("S", [[2, 1, 2]])
    game.play(1, "10S 10S KS KS 7S")
    refusal = game.refused(Play(2, cards("QS 6S 7S 8S 9S")), "structure")
    assert refusal.params["owed"] == [[2, 1, 1]]
    game.play(2, "QS QS 7S 8S 9S")
    refusal = game.refused(Play(3, cards("3S 6S 9S 3D 3D")), "suit")
    assert refusal.params["of_suit"] == 4
    game.play(3, "3S 6S 9S JS 3D")
    assert game.last(TrickTaken) == TrickTaken(0, 50, 0)


def test_4_4_ties_are_won_by_the_earliest() -> None:
    """Z21 §4.4: "If there is a tie for highest card, the first player to play the highest card
    wins."
    """
    game = position(["5H 3C", "AH 3C", "AH 4C", "2D 5C"], "2S", dealer=0)
    for seat, text in enumerate(["5H", "AH", "AH"]):
        game.play(seat, text)
    game.play(3, "2D")
    assert game.last(TrickTaken).seat == 3
    game = position(["5H 3C", "2C 3C", "2D 4C", "2H 5C"], "2S", dealer=0)
    for seat, text in enumerate(["5H", "2C", "2D", "2H"]):
        game.play(seat, text)
    assert game.last(TrickTaken).seat == 1


# Throws

EXAMPLE = ["KS QS 10S 10S 3C", "JS JS 4S 6S 3C", "AS 3S 3S 4S 4C", "5S 6S 7S 8S 5C"]


def test_4_2_the_example_of_an_invalid_throw() -> None:
    """Z21 §4.2: "a player leads the combination K♠-Q♠-10♠-10♠, but one A♠ and the J♠-J♠ pair are
    still held by other players. [...] the initial player is obligated to lead the Q♠, which is the
    weakest unit in the combination that can be beat."
    """
    game = position(EXAMPLE, "2H")
    failed, played = game.play(0, "KS QS 10S 10S")
    # Seat 1 has only Jacks above the tens; the Ace that beats the Queen is in seat 2.
    assert failed == ThrowFailed(0, cards("KS QS 10S 10S"), 2, units=by("10S 10S", "KS", "QS"))
    assert played == Played(0, cards("QS"), (cards("QS"),))
    # "the leader must retract the play": the others are in hand again.
    assert sorted(game.hand.hands[0], key=str) == sorted(cards("KS 10S 10S 3C"), key=str)
    assert game.hand.sizes == [4, 5, 5, 5]
    assert game.hand.failed == failed
    # From here it is a lead of one card. "The player who holds the higher single [...] is not
    # required to play it on this trick."
    game.refused(Play(1, cards("JS JS")), "count")
    game.play(1, "4S")
    game.play(2, "3S")
    game.play(3, "5S")
    assert game.last(TrickTaken) == TrickTaken(0, 5, 0)
    assert game.hand.failed is None
    # What was taken back can be played.
    game.play(0, "10S 10S")


def test_3_7_5_the_partner_counts() -> None:
    """Z21 §3.7.5: "the other players (including the leader's partner) must, in turn, affirm that
    the combination is valid and that they do not hold higher units."
    """
    game = position(["KS QS 3C", "4S 4C 5C", "AS 3S 4C", "5S 5C 6C"], "2H")
    failed, played = game.play(0, "KS QS")
    assert failed == ThrowFailed(0, cards("KS QS"), 2, units=by("KS", "QS"))
    assert played == Played(0, cards("QS"), (cards("QS"),))


def test_4_2_what_remains() -> None:
    """Z21 §4.2: "cards that have already been played, or that the Dealer placed in the kitty, are
    not considered to 'remain.'"
    """
    hands = ["KS QS 3C", "4S 4C 5C", "3S 3D 4C", "5S 5C 6C"]
    game = position(hands, "2H", kitty="AS AS KS")
    assert game.play(0, "KS QS") == (Played(0, cards("KS QS"), (cards("KS"), cards("QS"))),)


def test_3_7_5_pairs_and_then_tractors() -> None:
    """Z21 §3.7.5: "if the combination has no singles that can be beat, then the lowest pair [...];
    if the combination has no pairs that can be beat, then the lowest consecutive pairs".
    """
    hands = [
        "AS 10S 10S 8S 8S 4S 4S 3S 3S 5C",
        "JS JS KS QS 3C 3C 4C 4C 5C 6C",
        "3D 3D 4D 4D 5D 5D 6D 6D 7D 7D",
        "6S 6S 7S 7S 3D 3D 4D 4D 8D 8D",
    ]
    game = position(hands, "2H")
    failed, played = game.play(0, "AS 10S 10S 8S 8S 4S 4S 3S 3S")
    assert played == Played(0, cards("8S 8S"), (cards("8S 8S"),))
    assert isinstance(failed, ThrowFailed)
    assert failed.challenger == 1
    game = position(hands, "2H")
    failed, played = game.play(0, "AS 4S 4S 3S 3S")
    assert played == Played(0, cards("4S 4S 3S 3S"), (cards("4S 4S 3S 3S"),))
    assert isinstance(failed, ThrowFailed)
    assert failed.challenger == 3


def test_the_challenger_is_the_first_in_turn_from_the_leader() -> None:
    """Z21 §3.7.5: the others affirm "in turn"."""
    hands = ["AS 3C", "AS 3C", "QS KS", "AS 3D"]
    game = position(hands, "2H", dealer=2)
    failed, _ = game.play(2, "KS QS")
    assert isinstance(failed, ThrowFailed)
    assert failed.challenger == 3


@pytest.mark.parametrize("units", [("3S 3S 3S", "4S 4S"), ("4S 4S 3S 3S", "3S")])
def test_z21_6_5_a_failed_throw_keeps_the_structure_that_was_named(units: tuple[str, ...]) -> None:
    """Z21 §6.5: "the leader of the trick must specify" how "3-3-3-4-4" is to be read."""
    hands = ["3S 3S 3S 4S 4S", "5S 5S 5S 6S 6S", "7D 7C 8C 9C 9D", "9H 8H 6H 7H 10H"]
    game = position(hands, "2H", rules=Rules(decks=3))
    failed, _ = game.do(Play(0, cards(hands[0]), by(*units)))
    assert isinstance(failed, ThrowFailed)
    assert failed.units == by(*units)


# Penalties

PENALTIES: list[tuple[str, int]] = [
    ("none", 0),
    ("flat", 10),
    ("per-unit", 20),  # Q, and 10 10
    ("per-card", 30),  # Q 10 10
    ("per-card-withdrawn", 40),  # A A 10 10
]


def penalties(way: str, points: int) -> Rules:
    return msgspec.structs.replace(Rules(), throw_penalty=way, throw_penalty_points=points)


@pytest.mark.parametrize(("way", "points"), PENALTIES)
@pytest.mark.parametrize("dealer", [0, 1])
def test_3_7_5_penalties(way: str, points: int, dealer: int) -> None:
    """Z21 §3.7.5: "The amount of the penalty is usually a flat 10 points, or alternatively 10
    points per invalid unit (a single, pair, or consecutive pairs that can be beat within the suit),
    per invalid card, or per card withdrawn." Declarers pay it to the Opponents, and they to them.
    """
    hands = ["AS AS QS 10S 10S", "3C 4C 6C 7C 8C", "3D 4D 6D 7D 8D", "KS JS JS 3S 4S"]
    game = position(hands, "2H", dealer=dealer, rules=penalties(way, 10))
    if dealer == 1:
        for seat, text in ((1, "3C"), (2, "3D"), (3, "3S"), (0, "10S")):
            game.hand.hands[seat] += cards(text)
            game.hand.sizes[seat] += 1
        game.hand.hands[0].remove(cards("10S")[0])
        game.hand.hands[0] += cards("3H")
        for seat, text in ((1, "3C"), (2, "3D"), (3, "3S"), (0, "3H")):
            game.play(seat, text)
        assert game.hand.turn == 0
    failed = game.play(0, "AS AS QS 10S 10S")[0]
    units = by("AS AS", "10S 10S", "QS")
    assert failed == ThrowFailed(0, cards("AS AS QS 10S 10S"), 3, points, units)
    sign = 1 if dealer == 0 else -1
    assert game.hand.penalty == game.hand.opponents_points == sign * points
    for seat, text in ((1, "4C"), (2, "4D"), (3, "KS")):
        game.play(seat, text)
    # Seat 3 wins ten points; it is an Opponent when seat 0 deals.
    won = 10 if dealer == 0 else 0
    assert game.last(TrickTaken) == TrickTaken(3, 10, won + sign * points)


@pytest.mark.parametrize(("way", "points"), PENALTIES)
@pytest.mark.parametrize("dealer", [0, 2, 1, 3])
def test_3_7_5_penalties_in_the_result(way: str, points: int, dealer: int) -> None:
    """Z21 §3.7.5 "This point penalty is in addition to the requirement for the offending player to
    lead the weakest unit": at the end the points count.
    """
    hands = ["AS AS QS 9S 9S", "3C 4C 6C 7C 8C", "3D 4D 6D 7D 8D", "KS JS JS 3S 4S"]
    game = position(hands, "2H", rules=penalties(way, 15))
    # 100 points have been won by the Opponents before; whoever deals.
    game.hand.dealer = dealer
    game.hand.taken[(dealer + 1) % 4] = 100
    game.play(0, "AS AS QS 9S 9S")
    for seat, text in ((1, "4C"), (2, "4D"), (3, "3S")):
        game.play(seat, text)
    while game.hand.phase is Phase.PLAY:
        turn, trick = game.hand.turn, game.hand.trick
        assert turn is not None
        held = game.hand.hands[turn]
        follow = (held[0],) if trick is None else next(trick.lead.follows(held))
        game.do(Play(turn, follow))
    sign = 1 if dealer % 2 == 0 else -1
    ended = game.last(HandEnded)
    tricks = [event for event in game.events if isinstance(event, TrickTaken)]
    won = 100 + sum(trick.points for trick in tricks if trick.seat % 2 != dealer % 2)
    assert ended.tricks == won + sign * points * 15 // 10
    assert ended.points == ended.tricks + ended.factor * (ended.kitty_points or 0)


def test_3_8_less_than_nothing_counts_as_nothing() -> None:
    """Z21 §3.8 "0: Declarers advance +3 levels"; with penalties there may be less (ours)."""
    hands = ["KS QS", "AS 3S", "4S 5C", "6S 6C"]
    rules = Rules(throw_penalty="flat", throw_penalty_points=100)
    game = position(hands, "2H", rules=rules)
    game.hand.dealer = 1
    game.play(0, "KS QS")
    for seat, text in ((1, "AS"), (2, "4S"), (3, "6S"), (1, "3S"), (2, "5C"), (3, "6C")):
        game.play(seat, text)
    game.play(0, "KS")
    ended = game.last(HandEnded)
    # A King and a five go to seat 0 at the end, an Opponent.
    assert (ended.tricks, ended.winner, ended.levels) == (-85, "declarers", 3)


@pytest.mark.parametrize("way", ["flat", "per-unit", "per-card", "per-card-withdrawn"])
def test_no_penalty_for_a_throw_that_stands(way: str) -> None:
    game = position(["AS KS", "AS 3S", "4S 5C", "6S 6C"], "2H", rules=penalties(way, 10))
    game.hand.hands[1] = list(cards("3S 3D"))
    assert len(game.play(0, "AS KS")) == 1
    assert game.hand.penalty == 0
