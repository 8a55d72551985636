"""Setting up, option by option, with the words of the texts."""

from __future__ import annotations

import pytest

from shengji.cards import Card, Rank
from shengji.game import Match, Phase, StartHand
from shengji.game.levels import advance
from shengji.game.standing import Standing
from shengji.rules import Rules, RulesError
from tests.family.kit import Game, after, cards, fault, order, rules, settled, taker, units
from tests.game.kit import position, stack


def test_teams_sit_alternately() -> None:
    """Z21 §3.1: "the order of play alternates between the teams"; §6.4: "two fixed teams of three
    players each, sitting such that the teams alternate around the table".
    """
    assert [rules(players=6).team_of(seat) for seat in range(6)] == [0, 1, 0, 1, 0, 1]
    with pytest.raises(RulesError):
        rules(players=5)
    assert rules(players=5, teams="friends").declarer_count == 2


@pytest.mark.parametrize(("count", "left"), [(0, 4), (1, 3), (2, 2), (3, 1), (4, 0)])
def test_jokers_are_taken_out(count: int, left: int) -> None:
    """W23, note 1: "the number of jokers may be adjusted"."""
    house = rules(jokers_removed=count)
    jokers = [card for card in house.deck if card.is_joker]
    assert len(jokers) == left
    assert house.removed.count(Card.SMALL_JOKER) >= house.removed.count(Card.BIG_JOKER)
    game = Game.of(house, {})
    game.draw_all()
    assert sum(len(hand) for hand in game.hand.hands) == house.hand_size * 4


def test_the_kitty_comes_from_the_split_or_is_given() -> None:
    """Z21 §6.5: "The number of cards in the kitty is adjusted to allow the remaining cards to be
    evenly distributed"; W23, note 1: "the size of the kitty may vary".
    """
    assert rules(players=7, teams="friends").kitty_size == 8
    given = rules(kitty=4)
    assert (given.kitty_size, given.hand_size) == (4, 26)
    with pytest.raises(RulesError):
        rules(kitty=5)


@pytest.mark.parametrize("level", ["2", "7", "8", "A"])
def test_the_first_level(level: str) -> None:
    """Z21 §3.4: "A common variant starts the game at 8 (or another number higher than 2)"; Z16 §5.3
    "usually at 2 or 8"; PAG, Short game: "starting at a higher rank, such as seven".
    """
    game = Game.of(rules(first_level=level), {})
    assert game.hand.rank.value == level
    assert {at.value for at in game.match.levels} == {level}


def test_a_short_game() -> None:
    """PAG, Short game: "shortened by playing until a team reaches some lower rank, such as seven";
    W14: "shorter games may end at a lower threshold".
    """
    assert settled(0, ["7", "5"], last_level="7").winners == (0, 2)
    assert settled(0, ["6", "5"], last_level="7").winners == ()
    assert after(settled(0, ["6", "5"], last_level="7"))[0] == "7"


def test_after_ace_the_match_is_won_or_wraps_to_2() -> None:
    """W14, W23: "players can wrap back around to 2 after passing Ace"."""
    assert settled(0, ["A", "5"]).winners == (0, 2)
    wrapped = settled(0, ["A", "5"], after_last_level="wrap")
    assert wrapped.winners == ()
    assert after(wrapped) == ["4", "5", "4", "5"]
    assert [at.lap for at in wrapped.after] == [1, 0, 1, 0]


@pytest.mark.parametrize("laps", [2, 3])
def test_so_many_laps(laps: int) -> None:
    """W14, W23: "If an even longer game is desired"; how long is for the house to say."""
    house = rules(after_last_level="wrap", laps=laps)
    ace = Rank("A")
    assert advance(house, Standing(ace, laps - 1), 1, free=True) is None
    assert advance(house, Standing(ace, laps - 2), 1, free=True) is not None


