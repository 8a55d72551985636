"""Writes notes in one language, with their cards, seats, trumps and shapes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence

from shengji.cards import Card, Rank, Trump
from shengji.game.events import Call
from shengji.game.notes import LeadShape, Note
from shengji.game.refusals import rung_words, suit_words
from shengji.words import Language, Names, Text, join_sentences, texts

_SEATS = frozenset({"seat", "dealer"})
_WITHIN = frozenset({"challenger", "winners", "losers", "owners"})
"""Parameters that never begin a sentence."""


class Voice:
    """Formats notes as sentences of one language.

    Args:
        names: the player's name for each seat.
        viewer: the seat addressed as `you`; `None` for no seat.

    >>> en, zh = Voice("en", ["Ann", "Bo"]), Voice("zh", ["Ann", "Bo"], viewer=0)
    >>> note = Note("follows", {"seat": 0, "cards": [Card("BJ")]})
    >>> en.sentence(note), zh.sentence(note)
    ('Ann plays BJ.', '你出 大王。')
    """

    def __init__(self, language: Language, names: Sequence[str], viewer: int | None = None) -> None:
        self.language: Language = language
        self.names = names
        self.viewer = viewer

    @property
    def texts(self) -> Mapping[str, Text]:
        """The available texts, by key."""
        return texts("notes")

    def sentence(self, note: Note) -> str:
        """The sentence of a note, followed by that of its joined note."""
        words = self.say(note.key, **note.params)
        return words if note.joined is None else self.joined(words, self.sentence(note.joined))

    def say(self, key: str, **params: object) -> str:
        """A text with its parameters filled in.

        The variant `.you` is used when the viewer acts, and `.one` when the count or size is one.
        """
        if self._is_own(params) and f"{key}.you" in self.texts:
            key = f"{key}.you"
        if params.get("count", params.get("size")) == 1 and f"{key}.one" in self.texts:
            key = f"{key}.one"
        return self.text(key).format(**{name: self._word(name, v) for name, v in params.items()})

    def text(self, key: str) -> str:
        """A text without parameters."""
        return self.texts[key].of(self.language)

    def joined(self, *sentences: str | None) -> str:
        """Consecutive sentences; see `shengji.words.joined`."""
        return join_sentences(self.language, *sentences)

    def listed(self, words: Iterable[str]) -> str:
        """A list of words, joined for a sentence."""
        return Names(words).render(self.language)

    def _is_own(self, params: Mapping[str, object]) -> bool:
        if self.viewer is None:
            return False
        winners = params.get("winners")
        if isinstance(winners, Sequence):
            return self.viewer in winners
        return params.get("seat", params.get("dealer")) == self.viewer

    def _word(self, name: str, value: object) -> object:
        """A parameter, formatted for a text."""
        if name in _SEATS and isinstance(value, int):
            return self.seat(value)
        if name in _WITHIN:
            seats = [value] if isinstance(value, int) else value
            assert isinstance(seats, Sequence)
            return self.listed(map(self._within, seats))
        match name, value:
            case "side", str():
                return texts("names")[f"side.{value}"].of(self.language)
            case "suit", str() if len(value) == 1:
                return suit_words(value, self.language)
            case "cards", Sequence() if not isinstance(value, str):
                return self.cards(value)
            case "calls", Sequence() if not isinstance(value, str):
                return self.listed(map(self.call, value))
            case _, Call():
                return self.call(value)
            case _, Trump():
                return self.trump(value)
            case _, LeadShape():
                return self.lead(value)
            case _, Rank():
                return value.value
        return value

    def seat(self, seat: int) -> str:
        """The name of a player."""
        return self.names[seat]

    def _within(self, seat: int) -> str:
        """The name of a player in the middle of a sentence, or "you"."""
        return self.text("you") if seat == self.viewer else self.seat(seat)

    def card(self, card: Card) -> str:
        """One card."""
        if card.suit is None or card.rank is None:
            joker = texts("names")[f"joker.{card.value}"].zh
            return joker if self.language == "zh" else str(card.value)
        return f"{card.rank.value}{card.suit.symbol}"

    def cards(self, cards: Iterable[Card]) -> str:
        """Several cards."""
        return " ".join(map(self.card, cards))

    def call(self, call: Call) -> str:
        """A called card with its copy number.

        >>> voices = Voice("en", []), Voice("zh", [])
        >>> [voice.call(Call(Card("AH"), 2)) for voice in voices]
        ['2nd A♥', '第 2 张 A♥']
        """
        ordinal = str(call.ordinal)
        if self.language == "en":
            ordinal += {1: "st", 2: "nd", 3: "rd"}.get(call.ordinal, "th")
        return self.text("call").format(ordinal=ordinal, card=self.card(call.card))

    def trump(self, trump: Trump) -> str:
        """A trump as its suit and rank, or as "no trumps" with the rank."""
        if trump.suit is None:
            return self.text("no-trump").format(rank=trump.rank.value)
        return f"{trump.suit.symbol} {trump.rank.value}"

    def rung(self, rung: Iterable[Sequence[int]]) -> str:
        """Shapes in words, joined for a sentence."""
        return rung_words([list(shape) for shape in rung], self.language)

    def lead(self, lead: LeadShape) -> str:
        """A lead in words: its shapes and suit."""
        shapes = Counter(lead.shapes)
        units = self.rung((width, length, times) for (width, length), times in shapes.items())
        suit = suit_words(lead.suit, self.language)
        return self.text("units-of-suit").format(units=units, suit=suit)
