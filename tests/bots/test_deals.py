"""Hidden cards sampled, hands played out on a copy, and duels in one call."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

import shengji
from shengji.bots import Table, make_bot
from shengji.bots.ruled import EasyBot, RememberingBot
from shengji.game import HandEnded, Match, Phase
from shengji.game.memory import Memory
from shengji.game.view import view
from shengji.play.space import space_of
from shengji.rules import Rules, random_rules
from tests.seeds import trials

TRUMP = shengji.Trump(shengji.Rank("2"), shengji.Suit("H"))


def moments(rules: Rules, seed: int) -> Iterator[Table]:
    """A table before each decision and draw of one hand, with bots that remember in odd seats."""
    bots = {
        seat: RememberingBot(rules, seat) if seat % 2 else make_bot("random", rules, seat, seed)
        for seat in range(rules.players)
    }
    table = Table(rules, bots, Random(seed))
    while not any(isinstance(event, HandEnded) for event in table.step() or ()):
        assert table.match.hand is not None
        if not table.match.hand.is_over:
            yield table


@pytest.mark.parametrize("seed", trials(80))
def test_a_memory_made_of_a_hand_is_that_of_its_events(seed: int) -> None:
    rules = random_rules(Random(seed))
    for table in moments(rules, seed):
        for seat, bot in table.bots.items():
            if isinstance(bot, RememberingBot):
                memory = Memory(rules, seat)
                memory.recall(bot.hand)
                assert vars(memory) | {"_space": None} == vars(bot.memory) | {"_space": None}


@pytest.mark.parametrize("seed", trials(80))
def test_deals_agree_with_what_a_seat_sees_and_with_nothing_else(seed: int) -> None:
    """The table's match and the seat's own one give the same deals; each can be played out."""
    rules, chance = random_rules(Random(seed)), Random(seed)
    told: list[shengji.Event] = []
    seat = chance.randrange(rules.players)
    table = Table(rules, {}, chance, told.append)
    bots = {at: make_bot("random", rules, at, seed) for at in range(rules.players)}
    table = Table(rules, bots, chance, told.append)
    while not any(isinstance(event, HandEnded) for event in table.step() or ()):
        hand = table.match.hand
        assert hand is not None
        if hand.is_over or chance.random() > 0.05:
            continue
        own = Match.seen(rules, seat)
        for event in told:
            own.apply(view(event, seat))
        before = str(table.match)
        pairs = zip(
            shengji.deals(table.match, 2, seat=seat, seed=3),
            shengji.deals(own, 2, seed=3),
            strict=True,
        )
        for one, other in pairs:
            assert one.hand is not None and other.hand is not None
            assert one.hand.hands == other.hand.hands
            assert one.hand.hands[seat] == hand.hands[seat]
            assert [len(cards) for cards in one.hand.hands] == hand.sizes
            result = shengji.playout(one, "random", seed=seed)
            assert sum(map(len, one.hand.hands)) == sum(hand.sizes) and result.points is not None
        assert str(table.match) == before


@given(st.integers(0, 999))
def test_a_copy_goes_its_own_way(seed: int) -> None:
    table = Table(
        "tractor", {seat: make_bot("easy", "tractor", seat) for seat in range(4)}, Random(seed)
    )
    for _ in range(Random(seed).randrange(1, 120)):
        table.step()
    match = table.match
    assert match.hand is not None
    copies = [match.copy() for _ in range(2)]
    before = str(match)
    results = [shengji.playout(one, "easy") for one in copies if not match.hand.is_over]
    assert len(set(map(repr, results))) <= 1
    assert str(match) == str(copies[0]) == before


def test_deals_and_playouts_say_what_is_missing() -> None:
    table = Table("tractor", {}, Random(1))
    with pytest.raises(ValueError, match="no hand is under way"):
        shengji.deals(table.match, 1, seat=0)
    table.step()
    with pytest.raises(ValueError, match="say for which seat"):
        shengji.deals(table.match, 1)
    with pytest.raises(ValueError, match="there is no seat 4: the seats are 0 to 3"):
        shengji.deals(table.match, 1, seat=4)
    own = Match.beside(table.match, 2)
    with pytest.raises(ValueError, match="what seat 2 sees, not seat 1"):
        shengji.deals(own, 1, seat=1)
    with pytest.raises(ValueError, match="hides cards"):
        shengji.playout(own)
    with pytest.raises(ValueError, match="no bot for seat 1"):
        shengji.playout(table.match, {0: make_bot("easy", "tractor", 0)})
    with pytest.raises(ValueError, match="at least one deal"):
        shengji.duel("easy", "random", deals=0)


def test_a_class_of_bots_is_compared_with_a_named_one() -> None:
    class Cautious(EasyBot):
        """An easy bot under another name."""

        name = "cautious"

    result = shengji.duel(Cautious, "easy", "tractor", deals=2)
    assert result.levels.mean == 0 and result.won == (0.5, 0.5) and min(result.cpu) > 0
    assert str(result).startswith("+0.000 levels a hand")


def test_wrong_arguments_say_the_right_ones() -> None:
    rules, bot = Rules(), make_bot("easy", "tractor", 0)
    cases: list[tuple[Callable[[], object], str]] = [
        (lambda: shengji.Trump("2", "H"), "not a rank and a suit"),  # type: ignore[arg-type]
        (lambda: make_bot("medium", rules, 9), "there is no seat 9: the seats are 0 to 3"),
        (lambda: Table(rules, {9: bot}, Random(0)), "there is no seat 9"),
        (lambda: shengji.header_of(rules, "ABC"), "3 seats are named, but 4 play"),
        (lambda: Match("tracter"), "did you mean tractor"),
        (lambda: Match(rules).do("x"), "not a command: 'x'"),  # type: ignore[arg-type]
        (lambda: Match(rules).do(shengji.Play(0, ())), "the next hand has not started"),
        (lambda: Table(rules, {0: "medium"}, Random(0)), "write make_bot\\('medium', rules, 0"),  # type: ignore[dict-item]
        (lambda: shengji.write_cards("5H"), "not a card: '5'; make cards of text by read_cards"),  # type: ignore[arg-type]
        (lambda: shengji.points_of("5H"), "not a card: '5'"),  # type: ignore[arg-type]
        (lambda: shengji.follows(rules, TRUMP, "9S", "KS"), "not a card: '9'"),  # type: ignore[arg-type]
        (lambda: Match.from_position(3), "a position is a line of text, not 3"),  # type: ignore[arg-type]
        (lambda: shengji.deals(Match.seen(rules, 1), -1), "0 or more, not -1"),
        (lambda: Table(rules, {1: bot}, Random(0)), r"seat 1 needs make_bot\(name, rules, 1\)"),
        (lambda: Table("six-player", {0: bot}, Random(0)), "made for seat 0, or for other rules"),
        (lambda: make_bot("exec:club", rules, 0), "'exec:club' is a program"),
        (lambda: space_of(rules, TRUMP).sort(["5S", "6S"]), "not a card: '5S'"),  # type: ignore[list-item]
        (lambda: shengji.write_rules("tracter"), "did you mean tractor"),
        (lambda: Match.seen(rules, 1).svg(0), "does not know the cards of seat 0"),
    ]
    for wrong, expected in cases:
        with pytest.raises((TypeError, ValueError), match=expected):
            wrong()


def test_a_board_shows_the_position_as_the_viewer_knows_it() -> None:
    table = Table("tractor", {}, Random(0))
    while table.step():
        pass
    table.do(next(table.match.legal(0)))
    table.do(next(table.match.legal_plays(0)))
    board = str(table.match)
    assert table.match.hand is not None and table.match.hand.phase is Phase.PLAY
    assert board.splitlines()[0] == "Hand 1, level 2, trick 1"
    assert "> Seat 1" in board and "3♥ *" in board and "Kitty: " in board
    own = str(Match.beside(table.match, 1))
    assert [line for line in own.splitlines() if line.startswith("Seat ")] == [
        line for line in board.splitlines() if line.startswith("Seat 1: ")
    ]
    assert "Kitty" not in own
