"""Hooks: falling by the last trick (Z21 §6.1.3, §6.1.4; Z16 §8.2; PAG; W14; W23)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank
from shengji.game import HandEnded, Play
from shengji.game.levels import HandFacts, settle
from shengji.game.standing import Standing
from shengji.rules import Rules, rules_from
from tests.game.kit import at, last_trick, levels_after, position

JACKS = rules_from({"hooks": ["J"]})
ANY = rules_from({"hooks": ["J"], "hook_card": "any-trump"})
CAPTURE = rules_from({"hooks": ["J"], "hook_card": "capture"})
AT_JACK = ("J", "5")
HOOKED = ["AS", "JS", "3S", "4S"]
"""The Opponent in seat 1 wins the last trick with the Jack of trumps."""


def test_z21_6_1_3_hooked_to_the_bottom() -> None:
    """Z21 §6.1.3: "the Opponents have the opportunity to reset the Declarers' level from Jack down
    to 2." "the Opponents advance levels and become Declarers as usual, and the Declarers are now at
    level 2."
    """
    ended = last_trick(HOOKED, "JS", JACKS, points=120, levels=AT_JACK)
    assert (ended.hooked, levels_after(ended)) == ((0, 2), ["2", "6", "2", "6"])
    assert (ended.winner, ended.next_dealer) == ("opponents", 1)
    assert last_trick(HOOKED, "JS", Rules(), levels=AT_JACK).hooked == ()


def test_z21_6_1_3_the_opponents_must_have_won() -> None:
    """Z21 §6.1.3: "The Opponents take 80 points or more." W14 and W23 ask for the last trick only:
    "the opponents' team wins the last trick with a Jack".
    """
    assert last_trick(HOOKED, "JS", JACKS, points=75, levels=AT_JACK).hooked == ()
    rules = rules_from({"hooks": ["J"], "hook_needs_win": False})
    ended = last_trick(HOOKED, "JS", rules, points=75, levels=AT_JACK)
    assert (ended.winner, ended.levels, ended.hooked) == ("declarers", 1, (0, 2))
    assert levels_after(ended) == ["2", "5", "2", "5"]


def test_z21_6_1_3_the_opponents_must_win_the_last_trick() -> None:
    """Z21 §6.1.3: "The Opponents win the last trick"; the Declarers' own Jack hooks nobody."""
    for rules in (JACKS, ANY):
        assert last_trick(["JS", "AS", "3S", "4S"], "JS", rules, levels=AT_JACK).hooked == ()
    assert last_trick(["AS", "BJ", "3S", "JS"], "JS", ANY, levels=AT_JACK).hooked == ()


@pytest.mark.parametrize(
    ("hands", "in_unit", "any_trump"),
    [
        (["AS", "JH", "3S", "4S"], False, True),  # the trump rank, but not the trump suit
        (["AS", "JS", "3S", "4S"], True, True),
        (["AS", "BJ", "3S", "4S"], False, False),
        # Trumping a throw: the pair decides.
        (["AC KC KC", "JS 9S 9S", "3C 4C 5C", "6C 7C 8C"], False, True),
        (["AC KC KC", "JS JS 9S", "3C 4C 5C", "6C 7C 8C"], True, True),
        (["AC KC KC", "JH JH JS", "3C 4C 5C", "6C 7C 8C"], False, True),
        # Two singles: the highest is the one that is compared (Z21 §4.4).
        (["AC KC", "JS 3S", "3C 4C", "6C 7C"], True, True),
        (["AC KC", "BJ JS", "3C 4C", "6C 7C"], False, True),
        (["AC AC KC KC", "JS JS SJ SJ", "3C 4C 5C 6C", "6C 7C 8C 9C"], True, True),
        (["AC AC QC QC", "JS JS BJ BJ", "3C 4C 5C 6C", "6C 7C 8C 9C"], False, True),
        # A tractor.
        (["3C 3C 4C 4C", "JS JS JH JH", "5C 6C 7C 8C", "9C 9C 8C 7C"], True, True),
        (["3C 3C 4C 4C", "8S 8S 9S 9S", "5C 6C 7C 8C", "9C 9C 8C 7C"], False, False),
    ],
)
def test_z21_6_1_3_part_of_the_longest_unit(
    hands: list[str], in_unit: bool, any_trump: bool
) -> None:
    """Z21 §6.1.3: "at least one of the two Jacks that match the trump rank and trump suit [...]. If
    the Jack is part of a combination of highest units [...], then the Jack must be part of the
    longest unit within the combination." Z16 §8.2.2: "using a trump jack (and possibly other
    cards)"; W14, W23: "with a Jack".
    """
    ended = last_trick(hands, "JS", JACKS, levels=AT_JACK)
    assert ended.factor > 0
    assert bool(ended.hooked) == in_unit
    assert bool(last_trick(hands, "JS", ANY, levels=AT_JACK).hooked) == any_trump


