"""The draw's variants, each as its text has it: what may be shown, who deals, nobody declares."""

from __future__ import annotations

import pytest

from shengji.cards import Rank, Suit, Trump
from shengji.game import (
    Bidding,
    CloseDraw,
    DealtAgain,
    HandStarted,
    KittyTaken,
    Match,
    Phase,
    Show,
    Showing,
    Shown,
    StartHand,
    TrumpMade,
    may_be_last,
    shown_trump,
)
from shengji.rules import PRESETS, Rules, rules_from
from tests.game.kit import Game, cards, stack

TWO = Rank.TWO


def judged(rules: Rules, shown: list[tuple[int, str]], seat: int, text: str) -> str:
    """How a bid counts that its seat holds (with what it has shown before), or the fault.

    `shown` in order; whoever shows again after another is understood to have overridden.
    """
    showings = tuple(
        Showing(who, cards(what), "override" if n else "declare")
        for n, (who, what) in enumerate(shown)
    )
    hand = [*cards(text), *(card for who, what in shown if who == seat for card in cards(what))]
    answer = Bidding(rules, (TWO,) * rules.players, showings).judge(seat, hand, cards(text))
    return answer if isinstance(answer, str) else answer[0]


# What may be shown


def test_z21_footnote_10_no_small_jokers() -> None:
    """Z21 footnote 10: "Some variants disallow using identical small jokers to declare"."""
    rules = Rules(bid_jokers="big-only", decks=3)
    assert judged(Rules(decks=3), [], 0, "SJ SJ") == "declare"
    assert judged(rules, [], 0, "SJ SJ") == judged(rules, [], 0, "SJ SJ SJ") == "bid-cards"
    assert judged(rules, [], 0, "BJ BJ") == "declare"
    assert judged(rules, [(1, "2H 2H")], 0, "SJ SJ") == "bid-cards"
    assert judged(rules, [(1, "2H 2H")], 0, "BJ BJ") == "override"


def test_pag_three_decks_no_jokers_and_triples() -> None:
    """PAG, Game with three decks: "A single card [...] can be overruled by a pair of identical
    cards of the trump rank exposed by a different player, and this in turn can be overruled by a
    triple (which could be created by the first player adding two identical cards to the card first
    exposed, or could be a completely new triple). [...] you can't overrule your own trump directly,
    but you can overrule your partner. There is no no-trump option (exposing jokers) in this
    version."
    """
    rules = Rules(decks=3, bid_jokers="none")
    assert judged(rules, [], 0, "BJ BJ BJ") == "bid-cards"
    assert judged(rules, [(0, "2H")], 2, "2D 2D") == "override"
    assert judged(rules, [(0, "2H"), (1, "2D 2D")], 3, "2C 2C 2C") == "override"
    assert judged(rules, [(0, "2H"), (1, "2D 2D")], 0, "2H 2H 2H") == "override"
    assert judged(rules, [(0, "2H")], 0, "2D 2D") == "bid-own"
    assert judged(rules, [(0, "2H"), (1, "2D 2D")], 0, "BJ BJ BJ") == "bid-cards"


def test_w23_a_first_declaration_of_a_pair() -> None:
    """W23, Determining declarers: "The first player to reveal a pair of identical rank 2 cards will
    become the dealer, as a variation".
    """
    rules = Rules(least_shown=2)
    assert judged(rules, [], 0, "2H") == "bid-least"
    assert judged(rules, [], 0, "2H 2H") == judged(rules, [], 0, "SJ SJ") == "declare"
    assert judged(Rules(), [], 0, "2H") == "declare"


def test_a_higher_suit_overrides_a_single_card() -> None:
    """Z21 §3.5.5 asks for "a pair of two identical cards higher than what [...] threw down"; houses
    let a single card of a higher suit do, in the order of Z21 §6.2.
    """
    suits = Rules(suit_overrides=True)
    order = ["2D", "2C", "2H", "2S"]
    for n, there in enumerate(order):
        for m, text in enumerate(order):
            expected = "override" if m > n else "bid-too-low"
            assert judged(suits, [(0, there)], 1, text) == expected
            assert judged(Rules(), [(0, there)], 1, text) == "bid-too-low"
    assert judged(suits, [(0, "2H")], 0, "2S") == "bid-own"
    assert judged(suits, [(0, "2S")], 1, "2D 2D") == "override"
    assert judged(suits, [(0, "2D 2D")], 1, "2S") == "bid-too-low"
    assert judged(suits, [(0, "2D 2D")], 1, "2S 2S") == "bid-too-low"
    assert judged(Rules(decks=1, suit_overrides=True), [(0, "2D")], 1, "2C") == "override"