def test_the_last_level_is_defended() -> None:
    """Z21 §3.9: "a team to win a hand in which Ace is the trump rank and they are the Declarers.
    This last condition prohibits a team from winning a game by "skipping" past Ace if they win a
    hand by a large margin as Opponents." Z16 §5.1 has the same in its footnote 2.
    """
    assert after(settled(200, ["5", "K"]))[1] == "A"
    at_ace = settled(200, ["5", "A"])
    assert at_ace.winners == ()
    assert after(at_ace)[1] == "A"
    assert settled(75, ["A", "5"]).winners == (0, 2)


def test_the_last_level_is_passed_in_any_way() -> None:
    """PAG: "The objective is to achieve a score higher than ace"; W14: "When a team passes (rather
    than attains) a score of Ace, a match usually ends with their victory."
    """
    assert settled(160, ["5", "K"], winning="pass").winners == (1, 3)
    assert settled(120, ["5", "A"], winning="pass").winners == (1, 3)
    assert settled(80, ["5", "A"], winning="pass").winners == ()


@pytest.mark.parametrize(
    ("way", "turned", "first"),
    [
        ("counted", "5H", 0),
        ("counted", "9H", 0),
        ("counted", "KH", 0),
        ("counted", "AH SJ 6C", 1),
        ("counted-ace-one", "AH", 0),
        ("counted-ace-one", "SJ QD", 3),
    ],
)
def test_the_count_tells_who_draws_first(way: str, turned: str, first: int) -> None:
    """Z21 §3.5.3: "If an Ace or a Joker is revealed, the cards should be replaced and another card
    revealed. (Thus, the shuffler draws first if a 5, 9, or King (13) is revealed.)" Z16 §7.1: "the
    shuffler draws first if an Ace (1), 5, 9, or King (13) is revealed"; W23: "aces count as one".
    """
    house = rules(first_drawer=way)
    deck = stack(house, {})
    game = Game(Match(house))
    game.do(StartHand(deck, cards(turned)))
    shuffler = (game.hand.first - first) % 4
    again = Game(Match(house))
    again.do(StartHand(deck, cards("5C")))
    assert again.hand.first == shuffler
    if way == "counted":
        Game(Match(house)).refused(StartHand(deck, cards("AC")), "bad-first-drawer")


def test_the_first_to_draw_at_random() -> None:
    """PAG: "the player who shuffles and takes the first card from the pack is chosen at random"."""
    house = rules(first_drawer="random")
    game = Game(Match(house))
    game.do(StartHand(stack(house, {}), first=2))
    assert (game.hand.first, game.hand.turn) == (2, 2)


def test_one_card_at_a_time_counter_clockwise() -> None:
    """Z21 §3.5.4: "The players take turns drawing a card in counter-clockwise order until all but 8
    cards have been drawn"; §3.6.3: in later hands "The Dealer is the first player to draw."
    """
    game = Game.of(Rules(), {}, first=3)
    turns = []
    while game.hand.turn is not None:
        turns.append(game.hand.turn)
        game.draw(1)
    assert turns == [3, 0, 1, 2] * 25
    assert Game.later(Rules(), {}, dealer=1).hand.turn == 1


def test_permanent_twos() -> None:
    """Z21 footnote 2: 2s "are added here between the actual trump rank and the rest of the trump
    suit, with the 2 in the trump suit ranking higher than the other 2s".
    """
    text = "BJ SJ 8H 8C 2H 2C AH 3H"
    assert order("8H", text, permanent_twos=True) == text
    assert order("8H", text) == "BJ SJ 8H 8C AH 3H 2H 2C"
    # The 2 of clubs follows trumps now, and takes an Ace of trumps.
    assert fault("8H", "AH", "2C 5C", "5C", permanent_twos=True) == "suit"
    assert taker("8H", "AH", "2C", permanent_twos=True) == 1
    assert units("8H", "8C 8C 2H 2H", permanent_twos=True) == ["8C 8C 2H 2H"]


