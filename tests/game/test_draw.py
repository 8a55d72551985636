"""The first drawer, the draw, and the kitty (Z21 §3.5.1 to §3.5.6, §3.6.3, §3.6.4)."""

from __future__ import annotations

import hashlib
from random import Random

import pytest

from shengji.cards import Card, Rank, full_deck, minus, write_cards
from shengji.game import (
    Bury,
    CardDrawn,
    CloseDraw,
    Draw,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Match,
    Phase,
    Play,
    Show,
    StartHand,
    shuffled,
    view,
)
from shengji.game.shuffle import counted_seat
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards, random_hand, stack

# Who draws first


@pytest.mark.parametrize(
    ("card", "seat"),
    [
        *[("2D", 1), ("3C", 2), ("4H", 3), ("5S", 0), ("6D", 1), ("7D", 2), ("8D", 3), ("9D", 0)],
        *[("10D", 1), ("JD", 2), ("QD", 3), ("KD", 0)],
    ],
)
def test_3_5_3_counting(card: str, seat: int) -> None:
    """Z21 §3.5.3: "the shuffler then counts n players counterclockwise, starting with themselves as
    1, and this player is the first to draw a card. [...] Jack is considered 11, Queen 12, and King
    13. [...] (Thus, the shuffler draws first if a 5, 9, or King (13) is revealed.)"
    """
    game = Game(Match(Rules()))
    deck = tuple(full_deck(2))
    started = game.do(StartHand(deck, cards(card)))
    assert isinstance(started[0], HandStarted)
    assert (started[0].first, started[0].turned) == (seat, cards(card))
    assert game.do(Draw()) == (CardDrawn(seat, deck[0]),)


def test_3_5_3_counting_among_six() -> None:
    """Z21 §3.5.3, with the six players of §6.4: the shuffler draws first on a 7 and a King."""
    assert [counted_seat(Card(rank + "S"), 0, 6) for rank in ("2", "6", "7", "8", "K")] == [
        1,
        5,
        0,
        1,
        0,
    ]


@pytest.mark.parametrize("turned", ["AS 3C", "BJ 3C", "SJ AS AH 3C", "3C"])
def test_3_5_3_aces_and_jokers_are_replaced(turned: str) -> None:
    """Z21 §3.5.3: "If an Ace or a Joker is revealed, the cards should be replaced and another card
    revealed."
    """
    game = Game(Match(Rules()))
    game.do(StartHand(tuple(full_deck(2)), cards(turned)))
    assert game.hand.first == 2
    assert game.last(HandStarted).turned == cards(turned)


@pytest.mark.parametrize("turned", ["", "AS", "SJ", "3C AS", "3C 4C", "AS 3C 4C", "4C 4C"])
def test_3_5_3_cards_that_do_not_count(turned: str) -> None:
    """Z21 §3.5.3: another card is revealed after an Ace or a Joker, and only then."""
    game = Game(Match(Rules()))
    game.refused(StartHand(tuple(full_deck(2)), cards(turned)), "bad-first-drawer")
    game.refused(StartHand(tuple(full_deck(2)), cards(turned), first=1), "bad-first-drawer")


@pytest.mark.parametrize(
    ("turned", "first"), [("AS", 0), ("5S", 0), ("2D", 1), ("BJ AH", 0), ("SJ SJ 3H", 2)]
)
def test_z16_7_1_an_ace_is_one(turned: str, first: int) -> None:
    """Z16 §7.1: "Jack is considered 11, Queen 12, King 13, and Ace 1. If a joker is revealed, the
    cards should be replaced and another card revealed. (Thus, the shuffler draws first if an Ace
    (1), 5, 9, or King (13) is revealed.)" W23, Dealing: "aces count as one".
    """
    game = Game(Match(Rules(first_drawer="counted-ace-one")))
    for wrong in ("SJ", "AS 3C", "3C 3C", ""):
        game.refused(StartHand(tuple(full_deck(2)), cards(wrong)), "bad-first-drawer")
    game.do(StartHand(tuple(full_deck(2)), cards(turned)))
    assert (game.hand.first, game.last(HandStarted).turned) == (first, cards(turned))


def test_3_5_3_at_random() -> None:
    """Z21 §3.5.3: "The first player to draw is assigned randomly." With `random` the caller names
    the seat.
    """
    rules, deck = Rules(first_drawer="random"), tuple(full_deck(2))
    game = Game(Match(rules))
    for first in (None, -1, 4):
        game.refused(StartHand(deck, first=first), "bad-first-drawer")
    game.refused(StartHand(deck, cards("3C")), "bad-first-drawer")
    game.do(StartHand(deck, first=3))
    assert game.hand.first == game.hand.turn == 3


