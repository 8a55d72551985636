"""Name of a throw before it goes out, and reasons of a bot for its decision."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from shengji.bots import make_bot
from shengji.game import (
    BidLand,
    Bury,
    CloseDraw,
    Command,
    Draw,
    Hand,
    Match,
    Phase,
    Play,
    Show,
    due_of,
    passing,
    shuffled,
    view,
)
from shengji.game.reasons import reason_of, reason_of_throw
from shengji.rules import Rules, rules_from
from shengji.words import LANGUAGES
from tests.game.kit import Game, cards, position

LOW = ("3D 4D 6D 7D 8D 9D", "3C 4C 6C 7C 8C 9C", "3D 4D 6D 7D 8D 9D")


def laid(own: str, *others: str) -> Game:
    """A game in which seat 0 leads; trumps are spades and twos."""
    count = len(own.split())
    rest = others or [" ".join(low.split()[:count]) for low in LOW]
    return position([own, *rest], "2S")


def why(hand: Hand, seat: int, command: Command | None) -> str:
    return reason_of(hand, seat, command).render()


@pytest.mark.parametrize(
    ("thrown", "words"),
    [
        ("KH KH QH", "Throw: pair + single. A higher pair or single stops it."),
        ("AH QH 9H", "Throw: 3 singles. A higher single stops it."),
        ("AH AH KH KH JH", "Throw: tractor of 2 pairs + single. A higher single stops it."),
        # Both Aces are in the throw, and so are both Jokers: nothing higher can be out.
        ("AH AH KH", "Throw: pair + single. Nobody can hold anything higher."),
        ("BJ BJ SJ", "Throw: pair + single. Nobody can hold anything higher."),
    ],
)
def test_a_throw_is_named_with_what_stops_it(thrown: str, words: str) -> None:
    said = reason_of_throw(laid(thrown).hand, 0, cards(thrown))
    assert said is not None
    assert said.render() == words


def test_a_throw_is_named_in_chinese() -> None:
    said = reason_of_throw(laid("KH KH QH").hand, 0, cards("KH KH QH"))
    assert said is not None
    assert said.render("zh") == "甩牌：一对 + 单张。别家有更大的一对或单张就甩不出去。"


@pytest.mark.parametrize("lead", ["AH", "KH KH", "AH AH KH KH"])
def test_one_unit_is_no_throw(lead: str) -> None:
    assert reason_of_throw(laid(lead).hand, 0, cards(lead)) is None


def test_what_was_played_stops_no_throw() -> None:
    game = laid("AH QH JH 3H", "KH 4D 6D 7D", "KH 4C 6C 7C", "QH 4D 6D 7D")
    thrown = cards("QH JH")
    before = reason_of_throw(game.hand, 0, thrown)
    assert before is not None
    assert before.render() == "Throw: 2 singles. A higher single stops it."
    for seat, card in enumerate(("AH", "KH", "KH", "QH")):
        game.play(seat, card)
    assert Counter(game.hand.unseen_by(0))[cards("KH")[0]] == 0
    game.hand.played.update(cards("AH"))
    after = reason_of_throw(game.hand, 0, thrown)
    assert after is not None
    assert after.render() == "Throw: 2 singles. Nobody can hold anything higher."


def test_a_lead_is_explained_by_what_can_be_higher() -> None:
    hand = laid("AH KH 5H BJ 3S", *(f"{low[:8]} 7H 8H" for low in LOW)).hand
    expected = {
        "AH": "Nobody can hold anything higher in the suit of A♥: only trumps beat it.",
        "BJ": "Nobody can hold anything higher than big Joker: it takes the trick.",
        "3S": "It gives no points away, and keeps the higher trumps for later.",
        "5H": "Higher hearts may be out, but these 5 points are worth the risk.",
    }
    for card, words in expected.items():
        assert why(hand, 0, Play(0, cards(card))) == words
    assert why(hand, 0, Play(0, cards("AH KH"))).startswith("Throw: 2 singles.")


def test_few_trumps_are_no_reason_to_show() -> None:
    game = Game.of(Rules(), {0: "2S 3D 4D 6D 3S 4S", 1: "2H 2H"})
    game.draw(16)
    spade = Show(0, cards("2S"))
    first = "Nobody has shown yet, and with 2♠ the trumps are yours to choose."
    assert why(game.hand, 0, spade) == first, "one of four cards"
    game.show(1, "2H 2H")
    assert why(game.hand, 0, spade) == "2♠ make better trumps."
    game.draw(8)
    assert why(game.hand, 0, spade) == "Trumps in this hand with 2♠ shown: 3."


def test_it_is_time_for_trumps_where_one_has_more_than_others_can() -> None:
    hand = laid("4S 6S 7S 8S 9S 3H").hand
    low = Play(0, cards("4S"))
    assert why(hand, 0, low) == "It gives no points away, and keeps the higher trumps for later."
    assert why(hand, 0, Play(0, cards("9S"))) == "It gives no points away."
    assert why(hand, 0, Play(0, cards("3H"))) == "It gives no points away."
    hand.played.update(cards("3S 3S 5S 5S 10S 10S JS JS QS QS KS KS AS AS 2D 2D"))
    assert why(hand, 0, low) == "It is time to draw trumps from the others: 4♠."
    hand.played.update(hand.unseen_by(0))
    assert "time" not in why(hand, 0, low), "nobody else has any"


def test_among_friends_a_follow_is_explained_by_what_the_seat_can_tell() -> None:
    hands = ["3H 5C 6C", "4H 3C 4C", "AH AC 3H", "6H KC 6C", "7H 7C 5C", "8H 8C 9C", "9H 9C 8C"]
    game = position(hands, "2S", rules=Rules(players=7, teams="friends"), called="1 AH, 1 KC")
    game.play(0, "3H")
    game.play(1, "4H")
    unknown = "It is not known yet on whose side the player ahead is"
    assert why(game.hand, 2, Play(2, cards("3H"))).startswith(unknown)
    for seat, card in enumerate(("AH", "6H", "7H", "8H", "9H"), 2):
        game.play(seat, card)
    game.play(2, "AC")
    may_join = "The Declarers are ahead, and you hold a card that is called"
    assert why(game.hand, 3, Play(3, cards("6C"))).startswith(may_join), "its own side is open"
    game.play(3, "6C")
    low, cheap = (why(game.hand, 4, Play(4, cards(card))) for card in ("7C", "5C"))
    assert low.startswith("Others are ahead") and cheap.startswith("Others are ahead")
    for seat, card in ((4, "7C"), (5, "8C"), (6, "9C")):
        game.play(seat, card)
    assert why(game.hand, 0, Play(0, cards("5C"))) == (
        "A teammate is ahead in this trick, so points can go to it: 5."
    )


def test_a_follow_is_explained_by_who_is_ahead() -> None:
    game = laid("10H 3C 4C", "KH JH 7H", "AH 5H 3H", "QH 9H 8H")
    game.play(0, "10H")
    assert why(game.hand, 1, Play(1, cards("KH"))) == (
        "It beats everything that lies there so far, with 20 points in the trick."
    )
    assert why(game.hand, 1, Play(1, cards("7H"))) == (
        "Others are ahead in this trick, so give them no points."
    )
    game.play(1, "JH")
    game.play(2, "AH")
    assert why(game.hand, 3, Play(3, cards("9H"))).startswith("Others are ahead")
    game = laid("AH 3C 4C", "7H JH 8H", "KH 5H 3H", "QH 9H 8H")
    game.play(0, "AH")
    game.play(1, "7H")
    assert why(game.hand, 2, Play(2, cards("KH"))) == (
        "A teammate is ahead in this trick, so points can go to it: 10."
    )
    assert why(game.hand, 2, Play(2, cards("3H"))) == (
        "A teammate is ahead in this trick already, so the better cards can be kept."
    )


def test_the_only_play_is_said_to_be_that() -> None:
    game = laid("AH 3C", "7H 8D", "KH 5D", "QH 9H")
    game.play(0, "AH")
    assert why(game.hand, 1, Play(1, cards("7H"))) == "The rules leave no other play."


def test_who_plays_last_is_told_that_the_trick_is_taken() -> None:
    game = laid("KH 3C", "7H 8D", "10H 5D", "AH 9H")
    for seat, card in enumerate(("KH", "7H", "10H")):
        game.play(seat, card)
    assert why(game.hand, 3, Play(3, cards("AH"))) == (
        "It is the last play, and takes the trick with 20 points."
    )


@pytest.mark.parametrize(
    "rules", [{}, {"system": "three-deck"}, {"system": "finding-friends"}, {"land": True}]
)
def test_every_reason_follows_from_what_the_seat_knows(rules: dict[str, object]) -> None:
    """The reason is the same in a match that knows the cards of the own seat alone."""
    played, chance = rules_from(rules), Random(7)
    match = Match(played)
    bots = [make_bot("medium", played, seat, seat) for seat in range(played.players)]
    told = set[str]()

    def do(command: Command) -> None:
        for event in match.do(command):
            for bot in bots:
                bot.observe(view(event, bot.seat))

    do(shuffled(played, chance))
    hand = match.hand
    assert hand is not None
    while hand.phase is not Phase.ENDED and hand.phase is not Phase.AGAIN:
        answers = []
        for bot in bots:
            due = due_of(hand, bot.seat)
            if due is not None:
                command = bot.decide(due)
                said = reason_of(hand, bot.seat, command)
                own = reason_of(bot.hand, bot.seat, command)
                for language in LANGUAGES:
                    words = said.render(language)
                    assert words and words == own.render(language) and "{" not in words
                told.add(said.render())
                answers.append(command)
        command = next((answer for answer in answers if answer is not None), None)
        if command is not None:
            do(command)
        elif hand.phase is Phase.DRAW:
            do(Draw() if hand.cards_to_draw else CloseDraw())
        else:
            do(passing(hand))  # type: ignore[arg-type]
    assert len(told) > 5


@pytest.mark.parametrize(("rules", "trumps"), [(Rules(), 9), (Rules(permanent_twos=True), 11)])
def test_trumps_are_counted_by_the_rules_of_the_table(rules: Rules, trumps: int) -> None:
    """The spades, and the twos of other suits where these are trumps whatever the rank is."""
    own = "8S 9S 10S JS QS KS AS 7S 6S 2H 2C AD KD QD JD 10D AC KC QC JC 10C 9C 7C 6C 5C"
    game = Game.later(rules, {0: own}, dealer=0, levels=["8", "8"])
    game.draw_all()
    told = why(game.hand, 0, Show(0, cards("8S")))
    assert told == f"Trumps in this hand with 8♠ shown: {trumps}."


def test_declaring_and_burying_are_explained() -> None:
    own = "2S AS KS QS JS 10S 9S 8S 7S 6S 5S 4S AC KC QC JC 9C 8C 7C 6C 4C 3C 3C 3S 3H"
    kitty = "4H 6H 7H 8H 9H JH 3D 4D"
    game = Game.later(Rules(), {0: own}, dealer=0, kitty=kitty)
    game.draw_all()
    assert why(game.hand, 0, Show(0, cards("2S"))) == "Trumps in this hand with 2♠ shown: 13."
    assert why(game.hand, 0, None) == "None of your suits is strong enough to be trumps yet."
    game.show(0, "2S")
    game.do(CloseDraw())
    assert why(game.hand, 0, Bury(0, cards("3H 4H 6H 7H 8H 9H JH 3D"))) == (
        "With J♥ 9♥ 8♥ 7♥ 6♥ 4♥ 3♥ buried no card of that suit is left, "
        "and trumps can be played where it is led."
    )
    assert why(game.hand, 0, Bury(0, cards("4H 6H 7H 8H 9H JH 3D 4D"))) == (
        "With 4♦ 3♦ buried no card of that suit is left, and trumps can be played where it is led."
    )
    assert why(game.hand, 0, Bury(0, cards("4H 6H 7H 8H 9H JH 3D 3C"))) == (
        "These cards are hardest to win with, and there are no points in them."
    )
    assert why(game.hand, 0, BidLand(0)) == "No other trump would help your side enough."
