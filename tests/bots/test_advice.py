"""The basic bot follows the plain advice of Z21 §5."""

from __future__ import annotations

from typing import TypeVar

import pytest

from shengji.bots import BasicBot, OwnBot, make_bot
from shengji.bots.ruled import RememberingBot
from shengji.cards import Card, Rank, points_of
from shengji.game import (
    Bury,
    CardDrawn,
    Event,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Played,
    Show,
    Shown,
    TrumpMade,
)
from shengji.play.units import default_reading
from shengji.rules import Rules
from tests.kit import cards, decision_of, space, trump, written

SEAT = 0
Seated = TypeVar("Seated", bound=OwnBot)


def seated(bot: Seated, holds: str, dealer: int = 1) -> Seated:
    """The bot in seat 0 when it holds these cards and the Dealer begins the first trick."""
    made = trump("8H")
    bot.observe(HandStarted(1, made.rank, dealer, dealer, (), ""))
    for card in cards(holds):
        for seat in range(4):
            bot.observe(CardDrawn(seat, card if seat == SEAT else None))
    bot.observe(TrumpMade(made.suit, dealer))
    kitty = tuple(cards("5C 5C 5D 5D 5S 5S 6S 6S")) if dealer == SEAT else None
    bot.observe(KittyTaken(dealer, kitty))
    bot.observe(KittyBuried(dealer, kitty))
    return bot


def led(seat: int, text: str, made: str = "8H") -> Event:
    lead = cards(text)
    units = tuple(unit.cards for unit in default_reading(space(made), lead))
    return Played(seat, tuple(lead), units)


def follow(holds: str, *plays: str) -> list[Card]:
    """The cards that the bot plays last to a trick that seat 1 leads; seat 2 is its partner."""
    bot = seated(BasicBot(Rules(), SEAT), holds)
    bot.observe(led(1, plays[0]))
    for seat, play in enumerate(plays[1:], 2):
        bot.observe(Played(seat, tuple(cards(play))))
    return list(bot.follow())


@pytest.mark.parametrize(
    ("holds", "plays", "answer"),
    [
        # Points to a partner who has won the trick, of the ten the one that is least missed.
        ("3C 10C AC QC 4D 5H", ("7C", "AC", "4C"), "10C"),
        # Low and no points on a trick that is lost.
        ("3C 10C KC 5C 4D 5H", ("7C", "4C", "AC"), "3C"),
        # A point card wins when nothing higher can come.
        ("3C KC 4C 4D 5H", ("7C", "4C", "QC"), "KC"),
        # Points are trumped, with a low trump.
        ("3D 4D 9D 3H AH BJ", ("AC", "3C", "10C"), "3H"),
        # A partner's trick is not trumped, and gets points.
        ("3D 4D 10D 3H AH BJ", ("7C", "AC", "4C"), "10D"),
        # A pair that cannot win is not wasted where singles will do, nor are points.
        ("3C 4C 10C KC AC 4D", ("QC QC", "6C 7C", "AC KC"), "4C 3C"),
        # The cheapest pair that wins.
        ("3C 3C JC JC AC AC 4D", ("9C 9C", "6C 7C", "10C 5C"), "JC JC"),
        # A tractor is trumped by a tractor.
        ("3H 3H 4H 4H 6D 7D 9S", ("9C 9C 10C 10C", "3C 4C 6C 7C", "5C 5C 2C 2C"), "4H 4H 3H 3H"),
    ],
)
def test_follow(holds: str, plays: tuple[str, ...], answer: str) -> None:
    assert written(space("8H").sort(follow(holds, *plays))) == answer


@pytest.mark.parametrize(
    ("holds", "answer"),
    [
        # An ace while it stands, not a low card nor a high trump.
        ("AC 3C 4C 6D 7D 9S JS 3H 5H BJ", "AC"),
        # All that certainly stands, in one throw.
        ("AC AC KC KC 4D 7D 9S 3S 3H 5H", "AC AC KC KC"),
        # Nothing stands: a low card without points.
        ("10C KC 3D QD 5D 7S QS KS 3H", None),
    ],
)
def test_lead(holds: str, answer: str | None) -> None:
    found = seated(BasicBot(Rules(), SEAT), holds, SEAT).lead().cards
    assert points_of(found) == 0 if answer is None else written(found) == answer


def test_counts_what_was_played() -> None:
    """When both aces are gone a king stands."""
    bot = seated(RememberingBot(Rules(), SEAT), "KC 3D 4D QD QS 7S 3H")
    assert not bot.memory.stands(1, default_reading(space("8H"), cards("KC"))[0])
    for seat, card in enumerate(("AC", "AC", "4C"), 1):
        bot.observe(led(1, card) if seat == 1 else Played(seat, tuple(cards(card))))
    assert bot.memory.stands(1, default_reading(space("8H"), cards("KC"))[0])


def shows(drawn: str, shown: list[Shown], dealer: int | None, rank: str = "2") -> str:
    bot = make_bot("basic", Rules(), SEAT)
    bot.observe(HandStarted(1, Rank(rank), dealer, dealer or 0, (), ""))
    for card in cards(drawn):
        for seat in range(4):
            bot.observe(CardDrawn(seat, card if seat == SEAT else None))
    for event in shown:
        bot.observe(event)
    command = decision_of(bot)
    assert command is None or isinstance(command, Show)
    return "" if command is None else written(command.cards)


def test_declaring() -> None:
    # In the first hand whoever declares deals: at once, with any card of the rank.
    assert shows("3C 5D 2S", [], None) == "2S"
    # Later a suit must be long.
    assert shows("3C 5D 2S 4C 9C JC QD 6D", [], 1) == ""
    assert shows("3S 5S 2S 4S 9S JS QD 6D", [], 1) == "2S"
    one = Shown(SEAT, "declare", tuple(cards("2S")), trump("2S").suit, SEAT)
    assert shows("3S 5S 2S 2S 4S 9S", [one], None) == "2S 2S"
    theirs = Shown(1, "declare", tuple(cards("2H")), trump("2H").suit, 1)
    assert shows("3S 5S 2S 2S 4S 9S JS QS KS AS", [theirs], 1) == "2S 2S"
    assert shows("3H 5H 2S 2S 4H 9H JH QH KH AH", [theirs], 1) == ""


def test_burying() -> None:
    bot = make_bot("basic", Rules(), SEAT)
    bot.observe(HandStarted(1, Rank("8"), SEAT, SEAT, (), ""))
    hold = "AC AC 3C 4C 10C 5C JD 3D 4D 6D 3S 4S 6S 7S 9S JS AS AS 3H 4H 6H 7H QH KH AH BJ"
    kitty = "9H 10H 8C 8H SJ 6S 9D"
    for card in cards(hold):
        for seat in range(4):
            bot.observe(CardDrawn(seat, card if seat == SEAT else None))
    bot.observe(TrumpMade(trump("8H").suit, SEAT))
    bot.observe(KittyTaken(SEAT, tuple(cards(kitty))))
    command = decision_of(bot)
    assert isinstance(command, Bury)
    buried = command.cards
    made = space("8H")
    assert len(buried) == 8
    assert not any(made.suit(card) == 4 or card.rank is Rank("A") for card in buried)
    assert points_of(buried) <= 10
    left = {made.suit(card) for card in cards(hold + " " + kitty)}
    kept = cards(hold + " " + kitty)
    for card in buried:
        kept.remove(card)
    assert len({made.suit(card) for card in kept}) < len(left)
