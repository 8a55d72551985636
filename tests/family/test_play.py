"""The play, option by option, with the examples of the texts."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.game import Play, Played, ThrowFailed, TrickTaken, view
from shengji.play.readings import readings
from shengji.play.throws import Throw, judge_lead, penalty
from shengji.play.units import default_reading
from tests.family.kit import cards, fault, rules, space, taker, units
from tests.game.kit import position
from tests.kit import written

# Leads


@pytest.mark.parametrize(
    ("text", "led", "values"),
    [
        ("3C", ["3C"], {}),
        ("4C 4C", ["4C 4C"], {}),
        ("4C 4C 5C 5C", ["5C 5C 4C 4C"], {}),
        ("4C 4C 4C 5C 5C 5C", ["5C 5C 5C 4C 4C 4C"], {"decks": 3}),
        ("AC KC KC", ["KC KC", "AC"], {}),
    ],
)
def test_the_kinds_of_lead(text: str, led: list[str], values: dict[str, Any]) -> None:
    """Z21 §3.7.1: "Any single card"; "Any pair"; "Any set of consecutive pairs"; "Any combination
    of highest units in the same suit"; §6.5: "Triples (and higher m-tuples) are now valid leads".
    """
    assert units("8H", text, **values) == led


@pytest.mark.parametrize("text", ["3C 3H", "4C 4C 5D 5D"])
def test_every_lead_is_of_one_suit(text: str) -> None:
    """Z21 §3.7.1: "Every lead must contain cards of exactly one suit.\""""
    size = len(text.split())
    others = [" ".join(card.split()[:size]) for card in ("6C 7C 9C JC", "6D 7D 9D JD", "QC KC")]
    others[2] = " ".join(["QH", "KH", "AH", "10H"][:size])
    game = position([text, *others], "8S")
    game.refused(Play(0, cards(text)), "mixed-suits")


# Consecutive


@pytest.mark.parametrize(
    "text",
    [
        "4C 4C 5C 5C",
        "7S 7S 9S 9S",
        "10H 10H JH JH QH QH",
        "7H 7H 9H 9H",
        "AH AH 8C 8C",
        "8C 8C 8H 8H",
        "8H 8H SJ SJ",
        "SJ SJ BJ BJ",
        "AH AH 8C 8C 8H 8H SJ SJ BJ BJ",
    ],
)
def test_adjacent_ranks_are_consecutive(text: str) -> None:
    """Z21 §4.1: "The following examples are consecutive pairs", eights and hearts being trump."""
    assert len(units("8H", text)) == 1


@pytest.mark.parametrize("text", ["7H 7H 8H 8H", "8C 8C 8D 8D", "5C 5C 7C 7C"])
def test_others_are_not(text: str) -> None:
    """Z21 §4.1: "The following examples are NOT consecutive pairs"."""
    assert len(units("8H", text)) == 2


def test_nothing_strictly_between() -> None:
    """Z21 footnote 5: "the last example of consecutive pairs above would not be consecutive pairs,
    because the 8♦ and the 8♠ are not included, but the last example of non-consecutive pairs above
    would actually be consecutive pairs"; Z16 footnote 10 has the same.
    """
    between = {"consecutive": "nothing-between"}
    assert len(units("8H", "8C 8C 8D 8D", **between)) == 1
    assert len(units("8H", "AH AH 8C 8C 8H 8H SJ SJ BJ BJ")) == 1
    long = "AH AH 8C 8C 8H 8H SJ SJ BJ BJ"
    assert len(units("8H", long, **between)) == 2
    # "ties are won by the earliest played"
    assert taker("8H", "8C 8C 8D 8D", "8D 8D 8S 8S", **between) == 0


def test_tractors_skip_ranks_that_have_been_played() -> None:
    """PAG: "if no one has any 6's left then 5-5-7-7 becomes a tractor"."""
    hands = ["6S 6S 5S 5S 7S 7S", "3S 4S 9S JS 9C 9D", "3D 4D 9D JD QD 10D", "3C 4C 9C JC QC 10C"]
    found = []
    for way in ("adjacent", "skip-played"):
        game = position(hands, "8H", rules=rules(consecutive=way))
        for seat, text in enumerate(["6S 6S", "3S 4S", "3D 4D", "3C 4C"]):
            game.play(seat, text)
        found.append(len(default_reading(game.hand.space, cards("5S 5S 7S 7S"))))
    assert found == [2, 1]