@pytest.mark.parametrize("players", [4, 6])
@pytest.mark.parametrize("way", ["counted", "counted-ace-one", "random"])
def test_3_5_3_a_shuffle_starts_a_hand(players: int, way: str) -> None:
    """Z21 §3.5.3: whatever is turned up, in the end somebody draws first, and anybody may."""
    rules = rules_from({"players": players, "first_drawer": way})
    chance, seats = Random(2), set()
    for _ in range(100):
        game = Game(Match(rules))
        game.do(shuffled(rules, chance))
        seats.add(game.hand.first)
    assert seats == set(range(players))


def test_3_6_3_later_the_dealer_draws_first() -> None:
    """Z21 §3.6.3: "The Dealer is the first player to draw." Nothing is turned up for it."""
    game = Game.later(Rules(), {}, dealer=2)
    assert (game.hand.first, game.hand.turn) == (2, 2)
    game = Game(Match(Rules()))
    game.match.begin_at([Rank.TWO] * 4, 1)
    game.do(StartHand(tuple(full_deck(2)), cards("5H"), first=3))
    assert game.last(HandStarted).turned == ()
    assert game.hand.first == 1


def test_3_6_1_the_second_hand_of_a_match() -> None:
    """Z21 §3.6.1, §3.6.3: the next hand begins with the Dealer and the level that the last left."""
    for seed in range(12):
        game = random_hand(Rules(), Random(seed))
        ended = game.hand.result
        assert ended is not None
        game.refused(Draw(), "wrong-phase")
        game.do(shuffled(game.match.rules, Random(seed)))
        started = game.last(HandStarted)
        assert started.hand == 2
        assert started.dealer == started.first == ended.next_dealer
        assert started.rank is ended.levels_after[ended.next_dealer]
        game.refused(shuffled(game.match.rules, Random(seed)), "wrong-phase")


# The deck


def test_3_5_2_all_cards_of_two_decks() -> None:
    """Z21 §3.5.2: "One player thoroughly shuffles two decks of standard playing cards, including
    the Jokers."
    """
    deck = full_deck(2)
    game = Game(Match(Rules()))
    one_less = StartHand(tuple(deck[1:]), cards("3C"))
    assert game.refused(one_less, "bad-deck").params == {"decks": 2, "cards": deck[0].value}
    other = (Card.HA, *deck[1:])
    refusal = game.refused(StartHand(other, cards("3C")), "bad-deck")
    assert refusal.params == {"decks": 2, "cards": f"{deck[0].value} AH"}
    game.refused(StartHand(tuple(full_deck(3)), cards("3C")), "bad-deck")
    game.refused(StartHand((), cards("3C")), "bad-deck")


def test_w23_note_1_jokers_are_taken_out() -> None:
    """W23 note 1: "the number of jokers may be adjusted so the kitty is exactly six cards, or the
    size of the kitty may vary with the number of players."
    """
    rules = Rules(players=7, teams="friends", jokers_removed="to-fit")
    assert (rules.card_count, rules.hand_size, rules.kitty_size) == (160, 22, 6)
    assert [write_cards(card for card in rules.deck if card.is_joker)] == ["SJ SJ BJ BJ"]
    game = Game(Match(rules))
    refusal = game.refused(StartHand(tuple(full_deck(3)), cards("3C")), "bad-deck")
    assert refusal.params["cards"] == "SJ BJ"
    game.do(StartHand(tuple(rules.deck), cards("3C")))
    game.draw_all()
    assert game.hand.sizes == [22] * 7
    assert game.hand.kitty == tuple(rules.deck[-6:])
    for count in (1, 2, 3):
        fewer = Rules(jokers_removed=count)
        assert len(fewer.deck) == 108 - count
        assert fewer.kitty_size == 6 + (108 - count - 6) % 4


def test_the_commitment() -> None:
    """The text published about the deck before the draw can be checked afterwards."""
    game = Game(Match(Rules()))
    deck = tuple(full_deck(2))
    game.do(StartHand(deck, cards("3C"), salt="pepper"))
    wanted = hashlib.sha256(b"pepper " + write_cards(deck).encode()).hexdigest()
    assert game.last(HandStarted).commitment == wanted


# The draw


