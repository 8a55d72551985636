"""Finding Friends (Z21 §6.5; Z16 §8.5; W23, Other variants; W14)."""

from __future__ import annotations

import pytest

from shengji.cards import Card, Rank
from shengji.game import (
    Call,
    CallFriends,
    FriendJoined,
    FriendsCalled,
    HandEnded,
    Phase,
    Play,
    TrickTaken,
    callable_cards,
)
from shengji.game.levels import HandFacts, Settlement, settle
from shengji.game.standing import Standing
from shengji.play.score import outcome
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, calls, cards, position

FIVE = Rules(players=5, teams="friends")
SEVEN = Rules(players=7, teams="friends")


def playing(
    hands: list[str],
    called: str,
    *,
    rules: Rules | None = None,
    dealer: int = 0,
    trump: str = "2S",
    kitty: str = "",
) -> Game:
    """Friends are called; the others hold low diamonds where nothing is said."""
    rules = rules or (FIVE if len(called.split(",")) == 1 else SEVEN)
    size = len(hands[0].split())
    low = ["3D", "4D", "6D", "7D", "8D", "9D"]
    rest = [" ".join(low[:size])] * (rules.players - len(hands))
    return position([*hands, *rest], trump, rules=rules, dealer=dealer, called=called, kitty=kitty)


def trick(game: Game, *plays: str) -> None:
    """Play a trick; who is left out plays the first legal cards."""
    for text in plays:
        assert game.hand.turn is not None
        game.play(game.hand.turn, text)
    while game.hand.trick is not None:
        seat = game.hand.turn
        assert seat is not None
        follow = next(game.hand.trick.lead_for(seat).follows(game.hand.hands[seat]))
        game.do(Play(seat, follow))


# Numbers


@pytest.mark.parametrize(
    ("players", "decks", "declarers", "threshold", "step"),
    [
        (4, 2, 2, 80, 40),
        (5, 2, 2, 80, 40),
        (6, 3, 3, 120, 60),
        (7, 3, 3, 120, 60),
        (8, 4, 4, 160, 80),
        (9, 4, 4, 160, 80),
        (12, 6, 6, 240, 120),
    ],
)
def test_z21_6_5_numbers(
    players: int, decks: int, declarers: int, threshold: int, step: int
) -> None:
    """Z21 §6.5, Z16 §8.5, W23: "The number of decks d to use for N players is d = ⌊N/2⌋, the
    Opponents need to take 40d points to win, and the scoring table increases and decreases in
    increments of 20d." "The Declarer team consists of ⌊N/2⌋ players". The Dealer "calls a number of
    non-trump cards equal to the remaining number of players on the Declarer team".
    """
    rules = Rules(players=players, teams="friends")
    assert (rules.deck_count, rules.declarer_count) == (decks, declarers)
    assert (rules.threshold_points, rules.step_points) == (threshold, step)
    assert rules.calls == declarers - 1
    assert outcome(rules, threshold - 5) == (False, 1)
    assert outcome(rules, threshold + step) == (True, 1)


# Calling


def to_call(rules: Rules, trump: str = "2S", kitty: str = "") -> Game:
    """The Dealer, seat 0, is about to call."""
    game = position(
        ["AH", *["3D"] * (rules.players - 1)],
        trump,
        rules=rules,
        kitty=kitty,
        called=", ".join(["1 KH", "1 QH", "1 JH", "1 9H", "1 8H"][: rules.calls]),
    )
    game.hand.phase, game.hand.calls, game.hand.answers = Phase.CALL, (), []
    return game


def test_z21_6_5_called_cards_are_specified_ordinally() -> None:
    """Z21 §6.5: "The called cards are specified ordinally—for example, 'first Ace of hearts,'
    'second King of spades.'" """
    game = to_call(SEVEN, trump="2C")
    called = (Call(Card.HA, 1), Call(Card.SK, 2))
    assert calls("1 AH, 2 KS") == called
    game.refused(CallFriends(1, called), "not-your-turn")
    game.refused(Play(0, cards("AH")), "wrong-phase")
    assert game.do(CallFriends(0, called)) == (FriendsCalled(0, called),)
    assert (game.hand.phase, game.hand.turn) == (Phase.PLAY, 0)
    assert (game.hand.calls, game.hand.answers) == (called, [None, None])
    game.refused(CallFriends(0, called), "wrong-phase")


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("1 AH", "call-count"),
        ("1 AH, 1 KH, 1 QH", "call-count"),
        ("1 AH, 1 AH", "call-twice"),
        ("1 AH, 4 KH", "call-ordinal"),
        ("1 AH, 0 KH", "call-ordinal"),
        ("1 AH, 1 AS", "call-trump"),  # the trump suit
        ("1 AH, 1 2D", "call-trump"),  # the trump rank
        ("1 AH, 1 BJ", "call-trump"),
    ],
)
def test_z21_6_5_what_cannot_be_called(text: str, code: str) -> None:
    """Z21 §6.5: "calls a number of *non-trump* cards equal to the remaining number of players"."""
    to_call(SEVEN).refused(CallFriends(0, calls(text)), code)