def test_pag_the_partner_may_be_overruled_and_w23_not() -> None:
    """PAG: "you can use a pair to change a trump suit made by your partner with a single card if
    you wish to". W23: "Players are not allowed to reinforce their partner's bid."
    """
    w23 = Rules(override_partner=False)
    for seat, there, text in ((2, "2H", "2D 2D"), (2, "2H", "2H 2H"), (2, "2H 2H", "BJ BJ")):
        assert judged(Rules(), [(0, there)], seat, text) == "override"
        assert judged(w23, [(0, there)], seat, text) == "bid-partner"
    assert judged(w23, [(0, "2H")], 1, "2D 2D") == "override"
    six = Rules(players=6, override_partner=False)
    assert [judged(six, [(0, "2H")], seat, "2D 2D") for seat in range(1, 6)] == [
        "override",
        "bid-partner",
    ] * 2 + ["override"]
    # Friends have no partners in the draw.
    friends = Rules(players=6, teams="friends", override_partner=False)
    assert judged(friends, [(0, "2H")], 2, "2D 2D") == "override"


def test_w23_the_partner_is_overridden_but_not_reinforced() -> None:
    """W23: "other player(s) [...] may override the bid by revealing doubles of another suit";
    "Players are not allowed to reinforce their partner's bid."
    """
    w23 = rules_from({"preset": "wikipedia-2023", "decks": 3})
    assert judged(w23, [(0, "2H")], 2, "2D 2D") == "override"
    assert judged(w23, [(0, "2H")], 2, "2H 2H") == "bid-partner-suit"
    assert judged(w23, [(0, "2H")], 1, "2H 2H") == "override"
    assert judged(w23, [(0, "2H")], 0, "2H 2H") == "reinforce"
    assert judged(Rules(decks=3), [(0, "2H")], 2, "2H 2H") == "override"
    jokers = Rules(joker_additions="any", reinforce_partner=False)
    assert judged(jokers, [(0, "2H")], 2, "2H SJ") == "bid-partner-suit"
    assert judged(jokers, [(0, "2H SJ")], 2, "2C SJ BJ") == "override"
    assert judged(jokers, [(0, "SJ SJ")], 2, "BJ BJ") == "override"


def test_w23_the_first_declarer_comes_back_with_the_pair() -> None:
    """W23: "Player North reveals a 9♥ [...] East then reveals a pair of 9♣ [...] North may bid
    another 9♥, making a pair which takes precedence over East's override bid".
    """
    w23 = rules_from("wikipedia-2023")
    assert judged(w23, [(0, "2H"), (3, "2C 2C")], 0, "2H 2H") == "late-reinforce"
    assert judged(Rules(), [(0, "2H"), (3, "2C 2C")], 0, "2H 2H") == "bid-too-low"


def test_z21_3_5_5_the_first_declarer_and_jokers() -> None:
    """Z21 §3.5.5: "The original declarer can override with Jokers only if another player has
    overridden them with two identical cards of the trump rank."
    """
    assert judged(Rules(), [(0, "2H"), (1, "SJ SJ")], 0, "BJ BJ") == "bid-jokers"
    assert judged(Rules(), [(0, "2H 2H"), (1, "SJ SJ")], 0, "BJ BJ") == "bid-jokers"
    shown = [(0, "2H"), (1, "2D 2D"), (2, "SJ SJ")]
    assert judged(Rules(), shown, 0, "BJ BJ") == "override"
    assert judged(Rules(), shown, 1, "BJ BJ") == "override"
    three = Rules(decks=3)
    assert judged(three, [(0, "SJ SJ"), (1, "2D 2D 2D")], 0, "BJ BJ BJ") == "override"
    assert judged(three, [(0, "2H"), (1, "SJ SJ")], 0, "2H 2H 2H") == "override"
    added = Rules(decks=3, joker_additions="any")
    assert judged(added, [(0, "2H"), (1, "2D SJ")], 0, "BJ BJ BJ") == "override"


