"""The result of a hand, option by option, with the tables of the texts."""

from __future__ import annotations

from typing import Any

import pytest

from shengji.cards import RANKS
from shengji.game import HandEnded, view
from shengji.play.score import kitty_factor, outcome
from shengji.play.units import Unit
from shengji.rules import rules_from
from tests.family.kit import Game, after, rules, settled
from tests.game.kit import position

Shape = tuple[int, int]


def factor(*shapes: Shape, **values: Any) -> int:
    """The factor of the kitty for a lead of units of these widths and lengths, longest first."""
    return kitty_factor(rules(**values), tuple(Unit(w, n, ()) for w, n in shapes))


# The kitty

WAYS = (
    "pairs",
    "power-of-cards",
    "twice-cards",
    "twice-cards-led",
    "one",
    "two",
    "two-or-three",
    "pairs-plus-one",
    "pairs-plus-one-or-two",
    "cards",
    "cards-led",
    "none",
)
SINGLE, PAIR, TWO_PAIRS, THREE_PAIRS, TRIPLE = (1, 1), (2, 1), (2, 2), (2, 3), (3, 1)


@pytest.mark.parametrize(
    ("way", "wanted"),
    [
        # Z21 §3.8: "The bonus factor is equal to 2^(n+1), where n is the number of pairs in the
        # largest unit".
        ("pairs", [2, 4, 8, 16]),
        # Z16 §5.7: "2^n, where n is the number of cards in the largest unit"; Z21 footnote 3.
        ("power-of-cards", [2, 4, 16, 64]),
        # Z21 footnote 3: "Other common variants of this rule use 2n or 2^n where n is the number of
        # cards in the largest unit."
        ("twice-cards", [2, 4, 8, 12]),
        # PAG: "twice the number of cards led to the last trick. For example if the last trick is a
        # tractor trick (four cards) ... they will score eight times the value".
        ("twice-cards-led", [2, 4, 8, 12]),
        # Houses: the points of the kitty as they are.
        ("one", [1, 1, 1, 1]),
        # W23: "pair/tractor | there are 2 types of it: 1. 2 2. 2×(length+1)".
        ("two", [2, 2, 2, 2]),
        ("two-or-three", [2, 2, 2, 2]),
        ("pairs-plus-one", [2, 4, 6, 8]),
        ("pairs-plus-one-or-two", [2, 4, 6, 8]),
        # BOT: "mult = len(...)" of a lead that is no throw.
        ("cards", [1, 2, 4, 6]),
        ("cards-led", [1, 2, 4, 6]),  # houses
        # W23, Concluding the deal: only "some variants apply a multiplier to the points left in
        # the kitty and add it to the opponents' score".
        ("none", [0, 0, 0, 0]),
    ],
    ids=WAYS,
)
def test_the_factor_of_the_kitty(way: str, wanted: list[int]) -> None:
    found = [factor(s, kitty_factor=way) for s in (SINGLE, PAIR, TWO_PAIRS, THREE_PAIRS)]
    assert found == wanted


@pytest.mark.parametrize(
    ("way", "pair_and_single", "singles"),
    [
        ("pairs", 4, 2),
        ("power-of-cards", 4, 2),
        ("twice-cards", 4, 2),
        ("twice-cards-led", 6, 6),
        ("one", 1, 1),
        ("two", 2, 2),
        ("two-or-three", 2, 3),
        ("pairs-plus-one", 4, 3),
        ("pairs-plus-one-or-two", 4, 2),
        ("cards", 4, 2),
        ("cards-led", 3, 3),
        ("none", 0, 0),
    ],
    ids=WAYS,
)
def test_a_throw_in_the_last_trick(way: str, pair_and_single: int, singles: int) -> None:
    """Z21 §3.8: "This unit may be part of a combination"; PAG counts all cards led; W14: "if the
    last trick is won with a combination of three cards, then the points would increase sixfold";
    W23: "only single cards: 1. 2; 2. 3", and "only count the most cards' type"; BOT doubles the
    cards of the largest unit of a throw.
    """
    assert factor(PAIR, SINGLE, kitty_factor=way) == pair_and_single
    assert factor(SINGLE, SINGLE, SINGLE, kitty_factor=way) == singles


def test_auto_levelling_in_fixed_teams() -> None:
    """BOT: the Opponents score 1 from 80 points on, 2 from 120 and 3 from 160, and never more."""
    house = rules(auto_level=True, most_levels=3)
    found = [outcome(house, points).levels for points in (75, 80, 115, 120, 160, 240)]
    assert found == [1, 1, 1, 2, 3, 3]