@pytest.mark.parametrize(
    ("rules", "each", "kitty"),
    [
        (Rules(), 25, 8),
        (Rules(decks=1), 12, 6),
        (Rules(decks=3), 39, 6),
        (Rules(players=6, decks=3), 26, 6),
        (Rules(players=6, decks=2), 17, 6),
        (Rules(players=6, teams="friends"), 26, 6),
        (Rules(players=7, teams="friends"), 22, 8),
        (Rules(players=5, teams="friends"), 20, 8),
        (Rules(players=12, decks=1), 4, 6),
        (Rules(kitty=12), 24, 12),
    ],
)
def test_3_5_4_the_draw(rules: Rules, each: int, kitty: int) -> None:
    """Z21 §3.5.4: "The players take turns drawing a card in counter-clockwise order until *all but
    8 cards* have been drawn (so the number of cards in each hand is 25)." §6.3: 12 and 6 cards with
    one deck; §6.5: 26 and 6 with three decks and six players, 22 and 8 with seven. PAG, Six
    players: 17 and 6 with two decks.
    """
    deck = stack(rules, {}, first=3)
    game = Game(Match(rules))
    game.do(StartHand(deck, cards("4C")))
    for number in range(each * rules.players):
        assert game.hand.cards_to_draw == each * rules.players - number
        seat = (3 + number) % rules.players
        assert game.hand.turn == seat
        left = game.refused(CloseDraw(), "draw-not-over").params["left"]
        assert left == game.hand.cards_to_draw
        assert game.do(Draw()) == (CardDrawn(seat, deck[number]),)
    game.refused(Draw(), "draw-over")
    assert game.hand.sizes == [each] * rules.players
    assert game.hand.kitty == deck[-kitty:]
    assert len(game.hand.kitty) == kitty


# The kitty


def ready() -> Game:
    """Seat 2 has declared, and has just been given the kitty."""
    game = Game.of(Rules(), {2: "2H"}, kitty="KS KS 10H 5D 3C 4C SJ BJ")
    game.draw(4)
    game.show(2, "2H")
    game.draw_all()
    taken = game.do(CloseDraw())
    assert taken[-1] == KittyTaken(2, cards("KS KS 10H 5D 3C 4C SJ BJ"))
    return game


def test_3_5_6_the_dealer_takes_the_kitty_and_buries_as_many() -> None:
    """Z21 §3.5.6: "The Dealer adds these 8 cards to their hand and discards any 8 cards from their
    hand."
    """
    game = ready()
    hand = game.hand
    assert (hand.phase, hand.turn) == (Phase.BURY, 2)
    assert hand.sizes == [25, 25, 33, 25]
    buried = tuple(hand.space.sort([*cards("KS SJ"), *hand.hands[2][:6]]))
    left = minus(hand.hands[2], buried)
    assert game.do(Bury(2, buried)) == (KittyBuried(2, buried),)
    assert hand.kitty == buried
    assert sorted(hand.hands[2], key=str) == sorted(left, key=str)
    assert hand.sizes == [25] * 4
    assert (hand.phase, hand.turn) == (Phase.PLAY, 2)
    game.refused(Bury(2, buried), "wrong-phase")


def test_3_5_6_what_cannot_be_buried() -> None:
    """Z21 §3.5.6: the Dealer, 8 cards, from their hand."""
    game = ready()
    held = game.hand.hands[2]
    for seat in (0, 1, 3):
        refusal = game.refused(Bury(seat, tuple(game.hand.hands[seat][:8])), "not-dealer")
        assert refusal.params == {"dealer": 2}
    for number in (0, 1, 7, 9, 33):
        refusal = game.refused(Bury(2, tuple(held[:number])), "bury-count")
        assert refusal.params == {"size": 8, "given": number}
    foreign = next(card for card in game.hand.hands[0] if card not in held)
    refusal = game.refused(Bury(2, (foreign, *held[:7])), "not-held")
    assert refusal.params == {"cards": foreign.value}
    single = next(card for card in held if held.count(card) == 1)
    seven = [card for card in held if card is not single][:6]
    refusal = game.refused(Bury(2, (single, single, *seven)), "not-held")
    assert refusal.params == {"cards": single.value}
    for command in (Draw(), CloseDraw(), Show(2, cards("2H")), Play(2, (held[0],))):
        game.refused(command, "wrong-phase")


def test_3_5_6_who_sees_the_kitty() -> None:
    """Z21 §3.5.6: "The last 8 cards of the deck are given to the Dealer, without showing the other
    players. [...] It is generally acceptable for the Dealer to look through their kitty at any
    point during the hand."
    """
    game = ready()
    game.do(Bury(2, tuple(game.hand.hands[2][:8])))
    taken, buried = game.last(KittyTaken), game.last(KittyBuried)
    assert (view(taken, 2), view(buried, 2)) == (taken, buried)
    for seat in (0, 1, 3, None):
        assert view(taken, seat) == KittyTaken(2, None)
        assert view(buried, seat) == KittyBuried(2, None)
    for seat in (0, 1, 2, 3, None):
        seen = Match.seen(game.match.rules, seat)
        for event in game.events:
            seen.apply(view(event, seat))
        assert seen.hand is not None
        assert seen.hand.kitty == (buried.cards if seat == 2 else None)


def test_3_5_1_the_first_hand_is_played_at_the_first_level() -> None:
    """Z21 §3.5.1: "the trump rank is set to the initial level"; §3.4: which "is set as desired"."""
    game = Game.of(Rules(first_level=Rank.EIGHT), {})
    assert game.hand.rank is Rank.EIGHT
    assert game.hand.dealer is None
    assert game.match.levels == [Rank.EIGHT] * 4
