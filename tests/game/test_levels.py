"""The end of a hand, levels, the next Dealer, the end of the match (Z21 §3.6.1, §3.8, §3.9, §6)."""

from __future__ import annotations

from random import Random

import pytest

from shengji.cards import RANKS, Rank
from shengji.game import (
    Bury,
    CloseDraw,
    Draw,
    HandEnded,
    HandStarted,
    Match,
    MatchEnded,
    Phase,
    Play,
    Show,
    TrickTaken,
    shuffled,
    view,
)
from shengji.game.levels import HandFacts, advance, settle
from shengji.game.standing import Standing
from shengji.play.score import outcome
from shengji.rules import Rules, option_of, rules_from
from tests.game.kit import Game, cards, position, random_hand


def values_of(name: str) -> tuple[object, ...]:
    return option_of(name).values


# The table of levels


def last_trick(
    points: int,
    *,
    dealer: int = 0,
    levels: tuple[str, str] = ("2", "2"),
    rules: Rules | None = None,
) -> Game:
    """A hand that ends with a last trick for the Declarers; the Opponents have these points."""
    rules = rules or Rules()
    trump = levels[rules.team_of(dealer)] + "S"
    low = "9C" if trump[:-1] != "9" else "7C"
    hands = ["BJ" if seat == dealer else low for seat in range(rules.players)]
    taken = {(dealer + 1) % rules.players: points}
    game = position(
        hands, trump, dealer=dealer, rules=rules, levels=levels, taken=taken, kitty="KC"
    )
    for turn in range(rules.players):
        seat = (dealer + turn) % rules.players
        game.play(seat, hands[seat])
    return game


@pytest.mark.parametrize(
    ("points", "winner", "levels"),
    [
        *[(0, "declarers", 3), (5, "declarers", 2), (35, "declarers", 2), (40, "declarers", 1)],
        *[(75, "declarers", 1), (80, "opponents", 0), (115, "opponents", 0)],
        *[(120, "opponents", 1), (155, "opponents", 1), (160, "opponents", 2)],
        *[(195, "opponents", 2), (200, "opponents", 3), (235, "opponents", 3)],
        *[(240, "opponents", 4), (275, "opponents", 4)],
    ],
)
def test_3_8_the_table(points: int, winner: str, levels: int) -> None:
    """Z21 §3.8: "0: Declarers advance +3 levels; 5–35: +2; 40–75: +1; 80–115: No level change,
    Opponents become Declarers; 120–155: Opponents advance +1 level; 160–195: +2; 200–235: +3; ...
    [80 + 40n, 80 + 40(n + 1) - 5]: n levels". "at most one team" changes its level.
    """
    ended = last_trick(points, levels=("6", "4")).last(HandEnded)
    assert (ended.winner, ended.levels, ended.points) == (winner, levels, points)
    declarers = 4 + (levels if winner == "declarers" else 0)
    opponents = 2 + (levels if winner == "opponents" else 0)
    assert ended.levels_after == (RANKS[declarers], RANKS[opponents]) * 2


def test_3_8_footnote_4() -> None:
    """Z21 footnote 4: "for a total of 655,480 points. They would then advance [...] 16,385 levels,
    certainly enough to get to level Ace (which cannot be skipped!)."
    """
    facts = HandFacts(Rank.TWO, 0, (0, 2), 655_480)
    end = settle(Rules(), [Standing(Rank.TWO)] * 4, facts)
    assert (end.winner, end.levels) == ("opponents", 16_385)
    assert [at.level for at in end.after] == [Rank.TWO, Rank.ACE] * 2
    assert end.winners == ()


def test_6_3_one_deck() -> None:
    """Z21 §6.3: "0: +3; 5–15: +2; 20–35: +1; 40–55: No level change; 60–75: Opponents advance +1;
    [...] 160: +6".
    """
    rules = Rules(decks=1)
    table = {0: -3, 5: -2, 15: -2, 20: -1, 35: -1, 40: 0, 55: 0, 60: 1, 75: 1, 80: 2, 100: 3}
    table |= {120: 4, 140: 5, 155: 5, 160: 6}
    for points, levels in table.items():
        assert outcome(rules, points) == (points >= 40, abs(levels))


def test_6_5_three_decks() -> None:
    """Z21 §6.5: "In a game with 3 decks, the point threshold is 120 with increments of 60"."""
    table = {0: 3, 5: 2, 55: 2, 60: 1, 115: 1, 120: 0, 175: 0, 180: 1, 240: 2, 300: 3}
    for points, levels in table.items():
        assert outcome(Rules(decks=3), points) == (points >= 120, levels)


