"""The basic bot's decisions beyond the standard game: friends, land, re-deals, readings."""

from __future__ import annotations

from typing import TypeVar

import pytest

from shengji.bots import OwnBot, make_bot
from shengji.bots.ruled import BasicBot, RememberingBot
from shengji.cards import Rank
from shengji.game import (
    Call,
    CardDrawn,
    Event,
    FriendsCalled,
    HandStarted,
    KittyBuried,
    KittyTaken,
    LandBid,
    Played,
    Shown,
    ThrowFailed,
    TrickTaken,
    TrumpMade,
    land_bids,
)
from shengji.play.space import space_of
from shengji.play.units import default_reading
from shengji.rules import Rules
from tests.kit import cards, trump, written

SEAT = 0
Seated = TypeVar("Seated", bound=OwnBot)


def drawn(rules: Rules, holds: str, dealer: int, made: str = "8H") -> BasicBot:
    """A bot in seat 0 that has drawn these cards, when trump has been made."""
    return at_trump(BasicBot(rules, SEAT), holds, dealer, made)


def at_trump(bot: Seated, holds: str, dealer: int, made: str = "8H") -> Seated:
    """The bot in seat 0 when it has drawn these cards and trump has been made."""
    bot.observe(HandStarted(1, trump(made).rank, dealer, dealer, (), ""))
    for card in cards(holds):
        for seat in range(bot.rules.players):
            bot.observe(CardDrawn(seat, card if seat == SEAT else None))
    bot.observe(TrumpMade(trump(made).suit, dealer))
    return bot


def buried(bot: OwnBot, by: int, kitty: str = "") -> None:
    """The kitty is taken and buried; its cards are known only to who does it."""
    found = tuple(cards(kitty)) if by == SEAT else None
    bot.observe(KittyTaken(by, found))
    bot.observe(KittyBuried(by, found))


def lead_of(bot: OwnBot, seat: int, text: str) -> Event:
    units = default_reading(bot.hand.space, cards(text))
    return Played(seat, tuple(cards(text)), tuple(unit.cards for unit in units))


# Calling friends


def calls_of(holds: str, kitty: str = "3D 3D 4D 4D 6D 6D 7D") -> list[str]:
    rules = Rules(teams="friends", players=5)
    bot = drawn(rules, holds, SEAT)
    buried(bot, SEAT, kitty)
    return [f"{call.ordinal}:{call.card.value}" for call in bot.call_friends()]


def test_calls_an_ace_of_a_short_suit() -> None:
    # The club can be led to whoever holds the Ace; spades are long, of diamonds all is buried.
    assert calls_of("AS KS QS JS 9S AD AD 3C BJ 8H AH KH") == ["1:AC"]


def test_calls_no_card_that_only_the_dealer_has() -> None:
    calls = calls_of("AC AC AS AS AD 5D BJ 8H", kitty="AD 3D 3D 4D 4D 6D 6D")
    assert calls
    assert not {"1:AC", "2:AC", "1:AS", "2:AS", "1:AD", "2:AD"} & set(calls)


def test_calls_the_copy_after_its_own() -> None:
    # It holds one Ace of each suit, and means to play it first.
    assert calls_of("AC 3C AS KS QS JS 9S AD KD QD JD 8H", kitty="3H 3H 4H 4H 6H 6H 7H") == ["2:AC"]


def test_does_not_call_what_it_buried() -> None:
    holds = "AS AS AD AD 3S 4S 3C 4C 8H AH"
    assert calls_of(holds, kitty="AC AC 3D 3D 4D 4D 6D") == ["1:KC"]
    # One of the two is left in the other hands.
    assert calls_of(holds, kitty="AC 3D 3D 4D 4D 6D 6D") == ["1:AC"]


def test_calls_kings_when_aces_are_the_rank() -> None:
    rules = Rules(teams="friends", players=4)
    bot = drawn(rules, "3C 4S 5S 6S BJ 9H", SEAT, "AH")
    buried(bot, SEAT, "3D 3D 4D 4D 6D 6D 7D 7D")
    (call,) = bot.call_friends()
    assert call.card.rank is Rank("K")