def test_tuples_in_the_last_trick() -> None:
    """Z21 §6.5: "2m for an m-tuple and doubles for each additional m-tuple. Thus, the bonus factor
    for a triple is 6, for two consecutive triples is 12, for a quadruple is 8, for two consecutive
    quadruples is 16".
    """
    assert [factor(s, decks=4) for s in (TRIPLE, (3, 2), (4, 1), (4, 2))] == [6, 12, 8, 16]


@pytest.mark.parametrize(("winner", "points"), [(1, 40), (0, 0)])
def test_only_the_opponents_open_the_kitty(winner: int, points: int) -> None:
    """Z21 §3.8: "If the Declarers win the last trick (保底), then the point total stands. However,
    if the Opponents win the last trick (抠底) ... multiply this sum by a bonus factor".
    """
    pairs = ["3C 3C", "AC AC"] if winner else ["AC AC", "3C 3C"]
    hands = [*pairs, "4C 6C", "7C 9C"]
    game = position(hands, "8S", kitty="KH")
    for seat, text in enumerate(hands):
        game.play(seat, text)
    assert game.last(HandEnded).points == points


def test_a_kitty_that_does_not_count_stays_closed() -> None:
    """W23: "The cards in the kitty are kept unopened throughout the duration of that round"; in
    "some variants" alone they "add it to the opponents' score".
    """
    hands = ["3C", "AC", "4C", "6C"]
    game = position(hands, "8S", rules=rules(kitty_factor="none"), kitty="KH")
    for seat, text in enumerate(hands):
        game.play(seat, text)
    ended = game.last(HandEnded)
    assert (ended.factor, ended.bonus, ended.points) == (0, 0, 0)
    seen = view(ended, 1)
    assert isinstance(seen, HandEnded)
    assert (seen.kitty, seen.kitty_points) == (None, None)


# The table


def test_the_table_of_two_decks() -> None:
    """Z21 §3.8, Z16 §5.7, PAG, W14: the table from 0 to 200-235."""
    rows = {0: 3, 5: 2, 35: 2, 40: 1, 75: 1, 80: 0, 115: 0, 120: 1, 155: 1, 160: 2, 200: 3, 240: 4}
    for points, levels in rows.items():
        assert outcome(rules(), points) == (points >= 80, levels), points


@pytest.mark.parametrize(
    ("system", "rows"),
    [
        ("forty-points", {0: 3, 5: 2, 15: 2, 20: 1, 35: 1, 40: 0, 60: 1, 100: 3, 140: 5, 160: 6}),
        ("three-deck", {0: 3, 5: 2, 55: 2, 60: 1, 115: 1, 120: 0, 175: 0, 180: 1, 235: 1, 240: 2}),
        ("six-player", {0: 3, 60: 1, 120: 0, 180: 1}),
    ],
)
def test_the_table_of_other_decks(system: str, rows: dict[int, int]) -> None:
    """Z21 §6.3 for one deck; PAG, Game with three decks: "with 180 to 235 points the opponents
    become declarers and go up a levels, but if the opponents get 5 to 55 points the declarers go up
    two levels"; Z21 §6.5: "40d points to win, and the scoring table increases and decreases in
    increments of 20d".
    """
    house = rules_from(system)
    for points, levels in rows.items():
        assert outcome(house, points).levels == levels, points


@pytest.mark.parametrize(
    ("step", "rows"),
    [
        (10, {90: 1, 100: 2, 65: 2, 75: 1, 0: 9}),
        (20, {95: 0, 100: 1, 115: 1, 120: 2, 60: 1, 75: 1, 40: 2, 55: 2}),
        (40, {100: 0, 120: 1, 40: 1, 35: 2}),
    ],
)
def test_so_many_points_per_level(step: int, rows: dict[int, int]) -> None:
    """Z21 §6.1.1: "the Opponents still need 80 points to win, but can advance an extra level at 90
    or 100 points instead of needing 120"; PAG, 20 points per rank: "with 100-115 they also gain a
    rank, with 120-135 two ranks ... When the opponents have 60-75 points the declarers gain a rank,
    but when the opponents have only 40-55 points the declarers gain two ranks".
    """
    for points, levels in rows.items():
        assert outcome(rules(step=step), points).levels == levels, points


def test_another_threshold() -> None:
    """Z21 §6.3, §6.5: the threshold is a figure like the step."""
    house = rules(threshold=120, step=40)
    assert outcome(house, 115) == (False, 1)
    assert outcome(house, 120) == (True, 0)


def test_only_those_who_hold_gain_a_level() -> None:
    """W23, Players and objective: "the "declarers" score is incremented by one"; "the "opponents"
    score is not incremented, but the opponents become the declarers".
    """
    plain = {"results": "declarers-only"}
    assert [outcome(rules(**plain), p) for p in (0, 75, 80, 200)] == [
        (False, 1),
        (False, 1),
        (True, 0),
        (True, 0),
    ]


