"""Hooks, must-play levels, laps, short games, red fives (Z21 §6.1; Z16 §8.2; PAG; W14; W23)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank
from shengji.game import HandEnded, MatchEnded, Phase, Play, TrickTaken
from shengji.game.levels import HandFacts, Settlement, Standing, advance, settle
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards, position


def last_trick(
    hands: list[str],
    trump: str,
    rules: Rules,
    *,
    points: int = 80,
    levels: tuple[str, ...] = (),
    called: str = "",
) -> HandEnded:
    """A hand of one trick, led by the Dealer (seat 0); the Opponents have these points before."""
    taken = {1: points}
    game = position(hands, trump, rules=rules, levels=levels, taken=taken, called=called)
    for seat, text in enumerate(hands):
        game.play(seat, text)
    assert game.hand.phase is Phase.ENDED
    return game.last(HandEnded)


def levels_after(ended: HandEnded) -> list[str]:
    return [level.value for level in ended.levels_after]


# Hooks

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
        # Two singles: each is as long as the other.
        (["AC KC", "JS 3S", "3C 4C", "6C 7C"], True, True),
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
    for lead, hooked in (("BJ BJ JS", ()), ("JS JS AS", (0, 2)), ("BJ JS", (0, 2))):
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


# Must-play levels


def result(
    rules: Rules, points: int, before: list[Standing], dealer: int = 0
) -> tuple[Settlement, list[Standing]]:
    declarers = [seat for seat in range(4) if (seat - dealer) % 2 == 0]
    end = settle(rules, before, HandFacts(before[dealer].level, dealer, declarers, points))
    return end, list(end.after)


def at(*levels: str) -> list[Standing]:
    return [Standing(Rank(level)) for level in levels] * 2


def names(standings: list[Standing]) -> list[str]:
    return [standing.level.value for standing in standings[:2]]


def test_pag_the_example() -> None:
    """PAG, Scoring: "North and South are the declarers with a score of 7 and East and West, the
    opponents have 10. South is the starter. If E-W take 60 points, N-S increase their score to 8
    and North is the new starter. If E-W take 85 points, the scores stay at 7 for N-S and 10 for E-W
    but E-W become the declarers with East as starter. If E-W take 160 points, again E-W become the
    declarers with East as starter, but E-W's score is also increased by two ranks to 'queen'".
    """
    rules = rules_from({"preset": "pagat"})
    south, east, north = 0, 1, 2
    for points, levels, starter in (
        (60, ["8", "10"], north),
        (85, ["7", "10"], east),
        (160, ["7", "Q"], east),
    ):
        end, after = result(rules, points, at("7", "10"), dealer=south)
        assert (names(after), end.next_dealer) == (levels, starter)


def test_pag_compulsory_levels() -> None:
    """PAG, Compulsory levels: "if you play that 10 cannot be skipped, your score was 9, and you win
    in such a way that your score should go up three ranks, you score in fact goes up to 10, not
    queen". W14, W23: "if 10 is mandatory and a team goes up 2 ranks after playing 9, they will have
    to play 10 first, instead of going straight to Jack".
    """
    rules = rules_from({"must_play": ["10"]})
    assert names(result(rules, 0, at("9", "2"))[1]) == ["10", "2"]
    assert names(result(rules, 5, at("9", "2"))[1]) == ["10", "2"]
    assert names(result(Rules(), 0, at("9", "2"))[1]) == ["Q", "2"]


@pytest.mark.parametrize("win", [True, False])
def test_z21_6_1_2_one_attempt_is_enough(win: bool) -> None:
    """Z21 §6.1.2, Z16 §8.2.1: "The third condition is sometimes eliminated, so that only one
    (successful or failed) attempt at advancing past the level while playing as Declarers is
    required."
    """
    rules = rules_from({"must_play": ["5"], "must_play_win": win})
    # Not played as Declarers yet: winning as Opponents does not lead past it.
    _, standings = result(rules, 160, at("5", "5"), dealer=1)
    assert names(standings) == ["5", "5"]
    assert [standing.tried for standing in standings] == [False, True, False, True]
    # Both have failed as Declarers at 5; then the Opponents win by two levels.
    _, standings = result(rules, 80, standings, dealer=0)
    assert all(standing.tried for standing in standings)
    _, standings = result(rules, 160, standings, dealer=1)
    assert names(standings) == (["5", "5"] if win else ["7", "5"])
    assert not standings[0].tried or win


def test_one_attempt_is_not_enough_at_the_last_level() -> None:
    """Z21 §3.9 stands: the last level is won as Declarers."""
    rules = rules_from({"must_play": ["5"], "must_play_win": False})
    standings = [Standing(Rank.ACE, tried=True)] * 4
    end, after = result(rules, 200, standings)
    assert (end.winners, names(after)) == ((), ["A", "A"])


# Winning


@pytest.mark.parametrize(
    ("level", "points", "dealer", "defend", "passing"),
    [
        ("A", 75, 0, (0, 2), (0, 2)),
        ("K", 0, 0, (), (0, 2)),  # past the Ace at one go
        ("K", 35, 0, (), (0, 2)),
        ("K", 40, 0, (), ()),  # at the Ace, not past it
        ("A", 120, 1, (), (0, 2)),  # as Opponents
        ("A", 80, 1, (), ()),  # without a level
    ],
)
def test_winning_the_match(
    level: str, points: int, dealer: int, defend: tuple[int, ...], passing: tuple[int, ...]
) -> None:
    """Z21 §3.9, Z16 §5.1: Ace "must be played". PAG: "the winners of the whole game are the first
    team whose score goes above the rank of ace". W14, W23: "When a team passes (rather than
    attains) a score of Ace, a match usually ends with their victory."
    """
    before = at(level, "5")
    assert result(Rules(), points, before, dealer)[0].winners == defend
    assert result(Rules(winning="pass"), points, before, dealer)[0].winners == passing


def test_pag_ace_can_be_compulsory() -> None:
    """PAG, Compulsory levels: "certain scores, such as king and ace, cannot be skipped"."""
    rules = rules_from({"winning": "pass", "must_play": ["A"]})
    end, after = result(rules, 0, at("K", "5"))
    assert (end.winners, names(after)) == ((), ["A", "5"])
    assert result(rules, 200, at("A", "5"), dealer=1)[0].winners == ()
    assert result(rules, 40, at("A", "5"))[0].winners == (0, 2)


def test_pag_a_short_game() -> None:
    """PAG, Short game: "playing until a team reaches some lower rank, such as seven, or [...]
    starting at a higher rank"; W14, W23: "shorter games may end at a lower threshold".
    """
    rules = Rules(last_level=Rank.SEVEN, winning="pass")
    assert result(rules, 0, at("5", "5"))[0].winners == (0, 2)
    end, after = result(rules, 5, at("5", "5"))
    assert (end.winners, names(after)) == ((), ["7", "5"])
    assert Rules(first_level=Rank.SEVEN).lowest_level is Rank.SEVEN


def test_w14_wrapping() -> None:
    """W14, W23: "If an even longer game is desired, players can wrap back around to 2 after passing
    Ace."
    """
    rules = Rules(after_last_level="wrap", laps=3)
    assert advance(rules, Standing(Rank.KING), 3, free=True) == Standing(Rank.ACE)
    assert advance(rules, Standing(Rank.ACE), 1, free=False) == Standing(Rank.ACE)
    assert advance(rules, Standing(Rank.ACE), 2, free=True) == Standing(Rank.THREE, 1)
    assert advance(rules, Standing(Rank.ACE, 1), 1, free=True) == Standing(Rank.TWO, 2)
    assert advance(rules, Standing(Rank.ACE, 2), 1, free=True) is None
    passing = Rules(after_last_level="wrap", laps=2, winning="pass", must_play=(Rank.TWO,))
    assert advance(passing, Standing(Rank.KING), 3, free=True) == Standing(Rank.TWO, 1)
    assert advance(passing, Standing(Rank.KING, 1), 3, free=True) is None


def test_w14_wrapping_through_hands() -> None:
    """W14: the match goes on at 2, and ends with the last lap."""
    rules = Rules(after_last_level="wrap", laps=2)
    game = position(["BJ", "3C", "4C", "5C"], "AS", rules=rules, levels=("A", "9"))
    for seat, text in enumerate(["BJ", "3C", "4C", "5C"]):
        game.play(seat, text)
    ended = game.last(HandEnded)
    assert (levels_after(ended), ended.laps_after) == (["4", "9", "4", "9"], (1, 0, 1, 0))
    assert game.match.winners is None
    assert game.match.standings[0] == Standing(Rank.FOUR, 1)
    game = position(["BJ", "3C", "4C", "5C"], "AS", rules=rules, levels=("A", "9"))
    game.match.standings = [
        Standing(at.level, 1 - seat % 2) for seat, at in enumerate(game.match.standings)
    ]
    for seat, text in enumerate(["BJ", "3C", "4C", "5C"]):
        game.play(seat, text)
    assert game.events[-1] == MatchEnded((0, 2))


# Red fives

FIVES = Rules(red_fives="hearts")
BOTH = Rules(red_fives="hearts-and-diamonds")


def captured(
    hands: list[str], rules: Rules, *, dealer: int = 0, levels: tuple[str, ...] = ("7", "9")
) -> Game:
    """A hand of one trick, with the Dealer's lead; spades are trump at the Dealer's level."""
    trump = levels[dealer % 2] + "S"
    game = position(hands, trump, rules=rules, dealer=dealer, levels=levels)
    for turn in range(4):
        game.play((dealer + turn) % 4, hands[(dealer + turn) % 4])
    return game


CAUGHT = ["10S 10S", "5H 3S", "3C 4C", "3D 4D"]
"""A red five falls to a pair that it cannot beat."""


def test_w14_a_red_five_is_the_highest_card() -> None:
    """W14, W23: "The 5 of Hearts is sometimes taken as the highest card"; so it is not captured by
    a single.
    """
    game = captured(["BJ", "5H", "3S", "4S"], FIVES)
    assert game.last(TrickTaken) == TrickTaken(1, 5, 5)
    assert captured(["BJ", "5H", "3S", "4S"], Rules()).last(TrickTaken).seat == 0


@pytest.mark.parametrize(
    ("dealer", "points"),
    [(0, -20), (2, 20)],
)
def test_w23_a_captured_red_five_costs_points(dealer: int, points: int) -> None:
    """W23: "If a trick containing one or more red 5s [...] is won by the opposing team, the player
    whose red 5 is captured is penalized." By how much is ours to say.
    """
    hands = CAUGHT if dealer == 0 else ["3C 4C", "3D 4D", "3S 4S", "6C 8C"]
    if dealer == 2:
        # The Opponent in seat 3 beats the Dealer's lead, and the Dealer's partner loses the five.
        hands = ["5H 3S", "3D 4D", "8S 8S", "10S 10S"]
    game = captured(hands, FIVES, dealer=dealer, levels=("7", "9"))
    taken = game.last(TrickTaken)
    five = next(seat for seat, text in enumerate(hands) if "5H" in text)
    assert taken.red_fives == (five,)
    won = taken.points if dealer == 2 else 0
    assert taken.opponents == game.hand.opponents_points == won + points
    factor = game.last(HandEnded).factor
    assert game.last(HandEnded).points == won + points
    assert bool(factor) == (dealer == 2)
    more = Rules(red_fives="hearts", red_five_points=45)
    assert captured(hands, more, dealer=dealer).hand.penalty == points * 45 // 20


def test_what_is_captured() -> None:
    """W23: "the *opposing* team": the partner captures nothing. "(or 5♥ only, depending on
    variant)". Each card counts.
    """
    partner = ["10S 10S", "3C 4C", "5H 3S", "3D 4D"]
    game = captured(partner, FIVES)
    assert (game.last(TrickTaken).red_fives, game.hand.penalty) == ((2,), 0)
    diamonds = ["10S 10S", "5D 3S", "3C 4C", "3D 4D"]
    assert captured(diamonds, FIVES).hand.penalty == 0
    assert captured(diamonds, BOTH).hand.penalty == -20
    two = ["10S 10S", "5D 5H", "3C 4C", "3D 4D"]
    assert captured(two, BOTH).last(TrickTaken).red_fives == (1, 1)
    assert captured(two, BOTH).hand.penalty == -40
    assert captured(two, Rules()).last(TrickTaken).red_fives == ()
    # The winner's own is not captured.
    won = ["9S 9S", "5H 5H", "3C 4C", "3D 4D"]
    game = captured(won, FIVES)
    assert (game.last(TrickTaken).seat, game.last(TrickTaken).red_fives) == (1, ())


@pytest.mark.parametrize(("down", "after"), [(1, "8"), (3, "6")])
def test_a_captured_red_five_costs_levels(down: int, after: str) -> None:
    """W14, W23: "the player whose red five is captured is penalized", in levels; teammates share
    one (Z21 §3.2).
    """
    rules = Rules(red_fives="hearts", red_five_penalty="levels", red_five_levels=down)
    game = captured(CAUGHT, rules)
    ended = game.last(HandEnded)
    assert game.hand.penalty == 0
    # The Opponents have nothing; the Declarers go up by three.
    assert (ended.fined, levels_after(ended)) == ((1, 3), ["10", after, "10", after])


def test_nobody_goes_below_the_lowest_level() -> None:
    """A fine leads down to the first level at most."""
    rules = Rules(
        red_fives="hearts",
        red_five_penalty="levels",
        red_five_levels=3,
        first_level=Rank.EIGHT,
    )
    ended = captured(CAUGHT, rules, levels=("8", "9")).last(HandEnded)
    assert levels_after(ended)[1] == "8"
    # After a hook one may stand below it, and then goes no further down, nor up.
    facts = HandFacts(Rank.EIGHT, 0, (0, 2), 40, fined=(1, 3))
    before = [Standing(Rank.EIGHT), Standing(Rank.THREE)] * 2
    assert settle(rules, before, facts).after[1].level is Rank.THREE


def test_among_friends_sides_decide_at_the_end() -> None:
    """W23 with Z21 §6.5: who was "the opposing team" is known when the friends are; alone the one
    whose five it was goes down.
    """
    for penalty in ("points", "levels"):
        rules = rules_from(
            {"players": 5, "teams": "friends", "red_fives": "hearts", "red_five_penalty": penalty}
        )
        for friend in (1, 2):
            hands = ["10S 10S 3C", "5H 3S AC", "3D 4D AC", "3D 4D 6C", "6D 8D 9C"]
            if friend == 2:
                hands[1], hands[2] = "5H 3S 4C", "3D 4D AC"
            else:
                hands[2] = "3D 4D 4C"
            game = position(
                hands, "7S", rules=rules, called="1 AC", levels=("7", "9", "9", "9", "9")
            )
            for seat, text in enumerate(["10S 10S", "5H 3S", "3D 4D", "3D 4D", "6D 8D"]):
                game.play(seat, text)
            assert game.hand.penalty == (-20 if penalty == "points" else 0)
            for seat in range(5):
                game.do(Play(seat, tuple(game.hand.hands[seat])))
            ended = game.last(HandEnded)
            assert ended.declarers == (0, friend)
            lost = friend == 2
            assert game.hand.penalty == (-20 if lost and penalty == "points" else 0)
            assert ended.fined == ((1,) if lost and penalty == "levels" else ())
            assert ended.levels_after[1] is (
                Rank("8" if ended.fined else "9") if friend == 2 else Rank("Q")
            )


# What plays together


def test_a_throw_penalty_counts_for_the_opponents() -> None:
    """Z21 §3.7.5, PAG: "10 card points are transferred from the team that led incorrectly to the
    other team": through to the result.
    """
    rules = rules_from({"throw_penalty": "per-card-withdrawn"})
    game = position(["KC QC 3H", "AC 3D 4D", "4C 6C 4H", "7C 8C 6H"], "2S", rules=rules)
    game.play(0, "KC QC")
    assert game.hand.opponents_points == 10
    for text in ("AC", "4C", "7C"):
        assert game.hand.turn is not None
        game.play(game.hand.turn, text)
    assert game.last(TrickTaken).opponents == 10
    while game.hand.phase is Phase.PLAY:
        seat = game.hand.turn
        assert seat is not None
        held = game.hand.hands[seat]
        trick = game.hand.trick
        follow = cards(held[0].value) if trick is None else next(trick.lead_for(seat).follows(held))
        game.do(Play(seat, follow))
    ended = game.last(HandEnded)
    assert ended.tricks == 10 + sum(
        event.points for event in game.events if isinstance(event, TrickTaken) and event.seat % 2
    )


def test_pag_who_could_beat_a_failed_throw_must() -> None:
    """PAG, Leading a set of top cards: "The card or pair that can be beaten must be led, and the
    other player must beat it." Z21 §3.7.5: "not required to play it on this trick".
    """
    hands = ["KC QC 3H", "3C 3D 4D", "AC 6C 4H", "7C 8C 6H"]
    for way in ("must-beat", "unit-led"):
        game = position(hands, "2S", rules=rules_from({"failed_throw": way}))
        game.play(0, "KC QC")
        assert game.hand.failed is not None
        assert game.hand.failed.challenger == 2
        game.play(1, "3C")
        if way == "must-beat":
            game.refused(Play(2, cards("6C")), "beat")
            game.play(2, "AC")
        else:
            game.play(2, "6C")
        game.play(3, "7C")  # nobody else has to