@pytest.mark.parametrize("step", [10, 20])
def test_6_1_1_points_per_level(step: int) -> None:
    """Z21 §6.1.1: "the Opponents still need 80 points to win, but can advance an extra level at 90
    or 100 points instead of needing 120, and the Declarers can advance an extra level at 55 or 65
    points instead of 35" (with 20, or 10, points per level).
    """
    rules = Rules(step=step)
    assert outcome(rules, 79) == (False, 1)
    assert outcome(rules, 80) == (True, 0)
    assert outcome(rules, 75 + step) == (True, 0)
    assert outcome(rules, 80 + step) == (True, 1)
    assert outcome(rules, 80 - step) == (False, 1)
    assert outcome(rules, 75 - step) == (False, 2)


# The kitty


@pytest.mark.parametrize(
    ("leads", "rules", "factor"),
    [
        ("BJ", Rules(), 2),
        ("BJ BJ", Rules(), 4),
        ("BJ BJ SJ SJ", Rules(), 8),
        ("BJ BJ SJ SJ 2S 2S", Rules(), 16),
        ("BJ BJ SJ", Rules(), 4),  # a throw of a pair and a single
        ("BJ BJ BJ", Rules(decks=3), 6),
        ("BJ BJ BJ SJ SJ SJ", Rules(decks=3), 12),
        ("BJ BJ BJ BJ", Rules(decks=4), 8),
        ("BJ BJ SJ SJ", Rules(kitty_factor="power-of-cards"), 16),
        ("BJ BJ SJ SJ", Rules(kitty_factor="twice-cards"), 8),
        ("BJ BJ SJ SJ 2S 2S", Rules(kitty_factor="power-of-cards"), 64),
        ("BJ BJ SJ SJ 2S 2S", Rules(kitty_factor="twice-cards"), 12),
    ],
)
def test_3_8_the_kitty_bonus(leads: str, rules: Rules, factor: int) -> None:
    """Z21 §3.8: "if the Opponents win the last trick, they take the cards in the kitty, compute the
    total number of points in the kitty, multiply this sum by a bonus factor [...] 2^(n+1), where n
    is the number of pairs in the largest unit". Footnote 3: "2n or 2^n where n is the number of
    cards in the largest unit". §6.5: "2m for an m-tuple and doubles for each additional m-tuple".
    """
    size = len(cards(leads))
    first = [f"{rank}H" for rank in ("3", "4", "6", "7", "8", "9")]
    # Seat 0 deals and loses its last-but-one trick to seat 1, which has the last lead.
    hands = [" ".join(["3D", *first[:size]]), f"AD {leads}"]
    hands += [" ".join(["6D", *first[:size]]), " ".join(["7D", *first[:size]])]
    if rules.deck_count == 2:
        hands[3] = " ".join(["7D", *["3C", "4C", "6C", "7C", "8C", "9C"][:size]])
    game = position(hands, "2S", rules=rules, kitty="KC 5C")
    for seat, text in enumerate(("3D", "AD", "6D", "7D")):
        game.play(seat, text)
    for turn in range(4):
        game.do(Play((1 + turn) % 4, tuple(game.hand.hands[(1 + turn) % 4])))
    ended = game.last(HandEnded)
    assert (ended.factor, ended.kitty_points, ended.tricks) == (factor, 15, 0)
    assert ended.points == 15 * factor
    assert ended.kitty == game.hand.kitty


@pytest.mark.parametrize(
    ("way", "kitty", "bonus"),
    [
        ("pairs", "KC", 10),  # 2 × 10 / 2
        ("pairs", "KC 5C", 15),  # 2 × 15 / 2
        ("one", "KC", 5),
        ("one", "KC 5C", 5),  # 7.5, rounded down to a multiple of 5
        ("one", "5C", 0),
    ],
)
def test_a_side_suit_halves_the_kitty(way: str, kitty: str, bonus: int) -> None:
    """Houses: who takes the kitty with a side suit gets half of the usual bonus (Z21 §3.8)."""
    rules = rules_from({"kitty_factor": way, "side_suit_halves": True})
    game = position(["3H", "AH", "4C", "4C"], rules=rules, kitty=kitty)
    for seat, text in enumerate(["3H", "AH", "4C", "4C"]):
        game.play(seat, text)
    ended = game.last(HandEnded)
    assert (ended.halved, ended.bonus, ended.points) == (True, bonus, bonus)
    assert ended.factor == (2 if way == "pairs" else 1)