def test_the_same_card_may_be_called_twice_by_number() -> None:
    """Z21 §6.5: each call is of one copy."""
    to_call(SEVEN).do(CallFriends(0, calls("1 AH, 3 AH")))


def test_what_can_be_called() -> None:
    """Z21 §6.5 "non-trump cards", with §3.3 and footnote 2, PAG on hands without a trump suit, and
    red fives (W14, W23): whatever is a trump there cannot be called.
    """

    def able(trump: str, **options: object) -> set[Card]:
        rules = rules_from({"players": 7, "teams": "friends", **options})
        return set(callable_cards(to_call(rules, trump).hand.space))

    assert len(able("8S")) == 36
    assert len(able("8")) == 48
    assert Card.H8 not in able("8")
    ordinary = able("8", no_trump_rank_cards="ordinary")
    assert len(ordinary) == 52
    assert Card.H8 in ordinary
    assert Card.H2 in able("8S")
    assert Card.H2 not in able("8S", permanent_twos=True)
    fives = able("8S", red_fives="hearts")
    assert Card.H5 not in fives
    assert Card.D5 in fives


def test_w14_five_players_three_decks_one_friend() -> None:
    """W14: "5 players play with three decks in fluid partnerships [...]. the Dealer may call a
    particular card, and its owner will be his partner."
    """
    rules = Rules(players=5, decks=3, teams="friends", friends_called=1)
    assert (rules.calls, rules.declarer_count, rules.threshold_points) == (1, 2, 120)
    more = Rules(players=7, teams="friends", friends_called=3)
    assert (more.calls, more.declarer_count) == (3, 4)


@pytest.mark.parametrize(
    ("players", "decks", "calls"),
    [(5, 3, 2), (5, 2, 1), (6, 3, 2), (7, 2, 1), (8, 1, 0), (4, 6, 2)],
)
def test_w23_as_many_declarers_as_decks(players: int, decks: int, calls: int) -> None:
    """W23: "The declarer team size is equal to the number of decks used [...]. The number of calls
    is the remaining number of declarers, apart from the dealer." One Opponent is left (ours).
    """
    given = {"preset": "wikipedia-2023", "system": "finding-friends"}
    rules = rules_from({**given, "players": players, "decks": decks})
    assert (rules.calls, rules.declarer_count) == (calls, calls + 1)


def test_nobody_is_called() -> None:
    """With no call at all the Dealer plays alone, and everyone knows from the start."""
    rules = Rules(players=5, teams="friends", friends_called=0)
    game = position(["AH", *["3D"] * 4], rules=rules)
    assert (game.hand.phase, game.hand.turn) == (Phase.PLAY, 0)
    assert game.hand.sides_known
    assert game.hand.declarers == (0,)
    trick(game, "AH")
    assert game.last(HandEnded).missing == 0


# Joining


def test_z21_6_5_who_plays_the_card_joins() -> None:
    """Z21 §6.5: "The players who play the called cards during the course of the hand become members
    of the Declarer team". Until then everyone else counts as an Opponent.
    """
    game = playing(["3H 4C", "4H 3C", "AH 3C", "6H 3C"], "1 AH")
    assert game.hand.declarers == (0,)
    assert not game.hand.sides_known
    assert game.hand.open_calls == calls("1 AH")
    trick(game, "3H", "4H")
    joined = game.last(FriendJoined)
    assert joined == FriendJoined(2, 0, 0)
    hand = game.hand
    assert hand.declarers == (0, 2)
    assert (hand.joined, hand.answers, hand.open_calls) == ([2], [2], ())
    assert hand.sides_known
    assert hand.same_side(0, 2)
    assert hand.same_side(1, 4)
    assert not hand.same_side(2, 4)