def test_w23_who_was_overridden_cannot_come_back() -> None:
    """Z21 §3.5.5: "The original declarer can override with Jokers only if another player has
    overridden them". W23: "A player who has already made a bid for the trump suit may only
    'reinforce' their bid by adding card(s) to their original bid."
    """
    w23 = Rules(decks=3, coming_back=False)
    shown = [(0, "2H"), (1, "2D 2D")]
    for text in ("BJ BJ", "BJ BJ BJ", "2S 2S 2S"):
        assert judged(Rules(decks=3), shown, 0, text) == "override"
        assert judged(w23, shown, 0, text) == "bid-again"
        assert judged(w23, shown, 2, text) == "override"
    assert judged(w23, [(0, "2H")], 0, "2H 2H") == "reinforce"


def test_w23_adding_to_the_original_bid_comes_back() -> None:
    """W23: "may only 'reinforce' their bid by adding card(s) to their original bid"; "Any new
    override bids must exceed prior bids."
    """
    w23 = Rules(decks=3, coming_back=False)
    shown = [(0, "2H"), (1, "2D 2D")]
    assert judged(w23, shown, 0, "2H 2H 2H") == "override"
    assert judged(w23, shown, 0, "2H 2H") == "bid-too-low"


def test_who_declared_last_may_override_that_where_the_house_says_so() -> None:
    """A house rule; Z21 §3.5.5: "No player may directly override themselves"."""
    z21, house = Rules(decks=3), Rules(decks=3, override_own=True)
    for text in ("2D 2D", "SJ SJ", "2D 2D 2D"):
        assert judged(z21, [(0, "2H")], 0, text) == "bid-own"
        assert judged(house, [(0, "2H")], 0, text) == "override"
    assert judged(house, [(0, "2H")], 0, "2H 2H") == "reinforce"
    assert judged(house, [(0, "2H 2H")], 0, "2D 2D") == "bid-too-low"
    assert judged(house, [(0, "2H")], 0, "3D 3D") == "bid-cards"
    shown = [(0, "2H"), (0, "2D 2D")]
    assert judged(house, shown, 0, "BJ BJ") == judged(house, shown, 1, "SJ SJ") == "override"
    course = Rules(override_own=True, coming_back=False)
    assert judged(course, [(0, "2H"), (1, "2D 2D")], 1, "BJ BJ") == "override"
    assert judged(course, [(0, "2H"), (1, "2D 2D")], 0, "BJ BJ") == "bid-again"


def test_z16_5_4_5_rank_cards_override_once() -> None:
    """Z16 §5.4.5: "Overriding with cards of the trump rank may only be done once and not by the
    original declarer." "Overriding with jokers may be done even after the original player has
    reinforced or has been overriden with cards of the trump rank."
    """
    free, once = Rules(decks=3), Rules(decks=3, rank_overrides="once")
    shown = [(0, "2H"), (1, "2D 2D")]
    for seat, text in ((2, "2C 2C 2C"), (0, "2H 2H 2H"), (0, "2S 2S 2S")):
        assert judged(free, shown, seat, text) == "override"
        assert judged(once, shown, seat, text) == "bid-once"
    assert judged(once, [(0, "2H")], 1, "2D 2D") == "override"
    assert judged(once, [(0, "2H"), (1, "SJ SJ")], 0, "2H 2H 2H") == "bid-once"
    assert judged(once, [(0, "2H"), (1, "SJ SJ")], 2, "2C 2C 2C") == "override"
    assert judged(once, shown, 2, "SJ SJ") == judged(once, shown, 0, "BJ BJ") == "override"
    assert judged(once, [(0, "2H 2H")], 3, "SJ SJ") == "override"