def test_z21_6_1_3_leading_the_combination() -> None:
    """Z21 §6.1.3: "whether in leading the highest units remaining within the trump suit or trumping
    a lead"."""
    for lead, hooked in (("BJ BJ JS", ()), ("JS JS AS", (0, 2)), ("BJ JS", ()), ("JS AS", (0, 2))):
        size = len(lead.split())
        low = ["3D", "4D", "6D"][:size]
        hands = [
            " ".join(["3C", *low]),
            f"AC {lead}",
            " ".join(["4C", *low]),
            " ".join(["5C", *low]),
        ]
        game = position(hands, "JS", rules=JACKS, levels=AT_JACK, taken={1: 80})
        for seat, text in enumerate(("3C", "AC", "4C", "5C")):
            game.play(seat, text)
        for seat in (1, 2, 3, 0):
            game.do(Play(seat, tuple(game.hand.hands[seat])))
        assert game.last(HandEnded).hooked == hooked


def test_z21_6_1_3_no_trump_suit_no_hook() -> None:
    """Z21 §6.1.3: a Jack "whose original suit as shown on the card is the trump suit"."""
    hands = ["JH", "SJ", "3S", "4S"]
    assert last_trick(["3C", "JS", "4C", "5C"], "J", JACKS, levels=AT_JACK).hooked == ()
    assert last_trick(["3C", "JS", "4C", "5C"], "J", ANY, levels=AT_JACK).hooked == (0, 2)
    assert last_trick(hands, "J", ANY, levels=AT_JACK).hooked == ()


@pytest.mark.parametrize(
    ("level", "after"), [("J", "2"), ("Q", "6"), ("A", "J"), ("K", "K"), ("2", "2")]
)
@pytest.mark.parametrize("card", ["trump-suit-in-unit", "any-trump"])
def test_where_the_declarers_fall_to(level: str, after: str, card: str) -> None:
    """Z21 §6.1.3 Jack to 2, §6.1.4: "reset the Declarers' level from Queen down to 6"; footnote 8,
    W14, W23: Ace to Jack. Z16 §8.2.3. Other levels are not hooked.
    """
    rules = rules_from({"hooks": ["J", "Q", "A"], "hook_card": card})
    hands = ["9S", f"{level}S", "3S", "4S"]
    ended = last_trick(hands, f"{level}S", rules, levels=(level, "9"))
    assert levels_after(ended) == [after, "9", after, "9"]
    assert bool(ended.hooked) == (level in ("J", "Q", "A"))
    only_jack = rules_from({"hooks": ["J"], "hook_card": card})
    assert bool(last_trick(hands, f"{level}S", only_jack, levels=(level, "9")).hooked) == (
        level == "J"
    )