def test_rank_cards_are_in_no_tractor() -> None:
    """BOT: "需排除大小王和级牌", but for "大小王连对"; the rank is lifted out as elsewhere."""
    apart = {"consecutive": "suit-ranks"}
    for text in ("7S 7S 9S 9S", "KH KH AH AH", "SJ SJ BJ BJ"):
        assert len(units("8H", text, **apart)) == 1
    for text in ("AH AH 8C 8C", "8C 8C 8H 8H", "8H 8H SJ SJ", "8C 8C 8D 8D"):
        assert len(units("8H", text, **apart)) == 2
    # Other cards that are apart stay apart: permanent twos and red fives.
    special = {"permanent_twos": True, "red_fives": "hearts-and-diamonds"}
    for text in ("AS AS 2C 2C", "2C 2C 2S 2S", "2S 2S 8C 8C", "BJ BJ 5D 5D", "5D 5D 5H 5H"):
        assert len(units("8S", text, **apart, **special)) == 2


# What need not be highest


def thrown(made: str, text: str, *others: str, **values: Any) -> Throw:
    there = space(made, **values)
    return judge_lead(there, default_reading(there, cards(text)), [cards(o) for o in others])


def test_every_tuple_and_tractor_is_free_to_lead() -> None:
    """Z21 §3.7.1: "Any pair"; "Any set of consecutive pairs"; with three decks too (§6.5)."""
    for text in ("3C 3C", "3C 3C 4C 4C", "3C 3C 3C"):
        free = thrown("8H", text, "AC AC AC KC KC KC", decks=3)
        assert free.challenger is None, text


@pytest.mark.parametrize("preset", ["zhang-2016", "zhang-2021"])
def test_z16_7_4_tractors_of_a_throw_are_compared_at_their_length(preset: str) -> None:
    """Z16 §7.4: "no remaining consecutive pairs in the suit are strictly higher"; Z21 §4.2: "three
    consecutive pairs may be part of a valid combination even if another player holds two
    consecutive pairs of higher rank" (docs/reading-the-texts.md, Throws).
    """
    throw = "AS 3S 3S 4S 4S 5S 5S"
    assert thrown("8H", throw, "9S 9S 10S 10S", preset=preset).challenger is None
    assert thrown("8H", throw, "9S 9S 10S 10S JS JS", preset=preset).challenger == 0


def test_only_full_tuples_are_free_to_lead() -> None:
    """W14, W23: "exceptions are only granted to full N-tuples (e.g. with three decks, doubles are
    still subject to the rule of combinations and players will have to take back their cards where
    necessary)".
    """
    full = {"decks": 3, "free_leads": "full-tuples"}
    assert thrown("8H", "3C 3C 3C", "AC AC AC", **full).challenger is None
    assert thrown("8H", "3C 3C 3C 4C 4C 4C", "AC AC AC KC KC KC", **full).challenger is None
    pairs = thrown("8H", "3C 3C 4C 4C", "AC AC", **full)
    assert written(pairs.led[0].cards) == "3C 3C"
    assert written(pairs.taken_back) == "4C 4C"
    # With two decks every pair is a full one.
    two = {"preset": "wikipedia-2014"}
    assert thrown("8H", "3C 3C 4C 4C", "AC AC KC KC", **two).challenger is None


# Throws


def test_a_throw_of_highest_units_stands() -> None:
    """Z21 §4.2: "A♠-K♠-K♠ is always valid"; "Suppose an A♠ and a K♠ have already been played. Then
    A♠-K♠-Q♠ is valid".
    """
    assert thrown("8H", "AS KS KS", "AS QS QS").challenger is None
    assert thrown("8H", "AS KS QS", "QS JS JS").challenger is None
    assert thrown("8H", "AS KS JS JS", "KS QS 10S 10S").challenger is None


def test_throws_have_no_tractors() -> None:
    """PAG, Leading a set of top cards: "a mixture of single cards and pairs, provided that there
    are no cards of that suit remaining in play that could beat any of those single cards or pairs".
    """
    assert units("8H", "KS KS QS QS AS", throw_units="tuples") == ["KS KS", "QS QS", "AS"]
    assert units("8H", "KS KS QS QS AS") == ["KS KS QS QS", "AS"]
    # A pair beats one of them, where a tractor is beaten by a tractor only.
    tuples = thrown("8H", "JS JS QS QS AS", "KS KS", throw_units="tuples")
    assert written(tuples.led[0].cards) == "JS JS"
    assert thrown("8H", "JS JS QS QS AS", "KS KS").challenger is None