def test_calls_differ() -> None:
    rules = Rules(teams="friends", players=12)
    bot = drawn(rules, "AC AC 3C 4S AS 5D 6D BJ SJ 9H KH 8H", SEAT)
    buried(bot, SEAT, "3D 3D 4D 4D 6D 6D 7D 7D 9D 9D 10D 10D")
    calls = bot.call_friends()
    assert len(set(calls)) == len(calls) == rules.calls
    assert len({call.card.suit for call in calls}) == 3


# Friends and strangers


def among_friends(holds: str, *calls: str, dealer: int = 1, players: int = 5) -> BasicBot:
    """A bot in seat 0 when the first trick begins; calls are written `1:AC`."""
    rules = Rules(teams="friends", players=players)
    bot = drawn(rules, holds, dealer)
    buried(bot, dealer)
    called = [Call(cards(text[2:])[0], int(text[0])) for text in calls]
    bot.observe(FriendsCalled(dealer, tuple(called)))
    return bot


def follow(bot: BasicBot, *plays: str) -> str:
    """The cards that the bot plays last to a trick that seat 1 leads."""
    bot.observe(lead_of(bot, 1, plays[0]))
    for seat, play in enumerate(plays[1:], 2):
        bot.observe(Played(seat, tuple(cards(play))))
    return written(bot.follow())


@pytest.mark.parametrize(
    ("holds", "plays", "answer"),
    [
        # A friend, unknown to the others, gives points to the Dealer's trick ...
        ("KD 3D 5H AC AC", ("AD", "4D", "6D", "7D"), "KD"),
        # ... and joins with the called card when it wins, before somebody else does.
        ("AC 4C 3C 5H 9S", ("KC", "6C", "7C", "9C"), "AC"),
        # An Opponent gives none.
        ("KD 3D 4S 5H KC", ("AD", "4D", "6D", "7D"), "3D"),
    ],
)
def test_a_friend_plays_for_the_dealer(holds: str, plays: tuple[str, ...], answer: str) -> None:
    assert follow(among_friends(holds, "1:AC"), *plays) == answer


def test_the_dealer_does_not_answer_its_own_call() -> None:
    bot = among_friends("AC 3C 9S 5H 4D", "1:AC", dealer=SEAT)
    assert "AC" not in written(bot.lead().cards)


# Bidding for the land


def land_bid(holds: str, shown: str, by: int, dealer: int) -> str:
    rules = Rules(land=True)
    bot = make_bot("basic", rules, SEAT)
    bot.observe(HandStarted(1, Rank("8"), dealer, dealer, (), ""))
    for card in cards(holds):
        for seat in range(4):
            bot.observe(CardDrawn(seat, card if seat == SEAT else None))
    made = trump(shown)
    bot.observe(Shown(by, "declare", tuple(cards(shown)), made.suit, dealer))
    bot.observe(TrumpMade(made.suit, dealer))
    buried_by(bot, dealer)
    options = land_bids(bot.hand.rank, bot.hand.last_bid, bot.cards)
    assert options and isinstance(bot, OwnBot)
    return written(bot.bid_land(options) or ())


def buried_by(bot: object, seat: int) -> None:
    assert isinstance(bot, BasicBot)
    bot.observe(KittyTaken(seat))
    bot.observe(KittyBuried(seat))


def test_bids_for_the_land_with_a_better_suit() -> None:
    strong = "8S 8S AS KS QS 9S 7S 6S 3S 3D 4D 6C 7C"
    assert land_bid(strong, "8H", 1, 1) == "8S 8S"


def test_remembers_what_the_land_changed() -> None:
    """Its own kitty goes into another hand, and trump changes."""
    bot = at_trump(RememberingBot(Rules(land=True), SEAT), "3D 4D 5D 6D 7D 9D 10D JD QD KD", SEAT)
    bot.observe(KittyTaken(SEAT, tuple(cards("3C 3C 4C 4C 6C 6C 7C 7C"))))
    bot.observe(KittyBuried(SEAT, tuple(cards("3C 3C 4C 4C 6C 6C 7C 7C"))))
    bot.observe(LandBid(2, tuple(cards("8S 8S")), trump("8S").suit))
    bot.observe(KittyTaken(2))
    bot.observe(KittyBuried(2))
    space = bot.hand.space
    assert sum(space.suit(card) == 1 for card in space.cards(bot.memory.out)) == 2 * 12
    assert space.suit(cards("AS")[0]) == space.suit(cards("8H")[0])