def test_bot_the_course_of_the_declarations() -> None:
    """BOT: "单张报主" while nobody has, then "对子反主" once; a pair of Jokers makes no trump suit.
    Whoever called may do it too, with the pair of any suit.
    """
    course = Rules(declarations="call-then-pair")
    for text in ("2H 2H", "SJ SJ"):
        assert judged(course, [], 0, text) == "bid-course"
        assert judged(course, [(1, "2D")], 0, text) == "override"
        assert judged(course, [(1, "2D"), (2, "2C 2C")], 0, text) == "bid-course"
        assert judged(course, [(0, "2D 2D")], 1, text) == "bid-course"
    assert judged(course, [(0, "2D")], 0, "SJ SJ") == "override"
    assert judged(course, [(0, "2D")], 0, "2D") == "reinforce"
    assert judged(course, [(1, "2D")], 0, "2H") == "bid-course"
    assert judged(course, [], 0, "SJ") == judged(course, [(1, "2D")], 0, "SJ BJ") == "bid-cards"
    silent = Rules(declarations="call-then-pair", override_partner=False)
    assert judged(silent, [(2, "2D")], 0, "2H 2H") == "bid-partner"
    assert judged(silent, [(0, "2D")], 0, "2H 2H") == "override"
    # With more decks it is still a pair.
    three = Rules(decks=3, declarations="call-then-pair")
    assert judged(three, [(1, "2D")], 0, "2H 2H 2H") == "bid-course"
    assert judged(three, [(0, "2D")], 0, "2D 2D 2D") == "bid-course"


def test_z16_footnote_3_jokers_over_oneself() -> None:
    """Z16 footnote 3: "the original declarer may override with jokers only if another player has
    overriden him or her with a pair of cards in the trump rank, and a player who overrides the
    original declarer with a pair of cards in the trump rank cannot later declare with jokers."
    """
    once = Rules(rank_overrides="once", first_dealer="last-not-jokers")
    assert judged(once, [(0, "2H")], 0, "SJ SJ") == "bid-own"
    assert judged(once, [(0, "2H"), (1, "2D 2D")], 0, "SJ SJ") == "override"
    assert judged(once, [(0, "2H"), (1, "2D 2D")], 1, "SJ SJ") == "bid-own"
    assert judged(once, [(0, "2H"), (1, "2D 2D"), (2, "SJ SJ")], 1, "BJ BJ") == "bid-jokers"
    assert judged(once, [(0, "2H"), (1, "2D 2D"), (2, "SJ SJ")], 0, "BJ BJ") == "override"
    assert judged(once, [(0, "2H"), (1, "2D 2D"), (2, "SJ SJ")], 3, "BJ BJ") == "override"


# Late reinforcement


def late(rules: Rules, *, drawn_between: int = 0) -> Game:
    """Seat 0 has declared a 2, seat 1 has overridden it."""
    game = Game.of(rules, {0: "2H 2H", 1: "2D 2D", 2: "2C BJ BJ", 3: "SJ SJ"})
    game.draw(12)
    game.show(0, "2H")
    game.show(1, "2D 2D")
    game.draw(drawn_between)
    return game


def test_z21_3_5_5_late_reinforcement() -> None:
    """Z21 §3.5.5: "allows the initial declarer to reinforce their original declaration
    *immediately after* it is overridden by another player with a pair of identical cards of the
    trump rank."
    """
    rules = Rules(late_reinforcement=True)
    game = late(rules)
    assert game.show(0, "2H 2H") == (Shown(0, "late-reinforce", cards("2H 2H"), Suit.HEARTS, 0),)
    assert game.hand.trump_so_far == Trump(TWO, Suit.HEARTS)
    # Nobody comes back with a pair; Jokers are still higher.
    game.refused(Show(1, cards("2D 2D")), "bid-too-low")
    assert game.show(3, "SJ SJ")[0] == Shown(3, "override", cards("SJ SJ"), None, 3)
    assert [s.way for s in game.hand.shown] == ["declare", "override", "late-reinforce", "override"]
    late(Rules()).refused(Show(0, cards("2H 2H")), "bid-too-low")


def test_z21_3_5_5_late_reinforcement_is_immediate() -> None:
    """Z21 §3.5.5: "*immediately after*": not when a card has been drawn meanwhile."""
    rules = Rules(late_reinforcement=True)
    late(rules, drawn_between=1).refused(Show(0, cards("2H 2H")), "bid-too-low")
    assert late(rules).hand.bidding.options(0, cards("2H 2H")) == [cards("2H 2H")]
    assert late(rules, drawn_between=1).hand.bidding.options(0, cards("2H 2H")) == []


def test_w23_late_reinforcement_has_the_limit_of_z21() -> None:
    """W23: the second nine "takes precedence over East's override bid"; it does not say until when
    (docs/reading-the-texts.md, Making trumps).
    """
    rules = PRESETS["wikipedia-2023"].rules
    (shown,) = late(rules).show(0, "2H 2H")
    assert isinstance(shown, Shown) and shown.way == "late-reinforce"
    late(rules, drawn_between=1).refused(Show(0, cards("2H 2H")), "bid-too-low")