@pytest.mark.parametrize(
    ("text", "others", "led"),
    [
        ("KS QS 10S 10S", ["AS", "JS JS"], "QS"),
        ("AS 10S 10S 4S 4S 3S 3S", ["JS JS", "6S 6S 5S 5S"], "10S 10S"),
        ("AS 4S 4S 3S 3S", ["6S 6S 5S 5S"], "4S 4S 3S 3S"),
    ],
)
def test_the_weakest_unit_that_can_be_beaten_is_led(text: str, others: list[str], led: str) -> None:
    """Z21 §3.7.5: "the lowest single ... if the combination has no singles that can be beat, then
    the lowest pair ... the lowest consecutive pairs"; §4.2: "the initial player is obligated to
    lead the Q♠".
    """
    assert written(thrown("8H", text, *others).led[0].cards) == led


def test_it_need_not_be_beaten() -> None:
    """Z21 §3.7.5: "The player who holds the higher single, pair, or consecutive pairs in the suit
    is not required to play it on this trick"; Z16 §4 has the same.
    """
    game = position(["KS QS 3C", "AS 4S 5C", "6S 7S 6C", "9S JS 7C"], "8H")
    game.play(0, "KS QS")
    assert game.last(Played).cards == tuple(cards("QS"))
    game.play(1, "4S")


def test_it_must_be_beaten() -> None:
    """PAG: "The card or pair that can be beaten must be led, and the other player must beat it.
    Also as a penalty, for each card that has to be withdrawn, 10 card points".
    """
    house = rules(failed_throw="must-beat")
    game = position(["KS QS 3C", "AS 4S 5C", "6S 7S 6C", "9S JS 7C"], "8H", rules=house)
    game.play(0, "KS QS")
    assert (game.last(ThrowFailed).challenger, game.last(Played).cards) == (1, tuple(cards("QS")))
    game.refused(Play(1, cards("4S")), "beat")
    game.play(1, "AS")
    game.play(2, "6S")


def test_one_card_of_a_failed_throw_is_led() -> None:
    """BOT: of the units that can be beaten that with the lowest "getmark", its highest card; of it
    "finalpok[0]", its lowest one. The penalty is for the cards of all that can be beaten.
    """
    card = {"failed_throw": "card-led"}
    failed = thrown("8H", "QS JS JS", "KS", "AS AS", **card)
    assert (written(failed.led[0].cards), failed.challenger) == ("JS", 0)
    failed = thrown("8H", "AS JS JS 10S 10S", "KS", "QS QS KS KS", **card)
    assert (written(failed.led[0].cards), failed.challenger) == ("10S", 0)
    assert penalty(rules(throw_penalty="per-card", **card), failed) == 40


@pytest.mark.parametrize(
    ("way", "points"),
    [
        ("none", 0),
        ("flat", 10),
        ("per-unit", 30),
        ("per-card", 40),
        ("per-card-withdrawn", 30),
    ],
    ids=["none", "flat", "per-unit", "per-card", "per-card-withdrawn"],
)
def test_what_a_failed_throw_costs(way: str, points: int) -> None:
    """Z21 §3.7.5: "usually a flat 10 points, or alternatively 10 points per invalid unit ..., per
    invalid card, or per card withdrawn"; PAG: "for each card that has to be withdrawn, 10 card
    points are transferred". In Z21 §4.2's example "all three units of the combination can be beat".
    """
    failed = thrown("8H", "KS QS 10S 10S", "AS", "JS JS")
    assert penalty(rules(throw_penalty=way), failed) == points


@pytest.mark.parametrize(("leader", "opponents"), [(0, 15), (1, -15)])
def test_the_penalty_goes_to_the_other_side(leader: int, opponents: int) -> None:
    """PAG: "transferred from the team that led incorrectly to the other team"; how many points each
    counts is an option.
    """
    house = rules(throw_penalty="flat", throw_penalty_points=15)
    hands = ["3C KS QS", "4C KS QS", "5C AS 4S", "AC AS JS"]
    if leader == 1:
        hands = ["3C 6S 7S", "AC KS QS", "5C AS 4S", "6C AS JS"]
    game = position(hands, "8H", rules=house)
    if leader == 1:
        for seat, card in enumerate(["3C", "AC", "5C", "6C"]):
            game.play(seat, card)
    before = game.hand.opponents_points
    game.play(leader, "KS QS")
    assert game.hand.opponents_points - before == opponents


