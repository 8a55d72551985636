"""Refusals: why a command was not carried out, for programs and for people.

A refusal has a stable code, its parameters as plain data, and a sentence in English and Chinese. A
refused command has changed nothing.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.cards import Suit, read_cards
from shengji.play.follows import Owed
from shengji.play.space import TRUMP, Space

Language = Literal["en", "zh"]

_TEXTS: dict[str, tuple[str, str]] = {
    "match-over": ("The match is over.", "全局已经结束。"),
    "wrong-phase": (
        "That cannot be done now: {now}.",
        "现在不能这样做：{now}。",
    ),
    "no-seat": ("There is no seat {seat} at this table.", "没有 {seat} 号座位。"),
    "not-your-turn": (
        "It is not your turn; seat {turn} is to play.",
        "还没轮到你，轮到 {turn} 号座位。",
    ),
    "bad-deck": (
        "The deck is not the {decks} decks of this match: {cards} are too many or missing.",
        "这不是本局的 {decks} 副牌：{cards} 多了或少了。",
    ),
    "bad-first-drawer": (
        "Who draws first cannot be told: turn up cards until one counts, or name the seat, as "
        "the rules say.",
        "无法确定谁先摸牌：请按规则翻牌直到翻出可数的牌，或指定座位。",
    ),
    "draw-not-over": (
        "The draw is not over; cards still to be drawn: {left}.",
        "还没摸完，还剩 {left} 张。",
    ),
    "draw-over": ("All cards are drawn.", "牌已经摸完。"),
    "bid-cards": (
        "These cards make no trump here: show identical cards of the trump rank ({rank}), or "
        "Jokers as the rules allow.",
        "这些牌不能亮主：须亮相同的级牌（{rank}），或按规则亮王。",
    ),
    "bid-least": (
        "A first declaration takes at least {least} cards.",
        "首次亮主至少要 {least} 张。",
    ),
    "bid-partner": (
        "{shown} is your partner's declaration, which cannot be overridden here.",
        "{shown} 是对家亮的，本桌不能反对家。",
    ),
    "bid-again": (
        "You have declared before, and who was overridden cannot come back here.",
        "你已亮过主，本桌被反后不能再反。",
    ),
    "bid-once": (
        "Rank cards override only once here, and never by who declared first.",
        "本桌级牌只能反一次主，首个亮主的人不能再用级牌反。",
    ),
    "bid-course": (
        "Here a single rank card declares first, and then, once, a pair of the rank or of Jokers "
        "takes its place.",
        "本桌先以单张级牌报主，之后只许用一对级牌或一对王反一次。",
    ),
    "bid-over": (
        "All cards are drawn, and nothing may be shown any more.",
        "牌已摸完，不能再亮。",
    ),
    "bid-not-held": (
        "You do not hold {cards}.",
        "你手里没有 {cards}。",
    ),
    "bid-too-low": (
        "{cards} is not higher than {shown}, which has been shown.",
        "{cards} 不比已亮的 {shown} 大。",
    ),
    "bid-own": (
        "You made the last declaration, {shown}, and cannot override yourself; you may only add "
        "the same card to it.",
        "最后亮牌（{shown}）的是你，不能反自己；只能加亮同样的牌。",
    ),
    "no-redeal": (
        "You may not claim a re-deal with this hand.",
        "凭这手牌不能要求重发。",
    ),
    "not-dealer": (
        "Seat {dealer} has taken the kitty and buries it.",
        "底牌在 {dealer} 号座位手里，由其埋底。",
    ),
    "land-cards": (
        "Bid for the land with two or more identical cards of the trump rank ({rank}), or "
        "identical Jokers.",
        "炒地皮须用两张以上相同的级牌（{rank}）或相同的王。",
    ),
    "land-too-low": (
        "{cards} is not higher than {shown}, which lies there.",
        "{cards} 不比已有的 {shown} 大。",
    ),
    "call-count": (
        "Call {size} cards; you called {given}.",
        "须叫 {size} 张牌，你叫了 {given} 张。",
    ),
    "call-trump": (
        "A trump cannot be called.",
        "不能叫主牌。",
    ),
    "call-ordinal": (
        "There are only {decks} copies of a card: call the first up to number {decks}.",
        "同一张牌只有 {decks} 张，只能叫第 1 到第 {decks} 张。",
    ),
    "call-twice": (
        "The same copy is called twice.",
        "同一张牌叫了两次。",
    ),
    "bury-count": (
        "The kitty has {size} cards; you chose {given}.",
        "底牌是 {size} 张，你选了 {given} 张。",
    ),
    "not-held": ("You do not hold {cards}.", "你手里没有 {cards}。"),
    "no-cards": ("Choose at least one card.", "至少选一张牌。"),
    "mixed-suits": (
        "A lead is of one suit; trumps are a suit of their own.",
        "领出的牌须是同一门；主牌自成一门。",
    ),
    "no-reading": (
        "There is no reading {reading}; the readings of these cards count from 0, and there are "
        "{count} in all.",
        "没有第 {reading} 种拆法；这些牌有 {count} 种拆法，从 0 数起。",
    ),
    "reading-not-named": (
        "At this table a lead is read with its longest unit first; no reading can be named.",
        "本桌一律按最长单位拆牌，不能指定拆法。",
    ),
    "count": (
        "Play as many cards as were led, {size}; you chose {given}.",
        "领出 {size} 张，须出 {size} 张，你选了 {given} 张。",
    ),
    "suit": (
        "Follow suit: play {suit}, {of_suit} of {size}.",
        "须跟同门：{size} 张中要有 {of_suit} 张{suit}。",
    ),
    "beat": (
        "The throw failed because of you: beat what was led.",
        "甩牌是被你管住的，须出更大的管上。",
    ),
    "structure": (
        "Follow structure: among your {suit} you must play {owed}.",
        "须跟牌型：在{suit}中你要出{owed}。",
    ),
}

CODES: tuple[str, ...] = tuple(_TEXTS)
"""All codes that a refusal can have."""


class Refusal(msgspec.Struct, frozen=True):
    """Why a command was refused.

    Attributes:
        code: one of `CODES`; does not change between versions.
        params: what the sentence names: numbers, cards as written, `suit` as a letter (`T` for
            trumps), `owed` as a list of [width, length, times].
    """

    code: str
    params: dict[str, int | str | list[list[int]]] = {}

    def sentence(self, language: Language = "en") -> str:
        """The refusal for a person.

        >>> Refusal("structure", {"suit": "S", "owed": [[2, 2, 1]]}).sentence()
        'Follow structure: among your spades you must play a tractor of 2 pairs.'
        """
        shown: dict[str, object] = {}
        for name, value in self.params.items():
            if name == "suit":
                shown[name] = suit_words(str(value), language)
            elif name == "owed" and isinstance(value, list):
                shown[name] = rung_words(value, language)
            elif name == "now":
                shown[name] = _PHASES[str(value)][language == "zh"]
            elif name in ("cards", "shown"):
                shown[name] = cards_words(str(value), language)
            else:
                shown[name] = value
        return _TEXTS[self.code][language == "zh"].format(**shown)


_PHASES = {
    "start": ("the next hand has not started", "下一局还没开始"),
    "draw": ("the cards are being drawn", "正在摸牌"),
    "redeal": ("players are asked whether they claim a re-deal", "正在询问是否重发"),
    "bury": ("the kitty is being buried", "正在埋底"),
    "land": ("the land is being bid for", "正在炒地皮"),
    "call": ("the Dealer is calling friends", "庄家正在叫朋友"),
    "play": ("the hand is being played", "正在出牌"),
}

_SUITS = {
    "T": ("trumps", "主牌"),
    "D": ("diamonds", "方块"),
    "C": ("clubs", "梅花"),
    "H": ("hearts", "红桃"),
    "S": ("spades", "黑桃"),
}


_JOKERS = {"SJ": ("small Joker", "小王"), "BJ": ("big Joker", "大王")}


def suit_words(letter: str, language: Language = "en") -> str:
    """The name of an effective suit from its letter; `T` is trumps."""
    return _SUITS[letter][language == "zh"]


def suit_letter(space: Space, suit: int) -> str:
    """The letter of an effective suit: D, C, H, S, or T for trumps."""
    printed: Suit | None = space.suit_name(suit)
    return "T" if suit == TRUMP or printed is None else printed.value


def cards_words(cards: str, language: Language = "en") -> str:
    """Cards for people, from how they are written.

    >>> cards_words("8H SJ"), cards_words("8H SJ", "zh")
    ('8♥ small Joker', '8♥ 小王')
    """
    signs = []
    for card in read_cards(cards):
        if card.suit is None or card.rank is None:
            signs.append(_JOKERS[card.value][language == "zh"])
        else:
            signs.append(card.rank.value + card.suit.symbol)
    return " ".join(signs)


def unit_words(width: int, length: int, times: int, language: Language = "en") -> str:
    """A shape in words: a pair, 2 triples, a tractor of 3 pairs ...

    >>> unit_words(2, 3, 1), unit_words(3, 1, 2)
    ('a tractor of 3 pairs', '2 triples')
    >>> unit_words(2, 3, 1, "zh"), unit_words(3, 1, 2, "zh"), unit_words(3, 2, 2, "zh")
    ('拖拉机（3 连对）', '2 组三张', '2 个飞机（各 2 连三张）')
    """
    if language == "zh":
        return _unit_words_zh(width, length, times)
    names = {1: "single", 2: "pair", 3: "triple", 4: "quadruple"}
    name = names.get(width, f"{width}-tuple")
    if length == 1:
        return f"a {name}" if times == 1 else f"{times} {name}s"
    tractor = f"of {length} {name}s"
    return f"a tractor {tractor}" if times == 1 else f"{times} tractors {tractor} each"


def _unit_words_zh(width: int, length: int, times: int) -> str:
    """The same in Chinese, where consecutive triples and quadruples have names of their own."""
    if width == 1:
        return "单张" if times == 1 else f"{times} 个单张"
    equal = {2: "对", 3: "三张", 4: "四张"}.get(width, f" {width} 张同牌")
    if length == 1:
        number = "一" if times == 1 else f"{times} "
        return number + (equal if width == 2 else f"组{equal}")
    name = {3: "飞机", 4: "航天飞机"}.get(width, "拖拉机")
    run = f"{length} 连{equal}"
    return f"{name}（{run}）" if times == 1 else f"{times} 个{name}（各 {run}）"


def rung_words(rung: list[list[int]], language: Language = "en") -> str:
    """What is owed, in words, as it stands in a sentence.

    >>> rung_words([[2, 2, 1], [2, 1, 2]], "zh"), rung_words([[2, 1, 2]], "zh")
    ('拖拉机（2 连对）、2 对', ' 2 对')
    """
    parts = [unit_words(w, n, times, language) for w, n, times in rung]
    if language == "en":
        return " and ".join(parts)
    words = "、".join(parts)
    # A number is set off from the character before it.
    return f" {words}" if words[:1].isdigit() else words


def rung_params(owed: Owed) -> list[list[int]]:
    """What is owed, as plain data for a refusal."""
    return [list(row) for row in owed.rung]