def asked(game: Game) -> list[int]:
    """The seats whose last moment to show it is, as far as everybody knows."""
    return [seat for seat in range(4) if may_be_last(game.hand, seat)]


def test_whose_last_moment_it_is_follows_from_what_lies_open() -> None:
    """Z21 §3.5.5: the initial declarer reinforces at once after the override, or never; all others
    can go on until the last card. Whether they hold anything is not asked.
    """
    rules = Rules(late_reinforcement=True)
    empty = Game.of(rules, {0: "2H", 1: "2D 2D"})
    empty.draw(8)
    empty.show(0, "2H")
    assert asked(empty) == []
    empty.show(1, "2D 2D")
    assert asked(empty) == asked(late(rules)) == [0], "also of who cannot"
    assert asked(late(rules, drawn_between=1)) == []
    empty.draw_all()
    assert asked(empty) == [0, 2, 3], "seat 1 has shown all of its cards"
    assert asked(Game.of(rules, {0: "2H"})) == []


def test_nobody_is_asked_where_everybody_knows_that_nothing_is_higher() -> None:
    game = Game.of(Rules(), {0: "BJ BJ", 1: "SJ SJ"})
    game.draw_all()
    assert asked(game) == [0, 1, 2, 3]
    game.show(1, "SJ SJ")
    assert asked(game) == [0, 2, 3]
    game.show(0, "BJ BJ")
    assert asked(game) == []


def test_z21_3_5_5_late_reinforcement_only_of_the_own_declaration() -> None:
    """Z21 §3.5.5: the initial declarer, the original suit; "late reinforcement cannot prevent an
    override by Jokers".
    """
    rules = Rules(late_reinforcement=True)
    # Another pair, or another player.
    game = Game.of(rules, {0: "2H 2C 2C", 1: "2D 2D", 2: "2S 2S"})
    game.draw(12)
    game.show(0, "2H")
    game.show(1, "2D 2D")
    game.refused(Show(0, cards("2C 2C")), "bid-too-low")
    game.refused(Show(2, cards("2S 2S")), "bid-too-low")
    # Against Jokers.
    game = Game.of(rules, {0: "2H 2H", 1: "SJ SJ"})
    game.draw(8)
    game.show(0, "2H")
    game.show(1, "SJ SJ")
    game.refused(Show(0, cards("2H 2H")), "bid-too-low")
    # What was a pair already cannot be reinforced.
    game = Game.of(Rules(late_reinforcement=True, decks=3), {0: "2H 2H", 1: "2D 2D 2D"})
    game.draw(12)
    game.show(0, "2H 2H")
    game.show(1, "2D 2D 2D")
    game.refused(Show(0, cards("2H 2H")), "bid-too-low")


# Jokers added


def test_pag_a_joker_to_change_trumps() -> None:
    """PAG, Using a joker to change trumps: "if [...] a player flips a pair of trumps, but another
    player wishes to change it, he can expose a pair of trumps and a joker. This in turn can be
    overruled by a pair of trumps and a pair of jokers. Note that overruling always requires a pair
    of identical trump rank cards - you cannot use a single trump rank card with one or more
    jokers".
    """
    rules = Rules(joker_additions="to-pairs")
    pair, one, two = [(0, "2H 2H")], [(0, "2H 2H"), (1, "2D 2D SJ")], "2C 2C BJ BJ"
    assert judged(rules, pair, 1, "2D 2D SJ") == judged(rules, pair, 1, "2D 2D BJ") == "override"
    assert judged(rules, one, 2, two) == "override"
    assert judged(rules, one, 2, "2C 2C BJ") == "bid-too-low"
    assert judged(rules, one, 2, "2C 2C SJ BJ") == "bid-cards"  # no pair of Jokers
    for text in ("2D SJ", "2D BJ BJ", "2D SJ SJ"):
        assert judged(rules, pair, 1, text) == "bid-cards"
    # "a pair of trumps" is overruled: neither a single card nor a call of no trumps.
    assert judged(rules, [(0, "2H")], 1, "2D 2D SJ") == "bid-cards"
    assert judged(rules, [(0, "SJ SJ")], 1, "2D 2D BJ") == "bid-cards"
    assert judged(rules, [*pair, (1, "SJ SJ")], 2, "2D 2D BJ") == "bid-cards"
    # To change something; not to begin with, and not over oneself.
    assert judged(rules, [], 1, "2D 2D SJ") == "bid-cards"
    assert judged(rules, pair, 0, "2H 2H SJ") == "bid-own"
    assert judged(Rules(), pair, 1, "2D 2D SJ") == "bid-cards"
    assert shown_trump(rules, cards("2D 2D SJ"), TWO) == Trump(TWO, Suit.DIAMONDS)