# Ambiguous throws

AMBIGUOUS = "3S 3S 3S 4S 4S"


def test_the_leader_names_the_structure() -> None:
    """Z21 §6.5: "is it a tractor plus a single or a triple plus a pair? ... the leading player may
    have the right to specify the structure".
    """
    there = space("8H", decks=3)
    shapes = [[unit.shape for unit in way] for way in readings(there, cards(AMBIGUOUS))]
    assert shapes == [[(2, 2), (1, 1)], [(3, 1), (2, 1)]]
    hands = [AMBIGUOUS, "6C 7C 9C 10C JC", "6D 7D 9D 10D JD", "6C 7C 9C 10C JC"]
    game = position(hands, "8H", rules=rules(decks=3))
    game.play(0, AMBIGUOUS, 1)
    assert [len(unit) for unit in game.last(Played).units] == [3, 2]


def test_or_the_longest_unit_holds() -> None:
    """Z21 §6.5: "or a default interpretation may be applied (such as whichever interpretation
    contains the longest unit)".
    """
    hands = [AMBIGUOUS, "6C 7C 9C 10C JC", "6D 7D 9D 10D JD", "6C 7C 9C 10C JC"]
    game = position(hands, "8H", rules=rules(decks=3, throw_reading="longest"))
    game.refused(Play(0, cards(AMBIGUOUS), 1), "reading-not-named")
    game.play(0, AMBIGUOUS)
    assert [len(unit) for unit in game.last(Played).units] == [4, 1]


# Following


@pytest.mark.parametrize("preset", ["wikipedia-2014", "zhang-2021"])
def test_without_a_pair_the_suit_is_followed(preset: str) -> None:
    """W14: "they may either play separate cards in the same suit, any two cards from other suits,
    or a double from the trump suit"; the suit goes first (docs/reading-the-texts.md, Following).
    """
    hand = "3S 4S 5D 6D 7H 7H"
    assert fault("8H", "9S 9S", hand, "3S 4S", preset=preset) is None
    for play in "5D 6D", "7H 7H", "3S 5D":
        assert fault("8H", "9S 9S", hand, play, preset=preset) is not None


@pytest.mark.parametrize(
    ("led", "hand", "good", "bad"),
    [
        ("9S 9S 10S 10S", "3S 3S 4S 4S 6S 6S KS", "3S 3S 4S 4S", "3S 3S 6S 6S"),
        ("9S 9S 10S 10S", "3S 3S 6S 6S KS", "3S 3S 6S 6S", "3S 3S 6S KS"),
        ("9S 9S 10S 10S", "3S 3S 5S 6S KS", "3S 3S 5S 6S", "3S 5S 6S KS"),
        ("9S 9S 10S 10S", "3S 5S 6S KC", "3S 5S 6S KC", ""),
        (
            "9S 9S 10S 10S JS JS",
            "3S 3S 4S 4S 6S KS QS AS",
            "3S 3S 4S 4S 6S KS",
            "3S 4S 4S 6S KS AS",
        ),
        ("4S 4S 5S 5S AS", "10S 10S KS KS 3S 6S", "10S 10S KS KS 3S", "10S 10S KS 3S 6S"),
        ("9S 9S", "3S 3S 4S 4S", "3S 3S", "3S 4S"),
    ],
)
def test_suit_and_structure_longest_first(led: str, hand: str, good: str, bad: str) -> None:
    """Z21 §4.3: "A lead of n consecutive pairs must be followed by n consecutive pairs from each
    player if possible, otherwise n - 1 consecutive pairs, and so on. Longer sets ... are not
    "protected"". Z16 §7.5, W14 and W23 ask for tractors too.
    """
    assert fault("8H", led, hand, good) is None
    if bad:
        assert fault("8H", led, hand, bad) == "structure"


