"""The account of a hand explains its result (Z21 §3.8): every value worked out from the rules."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from shengji.cards import Rank, Suit
from shengji.game import HandEnded, Match, Phase, view
from shengji.game.account import HandAccount, TrickAccount
from shengji.game.standing import Standing
from shengji.rules import SYSTEMS, Rules, rules_from
from tests.game.kit import Game, at, position, random_hand


def account_of(game: Game) -> HandAccount:
    account = game.match.account
    assert account is not None
    return account


def tricks(game: Game, *played: str) -> HandAccount:
    """Play tricks to the end of the hand; a trick is the plays in turn, between commas."""
    for trick in played:
        assert game.match.account is None
        for text in trick.split(","):
            assert game.hand.turn is not None
            game.play(game.hand.turn, text.strip())
    return account_of(game)


def test_3_8_a_hand_that_the_declarers_win() -> None:
    """Z21 §3.8: 25 points in tricks; the Opponents win the last trick with a single card, so the 15
    points of the kitty count twice: 55, and "Declarers advance +1 level".
    """
    hands = ["3H 3C", "KH AC", "5H 4C", "10H 6C"]
    game = position(hands, kitty="10D 5D", levels=("2", "5"))
    account = tricks(game, "3H, KH, 5H, 10H", "AC, 4C, 6C, 3C")
    assert account == HandAccount(
        number=1,
        rank=Rank.TWO,
        suit=Suit.SPADES,
        ended=game.last(HandEnded),
        before=tuple(at("2", "5")),
        after=tuple(at("3", "5")),
        tricks=(TrickAccount(1, 1, 25),),
        penalty=0,
        discarded=0,
        held=(),
        auto_level=False,
        gain=1,
    )
    ended = account.ended
    assert (ended.tricks, ended.kitty_points, ended.factor, ended.points) == (25, 15, 2, 55)
    assert (ended.winner, ended.levels) == ("declarers", 1)


def test_3_8_the_account_of_the_next_hand() -> None:
    """Z21 §3.8: a hand begins where the one before has ended."""
    chance = Random(3)
    game = random_hand(Rules(), chance)
    first = account_of(game)
    second = account_of(random_hand(Rules(), chance, game.match))
    assert (first.number, second.number) == (1, 2)
    assert first.before == (Standing(Rank.TWO),) * 4
    assert second.before == first.after == first.ended.after
    assert second.after == second.ended.after == tuple(game.match.standings)


@pytest.mark.parametrize(
    ("levels", "after", "held"),
    [
        (("2", "9"), ("2", "10"), (1, 3)),  # stopped on the way
        (("2", "10"), ("2", "10"), (1, 3)),  # not left as Opponents
        (("2", "8"), ("2", "10"), ()),  # just come to
        (("10", "4"), ("10", "6"), ()),  # the losers are not held
    ],
)
def test_6_1_2_who_was_held(
    levels: tuple[str, str], after: tuple[str, str], held: tuple[int, ...]
) -> None:
    """Z21 §3.8: with 160 points "Opponents advance +2 levels"; §6.1.2: nobody skips past 10."""
    hands = ["3H", "KH", "4H", "6H"]
    game = position(hands, rules=Rules(must_play=(Rank.TEN,)), levels=levels, taken={1: 150})
    account = tricks(game, "3H, KH, 4H, 6H")
    assert (account.ended.points, account.ended.levels) == (160, 2)
    assert account.before == tuple(at(*levels))
    assert tuple(standing.level.value for standing in account.after) == after * 2
    assert (account.held, account.gain, account.auto_level) == (held, 0, False)
    assert account.rank is Rank.TWO


@pytest.mark.parametrize(
    ("rules", "winners", "after"),
    [
        (Rules(), (0, 2), Standing(Rank.ACE)),
        (
            Rules(after_last_level="wrap", must_play=(Rank.THREE,)),
            (),
            Standing(Rank.THREE, lap=1),
        ),
    ],
)
def test_3_9_past_the_ace_nobody_was_held(
    rules: Rules, winners: tuple[int, ...], after: Standing
) -> None:
    """Z21 §3.9: who defends the Ace has won; W14: or goes on at 2, here two levels to the 3, which
    is as far as 20 points lead (Z21 §3.8).
    """
    game = position(["3H", "KH", "4H", "AH"], "AS", rules=rules, levels=("A", "5"), taken={1: 10})
    account = tricks(game, "3H, KH, 4H, AH")
    assert account.ended.levels == 2
    assert (account.ended.winners, account.after[0], account.held) == (winners, after, ())


def test_6_5_friends_who_are_missing_and_points_discarded() -> None:
    """Z21 §6.5: seat 1 joins and its 35 points are discarded, so the Opponents have none and the
    Declarers go up 3; "increased by another n levels for each 'missing' teammate": the Dealer of
    seven, who had called two and found one, goes up 6.
    """
    rules = Rules(players=7, teams="friends")
    hands = ["5H 3C", "KH AC", "10H 4C", "10H 6C", *["3H 7C"] * 3]
    game = position(hands, rules=rules, called="1 AC, 1 AD")
    account = tricks(game, "5H, KH, 10H, 10H, 3H, 3H, 3H", "AC, 4C, 6C, 7C, 7C, 7C, 3C")
    assert account.tricks == (TrickAccount(1, 1, 35),)
    assert (account.discarded, account.ended.points) == (35, 0)
    assert (account.ended.levels, account.ended.missing, account.gain) == (3, 1, 6)
    assert [standing.level.value for standing in account.after] == list("8522222")


@pytest.mark.parametrize(("points", "auto", "gain"), [(120, True, 0), (110, False, 1)])
def test_6_5_auto_levelling(points: int, auto: bool, gain: int) -> None:
    """Z21 §6.5: auto-levelling lets "the Opponents [...] advance an extra level", who of six need
    120 points; it is nothing to Declarers who win.
    """
    rules = Rules(players=6, teams="friends", auto_level=True, missing_friend_bonus=False)
    game = position(["AH", *["3H"] * 5], rules=rules, called="1 AD, 1 KD", taken={1: points})
    account = tricks(game, "AH, 3H, 3H, 3H, 3H, 3H")
    assert account.ended.winner == ("opponents" if auto else "declarers")
    assert (account.auto_level, account.gain, account.ended.levels) == (auto, gain, 1)
    assert account.tricks == ()


def test_3_7_5_a_penalty() -> None:
    """Z21 §3.7.5: a Declarer's throw has failed, which gives the Opponents 10 points."""
    rules = Rules(throw_penalty="flat")
    game = position(["3C 4C", "5C 6C", "7D 8D", "9D 10D"], rules=rules)
    account = tricks(game, "3C 4C, 5C, 7D, 9D", "6C, 8D, 10D, 4C")
    assert account.penalty == 10
    assert account.tricks == (TrickAccount(1, 1, 5), TrickAccount(2, 1, 10))
    assert account.ended.tricks == 25


@pytest.mark.parametrize("system", list(SYSTEMS))
def test_all_points_of_the_decks_are_in_the_account(system: str) -> None:
    """Z21 §2: four Kings, four 10s and four 5s are 100 points a deck, in tricks or in the kitty."""
    rules = rules_from({"system": system})
    assert Match(rules).account is None
    game = random_hand(rules, Random(1))
    account = account_of(game)
    assert game.hand.phase is Phase.ENDED
    in_tricks = sum(trick.points for trick in account.tricks)
    assert in_tricks + (account.ended.kitty_points or 0) == 100 * rules.deck_count
    assert all(trick.points for trick in account.tricks)


def test_a_seat_has_the_account_of_its_own_view() -> None:
    """Each seat's account is the table's, but for the kitty where that stays hidden from it."""
    rules = rules_from("zhang-2021")
    game = random_hand(rules, Random(5))
    whole = account_of(game)
    for seat in (0, 1, 2, 3, None):
        match = Match.seen(rules, seat)
        for event in game.events:
            match.apply(view(event, seat))
        ended = view(game.events[-1], seat)
        assert isinstance(ended, HandEnded)
        assert match.account == msgspec.structs.replace(whole, ended=ended)
