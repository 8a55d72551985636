"""Must-play levels, winning, laps, short games (Z21 §3.9, §6.1.2; PAG; W14; W23)."""

from __future__ import annotations

import pytest

from shengji.cards import Rank
from shengji.game import HandEnded, MatchEnded
from shengji.game.levels import HandFacts, Settlement, advance, settle
from shengji.game.standing import Standing
from shengji.rules import Rules, rules_from
from tests.game.kit import at, levels_after, position

# Must-play levels


def result(
    rules: Rules, points: int, before: list[Standing], dealer: int = 0
) -> tuple[Settlement, list[Standing]]:
    declarers = [seat for seat in range(4) if (seat - dealer) % 2 == 0]
    end = settle(rules, before, HandFacts(before[dealer].level, dealer, declarers, points))
    return end, list(end.after)


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


def test_z21_6_1_2_only_a_hand_with_that_trump_rank_is_an_attempt() -> None:
    """Z21 §6.1.2 with §6.5: among friends a Declarer may stand elsewhere than the trump rank, which
    is the Dealer's level. A hand that such a Declarer loses is no attempt at their own level.
    """
    rules = rules_from(
        {"players": 5, "teams": "friends", "must_play": ["5"], "must_play_win": False}
    )
    before = [Standing(Rank(level)) for level in ("7", "5", "5", "3", "7")]
    lost = settle(rules, before, HandFacts(Rank.SEVEN, 0, (0, 1), 80)).after
    assert [at.tried for at in lost] == [True, False, False, False, False]
    assert lost[1] == Standing(Rank.FIVE)
    # So winning as an Opponent does not lead past it, as it does for who has made the attempt.
    tried = [lost[0], lost[1], Standing(Rank.FIVE, tried=True), *lost[3:]]
    won = settle(rules, tried, HandFacts(Rank.SEVEN, 4, (4, 3), 160)).after
    assert [at.level.value for at in won] == ["9", "5", "7", "3", "7"]


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
    rules = Rules(last_level=Rank.SIX, winning="pass")
    assert result(rules, 5, at("5", "5"))[0].winners == (0, 2)
    end, after = result(rules, 40, at("5", "5"))
    assert (end.winners, names(after)) == ((), ["6", "5"])
    # Who reaches seven has won, and seven itself is not played.
    assert result(rules, 40, at("6", "5"))[0].winners == (0, 2)
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