def test_pairs_will_do() -> None:
    """PAG: "even if the pairs are not consecutive. ... West leads 3-3-4-4. South's hearts are J,
    10, 10, 8, 6, 5, 5 and South is forced to follow with pairs: 10-10-5-5."
    """
    pagat = {"following": "tuples"}
    hand = "3S 3S 4S 4S 6S 6S KS"
    assert fault("8H", "9S 9S 10S 10S", hand, "3S 3S 6S 6S", **pagat) is None
    assert fault("8H", "9S 9S 10S 10S", hand, "3S 3S 6S KS", **pagat) == "structure"
    south = "JH 10H 10H 8H 6H 5H 5H"
    assert fault("KC", "3H 3H 4H 4H", south, "10H 10H 5H 5H", **pagat) is None
    assert fault("KC", "3H 3H 4H 4H", south, "10H 10H 8H 6H", **pagat) == "structure"


def test_a_shorter_tractor_need_not_be_kept_together() -> None:
    """BOT: "有可以应手的牌型" must be played, which is as long; else as many pairs as there are."""
    same, hand = {"following": "same-length"}, "9S 9S 10S 10S 3S 3S 5S 5S AS"
    assert fault("8H", "JS JS QS QS KS KS", hand, "9S 9S 3S 3S 5S 5S", **same) is None
    assert fault("8H", "JS JS QS QS KS KS", hand, "9S 9S 3S 3S 5S AS", **same) == "structure"
    assert fault("8H", "JS JS QS QS KS KS", hand, "9S 9S 3S 3S 5S 5S") == "structure"
    assert fault("8H", "JS JS QS QS", hand, "9S 9S 3S 3S", **same) == "structure"
    assert fault("8H", "JS JS QS QS", hand, "9S 9S 10S 10S", **same) is None


def test_a_led_triple_draws_pairs() -> None:
    """Z21 §6.5: "leading a triple forces following players to play pairs if they have no triples,
    and leading a pair can force following players to play two cards from a triple".
    """
    three = {"decks": 3}
    assert fault("8H", "9S 9S 9S", "3S 3S 4S 5S", "3S 3S 4S", **three) is None
    assert fault("8H", "9S 9S 9S", "3S 3S 4S 5S", "3S 4S 5S", **three) == "structure"
    assert fault("8H", "9S 9S", "3S 3S 3S 4S 5S", "4S 5S", **three) == "structure"


def test_protected_triples() -> None:
    """Z21 footnote 11: "if following players have one or more triples but no pairs, they are not
    obligated to play two cards from a triple".
    """
    guarded = {"decks": 3, "protected_tuples": True}
    assert fault("8H", "9S 9S", "3S 3S 3S 4S 5S", "4S 5S", **guarded) is None
    assert fault("8H", "9S 9S", "3S 3S 3S 4S 4S 5S", "4S 5S", **guarded) == "structure"
    assert fault("8H", "9S 9S 9S", "3S 3S 3S 4S 5S", "3S 4S 5S", **guarded) == "structure"


def test_protected_tractors() -> None:
    """Z21 §4.3: "Longer sets of consecutive pairs in other players' hands are not "protected" if
    the leader leads a shorter set of consecutive pairs or even a single pair". A wish of houses.
    """
    kept = {"protected_tractors": True}
    hand = "3S 3S 4S 4S 6S 7S"
    assert fault("8H", "9S 9S", hand, "6S 7S") == "structure"
    assert fault("8H", "9S 9S", hand, "6S 7S", **kept) is None
    # Who likes may break it, and another pair is owed.
    assert fault("8H", "9S 9S", hand, "4S 4S", **kept) is None
    assert fault("8H", "9S 9S", "3S 3S 4S 4S 6S 6S 7S", "6S 7S", **kept) == "structure"
    # A throw without a tractor asks for none; what has one pulls them as ever.
    assert fault("8H", "AS 9S 9S", hand, "4S 6S 7S", **kept) is None
    assert fault("8H", "9S 9S 10S 10S", hand, "3S 3S 6S 7S", **kept) == "structure"
    # The suit is owed all the same.
    assert fault("8H", "9S 9S", "3S 3S 4S 4S 6S 2D", "6S 2D", **kept) == "suit"


# Who takes a throw