def test_who_holds_no_called_card_knows_the_side_of_each_friend() -> None:
    game = playing(["3H 4C", "4H 3C", "AH 3C", "6H KC"], "1 AH, 1 KC")
    assert [game.hand.side_told(seat, 0) for seat in range(5)] == [True, False, None, None, False]
    trick(game, "3H", "4H", "AH", "6H")
    told = game.hand.side_told
    assert told(0, 2) is True and told(2, 0) is True, "both have joined"
    assert told(1, 2) is False, "it cannot join any more"
    assert told(3, 2) is None, "it may join"
    assert told(0, 3) is None and told(1, 3) is None, "nobody has seen that"
    trick(game, "3C", "KC")
    assert game.hand.side_told(0, 3) is True and game.hand.side_told(1, 5) is True


def test_z21_6_5_the_second_copy() -> None:
    """Z21 §6.5: "second King of spades": in the order in which they are played, by whomever."""
    game = playing(
        ["3S QC", "KS 3C", "KS 4C", "KS 6C"],
        "2 KS",
        trump="2H",
        rules=Rules(players=5, decks=3, teams="friends", friends_called=1),
    )
    trick(game, "3S", "KS")
    assert [event.seat for event in game.events if isinstance(event, FriendJoined)] == [2]
    assert game.hand.declarers == (0, 2)


def test_z21_6_5_a_pair_has_both_copies() -> None:
    """Z21 §6.5: a pair plays the first copy and the second."""
    game = playing(["3H 3H 4C", "AH AH 3C", "4H 6H 3C"], "2 AH")
    trick(game, "3H 3H", "AH AH")
    assert game.hand.declarers == (0, 1)
    game = playing(["3H 3H 4C", "AH AH 3C", "4H 6H 3C"], "1 AH, 2 AH")
    trick(game, "3H 3H", "AH AH")
    joined = [event for event in game.events if isinstance(event, FriendJoined)]
    assert joined == [FriendJoined(1, 0), FriendJoined(1, 1)]
    assert game.hand.declarers == (0, 1)


def test_z21_6_5_joining_several_times() -> None:
    """Z21 §6.5: "it is possible for a player to join the Declarer team multiple times by playing
    multiple called cards, and the Dealer can join their own team by playing one or more called
    cards. These actions will result in a smaller Declarer team."
    """
    game = playing(["3H KC", "AH 3C", "4H 4C"], "1 AH, 1 KC")
    trick(game, "3H", "AH")
    trick(game, "3C")
    assert game.hand.joined == [1]
    # The Dealer had called a card that was their own.
    assert game.hand.answers == [1, 0]
    ended = game.last(HandEnded)
    assert (ended.declarers, ended.missing) == ((0, 1), 1)
    game = playing(["3H 3C", "AH KC", "4H 4C"], "1 AH, 1 KC")
    trick(game, "3H", "AH")
    trick(game, "KC")
    assert (game.hand.joined, game.hand.answers) == ([1], [1, 1])
    assert game.last(HandEnded).missing == 1


def test_z21_6_5_the_dealer_answers() -> None:
    """Z21 §6.5: "the Dealer can join their own team by playing one or more called cards"."""
    game = playing(["AH KH", "3H 3C", "4H 4C"], "1 AH, 1 KH")
    trick(game, "AH")
    assert game.last(FriendJoined) == FriendJoined(0, 0)
    trick(game, "KH")
    assert game.hand.declarers == (0,)
    assert game.hand.joined == []
    assert game.last(HandEnded).missing == 2
    assert game.last(HandEnded).declarers == (0,)


def test_z21_6_5_points_of_who_joins_are_discarded() -> None:
    """Z21 §6.5: "point cards are kept separately for each player. A player's points are discarded
    if they join the Declarer team."
    """
    game = playing(["5H 3C 6C", "KH AC 4C", "10H 9C 3H", "10H 8C 4H"], "1 AC")
    trick(game, "5H", "KH", "10H", "10H")
    assert game.last(TrickTaken) == TrickTaken(1, 35, 35)
    assert game.hand.taken == [0, 35, 0, 0, 0]
    trick(game, "AC")
    assert game.last(FriendJoined) == FriendJoined(1, 0, 35)
    assert (game.hand.discarded, game.hand.taken) == (35, [0] * 5)
    assert game.last(TrickTaken).opponents == 0
    # Neither what they win with the called card itself counts, nor later.
    trick(game, "4C")
    ended = game.last(HandEnded)
    assert (ended.tricks, ended.declarers) == (0, (0, 1))