# Re-deals


def test_claims_a_redeal_with_a_bad_hand() -> None:
    rules = Rules(redeal_points=50)
    bad = "3C 4C 6C 7C 9C JC 3D 4D 6D 7D 9D JD QD 3S 4S 6S 7S 9S JS QS QC 3H 4H 6S 7C"
    fine = "BJ BJ SJ 8H 8H AH AH QH JH 9H 7H 6H 4H 3H 2H AC AC AS AS 3C 4C 6C 7C 9C JC"
    assert drawn(rules, bad, 1).redeal()
    assert not drawn(rules, fine, 1).redeal()
    # Aces outside trumps are worth something too, above all to who deals.
    plain = "AC AC AS AS AD AD QC QC JC JC QS QS 9S 9S 7D 7D QD QD 4C 4C SJ 8H QH JH 9H"
    assert not drawn(rules, plain, SEAT).redeal()


# Leads that the rules judge otherwise


def test_a_narrow_tractor_is_no_free_lead() -> None:
    """Where only full tuples are free a tractor of pairs must stand pair by pair (W14, W23)."""
    holds = "9C 9C 10C 10C 3D QD 4S QS 5S"
    free = drawn(Rules(decks=3), holds, SEAT)
    strict = drawn(Rules(decks=3, free_leads="full-tuples"), holds, SEAT)
    led = []
    for bot in (free, strict):
        buried(bot, SEAT, "3H 4H 5H 6H 7H 9H")
        led.append(len(bot.lead().cards))
    assert led[0] == 4
    assert led[1] < 4


def test_leads_a_tractor_where_throws_have_none() -> None:
    """A throw has tuples only, but a tractor may still be led alone (PAG)."""
    bot = drawn(Rules(throw_units="tuples"), "9C 9C 10C 10C 3C 3D QD 4S QS 5S", SEAT)
    buried(bot, SEAT, "3H 4H 5H 6H 7H 9H 2H 2D")
    assert written(bot.lead().cards) == "10C 10C 9C 9C"


def test_beats_a_failed_throw_when_it_must() -> None:
    bot = drawn(Rules(failed_throw="must-beat"), "AC 3C 4D 5H 9S", 1)
    buried(bot, 1)
    bot.observe(ThrowFailed(1, tuple(cards("KC QC")), SEAT))
    bot.observe(lead_of(bot, 1, "QC"))
    for seat, play in ((2, "5C"), (3, "KC")):
        bot.observe(Played(seat, tuple(cards(play))))
    assert written(bot.follow()) == "AC"


def test_guards_a_red_five() -> None:
    """A red five goes under only when it must (W14, W23)."""
    bot = drawn(Rules(red_fives="hearts-and-diamonds"), "5D 3H 4H 9S 6C", 1)
    buried(bot, 1)
    bot.observe(lead_of(bot, 1, "5H"))
    for seat, play in ((2, "AH"), (3, "7H")):
        bot.observe(Played(seat, tuple(cards(play))))
    assert written(bot.follow()) == "3H"


def test_a_red_five_is_the_highest_trump() -> None:
    space = space_of(Rules(red_fives="hearts"), trump("8S"))
    bot = at_trump(RememberingBot(Rules(red_fives="hearts"), SEAT), "5H 3S 4D 9D 6C", 1)
    buried(bot, 1)
    assert bot.memory.stands(4, default_reading(space, cards("5H"))[0])


def test_skips_played_ranks() -> None:
    """When a rank is gone its neighbours make tractors, and what was certain is so no longer."""
    rules = Rules(consecutive="skip-played")
    bot = at_trump(RememberingBot(rules, SEAT), "7C 7C 9S 9S 3H", 1, "2H")
    buried(bot, 1)
    bot.observe(lead_of(bot, 1, "4C 4C 5C 5C"))
    bot.observe(Played(2, tuple(cards("9C 9C JC JC"))))
    assert bot.memory.lacks[2][1] == {(2, 2)}
    bot.observe(Played(3, tuple(cards("10C 10C KC QC"))))
    bot.observe(Played(SEAT, tuple(cards("7C 7C 9S 9S"))))
    bot.observe(TrickTaken(1, 40, 40))
    assert bot.memory.lacks[2][1] == set()
    assert bot.memory.lacks[3][1] == {(2, 1)}