def test_w23_jokers_in_a_bid() -> None:
    """W23: "In some variations, one or more joker cards may be included in a bid, allowing three or
    more cards in a bid."
    """
    rules = Rules(joker_additions="any")
    assert judged(rules, [], 0, "2H SJ") == judged(rules, [], 0, "2H 2H BJ SJ SJ") == "declare"
    assert judged(rules, [(0, "2H")], 1, "2D SJ") == "override"
    assert judged(rules, [(0, "2H 2H")], 1, "2D 2D SJ") == "override"
    assert judged(rules, [(0, "2H 2H SJ")], 1, "2D 2D BJ") == "bid-too-low"
    assert judged(rules, [(0, "2H 2H SJ")], 1, "2D BJ BJ") == "override"  # more Jokers
    for text in ("SJ", "SJ BJ", "2H 2D SJ", "3H SJ"):
        assert judged(rules, [], 0, text) == "bid-cards"


def test_w23_a_bid_is_reinforced_by_adding() -> None:
    """W23: "A player who has already made a bid for the trump suit may only 'reinforce' their bid
    by adding card(s) to their original bid." It stays a bid for the same trump.
    """
    rules = Rules(joker_additions="any")
    assert judged(rules, [(0, "2H")], 0, "SJ") == "reinforce"
    assert judged(rules, [(0, "2H SJ")], 0, "2H") == "reinforce"
    assert judged(rules, [(0, "2H")], 0, "2D SJ") == "bid-own"
    # No trump suit cannot become hearts by adding a two of hearts.
    assert judged(rules, [(0, "SJ SJ")], 0, "2H") == "bid-own"
    assert judged(rules, [(0, "SJ SJ")], 0, "2H SJ SJ") == "bid-own"
    bidding = Bidding(rules, (TWO,) * 4, (Showing(0, cards("SJ SJ")),))
    assert bidding.options(0, cards("SJ SJ 2H 2H")) == []


# Who deals


@pytest.mark.parametrize(
    ("first_dealer", "dealers"),
    [
        ("last", [0, 1, 3]),
        ("last-not-jokers", [0, 1, 1]),
        ("first", [0, 0, 0]),
        ("first-pair", [0, 1, 1]),
    ],
)
def test_who_deals_the_first_hand(first_dealer: str, dealers: list[int]) -> None:
    """Z21 §3.5.5, PAG: "The last player to declare or override becomes the Dealer." Z16 §5.4.5:
    "The player declaring no-trumps does NOT become the new Dealer". W23: "The first player to
    reveal any rank 2 card [...] will instantly become the dealer"; "The first player to reveal a
    pair of identical rank 2 cards will become the dealer, as a variation".
    """
    game = Game.of(rules_from({"first_dealer": first_dealer}), {0: "2H", 1: "2D 2D", 3: "SJ SJ"})
    game.draw(8)
    shown = [game.show(0, "2H"), game.show(1, "2D 2D"), game.show(3, "SJ SJ")]
    assert [event.dealer for (event,) in shown if isinstance(event, Shown)] == dealers
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(None, dealers[-1])
    assert game.last(KittyTaken).seat == dealers[-1]


def test_z16_5_4_5_jokers_first() -> None:
    """Z16 §5.4.5: "(unless he or she is the first person to declare [...])"."""
    game = Game.of(Rules(first_dealer="last-not-jokers"), {2: "SJ SJ", 3: "BJ BJ"})
    game.draw(8)
    assert game.show(2, "SJ SJ")[0] == Shown(2, "declare", cards("SJ SJ"), None, 2)
    assert game.show(3, "BJ BJ")[0] == Shown(3, "override", cards("BJ BJ"), None, 2)