def test_z21_6_5_only_the_first_time_costs_points() -> None:
    """Z21 §6.5: a friend has nothing left to discard the second time, nor has the Dealer."""
    game = playing(["AH 10C", "5H KC", "KH 3C"], "1 AH, 1 KC")
    trick(game, "AH", "5H", "KH")
    assert game.hand.taken[0] == 15
    trick(game, "10C", "KC")
    assert game.hand.discarded == 0
    joined = [event for event in game.events if isinstance(event, FriendJoined)]
    assert joined == [FriendJoined(0, 0), FriendJoined(1, 1)]


def test_z21_6_5_who_is_a_declarer_already_loses_nothing() -> None:
    """Z21 §6.5: "A player's points are discarded if they join the Declarer team": who is on it
    joins nothing, whatever they have taken until then.
    """
    game = playing(["KH AH 3C", "3H 4H KC", "5H 6H 4C"], "1 AH, 1 KC")
    trick(game, "KH", "3H", "5H")
    assert game.hand.taken[0] == 15
    trick(game, "AH")
    assert game.last(FriendJoined) == FriendJoined(0, 0, 0)
    # A friend takes 5 points with the card that makes them one, and then plays the other.
    game = playing(["3H 4C", "AH KC", "5H 6C"], "1 AH, 1 KC")
    trick(game, "3H", "AH", "5H")
    assert game.hand.taken[1] == 5
    trick(game, "KC")
    assert game.last(FriendJoined) == FriendJoined(1, 1, 0)
    assert game.hand.discarded == 0
    # One play that answers both calls costs what was taken once.
    game = playing(["5H 3C 4C", "KH AC AC", "6H 6C 7C"], "1 AC, 2 AC")
    trick(game, "5H", "KH", "6H")
    trick(game, "AC AC")
    joined = [event for event in game.events if isinstance(event, FriendJoined)]
    assert joined == [FriendJoined(1, 0, 15), FriendJoined(1, 1, 0)]
    assert game.hand.discarded == 15


def test_a_called_card_in_the_kitty() -> None:
    """Z21 §6.5: nobody plays it, so the Dealer lacks a friend; at the end that is known."""
    game = playing(["KH", "3H", "4H"], "1 AC, 2 KS", kitty="AC AC AC")
    trick(game, "KH")
    assert game.hand.open_calls == calls("1 AC, 2 KS")
    assert game.hand.sides_known
    assert game.last(HandEnded).missing == 2


def test_penalties_move_with_the_player() -> None:
    """Z21 §3.7.5 with §6.5: a penalty goes from the side that failed to the other, and who is on
    which side is what it is at the end.
    """
    rules = Rules(players=5, teams="friends", throw_penalty="flat")
    game = playing(
        ["3C 4C 6H 7H", "AC QH 10H 3D", "4H 8C 9C 4D", "KH AH 6C 7C"], "1 AH", rules=rules
    )
    trick(game, "3C", "AC")
    game.play(1, "QH 10H")
    assert game.hand.failed is not None
    assert game.hand.opponents_points == -10  # as far as anybody knows an Opponent threw
    trick(game, "4H", "AH")
    assert game.hand.declarers == (0, 3)
    # Had seat 1 been called, its side would pay.
    game.hand.joined.append(1)
    assert game.hand.penalty == 10


# The result


def result(
    rules: Rules,
    points: int,
    declarers: tuple[int, ...],
    levels: str = "",
    dealer: int = 0,
    rank: str = "",
) -> Settlement:
    at = (levels or " ".join(["2"] * rules.players)).split()
    facts = HandFacts(Rank(rank or at[dealer]), dealer, declarers, points)
    return settle(rules, [Standing(Rank(level)) for level in at], facts)


def after(end: Settlement) -> str:
    return " ".join(at.level.value for at in end.after)


def test_z21_6_5_members_advance_one_by_one() -> None:
    """Z21 §6.5: "each member of the winning team advancing individually"."""
    levels = "3 4 5 6 7"
    assert after(result(FIVE, 40, (0, 3), levels)) == "4 4 5 7 7"
    assert after(result(FIVE, 120, (0, 3), levels)) == "3 5 6 6 8"
    assert after(result(FIVE, 80, (0, 3), levels)) == levels