def test_scores_below_zero() -> None:
    """W23, Scoring: "below 0 | Declarers +4, +1 more when Declarers had 40 more points below 0 per
    time".
    """
    negative = {"negative_scores": True, "throw_penalty": "flat"}
    found = [outcome(rules(**negative), p).levels for p in (0, -5, -35, -40, -75, -80)]
    assert found == [3, 4, 4, 5, 5, 6]
    assert outcome(rules(throw_penalty="flat"), -45).levels == 3


def test_above_two_hundred() -> None:
    """W23, Scoring: "200 or above | Opponents +3, +1 more when Declarers had 40 more points above
    200"; Z21 §3.8 goes on in the same way.
    """
    house = rules(preset="wikipedia-2023")
    assert [outcome(house, p).levels for p in (195, 200, 235, 240, 280)] == [2, 3, 3, 4, 5]


def test_never_more_than_three_levels() -> None:
    """W14: "200 or above | Opponents +3", without more above."""
    assert [outcome(rules(most_levels=3), p).levels for p in (0, 200, 240, 400)] == [3, 3, 3, 3]
    assert rules(preset="wikipedia-2014").most_levels == 3


# Who deals next


@pytest.mark.parametrize(
    ("values", "dealer", "points", "following"),
    [
        ({}, 1, 75, 3),
        ({}, 1, 80, 2),
        ({"players": 6}, 1, 0, 3),
        ({"players": 6}, 1, 200, 2),
        ({"players": 6, "decks": 2}, 5, 0, 1),
    ],
)
def test_the_partner_or_the_player_to_the_right(
    values: dict[str, Any], dealer: int, points: int, following: int
) -> None:
    """Z21 §3.6.1: "the Dealer role passes to the Dealer's partner ...; otherwise ... to the player
    on the Dealer's immediate right"; PAG, Six players: "the next starter is the partner sitting two
    places to the right of the current starter".
    """
    end = settled(points, ["5", "5"], dealer=dealer, **values)
    assert (end.next_dealer, end.next_first) == (following, following)


@pytest.mark.parametrize(("points", "following"), [(60, 3), (180, 2)])
def test_the_first_to_the_right_on_the_winning_side(points: int, following: int) -> None:
    """Z21 §6.5: "the Dealer label rotates to the first player to the previous Dealer's right who
    was on the winning team in the previous hand".
    """
    house: dict[str, Any] = {"teams": "friends", "players": 6}
    end = settled(points, ["5"] * 6, dealer=1, declarers=(1, 3, 4), **house)
    assert end.next_dealer == following


def test_the_draw_decides() -> None:
    """Z21 §6.5: "The person to the right of the previous dealer starts the draw"; Z16 §8.5:
    "assigned to the player who declares the final trump suit during the draw".
    """
    end = settled(60, ["5", "5"], dealer=1, later_dealer="draw")
    assert (end.next_dealer, end.next_first) == (None, 2)


# Must-play levels


def test_ace_must_be_played() -> None:
    """Z21 §6.1.2: "Note that Ace is always a must-play level, even in the normal version"."""
    assert after(settled(0, ["Q", "5"]))[0] == "A"
    assert after(settled(200, ["5", "K"]))[1] == "A"
    assert after(settled(200, ["5", "A"]))[1] == "A"


LEVELS = [rank.value for rank in RANKS]


@pytest.mark.parametrize("level", LEVELS[:-1])
def test_nobody_skips_a_level_that_must_be_played(level: str) -> None:
    """Z21 §6.1.2: "usually 2, 5, 10, Jack, and/or King ... a team cannot "skip" past the must-play
    level"; PAG, Compulsory levels: "your score was 9, and you win in such a way that your score
    should go up three ranks, your score in fact goes up to 10"; W14, W23: "if 10 is mandatory".
    """
    must: dict[str, Any] = {"must_play": [level]}
    if level != "2":
        below = LEVELS[LEVELS.index(level) - 1]
        assert after(settled(0, [below, "3"], **must))[0] == level
    # As Opponents they do not get past it either, and as Declarers by winning.
    assert after(settled(200, ["3", level], **must))[1] == level
    assert after(settled(75, [level, "3"], **must))[0] != level


def test_one_attempt_is_enough_or_it_must_be_won() -> None:
    """Z21 §6.1.2, Z16 §8.2.1: "The third condition is sometimes eliminated, so that only one
    (successful or failed) attempt at advancing past the level while playing as Declarers is
    required."
    """
    must: dict[str, Any] = {"must_play": ["5"]}
    lost = settled(80, ["5", "3"], must_play_win=False, **must)
    assert [at.tried for at in lost.after[:2]] == [True, False]
    # Later they win as Opponents.
    assert after(settled(160, ["9", "5"], tried=True, must_play_win=False, **must))[1] == "7"
    assert after(settled(160, ["9", "5"], tried=True, must_play_win=True, **must))[1] == "5"
    assert after(settled(160, ["9", "5"], must_play_win=False, **must))[1] == "5"


