"""What must be followed with, and why a re-deal may be claimed, each as one sentence."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, cast

from shengji.cards import Card, points_of
from shengji.game import Hand
from shengji.game.refusals import rung_words, suit_letter, suit_words, unit_words
from shengji.play.follows import Lead, Owed
from shengji.play.space import TRUMP
from shengji.server.wire import OwedState, Words
from shengji.server.words import words


def owed_state(lead: Lead, owed: Owed, hand: Sequence[Card]) -> OwedState:
    """What a player with this hand owes on a lead, for people.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards
    >>> from shengji.play.space import space_of
    >>> from shengji.play.units import default_reading
    >>> from shengji.rules import Rules
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> lead = Lead(space, default_reading(space, read_cards("KS KS QS QS")))
    >>> for held in ("3S 3S 4S 4S 6S", "3S 3S 4S 6S 6S 9S", "3S 4S 9S", "3D 4D 5D 6D"):
    ...     hand = read_cards(held + " JC")
    ...     print(owed_state(lead, lead.owed(hand), hand).words.en)
    Follow with a tractor of 2 pairs in spades.
    Follow with 2 pairs in spades.
    Play all your 3 spades and any other card.
    You have no spades: play any 4 cards.
    """
    letter = suit_letter(lead.space, owed.suit)
    held = sum(lead.space.suit(card) == owed.suit for card in hand)
    suit_en, suit_zh = suit_words(letter), suit_words(letter, "zh")
    if owed.beat:
        said = _beat(owed, suit_en, suit_zh)
    elif owed.of_suit < owed.size:
        said = _short(owed, suit_en, suit_zh)
    elif held == owed.size:
        said = _all_of(owed.size, suit_en, suit_zh)
    else:
        said = _among(owed, suit_en, suit_zh)
    return OwedState(
        cast(Literal["D", "C", "H", "S", "T"], letter),
        owed.size,
        owed.of_suit,
        owed.rung,
        owed.beat,
        said,
    )


def _beat(owed: Owed, suit: str, suit_zh: str) -> Words:
    unit, unit_zh = f"a higher {suit[:-1]}", f"一张更大的{suit_zh}"
    for width, length, times in owed.rung:
        unit = f"{unit_words(width, length, times)} of higher {suit}"
        unit_zh = f"更大的{suit_zh}{unit_words(width, length, times, 'zh')}"
    return words(
        f"The throw failed because of you: beat what was led with {unit}.",
        f"甩牌是被你管住的：须出{unit_zh}管上。",
    )


def _short(owed: Owed, suit: str, suit_zh: str) -> Words:
    free = owed.size - owed.of_suit
    if owed.of_suit == 0:
        any_en = "any card" if free == 1 else f"any {free} cards"
        return words(f"You have no {suit}: play {any_en}.", f"你没有{suit_zh}：任意出 {free} 张。")
    own = f"your only {suit[:-1]}" if owed.of_suit == 1 else f"all your {owed.of_suit} {suit}"
    any_en = "any other card" if free == 1 else f"any {free} other cards"
    return words(
        f"Play {own} and {any_en}.",
        f"{suit_zh} {owed.of_suit} 张须全部出，另外任意出 {free} 张。",
    )


def _all_of(size: int, suit: str, suit_zh: str) -> Words:
    if size == 1:
        return words(f"Play your only {suit[:-1]}.", f"只有一张{suit_zh}，须跟出。")
    return words(
        f"Play your {size} {suit}, which are all that you have.",
        f"正好有 {size} 张{suit_zh}，须全部跟出。",
    )


def _among(owed: Owed, suit: str, suit_zh: str) -> Words:
    if owed.size == 1:
        return words(f"You have {suit}, so play one.", f"你有{suit_zh}，须跟一张。")
    if not owed.rung:
        return words(f"Follow with {owed.size} {suit}.", f"跟 {owed.size} 张{suit_zh}。")
    rung = [list(row) for row in owed.rung]
    units, units_zh = rung_words(rung), rung_words(rung, "zh")
    if sum(width * length * times for width, length, times in rung) == owed.size:
        return words(f"Follow with {units} in {suit}.", f"须用{suit_zh}跟{units_zh}。")
    return words(
        f"Follow with {owed.size} {suit}, among them {units}.",
        f"跟 {owed.size} 张{suit_zh}，其中要有{units_zh}。",
    )


def redeal_reason(hand: Hand, cards: Sequence[Card]) -> Words:
    """Why a player with these cards may claim a re-deal, as `shengji.game.may_redeal` says."""
    rules = hand.rules
    if rules.redeal_no_trumps and all(hand.space.suit(card) != TRUMP for card in cards):
        return words(
            "You hold no trumps, so you may ask for a new deal.",
            "你一张主牌也没有，可以要求重发。",
        )
    points, limit = points_of(cards), rules.redeal_points
    return words(
        f"You hold {points} points, fewer than {limit}, so you may ask for a new deal.",
        f"你手里只有 {points} 分，不到 {limit} 分，可以要求重发。",
    )