def test_z21_6_5_the_bonus_for_missing_teammates() -> None:
    """Z21 §6.5: "A Dealer with fewer teammates than usual receives a bonus for winning: a promotion
    of n levels is increased by another n levels for each 'missing' teammate." Z16 §8.5: "A dealer
    with fewer partners than usual receives a bonus for winning."
    """
    end = result(SEVEN, 60, (0,))
    assert (end.levels, end.missing, after(end)) == (1, 2, "5 2 2 2 2 2 2")
    end = result(SEVEN, 5, (0, 4))
    assert (end.levels, end.missing, after(end)) == (2, 1, "6 2 2 2 4 2 2")
    # None for a full team, none for losing.
    assert after(result(SEVEN, 5, (0, 4, 5))) == "4 2 2 2 4 4 2"
    assert after(result(SEVEN, 180, (0,))) == "2 3 3 3 3 3 3"
    plain = Rules(players=7, teams="friends", missing_friend_bonus=False)
    assert after(result(plain, 60, (0,))) == "3 2 2 2 2 2 2"


def test_z21_6_5_auto_levelling() -> None:
    """Z21 §6.5: "In games with an even number of players, the Opponents do not have a strict
    majority of players. In this case, the variant allows the Opponents to advance an extra level so
    that *someone* advances a level after every hand."
    """
    six = Rules(players=6, teams="friends")
    auto = Rules(players=6, teams="friends", auto_level=True)
    assert after(result(six, 120, (0, 1, 2))) == "2 2 2 2 2 2"
    assert after(result(auto, 120, (0, 1, 2))) == "2 2 2 3 3 3"
    assert after(result(auto, 180, (0, 1, 2))) == "2 2 2 4 4 4"
    assert after(result(auto, 115, (0, 1, 2))) == "3 3 3 2 2 2"


@pytest.mark.parametrize(
    ("points", "dealer", "declarers", "following"),
    [
        (75, 0, (0, 3), 3),
        (75, 3, (0, 3), 0),
        (75, 2, (2,), 2),  # alone: round the table to the Dealer again
        (80, 0, (0, 3), 1),
        (80, 0, (0, 1), 2),
        (80, 4, (4, 0), 1),
    ],
)
def test_z21_6_5_the_next_dealer(
    points: int, dealer: int, declarers: tuple[int, ...], following: int
) -> None:
    """Z21 §6.5, Z16 §8.5: "the Dealer label rotates to the first player to the previous Dealer's
    right who was on the winning team in the previous hand, and their level is the trump rank".
    """
    end = result(FIVE, points, declarers, dealer=dealer)
    assert (end.next_dealer, end.next_first) == (following, following)


@pytest.mark.parametrize("points", [0, 80])
def test_z21_6_5_or_every_hand_is_open(points: int) -> None:
    """Z21 §6.5: "The person to the right of the previous dealer starts the draw"."""
    rules = Rules(players=5, teams="friends", later_dealer="draw")
    for dealer in range(5):
        end = result(rules, points, (dealer, (dealer + 2) % 5), dealer=dealer)
        assert (end.next_dealer, end.next_first) == (None, (dealer + 1) % 5)


def test_z21_6_5_winning_at_ace() -> None:
    """Z21 §6.5: players "win the game if they win a hand while playing Ace on the Dealer's team";
    "As usual, a player may only advance past Ace as a member of the Declarer team."
    """
    assert result(FIVE, 40, (0, 3), "A A 5 6 7").winners == (0,)
    assert result(FIVE, 40, (0, 1), "A A 5 6 7").winners == (0, 1)
    # "playing Ace": the first condition of every must-play level (Z21 §6.1.2).
    friend = result(FIVE, 40, (0, 3), "9 A 5 A 7")
    assert (friend.winners, after(friend)) == ((), "10 A 5 A 7")
    end = result(FIVE, 200, (0, 3), "9 A K 6 7")
    assert (end.winners, after(end)) == ((), "9 A A 6 10")
    assert result(FIVE, 80, (0, 1), "A A 5 6 7").winners == ()


def test_must_play_levels_one_by_one() -> None:
    """Z21 §6.1.2 with §6.5: "The trump rank is equal to the must-play level" and they play as
    Declarers; a friend at another level than the Dealer's does not leave it.
    """
    rules = Rules(players=5, teams="friends", must_play=(Rank.FIVE,))
    assert after(result(rules, 40, (0, 3), "5 2 2 5 5")) == "6 2 2 6 5"
    assert after(result(rules, 40, (0, 3), "4 2 2 5 5")) == "5 2 2 5 5"
    assert after(result(rules, 160, (0, 3), "5 5 4 5 3")) == "5 5 5 5 5"