def test_only_the_longest_unit_of_the_lead_counts() -> None:
    """Z21 §4.4: "the consecutive pairs + single 2♥-2♥-3♥-3♥-7♥ match a lead of two pairs + single
    9♠-9♠-Q♠-Q♠-A♠ ... It would lose to the combination 5♥-5♥-9♥-9♥-4♥ ... there are no "kickers"".
    """
    led = "9S 9S QS QS AS"
    assert taker("8H", led, "2H 2H 3H 3H 7H", "5H 5H 9H 9H 4H") == 2
    assert taker("8H", led, "5H 5H 9H 9H 4H", "6H 6H 9H 9H AH") == 1
    # W23: "because the doubles are equally ranked, south takes the trick."
    assert taker("7C", "AD KD KD", "7H 7H 9C", "7S 7S AC") == 1


def test_pairs_first_and_then_singles() -> None:
    """Z16 §7.6: ""highest" is determined by first comparing pairs and then singles"."""
    shapes = {"trumped_throws": "every-shape"}
    assert taker("7C", "AD KD KD", "7H 7H 9C", "7S 7S AC", **shapes) == 2
    assert taker("7C", "AD KD KD", "7H 7H 9C", "7S 7S 9C", **shapes) == 1
    assert taker("7C", "AD KD KD", "5C 5C AC", "6C 6C 9C", **shapes) == 2
    # After a tie the second single card decides (docs/reading-the-texts.md, Winning a trick).
    assert taker("7C", "AD KD KD QD", "5C 5C AC 3C", "5C 5C AC 4C", **shapes) == 2
    assert taker("7C", "AD KD KD QD", "5C 5C AC 3C", "5C 5C AC 3C", **shapes) == 1


def test_every_unit_must_be_higher() -> None:
    """Z21 footnote 7: "requiring that each unit of a later set of trumps be higher than the
    corresponding units of the earlier set to win".
    """
    every = {"trumped_throws": "every-unit"}
    assert taker("7C", "AD KD KD", "5C 5C AC", "6C 6C 9C", **every) == 1
    assert taker("7C", "AD KD KD", "5C 5C 9C", "6C 6C AC", **every) == 2
    assert taker("7C", "AD KD KD", "5C 5C AC", "6C 6C 9C") == 2


def test_several_suits_never_win_and_the_earlier_of_equals_does() -> None:
    """Z21 §3.7.3: "A set of cards from multiple suits automatically loses the trick ... Ties are
    won by the earliest player."
    """
    assert taker("8H", "9S 9S", "AH 8C", "3S 3S") == 0
    assert taker("8H", "9S QS QS", "8C 8C 5D", "2H 2H 3H") == 2
    assert taker("8H", "5S", "8C", "8D", "8S") == 1
    assert taker("8H", "3H", ["8D", "8D"][0], "8C") == 1


# What lies open


def test_only_the_last_trick_may_be_looked_at() -> None:
    """Z21 §3.7.4: "It is generally acceptable to check the discard pile to look at the previous
    trick only."
    """
    game = position(["AC KC QC", "3C 4C 5C", "3D 4D 5D", "6C 7C 9C"], "8S", kitty="10H")
    for trick in (["AC", "3C", "3D", "6C"], ["KC", "4C", "4D", "7C"]):
        for seat, card in enumerate(trick):
            game.play(seat, card)
    assert game.hand.last_trick is not None
    assert [written(play) for play in game.hand.last_trick.plays] == ["KC", "4C", "4D", "7C"]


def test_the_opponents_points_lie_open() -> None:
    """Z21 §3.7.4: "If the Opponents take the points, the point cards are kept face-up"."""
    game = position(["3C 4C", "AC KC", "10C QC", "5C 6C"], "8S")
    for seat, card in enumerate(["3C", "AC", "10C", "5C"]):
        game.play(seat, card)
    taken = game.last(TrickTaken)
    assert (taken.points, taken.opponents, game.hand.opponents_points) == (15, 15, 15)
    assert all(view(taken, seat) == taken for seat in (None, 0, 1, 2, 3))


def test_illegal_plays_are_refused_with_the_reason_and_what_is_owed() -> None:
    """Z21 §3.7.5: "Any illegal play, such as not following suit or structure, must be immediately
    retracted and corrected".
    """
    game = position(["9S 9S 3C", "3S 3S KS", "4D 5D 6D", "7D 9D JD"], "8H")
    game.play(0, "9S 9S")
    refusal = game.refused(Play(1, cards("3S KS")), "structure")
    assert "pair" in refusal.sentence()
    assert game.hand.trick is not None
    assert written(game.hand.trick.lead.forced(cards("3S 3S KS"))) == "3S 3S"