@pytest.mark.parametrize(
    ("fives", "wanted"),
    [
        ("hearts", "5H BJ SJ 8S 8C 5D"),
        ("hearts-and-diamonds", "5H 5D BJ SJ 8S 8C"),
        ("none", "BJ SJ 8S 8C 5H 5D"),
    ],
)
def test_red_fives_are_highest(fives: str, wanted: str) -> None:
    """W14: "The 5 of Hearts is sometimes taken as the highest card"; W23: "The 5♥ and sometimes
    also the 5♦ may be taken as the highest cards".
    """
    assert order("8S", wanted, red_fives=fives) == wanted


@pytest.mark.parametrize(
    ("hands", "owner", "paid"),
    [
        (["BJ BJ 3C", "5H 3S 4C", "6C 7C QC", "9C 10C JC"], 1, -20),
        (["3C 5H 3S", "AC BJ BJ", "6C 7C 9C", "9C 10C JC"], 0, 20),
    ],
)
def test_a_captured_red_five_costs_points(hands: list[str], owner: int, paid: int) -> None:
    """W14, W23: "If a trick containing one or more red fives is won by the opposing team, the
    player whose red five is captured is penalized." How much is an option.
    """
    game = position(hands, "8S", rules=rules(red_fives="hearts"))
    if owner == 0:
        for seat, card in enumerate(["3C", "AC", "6C", "9C"]):
            game.play(seat, card)
        order_of_play = [(1, "BJ BJ"), (2, "7C 9C"), (3, "10C JC"), (0, "5H 3S")]
    else:
        order_of_play = [(0, "BJ BJ"), (1, "5H 3S"), (2, "6C 7C"), (3, "9C 10C")]
    # The pair of Jokers draws the red five, which is no part of a pair.
    for seat, text in order_of_play:
        game.play(seat, text)
    assert game.hand.captures == [(owner, 1 - owner)]
    assert game.hand.penalty == paid


@pytest.mark.parametrize("levels", [1, 2])
def test_a_captured_red_five_costs_levels(levels: int) -> None:
    """W14, W23: "the player whose red five is captured is penalized"; here by levels."""
    house = rules(red_fives="hearts", red_five_penalty="levels", red_five_levels=levels)
    hands = ["BJ BJ", "5H 3S", "6C 7C", "9C 10C"]
    game = position(hands, "8S", dealer=0, rules=house, levels=["8", "6"])
    for seat in range(4):
        game.play(seat, hands[seat])
    assert game.hand.phase is Phase.ENDED
    assert game.match.levels[1].order == 4 - levels
    assert game.hand.result is not None
    assert game.hand.result.fined == (1, 3)


def test_rank_cards_stay_trumps_without_a_trump_suit() -> None:
    """Z21 §3.3: "If there is no trump suit (无主), only cards of types 1-4 are part of the trump
    suit (i.e., only Jokers and the trump rank ...)"; Z16 §5.2 and W23 say so too.
    """
    assert fault("8", "SJ", "8C AC", "AC") == "suit"
    assert taker("8", "AC", "8C") == 1
    assert taker("8", "8C", "8D") == 0


def test_only_jokers_are_trumps_without_a_trump_suit() -> None:
    """PAG: "In that case the only trumps are the four jokers ... The cards of all four non-trump
    suits rank from high to low: A, K, Q, J, 10, 9, 8, 7, 6, 5, 4, 3, 2."
    """
    plain = {"no_trump_rank_cards": "ordinary"}
    assert fault("8", "SJ", "8C AC", "AC", **plain) is None
    assert order("8", "AC 9C 8C 7C", **plain) == "AC 9C 8C 7C"
    assert taker("8", "9C", "8C", **plain) == 0
    assert units("8", "9C 9C 8C 8C 7C 7C", **plain) == ["9C 9C 8C 8C 7C 7C"]