@pytest.mark.parametrize(
    ("shown", "dealers"),
    [
        # Who reinforces shows a pair, and a higher one takes the deal from nobody.
        ([(0, "2H"), (0, "2H"), (2, "SJ SJ")], [0, 0, 0]),
        # "The first player to reveal a pair of identical joker cards will become the dealer".
        ([(0, "2H"), (2, "SJ SJ"), (3, "BJ BJ")], [0, 2, 2]),
        # Nobody shows a pair: "the first player to reveal any rank 2 card".
        ([(1, "2D"), (0, "2S")], [1, 1]),
    ],
)
def test_w23_the_first_pair_deals(shown: list[tuple[int, str]], dealers: list[int]) -> None:
    """W23: the first to show a pair becomes the Dealer, as a variation."""
    rules = Rules(first_dealer="first-pair", suit_overrides=True)
    game = Game.of(rules, {0: "2H 2H 2S", 1: "2D", 2: "SJ SJ", 3: "BJ BJ"})
    game.draw(12)
    found = []
    for seat, text in shown:
        game.show(seat, text)
        found.append(game.hand.dealer)
    assert found == dealers


FRIENDS_DRAW = Rules(players=5, teams="friends", later_dealer="draw")


def test_z21_6_5_everyone_bids_their_own_rank() -> None:
    """Z21 §6.5: "all players declare and override trump using their own rank. The last player to
    declare or override becomes Dealer, sets their suit as the trump suit, and sets their rank as
    the trump rank."
    """
    game = Game(Match(FRIENDS_DRAW))
    game.match.begin_at([Rank(r) for r in ("2", "5", "5", "9", "K")], None)
    deck = stack(FRIENDS_DRAW, {0: "2H", 1: "5D 5D", 2: "9C 9C", 4: "BJ BJ"})
    game.do(StartHand(deck, cards("6C")))  # among five, a six counts to the shuffler
    started = game.last(HandStarted)
    assert (started.rank, started.dealer, started.first) == (None, None, 0)
    assert game.hand.ranks == tuple(game.match.levels)
    game.draw(10)
    refusal = game.refused(Show(2, cards("9C 9C")), "bid-cards")
    assert refusal.params["rank"] == "5"  # its own
    game.show(0, "2H")
    assert (game.hand.dealer, game.hand.rank) == (0, TWO)
    game.show(1, "5D 5D")
    assert (game.hand.dealer, game.hand.rank) == (1, Rank.FIVE)
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.DIAMONDS, 1, rank=Rank.FIVE)
    assert game.hand.trump == Trump(Rank.FIVE, Suit.DIAMONDS)
    # Jokers make the rank of who shows them.
    game = Game(Match(FRIENDS_DRAW))
    game.match.begin_at([Rank(r) for r in ("2", "5", "5", "9", "K")], None)
    game.do(StartHand(deck, cards("6C")))
    game.draw(10)
    game.show(4, "BJ BJ")
    game.draw_all()
    game.do(CloseDraw())
    assert game.hand.trump == Trump(Rank.KING, None)


@pytest.mark.parametrize("first_dealer", ["last", "first", "last-not-jokers"])
def test_z21_6_5_the_last_to_show_deals_in_later_hands(first_dealer: str) -> None:
    """Z21 §6.5, where every hand is open: "The last player to declare or override becomes Dealer".
    What another rule says of the Dealer of the first hand (W23, Z16 §5.4.5) ends with it.
    """
    rules = rules_from(
        {"players": 5, "teams": "friends", "later_dealer": "draw", "first_dealer": first_dealer}
    )
    game = Game(Match(rules))
    game.match.hands, game.match.first = 1, 0
    game.do(StartHand(stack(rules, {0: "2H", 1: "2D 2D", 3: "SJ SJ"})))
    assert game.last(HandStarted).hand == 2
    game.draw(10)
    shown = [game.show(0, "2H"), game.show(1, "2D 2D"), game.show(3, "SJ SJ")]
    assert [event.dealer for (event,) in shown if isinstance(event, Shown)] == [0, 1, 3]


def test_z21_6_5_nobody_bids_their_own_rank() -> None:
    """Z21 §6.5 has no word on it: whoever drew first deals, at their level (ours)."""
    game = Game(Match(FRIENDS_DRAW))
    game.match.begin_at([Rank(r) for r in ("2", "5", "5", "9", "K")], None)
    game.do(StartHand(stack(FRIENDS_DRAW, {}, kitty="2C 9D AS AH 3C 4C 6C 7C"), cards("4C")))
    assert game.hand.first == 3
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.DIAMONDS, 3, cards("2C 9D"), Rank.NINE)