@pytest.mark.parametrize("hands", [["3H", "3S", "4C", "4C"], ["3H", "BJ", "4C", "4C"]])
def test_trumps_take_all_of_the_kitty(hands: list[str]) -> None:
    """Only a side suit halves it; and it is the winner's suit that counts, not the one led."""
    rules = rules_from({"side_suit_halves": True})
    game = position(hands, rules=rules, kitty="KC 5C")
    for seat, text in enumerate(hands):
        game.play(seat, text)
    ended = game.last(HandEnded)
    assert (ended.halved, ended.bonus) == (False, 30)


def test_the_declarers_keep_the_kitty_with_a_side_suit() -> None:
    rules = rules_from({"side_suit_halves": True})
    game = position(["AH", "3H", "4C", "4C"], rules=rules, kitty="KC 5C")
    for seat, text in enumerate(["AH", "3H", "4C", "4C"]):
        game.play(seat, text)
    assert (game.last(HandEnded).halved, game.last(HandEnded).bonus) == (False, 0)


@pytest.mark.parametrize("way", values_of("kitty_factor"))
def test_3_8_the_declarers_win_the_last_trick(way: str) -> None:
    """Z21 §3.8: "If the Declarers win the last trick, then the point total stands." """
    game = last_trick(75, rules=rules_from({"kitty_factor": way}))
    ended = game.last(HandEnded)
    assert (ended.factor, ended.kitty_points, ended.points) == (0, 10, 75)
    assert view(ended, 0) == ended  # the Dealer buried it
    for seat in (1, 2, 3, None):
        seen = view(ended, seat)
        assert isinstance(seen, HandEnded)
        assert (seen.kitty, seen.kitty_points) == (None, None)
        assert seen.points == 75


def test_3_8_the_opponents_open_the_kitty() -> None:
    """Z21 §3.8: "if the Opponents win the last trick, they take the cards in the kitty": everyone
    sees them.
    """
    game = position(["3C", "BJ", "4C", "4C"], kitty="KC")
    for seat, text in enumerate(["3C", "BJ", "4C", "4C"]):
        game.play(seat, text)
    ended = game.last(HandEnded)
    assert (ended.factor, ended.kitty_points, ended.points) == (2, 10, 20)
    assert all(view(ended, seat) == ended for seat in (0, 1, 2, 3, None))


def test_3_8_trumped_with_something_longer() -> None:
    """Z21 §3.8: "The bonus factor for different *leads* on the last trick"; a throw of two singles
    trumped by a pair counts as the singles that were led (docs, The kitty).
    """
    game = position(["AC KC", "3S 3S", "4C 6C", "4D 6D"], kitty="5D")
    game.play(0, "AC KC")
    game.play(1, "3S 3S")
    game.play(2, "4C 6C")
    game.play(3, "4D 6D")
    ended = game.last(HandEnded)
    assert (ended.factor, ended.tricks, ended.points) == (2, 10, 20)


def test_3_8_the_hand_ends_with_the_last_trick() -> None:
    """Z21 §3.8: "The hand ends when the last trick is played. All players will deplete their hands
    at the same time."
    """
    game = last_trick(0)
    assert game.hand.phase is Phase.ENDED
    assert game.hand.turn is None
    assert game.hand.sizes == [0] * 4
    assert game.hand.result == game.last(HandEnded)
    kinds = [type(event) for event in game.events[-2:]]
    assert kinds == [TrickTaken, HandEnded]
    assert game.match.between_hands
    for command in (Draw(), CloseDraw(), Play(0, cards("3C")), Bury(0, ()), Show(0, cards("2C"))):
        assert game.refused(command, "wrong-phase").params == {"now": "start"}


# The next Dealer


@pytest.mark.parametrize("dealer", range(4))
def test_3_6_1_the_next_dealer(dealer: int) -> None:
    """Z21 §3.6.1: "If the Declarers in the previous hand won the previous hand, the Dealer role
    passes to the Dealer's partner and the Declarers remain Declarers; otherwise, the Dealer role
    passes to the player on the Dealer's immediate right (i.e., in a counter-clockwise direction)".
    """
    won, lost = last_trick(75, dealer=dealer), last_trick(80, dealer=dealer)
    assert won.last(HandEnded).next_dealer == (dealer + 2) % 4 == won.match.dealer
    assert lost.last(HandEnded).next_dealer == (dealer + 1) % 4 == lost.match.dealer


