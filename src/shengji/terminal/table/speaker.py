"""The speaker: writes texts, cards, seats, suits and shapes out in one language."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

from shengji.bots import seconds_of
from shengji.cards import Card, Rank, Trump, write_cards
from shengji.game import Call
from shengji.game.refusals import rung_words, suit_letter, suit_words
from shengji.play.space import Space
from shengji.play.units import Reading
from shengji.record.printable import printable
from shengji.words import Language, joined, texts

PERSON = 0
"""The seat of the person."""

CardStyle = Literal["signs", "letters"]
"""How cards are written: `10♠` and 大王 to look at, or `10S` and `BJ` to type again."""

_SEATS = frozenset({"seat", "dealer", "challenger"})
_UNSPACED = re.compile(r"(?<=[\u4e00-\u9fff])(?=[0-9A-Z])")
_CARDS = frozenset({"cards", "thrown", "shown"})


_BOTS = {
    "easy": "bots.easy",
    "medium": "bots.medium",
    "strong": "bots.strong",
    "master": "bots.master",
}
"""The bots that have a name in each language; others go by that on the command line."""

Params = Mapping[str, object]
"""The parameters of a text, not yet written out."""


class LeadShape(NamedTuple):
    """The kind of a lead, without its cards.

    Attributes:
        shapes: (width, length) of each unit.
        suit: the letter of the effective suit, `T` for trumps.
    """

    shapes: tuple[tuple[int, int], ...]
    suit: str


def lead_shape(space: Space, reading: Reading) -> LeadShape:
    """The kind of a lead that is read so."""
    suit = suit_letter(space, space.suit(reading[0].cards[0]))
    return LeadShape(tuple(unit.shape for unit in reading), suit)


class Speaker:
    """Says things in one language to the person in seat 0.

    >>> en, zh = Speaker("en", 4), Speaker("zh", 4)
    >>> (
    ...     en.say("follows", seat=1, cards=[Card("10S")]),
    ...     zh.say("follows", seat=0, cards=[Card("BJ")]),
    ... )
    ('East plays 10♠.', '你出 大王。')
    """

    def __init__(self, language: Language, players: int, style: CardStyle = "signs") -> None:
        self.language: Language = language
        self.players = players
        self.style = style

    def text(self, key: str) -> str:
        """A text without parameters."""
        return texts("terminal")[key].of(self.language)

    def say(self, key: str, **params: object) -> str:
        """A text with its parameters written out.

        The text under `.you` is taken when the person is the seat, and that under `.one` when the
        count or size is one.
        """
        seat = params.get("seat", params.get("dealer"))
        if seat == PERSON and f"{key}.you" in texts("terminal"):
            key = f"{key}.you"
        if params.get("count", params.get("size")) == 1 and f"{key}.one" in texts("terminal"):
            key = f"{key}.one"
        said = self.text(key).format(**{name: self._word(name, v) for name, v in params.items()})
        # In Chinese a space sets numbers and letters off from the characters around them.
        return _UNSPACED.sub(" ", said) if self.language == "zh" else said

    def joined(self, *sentences: str | None) -> str:
        """Sentences that follow each other; see `shengji.words.joined`."""
        return joined(self.language, *sentences)

    def _word(self, name: str, value: object) -> object:
        if name in _SEATS and isinstance(value, int):
            return self.seat(value)
        if name == "bot" and isinstance(value, str):
            return self.bot(value)
        if isinstance(value, Trump):
            return self.trump(value)
        if isinstance(value, Rank):
            return value.value
        if isinstance(value, Call):
            return self.call(value)
        if isinstance(value, Sequence) and not isinstance(value, str):
            if name in _CARDS:
                return self.cards(value)
            if name == "names":
                return self.seats(value)
            if name == "calls":
                return self.calls(value)
            if name == "options":
                return self.options(value)
        if name == "suit" and isinstance(value, str) and len(value) == 1:
            return suit_words(value, self.language)
        if name in ("side", "fault") and isinstance(value, str):
            return self.text(value)
        if isinstance(value, LeadShape):
            return self.lead(value)
        return value

    def seat(self, seat: int) -> str:
        """The name of a player."""
        if seat == PERSON:
            return self.text("seat.you")
        if self.players == 4:
            return self.text(("seat.right", "seat.opposite", "seat.left")[seat - 1])
        return self.text("seat.number").format(number=seat)

    def seats(self, seats: Iterable[int]) -> str:
        """Several players."""
        return self.text("list").join(self.seat(seat) for seat in seats)

    def bot(self, name: str) -> str:
        """The name of a bot; `@` and how many times as much it thinks may follow it.

        >>> [Speaker("zh", 4).bot(name) for name in ("strong", "strong@2", "exec:club@2")]
        ['高级', '高级@2', 'exec:club@2']
        """
        plain, at, times = name.partition("@")
        return f"{self.text(_BOTS[plain])}{at}{times}" if plain in _BOTS else printable(name)

    def cost(self, bot: str) -> str:
        """How long a bot lets one wait.

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
        """The bots of seats 1, 2, ...; one for all of them is said once, with its cost.

        >>> Speaker("en", 4).bots(("easy",) * 3), Speaker("zh", 3).bots(("easy", "strong"))
        ('easy (answers at once)', '1 号：初级、2 号：高级')
        """
        if len(set(bots)) == 1:
            return self.say("bots.with-cost", bot=bots[0], cost=self.cost(bots[0]))
        return self.text("list").join(
            self.say("bots.of-seat", seat=seat, bot=bot) for seat, bot in enumerate(bots, 1)
        )

    def card(self, card: Card) -> str:
        """One card."""
        if self.style == "letters":
            return str(card.value)
        if card.suit is None or card.rank is None:
            joker = texts("names")[f"joker.{card.value}"].zh
            return joker if self.language == "zh" else str(card.value)
        return f"{card.rank.value}{card.suit.symbol}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards."""
        if self.style == "letters":
            return write_cards(cards)
        return " ".join(self.card(card) for card in cards)

    def call(self, call: Call) -> str:
        """A called card and which copy of it.

        >>> Speaker("en", 6).call(Call(Card("AH"), 2)), Speaker("zh", 6).call(Call(Card("AH"), 1))
        ('2nd A♥', '第 1 张 A♥')
        """
        ordinal = str(call.ordinal)
        if self.language == "en":
            ordinal += {1: "st", 2: "nd", 3: "rd"}.get(call.ordinal, "th")
        return self.text("call").format(ordinal=ordinal, card=self.card(call.card))

    def calls(self, calls: Iterable[Call]) -> str:
        """Several calls."""
        return self.text("list").join(map(self.call, calls))

    def options(self, options: Iterable[Sequence[Card]]) -> str:
        """Several sets of cards to choose from."""
        return self.text("list").join(self.cards(option) for option in options)

    def trump(self, trump: Trump) -> str:
        """A trump: its suit and rank, or that there is no suit."""
        if trump.suit is None:
            return self.text("no-trump").format(rank=trump.rank.value)
        if self.style == "letters":
            return f"{trump.rank.value} {suit_words(trump.suit.value, self.language)}"
        return f"{trump.suit.symbol} {trump.rank.value}"

    def rung(self, rung: Iterable[Sequence[int]]) -> str:
        """Shapes in words."""
        return rung_words([list(shape) for shape in rung], self.language)

    def lead(self, lead: LeadShape) -> str:
        """A lead in words: its shapes and its suit."""
        shapes = Counter(lead.shapes)
        units = self.rung((width, length, times) for (width, length), times in shapes.items())
        suit = suit_words(lead.suit, self.language)
        return self.text("units-of-suit").format(units=units, suit=suit)