# The pause


def test_pag_a_pause_after_the_last_card() -> None:
    """PAG: "There is then a pause, to see whether anyone wishes at this stage to expose a trump."
    Where there is none, nothing is shown after the last card.
    """
    for pause in (True, False):
        game = Game.of(Rules(pause_after_draw=pause), {0: "2H"})
        game.draw(99)
        assert game.hand.bidding.options(0, game.hand.hands[0])
        game.draw(1)
        options = game.hand.bidding.options(0, game.hand.hands[0])
        assert bool(options) == pause
        if pause:
            game.show(0, "2H")
        else:
            game.refused(Show(0, cards("2H")), "bid-over")


# Nobody declares


@pytest.mark.parametrize(
    ("joker", "kitty", "turned", "suit"),
    [
        ("next-card", "5D 2H AS 3C 4C 6C 7C 8C", 1, "D"),
        ("next-card", "SJ BJ 3H 2C 4C 6C 7C 8C", 3, "H"),
        ("no-trump", "5D 2H AS 3C 4C 6C 7C 8C", 1, "D"),
        ("no-trump", "BJ 2H AS 3C 4C 6C 7C 8C", 1, None),
        ("deal-again", "AC 2H BJ 3C 4C 6C 7C 8C", 1, "C"),
    ],
)
def test_w23_the_first_card(joker: str, kitty: str, turned: int, suit: str | None) -> None:
    """W23: "the first card in the kitty is turned over, and its suit is adopted as the dominant
    suit. If the card turned over is a joker, there are three potential actions: turn over the
    subsequent card; play no-trumps round; reshuffle the cards".
    """
    rules = rules_from({"no_bid": "first-card", "no_bid_joker": joker})
    game = Game.later(rules, {}, dealer=1, kitty=kitty)
    game.draw_all()
    game.do(CloseDraw())
    made = TrumpMade(None if suit is None else Suit(suit), 1, cards(kitty)[:turned])
    assert game.last(TrumpMade) == made


def test_w23_a_joker_reshuffles() -> None:
    """W23: "reshuffle the cards": the same hand, the same Dealer and first drawer."""
    rules = Rules(no_bid="first-card", no_bid_joker="deal-again")
    game = Game.later(rules, {}, dealer=1, levels=("4", "7"), kitty="SJ 2H AS 3C 4C 6C 7C 8C")
    game.draw_all()
    assert game.do(CloseDraw()) == (DealtAgain("joker", 1, 1, cards("SJ")),)
    check_dealt_again(game, dealer=1, rank="7", redeals=0)


def check_dealt_again(game: Game, *, dealer: int | None, rank: str | None, redeals: int) -> None:
    """The hand has been thrown in, no level has changed; the next start deals it again."""
    again = game.last(DealtAgain)
    before = list(game.match.standings)
    assert game.hand.phase is Phase.AGAIN
    assert game.hand.turn is None
    assert game.match.between_hands
    number = game.hand.number
    game.refused(CloseDraw(), "wrong-phase")
    game.do(StartHand(stack(game.match.rules, {}, first=again.first)))
    started = game.last(HandStarted)
    assert (started.hand, started.dealer, started.first) == (number, dealer, again.first)
    assert (started.rank, started.redeals) == (None if rank is None else Rank(rank), redeals)
    assert started.turned == ()
    assert game.match.standings == before
    assert game.match.hands == number
    assert game.hand.shown == []


def test_pag_nobody_declares_in_the_first_hand() -> None:
    """PAG: "If this did happen, the cards would be thrown in and the deal repeated." In later hands
    the kitty is turned up.
    """
    rules = Rules(no_bid_first_hand="deal-again")
    game = Game.of(rules, {}, first=3, kitty="2H 3H 4H 5H 6H 7H 8H 9H")
    game.draw_all()
    assert game.do(CloseDraw()) == (DealtAgain("no-bid", 3, None),)
    check_dealt_again(game, dealer=None, rank="2", redeals=0)
    game = Game.later(rules, {}, dealer=2, kitty="2H 3H 4H 5H 6H 7H 8H 9H")
    game.draw_all()
    game.do(CloseDraw())
    assert game.last(TrumpMade) == TrumpMade(Suit.HEARTS, 2, cards("2H"))
