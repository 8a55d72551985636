"""The speaker: all texts of the table in the terminal, in one language."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from typing import Literal

from shengji.bots import seconds_of
from shengji.bots.characters import CHARACTERS
from shengji.cards import Card, Trump, write_cards
from shengji.game.refusals import suit_words
from shengji.game.voice import Voice
from shengji.record.printable import printable
from shengji.words import Language, Text, texts

PERSON = 0
"""The seat of the player."""

CardStyle = Literal["signs", "letters"]
"""Card notation: `10♠` and 大王 for display, or `10S` and `BJ` as typed."""

_UNSPACED = re.compile(r"(?<=[\u4e00-\u9fff])(?=[0-9A-Z])")

_BOTS = {
    "easy": "bots.easy",
    "medium": "bots.medium",
    "strong": "bots.strong",
    "master": "bots.master",
}
"""The bots with a name in each language; other bots have their command-line name."""


@cache
def _texts() -> Mapping[str, Text]:
    return {**texts("notes"), **texts("terminal")}


def _names(language: Language, players: int) -> list[str]:
    """The names of the players from the player's position, by seat."""
    said = texts("terminal")
    if players == 4:
        keys = ("seat.you", "seat.right", "seat.opposite", "seat.left")
        return [said[key].of(language) for key in keys]
    others = (said["seat.number"].render(language, number=seat) for seat in range(1, players))
    return [said["seat.you"].of(language), *others]


class Speaker(Voice):
    """Formats texts in one language for the player in seat 0.

    >>> en, zh = Speaker("en", 4), Speaker("zh", 4)
    >>> (
    ...     en.say("follows", seat=1, cards=[Card("10S")]),
    ...     zh.say("follows", seat=0, cards=[Card("BJ")]),
    ... )
    ('East plays 10♠.', '你出 大王。')
    """

    def __init__(self, language: Language, players: int, style: CardStyle = "signs") -> None:
        super().__init__(language, _names(language, players), PERSON)
        self.style = style

    @property
    def texts(self) -> Mapping[str, Text]:
        """The notes and the texts of the table, by key."""
        return _texts()

    def say(self, key: str, **params: object) -> str:
        """Format a text with its parameters; see `Voice.say`."""
        said = super().say(key, **params)
        # In Chinese, numbers and letters are set off from characters by a space.
        return _UNSPACED.sub(" ", said) if self.language == "zh" else said

    def _word(self, name: str, value: object) -> object:
        match name, value:
            case "bot", str():
                return self.bot(value)
            case "fault", str():
                return self.text(value)
            case "names", Sequence() if not isinstance(value, str):
                return self.listed(map(self.seat, value))
            case "options", Sequence() if not isinstance(value, str):
                return self.options(value)
        return super()._word(name, value)

    def bot(self, name: str) -> str:
        """The name of a bot; may end with `@` and a factor of its thinking time.

        >>> [Speaker("zh", 4).bot(name) for name in ("strong", "strong@2", "exec:club@2")]
        ['高级', '高级@2', 'exec:club@2']
        >>> Speaker("zh", 4).bot("granny")
        '糖婆婆'
        """
        plain, at, times = name.partition("@")
        if plain in CHARACTERS:
            return CHARACTERS[plain].render(self.language)
        return f"{self.text(_BOTS[plain])}{at}{times}" if plain in _BOTS else printable(name)

    def cost(self, bot: str) -> str:
        """The thinking time of a bot, in words.

        >>> Speaker("en", 4).cost("strong@2"), Speaker("zh", 4).cost("exec:club")
        ('thinks about 0.2 s a move', '另外的程序')
        """
        seconds = seconds_of(bot)
        if seconds is None:
            return self.text("bots.own")
        if not seconds:
            return self.text("bots.at-once")
        return self.say("bots.thinks", seconds=f"{seconds:g}")

    def bots(self, bots: Sequence[str]) -> str:
        """Format the bots of seats 1, 2, ...; a common bot is named once, with its thinking time.

        >>> Speaker("en", 4).bots(("easy",) * 3), Speaker("zh", 3).bots(("easy", "strong"))
        ('easy (answers at once)', '1 号：初级、2 号：高级')
        """
        if len(set(bots)) == 1:
            return self.say("bots.with-cost", bot=bots[0], cost=self.cost(bots[0]))
        return self.listed(
            self.say("bots.of-seat", seat=seat, bot=bot) for seat, bot in enumerate(bots, 1)
        )

    def card(self, card: Card) -> str:
        """Format a card."""
        return str(card.value) if self.style == "letters" else super().card(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Format several cards."""
        return write_cards(cards) if self.style == "letters" else super().cards(cards)

    def options(self, options: Iterable[Sequence[Card]]) -> str:
        """Format several sets of cards to choose from."""
        return self.listed(self.cards(option) for option in options)

    def trump(self, trump: Trump) -> str:
        """Format a trump: its suit and rank, or that it has no suit."""
        if self.style == "letters" and trump.suit is not None:
            return f"{trump.rank.value} {suit_words(trump.suit.value, self.language)}"
        return super().trump(trump)
