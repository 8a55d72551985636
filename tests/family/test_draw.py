"""Making trumps during the draw, option by option, with the words of the texts."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from shengji.cards import Rank, Suit
from shengji.game import (
    AnswerRedeal,
    CloseDraw,
    DealtAgain,
    Match,
    Phase,
    RedealAnswered,
    Show,
    StartHand,
    TrumpMade,
)
from shengji.game.declarations import Bidding, Showing
from tests.family.kit import Game, cards, rules
from tests.game.kit import levels_of, stack

HIDDEN = "8H 8H 8H 8C 8C 8C SJ SJ SJ BJ BJ BJ"
"""Held by whoever is asked: what may be shown is then up to the rules alone."""


def judge(
    shown: list[str], seat: int, text: str, *, drawn: tuple[int, ...] = (), **values: Any
) -> str:
    """How showing these cards counts, or why it is refused.

    `shown` are the declarations so far, `SEAT CARDS`, the first a declaration and the others
    overrides; `drawn` is how many cards had been drawn at each of them and are now.
    """
    before = []
    for number, one in enumerate(shown):
        who, _, what = one.partition(" ")
        way = "override" if number else "declare"
        at = drawn[number] if drawn else number
        before.append(Showing(int(who), cards(what), way, at))  # type: ignore[arg-type]
    now = drawn[-1] if drawn else len(shown)
    bidding = Bidding(rules(**values), (Rank("8"),) * 4, tuple(before), now)
    judged = bidding.judge(seat, [*cards(HIDDEN), *cards("8S 8S 8S")], cards(text))
    return judged if isinstance(judged, str) else judged[0]


# What may be shown


@pytest.mark.parametrize("text", ["8H", "8H 8H", "SJ SJ", "BJ BJ"])
def test_singles_pairs_and_pairs_of_jokers(text: str) -> None:
    """Z21 §3.5.5: "(a) one card of the trump rank, (b) two identical cards of the trump rank, or
    (c) a pair of identical Jokers".
    """
    assert judge([], 0, text) == "declare"
    for nothing in ("BJ", "SJ BJ", "8H 8C", "7H"):
        assert judge([], 0, nothing) == "bid-cards"


def test_only_pairs_declare() -> None:
    """W23: "The first player to reveal a pair of identical rank 2 cards will become the dealer, as
    a variation".
    """
    assert judge([], 0, "8H", least_shown=2) == "bid-least"
    assert judge([], 0, "8H 8H", least_shown=2) == "declare"


@pytest.mark.parametrize(
    ("before", "text", "way"),
    [
        ("1 BJ BJ", "8H 8H 8H", "override"),
        ("1 8S 8S 8S", "SJ SJ SJ", "override"),
        ("1 SJ SJ SJ", "8H 8H 8H", "bid-too-low"),
        ("1 SJ SJ", "8H 8H", "bid-too-low"),
        ("1 8S 8S", "SJ SJ", "override"),
        ("1 SJ SJ", "BJ BJ", "override"),
    ],
)
def test_longer_tuples_and_then_jokers(before: str, text: str, way: str) -> None:
    """Z21 §6.5: "three identical 2s override a pair of identical Jokers, and three identical Jokers
    override three identical 2s"; §3.5.5 has big Jokers above small ones and both above the rank.
    """
    assert judge([before], 0, text, decks=3) == way


def test_small_jokers_may_not_declare() -> None:
    """Z21 footnote 10: "Some variants disallow using identical small jokers to declare"."""
    assert judge([], 0, "SJ SJ", bid_jokers="big-only") == "bid-cards"
    assert judge([], 0, "BJ BJ", bid_jokers="big-only") == "declare"


def test_no_joker_bids() -> None:
    """PAG, Game with three decks: "There is no no-trump option (exposing jokers)" here."""
    for text in ("SJ SJ", "BJ BJ", "BJ BJ BJ"):
        assert judge([], 0, text, decks=3, bid_jokers="none") == "bid-cards"
    assert rules(preset="three-deck").bid_jokers == "none"


# Reinforcing and overriding


def test_reinforcing_before_an_override() -> None:
    """Z21 §3.5.5: "the player may later reinforce their declaration, by throwing down the only
    other card in the deck that matches both in suit and in rank ... before another player
    overrides".
    """
    assert judge(["0 8H"], 0, "8H") == "reinforce"
    assert judge(["0 8H", "1 8C 8C"], 0, "8H 8H") == "bid-too-low"
    assert judge(["0 8H 8H"], 1, "8C 8C") == "bid-too-low"


@pytest.mark.parametrize(
    ("before", "drawn", "way"),
    [
        (["0 8H", "1 8C 8C"], (5, 9, 9), "late-reinforce"),
        (["0 8H", "1 8C 8C"], (5, 9, 10), "bid-too-low"),
        (["0 8H", "1 SJ SJ"], (5, 9, 9), "bid-too-low"),
    ],
)
def test_late_reinforcement(before: list[str], drawn: tuple[int, ...], way: str) -> None:
    """Z21 §3.5.5: "allows the initial declarer to reinforce their original declaration immediately
    after it is overridden by another player with a pair of identical cards of the trump rank ...
    late reinforcement cannot prevent an override by Jokers".
    """
    assert judge(before, 0, "8H 8H", drawn=drawn, late_reinforcement=True) == way
    assert judge(before, 0, "8H 8H", drawn=drawn) == "bid-too-low"


def test_late_reinforcement_brings_the_suit_back() -> None:
    """Z21 §3.5.5: "one has the option to keep one's initial declaration or accept the new suit"."""
    draws = {0: "8H 8H", 1: "8C 8C"}
    game = Game.of(rules(first_level="8", late_reinforcement=True), draws)
    game.draw(1)
    game.show(0, "8H")
    game.draw(5)
    game.show(1, "8C 8C")
    assert game.hand.dealer == 1
    game.show(0, "8H 8H")
    assert (game.hand.dealer, game.hand.trump_so_far.suit) == (0, Suit("H"))


def test_nobody_overrides_themselves() -> None:
    """Z21 §3.5.5: "No player may directly override themselves ... The original declarer can
    override with Jokers only if another player has overridden them with two identical cards of the
    trump rank." Z16 §4, §5.4.5 and PAG have the same.
    """
    assert judge(["0 8H"], 0, "8C 8C") == "bid-own"
    assert judge(["0 8H"], 0, "BJ BJ") == "bid-own"
    assert judge(["0 8H", "1 8C 8C"], 0, "SJ SJ") == "override"
    # Z16 footnote 3: who "overrides the original declarer ... cannot later declare with jokers".
    assert judge(["0 8H", "1 8C 8C"], 1, "SJ SJ") == "bid-own"


def test_the_partner_may_be_overridden_or_not() -> None:
    """PAG: "you can use a pair to change a trump suit made by your partner with a single card";
    W23: "Players are not allowed to reinforce their partner's bid."
    """
    assert judge(["2 8H"], 0, "8C 8C") == "override"
    assert judge(["2 8H"], 0, "8C 8C", override_partner=False) == "bid-partner"
    assert judge(["2 8H"], 1, "8C 8C", override_partner=False) == "override"


def test_rank_cards_override_once() -> None:
    """Z16 §5.4.5: "Overriding with cards of the trump rank may only be done once and not by the
    original declarer." With Jokers one may "at any time".
    """
    once: dict[str, Any] = {"rank_overrides": "once", "decks": 3}
    assert judge(["1 8S"], 0, "8H 8H", **once) == "override"
    assert judge(["1 8S", "2 8C 8C"], 0, "8H 8H 8H", **once) == "bid-once"
    assert judge(["1 8S", "2 8C 8C"], 0, "8H 8H 8H", decks=3) == "override"
    assert judge(["0 8S", "2 SJ SJ"], 0, "8H 8H 8H", **once) == "bid-once"
    assert judge(["0 8S", "2 8C 8C"], 0, "BJ BJ", **once) == "override"


def test_one_card_and_then_once_a_pair() -> None:
    """BOT: one card of the rank calls; a pair of the rank or of Jokers snatches, once, whosever."""
    course: dict[str, Any] = {"declarations": "call-then-pair"}
    assert judge([], 0, "8H", **course) == "declare"
    assert judge([], 0, "8H 8H", **course) == "bid-course"
    assert judge(["0 8H"], 1, "8C 8C", **course) == "override"
    assert judge(["0 8H"], 0, "8C 8C", **course) == "override"
    assert judge(["0 8H"], 0, "8H 8H", **course) == "reinforce"
    assert judge(["0 8H", "1 8C 8C"], 2, "BJ BJ", **course) == "bid-course"


def test_jokers_added_to_pairs() -> None:
    """PAG, Using a joker to change trumps: "he can expose a pair of trumps and a joker. This in
    turn can be overruled by a pair of trumps and a pair of jokers ... you cannot use a single trump
    rank card with one or more jokers".
    """
    added: dict[str, Any] = {"joker_additions": "to-pairs"}
    assert judge(["1 8S 8S"], 0, "8H 8H SJ", **added) == "override"
    assert judge(["1 8S 8S BJ"], 0, "8H 8H SJ SJ", **added) == "override"
    assert judge(["1 8S 8S SJ SJ"], 0, "8H 8H BJ", **added) == "bid-too-low"
    assert judge(["1 8S"], 0, "8H SJ", **added) == "bid-cards"
    assert judge([], 0, "8H 8H SJ", **added) == "bid-cards"
    assert judge(["1 8S 8S"], 0, "8H 8H SJ") == "bid-cards"


def test_jokers_added_to_any_bid() -> None:
    """W23: "one or more joker cards may be included in a bid, allowing three or more cards in a
    bid. A player who has already made a bid for the trump suit may only "reinforce" their bid by
    adding card(s) to their original bid."
    """
    added: dict[str, Any] = {"joker_additions": "any"}
    assert judge([], 0, "8H SJ", **added) == "declare"
    assert judge(["1 8S 8S"], 0, "8H SJ BJ", **added) == "override"
    assert judge(["0 8H"], 0, "8H BJ", **added) == "reinforce"
    assert judge(["0 8H"], 0, "8C BJ", **added) == "bid-own"
    assert judge(["1 8S 8S"], 0, "SJ", **added) == "bid-cards"


# Who deals


@pytest.mark.parametrize(
    ("way", "dealers"),
    [
        ("last", [0, 1, 2]),
        ("last-not-jokers", [0, 1, 1]),
        ("first", [0, 0, 0]),
        ("first-pair", [0, 1, 1]),
    ],
    ids=["last", "last-not-jokers", "first", "first-pair"],
)
def test_the_dealer_of_the_first_hand(way: str, dealers: list[int]) -> None:
    """Z21 §3.5.5 and PAG: "The last player to declare or override becomes the Dealer"; Z16 §5.4.5:
    "The player declaring no-trumps does NOT become the new Dealer"; W23: "The first player to
    reveal any rank 2 card ... will instantly become the dealer", and as a variation "The first
    player to reveal a pair of identical rank 2 cards".
    """
    draws = {0: "2H", 1: "2C 2C", 2: ". . SJ SJ"}
    game = Game.of(rules(first_dealer=way), draws)
    game.draw_all()
    found = []
    for seat, text in [(0, "2H"), (1, "2C 2C"), (2, "SJ SJ")]:
        game.show(seat, text)
        found.append(game.hand.dealer)
    assert found == dealers
    game.do(CloseDraw())
    assert game.last(TrumpMade).dealer == dealers[-1]
    assert game.hand.trump is not None and game.hand.trump.suit is None


def test_jokers_that_declare_first_make_the_dealer() -> None:
    """Z16 §5.4.5: "(unless he or she is the first person to declare ...)"."""
    game = Game.of(rules(first_dealer="last-not-jokers"), {2: "SJ SJ"})
    game.draw_all()
    game.show(2, "SJ SJ")
    assert game.hand.dealer == 2


def test_the_dealer_of_every_hand_is_open() -> None:
    """Z21 §6.5: "all players declare and override trump using their own rank. The last player to
    declare or override becomes Dealer, sets their suit as the trump suit, and sets their rank as
    the trump rank"; "The person to the right of the previous dealer starts the draw".
    """
    house = rules(teams="friends", players=5, later_dealer="draw")
    draws = {1: "5H", 3: "9C 9C"}
    game = Game(Match(house))
    game.match.begin_at(levels_of(house, ["2", "5", "7", "9", "J"]), None)
    game.match.first = 0
    game.do(StartHand(stack(house, draws)))
    game.draw_all()
    assert [rank.value for rank in game.hand.ranks] == ["2", "5", "7", "9", "J"]
    game.refused(Show(3, cards("5H")), "bid-cards")
    game.show(1, "5H")
    game.show(3, "9C 9C")
    game.do(CloseDraw())
    assert (game.hand.dealer, game.hand.rank.value) == (3, "9")


# After the last card


def test_a_pause_after_the_last_card() -> None:
    """PAG: "There is then a pause, to see whether anyone wishes at this stage to expose a trump."
    Without it nobody may any more.
    """
    with_pause = Game.of(rules(pause_after_draw=True), {0: "2H"})
    with_pause.draw_all()
    with_pause.show(0, "2H")
    without = Game.of(rules(pause_after_draw=False), {0: "2H"})
    without.draw(99)
    assert without.hand.bidding.options(0, without.hand.hands[0])
    without.draw(1)
    without.refused(Show(0, cards("2H")), "bid-over")


def undeclared(kitty: str, *, first: bool = False, **values: Any) -> Game:
    """A hand in which nobody declares, to the end of the draw."""
    house = rules(first_level="8", **values)
    game = (
        Game.of(house, {}, kitty=kitty) if first else Game.later(house, {}, dealer=1, kitty=kitty)
    )
    game.draw_all()
    game.do(CloseDraw())
    return game


@pytest.mark.parametrize(
    ("kitty", "suit", "turned"),
    [
        ("3C KD 8S 8H 4C 4D 5C 6C", "S", 3),
        ("3C KD QH KS 4C 4D 5C BJ", "D", 8),
        ("BJ SJ 3C 4C 5H 6D 7S 2C", "S", 8),
    ],
)
def test_nobody_declares_and_the_kitty_is_turned_up(kitty: str, suit: str, turned: int) -> None:
    """Z21 §3.5.5: "turned face-up one-by-one until a card of the trump rank is revealed ... If no
    card in the bottom 8 cards is of the trump rank, then the suit of the highest-ranking card
    becomes trump ... Jokers are excluded. If multiple cards are tied for the highest rank, the
    first one takes precedence." Z16 §7.2 and PAG have the same.
    """
    game = undeclared(kitty)
    assert game.hand.trump is not None
    assert (game.hand.trump.suit, len(game.hand.turned)) == (Suit(suit), turned)


def test_nobody_declares_and_the_first_card_decides() -> None:
    """W23: "the first card in the kitty is turned over, and its suit is adopted"."""
    game = undeclared("3C KD 8S 8H 4C 4D 5C 6C", no_bid="first-card")
    assert game.hand.trump is not None
    assert (game.hand.trump.suit, len(game.hand.turned)) == (Suit("C"), 1)


def test_nobody_declares_and_the_third_card_decides() -> None:
    """A house rule."""
    game = undeclared("3C KD 8S 8H 4C 4D 5C 6C", no_bid="third-card")
    assert game.hand.trump is not None
    assert (game.hand.trump.suit, len(game.hand.turned)) == (Suit("S"), 3)
    joker = undeclared("3C SJ BJ 8H 4C 4D 5C 6C", no_bid="third-card", no_bid_joker="next-card")
    assert joker.hand.trump is not None
    assert (joker.hand.trump.suit, len(joker.hand.turned)) == (Suit("H"), 4)


def test_a_joker_turned_up() -> None:
    """W23: "If the card turned over is a joker, there are three potential actions: turn over the
    subsequent card; play no-trumps round; reshuffle the cards".
    """
    kitty = "SJ KD 8S 8H 4C 4D 5C 6C"
    following = undeclared(kitty, no_bid="first-card", no_bid_joker="next-card")
    assert following.hand.trump is not None and following.hand.trump.suit is Suit("D")
    without = undeclared(kitty, no_bid="first-card", no_bid_joker="no-trump")
    assert without.hand.trump is not None and without.hand.trump.suit is None
    again = undeclared(kitty, no_bid="first-card", no_bid_joker="deal-again")
    assert again.hand.phase is Phase.AGAIN
    assert again.last(DealtAgain).reason == "joker"


def test_nobody_declares_in_the_first_hand() -> None:
    """PAG: "If this did happen, the cards would be thrown in and the deal repeated." Z21 has one
    procedure for every hand.
    """
    kitty = "3C KD 8S 8H 4C 4D 5C 6C"
    again = undeclared(kitty, first=True, no_bid_first_hand="deal-again")
    assert again.hand.phase is Phase.AGAIN
    assert again.last(DealtAgain).reason == "no-bid"
    assert undeclared(kitty, no_bid_first_hand="deal-again").hand.phase is Phase.BURY
    later = undeclared(kitty, first=True)
    assert later.hand.trump is not None and later.hand.trump.suit is Suit("S")


# Re-deals

NO_TRUMPS = "3C 3C 4C 4C 5C 5C 6C 6C 7C 7C 9C 9C 10C 10C JC JC QC QC KC KC AC AC 3D 3D 4D"


def asked(draws: dict[int, str], *, dealer: int | None = 0, **values: Any) -> Game:
    """A hand after the draw, with spades as trump; the seats are asked in turn."""
    house = rules(first_level="8", **values)
    draws = {0: "8S", **draws}
    game = Game.of(house, draws) if dealer is None else Game.later(house, draws, dealer=dealer)
    game.draw(1 if game.hand.first == 0 else 5)
    game.show(0, "8S")
    game.draw_all()
    game.do(CloseDraw())
    return game


def test_a_re_deal_without_trumps() -> None:
    """Z21 §3.5.7: "allows a re-deal if a player has no trumps"; W14: "a player who has no trump ...
    may force a redeal by showing his hand to everyone".
    """
    game = asked({1: NO_TRUMPS}, redeal_no_trumps=True)
    assert game.hand.phase is Phase.REDEAL
    game.refused(AnswerRedeal(0, wanted=True), "no-redeal")
    game.do(AnswerRedeal(0, wanted=False))
    game.do(AnswerRedeal(1, wanted=True))
    assert Counter(game.last(RedealAnswered).cards) == Counter(cards(NO_TRUMPS))
    assert game.last(DealtAgain).reason == "request"
    assert asked({1: NO_TRUMPS}).hand.phase is Phase.BURY


@pytest.mark.parametrize(("limit", "points", "may"), [(5, 0, True), (5, 5, False), (10, 5, True)])
def test_a_re_deal_with_few_points(limit: int, points: int, may: bool) -> None:
    """Z21 §3.5.7: "or less than a specified number of points in their hand (usually 10 or 5)"; Z16
    §8.1: "usually 10 or 0"; W14, W23: "no point cards in his hand".
    """
    poor = "5S" if points else "3S"
    poor += " 3S 4S 4S 6S 6S 7S 7S 9S 9S JS JS QS QS AS AS 2S 2S 2H 2H 3H 4H 6H 7H 9H"
    game = asked({1: poor}, redeal_points=limit)
    game.do(AnswerRedeal(0, wanted=False))
    if may:
        game.do(AnswerRedeal(1, wanted=True))
        assert game.hand.phase is Phase.AGAIN
    else:
        game.refused(AnswerRedeal(1, wanted=True), "no-redeal")


@pytest.mark.parametrize(("starter", "first"), [("same", 0), ("next", 1), ("requester", 2)])
def test_who_starts_the_re_deal(starter: str, first: int) -> None:
    """Z21 §3.5.7: "Under some rules, a different player starts the re-deal"."""
    game = asked({2: NO_TRUMPS}, redeal_no_trumps=True, redeal_starter=starter)
    game.do(AnswerRedeal(0, wanted=False))
    game.do(AnswerRedeal(1, wanted=False))
    game.do(AnswerRedeal(2, wanted=True))
    assert game.last(DealtAgain).first == first


@pytest.mark.parametrize(("way", "dealer"), [("kept", 0), ("open", None)])
def test_the_dealer_of_the_re_deal(way: str, dealer: int | None) -> None:
    """Z21 §3.5.7: "the Dealer role may be up for grabs during the re-deal, captured by whoever
    declares or overrides last".
    """
    game = asked({1: NO_TRUMPS}, redeal_no_trumps=True, redeal_dealer=way)
    game.do(AnswerRedeal(0, wanted=False))
    game.do(AnswerRedeal(1, wanted=True))
    assert game.last(DealtAgain).dealer == dealer
    assert game.match.next_hand[0] == game.hand.number


def test_how_often_a_hand_is_dealt_again() -> None:
    """Z21 §3.5.7 gives no number, so it is an option."""
    game = asked({1: NO_TRUMPS}, redeal_no_trumps=True, redeal_limit=1)
    game.do(AnswerRedeal(0, wanted=False))
    game.do(AnswerRedeal(1, wanted=True))
    assert game.match.next_hand[2] == 1
    game.do(StartHand(stack(game.match.rules, {0: "8S", 1: NO_TRUMPS})))
    game.draw_all()
    game.do(CloseDraw())
    assert game.hand.phase is Phase.BURY
