"""Reasons for a bot's decision, and the structure of a throw, in one sentence each.

A sentence depends only on information of the deciding seat: its own cards, the cards played, and
the seat ahead.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Sequence
from functools import partial

import msgspec

from shengji.cards import Card, Trump, minus, points_of, write_cards
from shengji.game.commands import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Play,
    Show,
)
from shengji.game.hand import Hand, suit_of
from shengji.game.refusals import cards_words, suit_letter, suit_words, unit_words
from shengji.play.columns import highest_unit
from shengji.play.space import TRUMP, space_of
from shengji.play.throws import judge_lead
from shengji.play.tricks import winner
from shengji.play.units import Reading, Unit, default_reading
from shengji.words import Language, texts


class Reason(msgspec.Struct, frozen=True):
    """A sentence of the area `reasons`, in either language.

    Attributes:
        key: key of the sentence.
        words: the parts that are words themselves, as functions of the language.
    """

    key: str
    numbers: dict[str, int] = {}
    words: dict[str, Callable[[Language], str]] = {}

    def render(self, language: Language = "en") -> str:
        """The sentence."""
        words = {name: said(language) for name, said in self.words.items()}
        return texts("reasons")[self.key].render(language, **self.numbers, **words)


def reason_of_throw(hand: Hand, seat: int, cards: Sequence[Card]) -> Reason | None:
    """The structure of a lead of several units, and the units that stop it (Z21 §3.7.5, §4.2).

    Args:
        hand: a hand in which the seat is to lead.
        seat: the leader.
        cards: a legal lead.

    Returns:
        The sentence, or `None` for a lead that is no throw.
    """
    reading = default_reading(hand.space, cards)
    if len(reading) == 1:
        return None
    beaten = judge_lead(hand.space, reading, [hand.unseen_by(seat)]).beaten
    key = "throw.stopped" if beaten else "throw.safe"
    return Reason(key, words={"units": partial(_sum, reading), "higher": partial(_higher, beaten)})


def _shapes(units: Sequence[Unit]) -> list[tuple[int, int, int]]:
    found = Counter((unit.width, unit.length) for unit in units)
    return [(width, length, times) for (width, length), times in found.items()]


def _sum(units: Sequence[Unit], language: Language) -> str:
    """Units as a sum, such as "pair + 2 singles"."""
    said = (unit_words(*shape, language).removeprefix("a ") for shape in _shapes(units))
    return " + ".join(said)


def _higher(units: Sequence[Unit], language: Language) -> str:
    """Units as alternatives, such as "pair or single"."""
    shapes = [(width, length, 1) for width, length, _ in _shapes(units)]
    said = (unit_words(*shape, language).removeprefix("a ") for shape in shapes)
    return texts("reasons")["or"].of(language).join(said)


def reason_of(hand: Hand, seat: int, command: Command | None) -> Reason:
    """The reason for a bot's decision, in one sentence.

    Args:
        hand: a hand in which the seat decides.
        seat: the deciding seat.
        command: the bot's command; `None`: not to declare.
    """
    match command:
        case Play() if hand.trick is None:
            return _lead_reason(hand, seat, command)
        case Play():
            return _follow_reason(hand, seat, command.cards)
        case Bury():
            return _burial_reason(hand, seat, command.cards)
        case Show():
            return _show_reason(hand, seat, command.cards)
        case BidLand() if command.cards:
            trumps = trumps_with(hand, seat, command.cards)
            return _trumps_reason("land", trumps, command.cards)
        case BidLand():
            return Reason("land.pass")
        case AnswerRedeal():
            return Reason("redeal.claim" if command.wanted else "redeal.play-on")
        case CallFriends():
            return Reason("call")
        case _:
            return Reason("show.stays" if hand.shown else "show.nothing")


def _lead_reason(hand: Hand, seat: int, play: Play) -> Reason:
    space, unseen = hand.space, hand.unseen_by(seat)
    throw = reason_of_throw(hand, seat, play.cards)
    if throw is not None:
        return throw
    reading = default_reading(space, play.cards)
    suit = space.suit(play.cards[0])
    named: dict[str, Callable[[Language], str]] = {"cards": partial(_card_names, play.cards)}
    if not _is_beaten(hand, reading, unseen):
        return Reason("lead.trump.high" if suit == TRUMP else "lead.high", words=named)
    if suit == TRUMP and is_time_for_trumps(hand, seat):
        return Reason("lead.trump", words=named)
    points, column = points_of(play.cards), space.column(play.cards[0])
    keeps = any(space.suit(c) == suit and space.column(c) > column for c in hand.hands[seat])
    key = "lead.points" if points else "lead.low" if keeps else "lead.pointless"
    return Reason(key, {"points": points}, {"suit": partial(suit_words, suit_letter(space, suit))})


def is_time_for_trumps(hand: Hand, seat: int) -> bool:
    """Whether a leading seat holds at least the average number of trumps of the other seats.

    False where no possible rival can hold any.
    """
    return rivals_may_hold_trumps(hand, seat) and not has_few_trumps(hand, seat)


def has_few_trumps(hand: Hand, seat: int) -> bool:
    """Whether a seat holds fewer trumps than the other seats can on average."""
    held, out = (
        sum(hand.space.suit(card) == TRUMP for card in cards)
        for cards in (hand.hands[seat], hand.unseen_by(seat))
    )
    return held * (hand.players - 1) < out


def rivals_may_hold_trumps(hand: Hand, seat: int) -> bool:
    """Whether a rival, or possible rival, may hold a trump."""
    voids = hand.position.voids
    may_hold = any(
        not voids[other] >> TRUMP & 1
        for other in range(hand.players)
        if other != seat and hand.side_told(seat, other) is not True
    )
    return may_hold and any(hand.space.suit(card) == TRUMP for card in hand.unseen_by(seat))


def _is_beaten(hand: Hand, reading: Reading, cards: Sequence[Card]) -> bool:
    (unit,) = reading
    space = hand.space
    suit = space.suit(unit.cards[0])
    highest = highest_unit(space.table, suit, space.words(cards), unit.width, unit.length)
    return int(highest) > space.column(unit.cards[0])


def _follow_reason(hand: Hand, seat: int, cards: Sequence[Card]) -> Reason:
    trick = hand.trick
    assert trick is not None and hand.ahead is not None, "somebody has led"
    held = hand.hands[seat]
    lead = trick.lead_for(seat)
    if len(lead.forced(held)) == lead.size:
        return Reason("follow.forced")
    plays = [*trick.plays, tuple(cards)]
    points = points_of([card for play in plays for card in play])
    if winner(hand.space, lead.reading, plays) == len(plays) - 1:
        last = len(plays) == hand.players
        key = f"follow.{'takes' if last else 'leads'}{'.points' if points else ''}"
        return Reason(key, {"points": points})
    given = points_of(cards)
    match hand.side_told(seat, hand.ahead):
        case True:
            return Reason("follow.give" if given else "follow.partner", {"points": given})
        case False:
            return Reason("follow.cheap" if given else "follow.low")
        case None:
            whose = "own" if hand.is_declarer(hand.ahead) else "open"
            return Reason(f"follow.{whose}.{'cheap' if given else 'low'}")


def _burial_reason(hand: Hand, seat: int, cards: Sequence[Card]) -> Reason:
    space = hand.space
    left = {space.suit(card) for card in minus(hand.hands[seat], cards)}
    void = sorted({space.suit(card) for card in cards} - left - {TRUMP})
    points = points_of(cards)
    if void:
        gone = space.by_suit(cards)[void[0]]
        return Reason("bury.void", words={"cards": partial(_card_names, gone)})
    return Reason("bury.points" if points else "bury.low", {"points": points})


def _show_reason(hand: Hand, seat: int, cards: Sequence[Card]) -> Reason:
    trumps = trumps_with(hand, seat, cards)
    if is_many(trumps, len(hand.hands[seat])):
        return _trumps_reason("show", trumps, cards)
    key = "show.other" if hand.shown else "show.first"
    return Reason(key, words={"cards": partial(_card_names, cards)})


def _trumps_reason(key: str, trumps: int, cards: Sequence[Card]) -> Reason:
    return Reason(key, {"points": trumps}, {"cards": partial(_card_names, cards)})


def trumps_with(hand: Hand, seat: int, cards: Sequence[Card]) -> int:
    """Number of trumps in a hand if these cards make trump; no cards: with the present trump."""
    space = space_of(hand.rules, Trump(hand.ranks[seat], suit_of(cards))) if cards else hand.space
    return sum(space.suit(card) == TRUMP for card in hand.hands[seat])


def is_many(trumps: int, held: int) -> bool:
    """Whether the share of trumps is worth mentioning: a third is usual."""
    return 3 * trumps >= held


def _card_names(cards: Sequence[Card], language: Language) -> str:
    return cards_words(write_cards(cards), language)
