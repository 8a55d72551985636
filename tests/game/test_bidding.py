"""Making trumps: who may declare, reinforce and override what, and when (Z21 §3.5.5, §3.6.5, §6.5).

Seats are 0 to 3; the trump rank is 2 unless said otherwise.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import combinations, pairwise
from random import Random

import pytest

from shengji.cards import CARDS, Card, Rank, Suit, Trump, full_deck
from shengji.game import (
    Bidding,
    Bury,
    CloseDraw,
    Draw,
    Phase,
    Show,
    Showing,
    Shown,
    TrumpMade,
    shown_trump,
)
from shengji.rules import Rules, rules_from
from tests.game.kit import Game, cards

TWO = Rank.TWO
FOUR_DECKS = Rules(decks=4)


def showing(*shown: tuple[int, str]) -> list[Showing]:
    return [Showing(seat, cards(text)) for seat, text in shown]


def judged(shown: list[Showing], seat: int, hand: str, text: str, rules: Rules = FOUR_DECKS) -> str:
    """How a bid counts and what it then shows, or the fault."""
    bidding = Bidding(rules, (TWO,) * rules.players, tuple(shown))
    answer = bidding.judge(seat, cards(hand), cards(text))
    if isinstance(answer, str):
        return answer
    way, made = answer
    return f"{way} {' '.join(card.value for card in made)}"


# What can be shown at all


@pytest.mark.parametrize(
    ("text", "suit"),
    [("2H", "H"), ("2H 2H", "H"), ("2D", "D"), ("SJ SJ", None), ("BJ BJ", None), ("2C 2C 2C", "C")],
)
def test_3_5_5_what_declares(text: str, suit: str | None) -> None:
    """Z21 §3.5.5: "by throwing onto the table either (a) one card of the trump rank, (b) two
    identical cards of the trump rank, or (c) a pair of identical Jokers. The suit of the card(s)
    thrown is declared as the trump suit for the hand, with no trump suit [...] in the case of a
    pair of identical Jokers."
    """
    assert shown_trump(Rules(), cards(text), TWO) == Trump(
        TWO, None if suit is None else Suit(suit)
    )
    assert judged([], 1, text, text) == f"declare {text}"


@pytest.mark.parametrize(
    "text", ["", "3H", "2H 2D", "SJ", "BJ", "SJ BJ", "2H SJ", "3H 3H", "AH AH"]
)
def test_3_5_5_what_declares_nothing(text: str) -> None:
    """Z21 §3.5.5: "(One Joker by itself cannot declare no trump suit.)" """
    assert shown_trump(Rules(), cards(text), TWO) is None
    assert judged([], 1, text, text) == "bid-cards"


def test_cards_that_are_not_held() -> None:
    """Only cards in the hand can be thrown onto the table."""
    assert judged([], 1, "2H 3H", "2D") == "bid-not-held"
    assert judged([], 1, "2H SJ BJ", "2H 2H") == "bid-not-held"
    assert judged([], 1, "2H SJ BJ", "BJ BJ") == "bid-not-held"


# Overriding: every throw against every other, with two decks

THROWS = ["2H", "2H 2H", "2D", "2D 2D", "SJ SJ", "BJ BJ"]
HIGHER = {
    "2H": {"2D 2D", "2H 2H", "SJ SJ", "BJ BJ"},
    "2H 2H": {"SJ SJ", "BJ BJ"},
    "2D": {"2H 2H", "2D 2D", "SJ SJ", "BJ BJ"},
    "2D 2D": {"SJ SJ", "BJ BJ"},
    "SJ SJ": {"BJ BJ"},
    "BJ BJ": set[str](),
}


@pytest.mark.parametrize("there", THROWS)
@pytest.mark.parametrize("text", THROWS)
def test_3_5_5_overriding(there: str, text: str) -> None:
    """Z21 §3.5.5: "other players may override by throwing down a pair of two identical cards higher
    than what the previous overriding or declaring player threw down. [...] From high to low [...]:
    1. A pair of big Jokers [...] 2. A pair of small Jokers [...] 3. A pair of identical cards of
    the trump rank [...]. This declaration can only override a single card of the trump rank that
    has not been reinforced, and cannot override another pair of cards of the trump rank."
    """
    expected = f"override {text}" if text in HIGHER[there] else "bid-too-low"
    assert judged(showing((0, there)), 1, text, text) == expected


@pytest.mark.parametrize("there", ["2H", "2H 2H", "SJ SJ"])
@pytest.mark.parametrize("text", ["2D", "2D 2D", "SJ SJ", "BJ BJ"])
def test_3_5_5_nobody_overrides_themselves(there: str, text: str) -> None:
    """Z21 §3.5.5: "No player may directly override themselves. Therefore, the original declarer may
    not change their original suit declaration by declaring two identical cards of the trump rank in
    another suit."
    """
    if there == text:
        assert judged(showing((1, there)), 1, text, text) == "bid-not-held"  # two more of them
    else:
        assert judged(showing((1, there)), 1, f"{there} {text}", text) == "bid-own"


def test_3_5_5_reinforcing() -> None:
    """Z21 §3.5.5: "the player may later reinforce their declaration, by throwing down the only
    other card in the deck that matches both in suit and in rank (thus transforming into option
    (b))". The added card and the whole pair are both understood.
    """
    shown = showing((1, "2H"))
    assert judged(shown, 1, "2H 2H 2D", "2H") == "reinforce 2H 2H"
    assert judged(shown, 1, "2H 2H 2D", "2H 2H") == "reinforce 2H 2H"
    assert judged(shown, 1, "2H 2D", "2H") == "bid-not-held"
    assert judged(shown, 1, "2H 2D", "2D") == "bid-own"
    assert judged(shown, 0, "2H", "2H") == "bid-too-low"


def test_3_5_5_no_late_reinforcement() -> None:
    """Z21 §3.5.5: "the player may later reinforce [...] *before* another player overrides"; late
    reinforcement is a variant.
    """
    shown = showing((1, "2H"), (2, "2D 2D"))
    assert judged(shown, 1, "2H 2H", "2H") == "bid-too-low"
    assert judged(shown, 1, "2H 2H", "2H 2H") == "bid-too-low"


def test_3_5_5_the_original_declarer_comes_back_with_jokers() -> None:
    """Z21 §3.5.5: "The original declarer can override with Jokers only if another player has
    overridden them with two identical cards of the trump rank."
    """
    hand = "2H SJ SJ BJ BJ"
    assert judged(showing((1, "2H")), 1, hand, "SJ SJ") == "bid-own"
    assert judged(showing((1, "2H"), (2, "2D 2D")), 1, hand, "SJ SJ") == "override SJ SJ"
    assert judged(showing((1, "2H"), (2, "2D 2D"), (1, "SJ SJ")), 1, hand, "BJ BJ") == "bid-own"
    # Whoever was overridden may come back in their turn.
    shown = showing((1, "2H"), (2, "2D 2D"), (1, "SJ SJ"))
    assert judged(shown, 2, "2D 2D BJ BJ", "BJ BJ") == "override BJ BJ"


# Three decks and more


@pytest.mark.parametrize(
    ("there", "text", "higher"),
    [
        ("SJ SJ", "2H 2H 2H", True),
        ("BJ BJ", "2H 2H 2H", True),
        ("2H 2H 2H", "SJ SJ SJ", True),
        ("2H 2H 2H", "BJ BJ BJ", True),
        ("SJ SJ SJ", "BJ BJ BJ", True),
        ("SJ SJ SJ", "2H 2H 2H 2H", True),
        ("2H", "2D 2D 2D", True),
        ("2H 2H", "2D 2D 2D", True),
        ("2H 2H", "2D 2D", False),
        ("2H 2H 2H", "BJ BJ", False),
        ("2H 2H 2H", "2D 2D 2D", False),
        ("BJ BJ BJ", "SJ SJ SJ", False),
        ("SJ SJ", "SJ SJ", False),
    ],
)
def test_6_5_longer_tuples(there: str, text: str, higher: bool) -> None:
    """Z21 §6.5: "Triples and m-tuples may be used to declare the trump suit during the deal, with
    longer tuples taking precedence over both shorter tuples of the trump rank and shorter tuples of
    Jokers in overriding the trump suit. For example, three identical 2s override a pair of
    identical Jokers, and three identical Jokers override three identical 2s."
    """
    expected = f"override {text}" if higher else "bid-too-low"
    assert judged(showing((0, there)), 1, text, text) == expected


@pytest.mark.parametrize(
    ("there", "text", "made"),
    [
        ("2H", "2H", "2H 2H"),
        ("2H", "2H 2H", "2H 2H"),
        ("2H", "2H 2H 2H", "2H 2H 2H"),
        ("2H 2H", "2H", "2H 2H 2H"),
        ("2H 2H", "2H 2H 2H", "2H 2H 2H"),
        ("SJ SJ", "SJ", "SJ SJ SJ"),
        ("SJ SJ", "SJ SJ SJ", "SJ SJ SJ"),
    ],
)
def test_6_5_reinforcing_to_a_triple(there: str, text: str, made: str) -> None:
    """Z21 §3.5.5 on reinforcing, with the tuples of §6.5."""
    assert judged(showing((1, there)), 1, "2H 2H 2H SJ SJ SJ", text) == f"reinforce {made}"


def test_6_5_a_triple_through_commands() -> None:
    """Z21 §6.5: "three identical 2s override a pair of identical Jokers, and three identical Jokers
    override three identical 2s".
    """
    game = Game.of(
        Rules(decks=3),
        {0: "2H . . . . 2H 2H", 1: "BJ BJ", 2: "SJ SJ SJ", 3: "2D"},
    )
    game.draw(16)
    game.show(0, "2H")
    game.show(1, "BJ BJ")
    game.refused(Show(0, cards("2H 2H 2H")), "bid-not-held")
    game.draw(16)
    game.show(0, "2H 2H 2H")
    assert game.last(Shown).suit is Suit.HEARTS
    game.refused(Show(1, cards("BJ BJ")), "bid-too-low")
    game.show(2, "SJ SJ SJ")
    assert game.last(Shown) == Shown(2, "override", cards("SJ SJ SJ"), None, 2)


# `options` against trying everything


def sub_multisets(hand: tuple[Card, ...]) -> set[tuple[Card, ...]]:
    return {
        tuple(sorted(chosen, key=lambda card: card.index))
        for size in range(len(hand) + 1)
        for chosen in combinations(hand, size)
    }


def written(bid: Iterable[Card]) -> tuple[Card, ...]:
    """Cards in one order."""
    return tuple(sorted(bid, key=lambda card: card.index))


VARIED: list[dict[str, object]] = [
    {},
    {"joker_additions": "any"},
    {"joker_additions": "to-pairs", "override_partner": False},
    {"bid_jokers": "big-only", "least_shown": 2},
    {"bid_jokers": "none", "rank_overrides": "once"},
    {"late_reinforcement": True},
    {"suit_overrides": True},
]


@pytest.mark.parametrize("options", VARIED, ids=str)
def test_the_options_are_what_is_accepted(options: dict[str, object]) -> None:
    """Of every set of cards in a hand exactly those among the options may be shown (all of a
    reinforcement), whatever lies there already; and they come low to high.
    """
    chance = Random(5)
    kinds = [card for card in CARDS if card.rank is TWO or card.is_joker] + [Card.H3]
    seen: Counter[str] = Counter()
    for _ in range(300):
        least = 3 if "rank_overrides" in options else 2 if options else 1
        decks = chance.randint(least, 4)
        rules = rules_from({**options, "decks": decks})
        deck = [card for card in full_deck(decks) if card in kinds]
        chance.shuffle(deck)
        hand = tuple(deck[:6])
        others = deck[6:]
        bidding = Bidding(rules, (TWO,) * 4)
        for _ in range(chance.randint(0, 4)):
            seat = chance.choice([0, 0, 1, 2])
            found = bidding.options(seat, others if seat else hand)
            if found:
                choice = found[0] if chance.random() < 0.7 else chance.choice(found)
                answer = bidding.judge(seat, others if seat else hand, choice)
                assert not isinstance(answer, str)
                way, all_shown = answer
                before = bidding.shown
                if way == "reinforce":
                    way, before = before[-1].way, before[:-1]
                shown = (*before, Showing(seat, all_shown, way))
                bidding = Bidding(rules, bidding.ranks, shown)
        accepted = set()
        for tried in sub_multisets(hand):
            answer = bidding.judge(0, hand, tried)
            if not isinstance(answer, str):
                seen[answer[0]] += 1
                accepted.add(written(answer[1]))
        found = bidding.options(0, hand)
        assert len(found) == len({written(bid) for bid in found})
        assert {written(bid) for bid in found} == accepted
        heights = [
            (len(bid), sum(card.is_joker for card in bid), bid[0].index if bid[0].is_joker else 0)
            for bid in found
        ]
        assert heights == sorted(heights)
    assert seen["declare"] >= 5
    assert seen["override"] >= 5
    assert seen["reinforce"] >= 3 or "least_shown" in options
    assert (seen["late-reinforce"] > 0) == ("late_reinforcement" in options)


def test_whoever_shows_is_never_the_last_to_have_shown() -> None:
    """Z21 §3.5.5: "No player may directly override themselves": by whatever way a hand's
    declarations came about, no two in a row are of one seat.
    """
    chance = Random(6)
    for _ in range(50):
        game = Game.of(Rules(decks=chance.randint(2, 4)), {}, first=chance.randrange(4))
        while game.hand.turn is not None:
            game.do(Draw())
            seat = chance.randrange(4)
            options = game.hand.bidding.options(seat, game.hand.hands[seat])
            if options and chance.random() < 0.3:
                game.do(Show(seat, chance.choice(options)))
        shown = game.hand.shown
        assert all(one.seat != other.seat for one, other in pairwise(shown))


# Through commands


def test_3_5_5_declaring_at_any_moment() -> None:
    """Z21 §3.5.5: "Declaring and reinforcing are never required, and may be done at any time during
    the deal." Any seat may do it between two cards, before its own next draw too, and after the
    last card until the draw is closed.
    """
    game = Game.of(Rules(), {1: ". 2H .", 3: "SJ SJ", 2: ("." + " ." * 23) + " BJ", 0: "BJ"})
    game.refused(Show(1, cards("2H")), "bid-not-held")  # not drawn yet
    game.draw(6)  # seats 0 to 3, and 0 and 1 again
    assert game.hand.turn == 2
    game.show(1, "2H")
    game.draw(2)
    assert game.hand.turn == 0
    game.show(3, "SJ SJ")  # it just drew the second one; the next draw is another's
    game.draw_all()
    assert game.hand.turn is None
    game.refused(Draw(), "draw-over")
    game.refused(Show(2, cards("BJ BJ")), "bid-not-held")
    game.do(CloseDraw())
    game.refused(Show(0, cards("BJ")), "wrong-phase")
    assert game.last(TrumpMade) == TrumpMade(None, 3)


def test_3_5_5_after_the_last_card() -> None:
    """Z21 §3.5.5: "After a brief pause following the draw, declarations are no longer allowed." """
    late = ". " * 24
    game = Game.of(Rules(), {1: "2H", 2: late + "2D", 3: "2C 2C"})
    game.draw_all()
    game.show(2, "2D")
    game.show(3, "2C 2C")
    assert game.hand.phase is Phase.DRAW
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.CLUBS, 3)
    game.refused(CloseDraw(), "wrong-phase")
    game.refused(Show(2, cards("2D")), "wrong-phase")


def test_3_5_5_the_last_to_declare_or_override_deals() -> None:
    """Z21 §3.5.5: "The last player to declare or override becomes the Dealer." By Jokers too."""
    game = Game.of(Rules(), {0: "2H 2H", 1: "2D 2D SJ SJ", 2: "2C 2C BJ BJ", 3: "2S 2S"})
    game.draw(4)
    assert game.hand.dealer is None
    assert game.show(0, "2H") == (Shown(0, "declare", cards("2H"), Suit.HEARTS, 0),)
    game.draw(12)
    assert game.show(1, "2D 2D") == (Shown(1, "override", cards("2D 2D"), Suit.DIAMONDS, 1),)
    game.refused(Show(2, cards("2C 2C")), "bid-too-low")
    game.refused(Show(0, cards("2H")), "bid-too-low")
    game.refused(Show(1, cards("SJ SJ")), "bid-own")
    assert game.show(2, "BJ BJ") == (Shown(2, "override", cards("BJ BJ"), None, 2),)
    game.refused(Show(1, cards("SJ SJ")), "bid-too-low")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(None, 2)
    assert [shown.seat for shown in game.hand.shown] == [0, 1, 2]
    assert game.hand.turn == 2


def test_3_5_5_reinforced_and_not_overridden() -> None:
    """Z21 §3.5.5: a pair "can only override a single card of the trump rank that has not been
    reinforced".
    """
    game = Game.of(Rules(), {0: "2H 2H", 1: "2D 2D"})
    game.draw(8)
    game.show(0, "2H")
    assert game.show(0, "2H") == (Shown(0, "reinforce", cards("2H 2H"), Suit.HEARTS, 0),)
    assert [(s.seat, s.cards) for s in game.hand.shown] == [(0, cards("2H 2H"))]
    game.refused(Show(1, cards("2D 2D")), "bid-too-low")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.HEARTS, 0)


def test_3_6_5_the_dealer_of_a_later_hand_stays() -> None:
    """Z21 §3.6.5: "the provisions relating to the Dealer position do not apply, because the Dealer
    in subsequent hands is already determined according to Section 3.6.1 before the draw starts."
    """
    game = Game.later(Rules(), {0: "5H", 1: "5D 5D", 3: "BJ BJ"}, dealer=2, levels=("5", "9"))
    assert game.hand.rank is Rank.FIVE
    assert game.hand.dealer == 2
    game.draw(4)
    game.show(0, "5H")
    assert game.hand.dealer == 2
    game.draw(4)
    game.show(1, "5D 5D")
    assert game.show(3, "BJ BJ") == (Shown(3, "override", cards("BJ BJ"), None, 2),)
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(None, 2)
    game.refused(Bury(3, tuple(game.hand.hands[3][:8])), "not-dealer")
    game.do(Bury(2, tuple(game.hand.hands[2][:8])))


def test_3_6_5_the_rank_is_the_declarers_level() -> None:
    """Z21 §3.6.1: "The trump rank is set to the Declarers' level." So only its cards declare."""
    game = Game.later(Rules(), {0: "2H 5H 9H"}, dealer=1, levels=("5", "9"))
    game.draw(12)
    game.refused(Show(0, cards("2H")), "bid-cards")
    game.refused(Show(0, cards("5H")), "bid-cards")
    game.show(0, "9H")


# Nobody declares


@pytest.mark.parametrize(
    ("kitty", "turned", "suit"),
    [
        ("3C 2H AS 2D 4C 5C 6C 7C", 2, "H"),  # the first card of the trump rank
        ("2S 3C AS 2D 4C 5C 6C 7C", 1, "S"),
        ("SJ BJ 3C 4C 5C 6C 7C 2D", 8, "D"),
        ("3C QS 4C 5C 6C 7C 8C 9C", 8, "S"),  # no such card: the highest one
        ("3C QS QD 4C 5C QH 7C 8C", 8, "S"),  # tied: the first one
        ("KD KC AH AD 3C 4C 5C 6C", 8, "H"),  # from Ace down
        ("BJ SJ 3C 4D SJ BJ 3D 3H", 8, "D"),  # Jokers do not count
    ],
)
def test_3_5_5_nobody_declares(kitty: str, turned: int, suit: str) -> None:
    """Z21 §3.5.5: "the remaining 8 cards are turned face-up one-by-one until a card of the trump
    rank is revealed, and the suit of this card is set as the trump suit. If no card in the bottom 8
    cards is of the trump rank, then the suit of the highest-ranking card becomes trump. Here, rank
    is determined only via the usual ordering Ace, King, ... 3, 2; Jokers are excluded. If multiple
    cards are tied for the highest rank, the first one takes precedence."
    """
    game = Game.later(Rules(), {}, dealer=3, kitty=kitty)
    game.draw_all()
    game.do(CloseDraw())
    made = game.last(TrumpMade)
    assert made == TrumpMade(Suit(suit), 3, cards(kitty)[:turned])
    assert game.hand.trump == Trump(TWO, Suit(suit))
    assert game.hand.turned == cards(kitty)[:turned]


def test_3_5_5_the_kitty_counts_by_the_usual_order() -> None:
    """Z21 §3.5.5: "Here, rank is determined only via the usual ordering Ace, King, ... 3, 2"; a 2
    that is not of the trump rank is the lowest.
    """
    game = Game.later(Rules(), {}, dealer=0, levels=("9", "2"), kitty="2S 2D 3C 3H 2C 2H SJ 3D")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade).suit is Suit.CLUBS


def test_a_kitty_of_jokers_makes_no_trump_suit() -> None:
    """Z21 §3.5.5 excludes Jokers; when nothing else is there, there is no trump suit (ours)."""
    game = Game.of(Rules(decks=1, kitty=2), {}, kitty="SJ BJ")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(None, 0, cards("SJ BJ"))


def test_nothing_is_turned_up_when_somebody_declared() -> None:
    """Z21 §3.5.5: only "if no player declares a trump suit or no trump suit during the draw"."""
    game = Game.of(Rules(), {1: "2C"}, kitty="2H 2D 3C 4C 5C 6C 7C 8C")
    game.draw(4)
    game.show(1, "2C")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.CLUBS, 1, ())


@pytest.mark.parametrize("first", range(4))
def test_nobody_declares_in_the_first_hand(first: int) -> None:
    """Z21 §3.5.5 does not say who deals then; with us whoever drew first (docs, Making trumps)."""
    game = Game.of(Rules(), {}, first=first, kitty="2H 2D 3C 4C 5C 6C 7C 8C")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.HEARTS, first, cards("2H"))
    assert game.hand.turn == first
