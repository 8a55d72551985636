"""Refusals: reasons why a command was not carried out, for programs and for people.

A refusal has a stable code, parameters as plain data, and a sentence in English and Chinese. A
refused command has changed nothing.
"""

from __future__ import annotations

import msgspec

from shengji.cards import Suit, read_cards
from shengji.play.follows import Owed
from shengji.play.space import TRUMP, Space
from shengji.words import Language, texts

CODES: tuple[str, ...] = tuple(texts("refusals"))
"""All codes of refusals."""


class Refusal(msgspec.Struct, frozen=True):
    """The reason for refusing a command.

    Attributes:
        code: one of `CODES`; stable between versions.
        params: parameters of the sentence: numbers, cards in notation, `suit` as a letter (`T` for
            trumps), `owed` as a list of [width, length, times].

    >>> Refusal("no-cards").sentence()
    'Choose at least one card.'
    """

    code: str
    params: dict[str, int | str | list[list[int]]] = {}

    def render(self, language: Language) -> str:
        """The refusal as a sentence, in the interface of all spoken texts."""
        return self.sentence(language)

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
                shown[name] = texts("names")[f"phase.{value}"].render(language)
            elif name in ("cards", "shown"):
                shown[name] = cards_words(str(value), language)
            else:
                shown[name] = value
        return texts("refusals")[self.code].render(language, **shown)


class RefusedError(ValueError):
    """A command that was refused, and changed nothing.

    >>> from shengji.game import Match, Play
    >>> try:
    ...     events = Match("tractor").do(Play(0, ()))
    ... except RefusedError as error:
    ...     error.refusal.code
    'wrong-phase'
    """

    def __init__(self, refusal: Refusal) -> None:
        self.refusal = refusal
        super().__init__(refusal.sentence())


def suit_words(letter: str, language: Language = "en") -> str:
    """Name of an effective suit, from its letter; `T` is trumps."""
    return texts("names")[f"suit.{letter}"].render(language)


def suit_letter(space: Space, suit: int) -> str:
    """The letter of an effective suit: D, C, H, S, or T for trumps."""
    printed: Suit | None = space.suit_name(suit)
    return "T" if suit == TRUMP or printed is None else printed.value


def cards_words(cards: str, language: Language = "en") -> str:
    """Cards for people, from their notation.

    >>> cards_words("8H SJ"), cards_words("8H SJ", "zh")
    ('8♥ small Joker', '8♥ 小王')
    """
    signs = []
    for card in read_cards(cards):
        if card.suit is None or card.rank is None:
            signs.append(texts("names")[f"joker.{card.value}"].render(language))
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
    """A shape in Chinese, which has names of its own for consecutive triples and quadruples."""
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
    """The owed rung in words, as part of a sentence.

    >>> rung_words([[2, 2, 1], [2, 1, 2]], "zh"), rung_words([[2, 1, 2]], "zh")
    ('拖拉机（2 连对）、2 对', ' 2 对')
    """
    parts = [unit_words(w, n, times, language) for w, n, times in rung]
    if language == "en":
        return " and ".join(parts)
    words = "、".join(parts)
    # A space separates a number from the character before it.
    return f" {words}" if words[:1].isdigit() else words


def rung_params(owed: Owed) -> list[list[int]]:
    """The duty as plain data, for a refusal."""
    return [list(row) for row in owed.rung]