@pytest.mark.parametrize("dealer", range(6))
def test_6_4_the_next_dealer_of_six(dealer: int) -> None:
    """Z21 §6.4 has no word on it; PAG, Six players: the partner two seats to the right deals when
    the Declarers win. Z21 §3.6.1 for the rest.
    """
    rules = Rules(players=6, decks=3)
    won, lost = (last_trick(points, dealer=dealer, rules=rules) for points in (115, 120))
    assert won.last(HandEnded).next_dealer == (dealer + 2) % 6
    assert lost.last(HandEnded).next_dealer == (dealer + 1) % 6
    assert won.last(HandEnded).levels_after[dealer] is Rank.THREE


def test_6_4_teams_of_three() -> None:
    """Z21 §6.4: "two fixed teams of three players each, sitting such that the teams alternate
    around the table. All three players on a team share a level and advance together."
    """
    game = last_trick(180, dealer=3, levels=("5", "9"), rules=Rules(players=6, decks=3))
    assert game.last(HandEnded).levels_after == (Rank.SIX, Rank.NINE) * 3


@pytest.mark.parametrize(("points", "rank"), [(40, "7"), (80, "4"), (125, "5")])
def test_3_6_1_the_trump_rank_is_the_new_declarers_level(points: int, rank: str) -> None:
    """Z21 §3.6.1: "the Declarers and Opponents switch labels. The trump rank is set to the
    Declarers' level."
    """
    game = last_trick(points, levels=("6", "4"))
    game.do(shuffled(game.match.rules, Random(1)))
    started = game.last(HandStarted)
    assert started.rank is Rank(rank)
    assert started.dealer == game.hand.dealer == (2 if points < 80 else 1)


# Levels


@pytest.mark.parametrize(
    ("level", "by", "defended", "after"),
    [
        ("2", 0, True, "2"),
        ("2", 1, True, "3"),
        ("2", 3, False, "5"),
        ("Q", 3, True, "A"),  # Ace is not skipped
        ("Q", 30, False, "A"),
        ("K", 1, False, "A"),
        ("A", 0, True, "A"),  # never: a win is worth a level
        ("A", 1, False, "A"),
        ("A", 9, False, "A"),
        ("A", 1, True, None),
        ("A", 3, True, None),
    ],
)
def test_3_9_going_up(level: str, by: int, defended: bool, after: str | None) -> None:
    """Z21 §3.9: "The win condition requires a team to win a hand in which Ace is the trump rank
    *and they are the Declarers*. This last condition prohibits a team from winning a game by
    'skipping' past Ace if they win a hand by a large margin as Opponents."
    """
    found = advance(Rules(), Standing(Rank(level)), by, free=defended)
    assert (None if found is None else found.level.value) == after


@pytest.mark.parametrize(
    ("level", "by", "defended", "after"),
    [
        ("2", 1, False, "2"),  # must be played
        ("2", 4, False, "2"),
        ("2", 1, True, "3"),
        ("2", 5, True, "5"),  # not past 5
        ("3", 2, False, "5"),
        ("3", 3, False, "5"),
        ("5", 3, False, "5"),
        ("5", 3, True, "8"),
        ("9", 3, True, "10"),
        ("10", 3, True, "K"),
        ("10", 30, True, "K"),
        ("J", 3, False, "K"),
        ("K", 3, True, "A"),
        ("K", 3, False, "K"),
    ],
)
def test_6_1_2_must_play(level: str, by: int, defended: bool, after: str) -> None:
    """Z21 §6.1.2: "each team can advance past the level only by playing a hand satisfying three
    conditions: The trump rank is equal to the must-play level. The team trying to advance is
    playing as the Declarers [...]. The team trying to advance wins the hand". "Note that Ace is
    always a must-play level".
    """
    rules = Rules(must_play=tuple(Rank(rank) for rank in ("2", "5", "10", "K")))
    found = advance(rules, Standing(Rank(level)), by, free=defended)
    assert found is not None
    assert found.level.value == after


def test_6_1_2_a_must_play_level_through_a_hand() -> None:
    """Z21 §6.1.2: "a team cannot 'skip' past the must-play level by scoring well on a hand played
    while they are still below the must-play level", nor as Opponents at it.
    """
    rules = Rules(must_play=(Rank.FIVE,))
    # The Opponents stand at 5 and win by two levels: they stay, and now they deal at 5.
    game = last_trick(160, levels=("8", "5"), rules=rules)
    ended = game.last(HandEnded)
    assert (ended.winner, ended.levels, ended.next_dealer) == ("opponents", 2, 1)
    assert ended.levels_after == (Rank.EIGHT, Rank.FIVE) * 2
    # There they win as Declarers, and pass it.
    game = last_trick(5, dealer=1, levels=("8", "5"), rules=rules)
    assert game.last(HandEnded).levels_after == (Rank.EIGHT, Rank.SEVEN) * 2
    # Below it they cannot pass it at one go, as Declarers or as Opponents.
    game = last_trick(0, dealer=1, levels=("8", "3"), rules=rules)
    assert game.last(HandEnded).levels_after == (Rank.EIGHT, Rank.FIVE) * 2
    game = last_trick(200, dealer=0, levels=("8", "4"), rules=rules)
    assert game.last(HandEnded).levels_after == (Rank.EIGHT, Rank.FIVE) * 2