# Hooks


def hooked(hands: list[str], trump: str, taken: int = 100, **values: Any) -> Game:
    """A hand of one trick at this level, the Opponents having so many points before it."""
    house = rules(**{"hooks": [trump[:-1]], **values})
    game = position(hands, trump, rules=house, levels=[trump[:-1], "3"], taken={1: taken})
    for seat, text in enumerate(hands):
        game.play(seat, text)
    return game


@pytest.mark.parametrize(("level", "down"), [("J", "2"), ("Q", "6"), ("A", "J")])
def test_where_a_hook_leads(level: str, down: str) -> None:
    """Z21 §6.1.3: "reset the Declarers' level from Jack down to 2"; §6.1.4: "from Queen down to 6";
    footnote 8: "at level Ace, where the reset is to level Jack".
    """
    game = hooked(["3S", f"{level}S", "4C", "6C"], f"{level}S")
    assert game.last(HandEnded).hooked == (0, 2)
    assert game.match.levels[0].value == down
    assert game.match.levels[1].value == "3"


def test_the_trump_suit_card_hooks() -> None:
    """Z21 §6.1.3: "using at least one of the two Jacks that match the trump rank and trump suit
    (i.e., whose original suit as shown on the card is the trump suit, not another suit)".
    """
    way: dict[str, Any] = {"hook_card": "trump-suit-in-unit"}
    assert hooked(["3S", "JS", "4C", "6C"], "JS", **way).last(HandEnded).hooked == (0, 2)
    assert hooked(["3S", "JH", "4C", "6C"], "JS", **way).last(HandEnded).hooked == ()


@pytest.mark.parametrize(
    ("led", "trumped", "hooks"),
    [
        ("AC KC KC", "JS 3S 3S", False),
        ("AC KC KC", "JS JS 3S", True),
        ("AC KC", "JS 3S", True),
    ],
)
def test_it_must_be_in_the_longest_unit(led: str, trumped: str, hooks: bool) -> None:
    """Z21 §6.1.3: "If the Jack is part of a combination of highest units ... then the Jack must be
    part of the longest unit within the combination."
    """
    rest = [" ".join(text.split()[: len(led.split())]) for text in ("3C 4C 6C", "7C 9C 10C")]
    game = hooked([led, trumped, *rest], "JS", hook_card="trump-suit-in-unit")
    assert bool(game.last(HandEnded).hooked) == hooks
    # Z16 §8.2.2: "using a trump jack (and possibly other cards)".
    other = hooked([led, trumped, *rest], "JS", hook_card="any-trump")
    assert other.last(HandEnded).hooked == (0, 2)


def test_any_trump_of_the_rank_hooks() -> None:
    """Z16 §8.2.2: "The Opponents win the last trick using a trump jack"; W14, W23: "wins the last
    trick with a J (or an A, respectively)".
    """
    game = hooked(["3S", "JH", "4C", "6C"], "JS", hook_card="any-trump")
    assert game.last(HandEnded).hooked == (0, 2)


@pytest.mark.parametrize(
    ("hands", "hooked_seats"),
    [
        (["JH", "JS", "4C", "6C"], (0, 2)),
        (["3S", "JS", "JC", "6C"], (0, 2)),
        (["3S", "JS", "4C", "JH"], ()),
        (["JS", "JH", "4C", "6C"], (1, 3)),
        (["3S", "JS", "4C", "6C"], ()),
    ],
)
def test_capturing_hooks(hands: list[str], hooked_seats: tuple[int, ...]) -> None:
    """PAG, The hook: "if a team wins the last trick with the jack of the trump suit, capturing a
    jack belonging to the other team, then the team whose jack is captured has their score reduced
    to two".
    """
    game = hooked(hands, "JS", hook_card="capture", hook_needs_win=False)
    assert game.last(HandEnded).hooked == hooked_seats


@pytest.mark.parametrize(("needs", "taken", "hooks"), [(True, 75, False), (True, 80, True)])
def test_whether_the_hand_must_be_won_too(needs: bool, taken: int, hooks: bool) -> None:
    """Z21 §6.1.3, Z16 §8.2.2: "The Opponents take 80 points or more"; W14, W23 and PAG do not ask
    for it.
    """
    hands = ["3S", "JS", "4C", "6C"]
    way: dict[str, Any] = {"hook_card": "any-trump"}
    game = hooked(hands, "JS", taken, hook_needs_win=needs, **way)
    assert bool(game.last(HandEnded).hooked) == hooks
    anyway = hooked(hands, "JS", taken, hook_needs_win=False, **way)
    assert anyway.last(HandEnded).hooked == (0, 2)