@pytest.mark.parametrize(
    ("hands", "points", "after"),
    [
        # "if a team wins the last trick with the jack of the trump suit, capturing a jack belonging
        # to the other team, then the team whose jack is captured has their score reduced to two"
        (["JH", "JS", "3S", "4S"], 80, "2 9 2 9"),
        (["AS", "JS", "JH", "4S"], 80, "2 9 2 9"),
        (["AS", "JS", "3S", "JH"], 80, "J 9 J 9"),  # only the partner's
        (["AS", "JS", "3S", "4S"], 80, "J 9 J 9"),  # nothing is captured
        (["JH", "BJ", "3S", "4S"], 80, "J 9 J 9"),  # not with the Jack
        (["JH", "JH", "JD", "4S"], 80, "J 9 J 9"),  # not won
        (["JS", "JH", "3S", "4S"], 75, "Q 2 Q 2"),  # the Declarers capture one
        (["JS", "3S", "JH", "4S"], 75, "Q 9 Q 9"),
        (["JS", "JH", "3S", "4S"], 80, "J 9 J 9"),  # the hand was lost
    ],
)
def test_pag_the_hook(hands: list[str], points: int, after: str) -> None:
    """PAG, The hook, both ways."""
    ended = last_trick(hands, "JS", CAPTURE, points=points, levels=("J", "9"))
    assert " ".join(levels_after(ended)) == after


def test_pag_the_hook_whoever_wins_the_hand() -> None:
    """PAG, The hook, says nothing of the hand: "if a team wins the last trick"."""
    rules = rules_from({"hooks": ["J"], "hook_card": "capture", "hook_needs_win": False})
    ended = last_trick(["JS", "JH", "3S", "4S"], "JS", rules, points=120, levels=("J", "9"))
    assert (ended.winner, ended.hooked, levels_after(ended)) == (
        "opponents",
        (1, 3),
        ["J", "2", "J", "2"],
    )


def test_nobody_is_hooked_upwards() -> None:
    """A fall is a fall: Opponents below the target stay where they are."""
    rules = rules_from({"hooks": ["Q"], "hook_card": "capture"})
    ended = last_trick(["QS", "QH", "3S", "4S"], "QS", rules, points=75, levels=("Q", "4"))
    assert (ended.hooked, levels_after(ended)) == ((1, 3), ["K", "4", "K", "4"])


def test_hooked_at_the_last_level_is_not_won() -> None:
    """W14, W23: "the scores of the members of the declarers' team go back to [...] J", also when
    they have won the hand at Ace.
    """
    rules = rules_from({"hooks": ["A"], "hook_card": "any-trump", "hook_needs_win": False})
    hands = ["3S", "AS", "4S", "6S"]
    game = position(hands, "AS", rules=rules, levels=("A", "9"))
    for seat, text in enumerate(hands):
        game.play(seat, text)
    assert game.match.winners is None
    ended = game.last(HandEnded)
    assert ended.winner == "declarers"
    assert levels_after(ended) == ["J", "9", "J", "9"]
    # Where levels wrap, it is a fall from this lap's Ace.
    facts = HandFacts(Rank.ACE, 0, (0, 2), 40, hooked=(0, 2))
    wrapping = Rules(after_last_level="wrap", hooks=("A",), hook_needs_win=False)
    end = settle(wrapping, at("A", "9"), facts)
    assert (end.after[0], end.winners) == (Standing(Rank.JACK), ())
    needs = rules_from({"hooks": ["A"], "hook_card": "any-trump"})
    game = position(["3S", "AS", "4S", "6S"], "AS", rules=needs, levels=("A", "9"))
    for seat, text in enumerate(["3S", "AS", "4S", "6S"]):
        game.play(seat, text)
    assert game.match.winners == (0, 2)


def test_friends_are_hooked_at_their_own_level() -> None:
    """Z21 §6.1.3 resets a level "from Jack down to 2"; a friend who does not stand at Jack has no
    such level.
    """
    rules = rules_from({"players": 5, "teams": "friends", "hooks": ["J"]})
    hands = ["3C", "JS", "AC", "4C", "6C"]
    ended = last_trick(hands, "JS", rules, called="1 AC", levels=("J", "5", "9", "J", "K"))
    assert ended.declarers == (0, 2)
    assert (ended.hooked, levels_after(ended)) == ((0,), ["2", "5", "9", "J", "K"])