# The match


@pytest.mark.parametrize("dealer", range(4))
@pytest.mark.parametrize("points", [0, 5, 75])
def test_3_9_winning_the_match(dealer: int, points: int) -> None:
    """Z21 §3.9: "a team to win a hand in which Ace is the trump rank and they are the
    Declarers".
    """
    levels = ("A", "9") if dealer % 2 == 0 else ("9", "A")
    game = last_trick(points, dealer=dealer, levels=levels)
    team = tuple(seat for seat in range(4) if seat % 2 == dealer % 2)
    assert game.events[-1] == MatchEnded(team)
    assert game.match.winners == team
    assert not game.match.between_hands
    # Nobody's level changed: there is none above.
    assert game.last(HandEnded).levels_after == tuple(Rank(levels[seat % 2]) for seat in range(4))
    for command in (shuffled(game.match.rules, Random(1)), Draw(), Play(0, cards("3C"))):
        game.refused(command, "match-over")


def test_3_9_ace_must_be_defended() -> None:
    """Z21 §3.9: Declarers at Ace who lose the hand stay there and have not won."""
    game = last_trick(80, levels=("A", "A"))
    assert game.match.winners is None
    assert game.last(HandEnded).levels_after == (Rank.ACE,) * 4
    assert game.match.dealer == 1
    # Now the others defend theirs.
    game = last_trick(75, dealer=1, levels=("A", "A"))
    assert game.match.winners == (1, 3)


@pytest.mark.parametrize("points", [80, 120, 200, 655_480])
def test_3_9_opponents_at_ace_neither_win_nor_move(points: int) -> None:
    """Z21 §3.9: "This last condition prohibits a team from winning a game by 'skipping' past Ace if
    they win a hand by a large margin as Opponents."
    """
    game = last_trick(points, levels=("9", "A"))
    assert not any(isinstance(event, MatchEnded) for event in game.events)
    assert game.last(HandEnded).levels_after == (Rank.NINE, Rank.ACE) * 2
    assert game.last(HandEnded).next_dealer == 1


def test_a_lower_last_level() -> None:
    """README (rules): "last level (Ace, or lower for a short game)"; it is as the Ace is."""
    rules = Rules(first_level=Rank.SIX, last_level=Rank.EIGHT)
    game = last_trick(0, levels=("7", "6"), rules=rules)
    assert game.last(HandEnded).levels_after == (Rank.EIGHT, Rank.SIX) * 2
    assert game.match.winners is None
    game = last_trick(200, levels=("7", "8"), rules=rules)
    assert game.last(HandEnded).levels_after == (Rank.SEVEN, Rank.EIGHT) * 2
    assert game.match.winners is None
    game = last_trick(75, levels=("8", "6"), rules=rules)
    assert game.match.winners == (0, 2)


def test_6_4_three_win_together() -> None:
    """Z21 §6.4: "All three players on a team share a level and advance together." """
    game = last_trick(0, dealer=4, levels=("A", "K"), rules=Rules(players=6, decks=3))
    assert game.match.winners == (0, 2, 4)


def test_whole_matches() -> None:
    """Z21 §3.9: "Players continue to play hands and advance levels until one team wins." """
    for seed in range(4):
        chance = Random(seed)
        rules = Rules(decks=1, first_level=Rank.TEN, must_play=(Rank.JACK,) * (seed % 2))
        match = Match(rules)
        ended, game = None, Game(match)
        while match.winners is None:
            before = list(match.levels)
            game = random_hand(rules, chance, match)
            ended = game.last(HandEnded)
            started = game.last(HandStarted)
            assert started.rank is before[ended.dealer]
            assert [team for team in (0, 1) if match.levels[team] is not before[team]] in (
                [],
                [ended.dealer % 2 if ended.winner == "declarers" else 1 - ended.dealer % 2],
            )
            assert match.levels[:2] == match.levels[2:]
            assert match.hands < 200
        assert game.hand.rank is rules.last_level
        assert ended is not None
        assert ended.winner == "declarers"
        assert match.winners == ((0, 2) if ended.dealer % 2 == 0 else (1, 3))
