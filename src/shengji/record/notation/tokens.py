"""Tokens of the notation with their positions, and parsers for values."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Literal, NamedTuple

from shengji.cards import Card, CardError, Rank, Suit, read_card
from shengji.record.lines import LONGEST_LINE

_TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\]|\\.)*")|(?P<mark>[\[\]|,:=;()/])|(?P<word>[^\s\[\]|,:=;()/"]+)"""
)
_NUMBER = re.compile(r"[+-]?[0-9]{1,40}")
_BARE = re.compile(r"[A-Za-z][A-Za-z0-9-]*")
_CHUNK = re.compile(r'(?:"(?:[^"\\]|\\.)*"|[^\s"])+')
_CONSTANTS: dict[str, bool | None] = {"true": True, "false": False, "null": None}
_LETTERS = {suit.value: suit for suit in Suit}

MOST_TOKENS = 5000
"""Maximum number of tokens in a statement; all cards of six decks are 324."""

_DEEPEST = 4
"""Maximum nesting depth of lists in a value."""

WIDTH = 100
"""Maximum width of a line in characters; longer lines are broken where possible."""


class NotationError(ValueError):
    """A text that does not follow the notation.

    Attributes:
        line: number of the invalid line, from 1.
        column: column in that line, from 1.
        reason: description of the error, with the expected text.
    """

    def __init__(self, line: int, column: int, reason: str) -> None:
        self.line = line
        self.column = column
        self.reason = reason
        super().__init__(f"line {line}, column {column}: {reason}")


class Token(NamedTuple):
    """A token with its position: a word, a quoted string, a mark, or the end of a line."""

    kind: Literal["word", "string", "mark", "end"]
    text: str
    line: int
    column: int

    def error(self, reason: str) -> NotationError:
        """An error at the position of this token."""
        return NotationError(self.line, self.column, reason)

    def __str__(self) -> str:
        if self.kind == "end":
            return "the end of the line"
        return self.text if self.kind == "string" else f"'{self.text}'"


def statements(text: str) -> Iterator[Cursor]:
    """Generate the statements of a text: lines with their indented continuations, no comments.

    Raises:
        NotationError: a quote is not closed, the first line is indented, or a line or statement is
            too long.
    """
    tokens: list[Token] = []
    for number, line in enumerate(_lines(text.removeprefix("\ufeff")), 1):
        if line.startswith("#") or not line.strip():
            continue
        if line[0].isspace():
            if not tokens:
                raise NotationError(number, 1, "a line that continues another needs one before it")
        elif tokens:
            yield Cursor(tokens)
            tokens = []
        tokens += islice(_tokens(line, number), MOST_TOKENS + 1 - len(tokens))
        if len(tokens) > MOST_TOKENS:
            raise tokens[-1].error(f"more than {MOST_TOKENS} words and marks belong together here")
    if tokens:
        yield Cursor(tokens)


def _lines(text: str) -> Iterator[str]:
    """Generate the lines of a text without splitting all of it at once."""
    begin, number = 0, 1
    while begin <= len(text):
        end = text.find("\n", begin)
        end = len(text) if end < 0 else end
        if end - begin > LONGEST_LINE:
            reason = f"the line is longer than {LONGEST_LINE} characters"
            raise NotationError(number, LONGEST_LINE + 1, reason)
        yield text[begin:end]
        begin, number = end + 1, number + 1


def _tokens(line: str, number: int) -> Iterator[Token]:
    at = 0
    while at < len(line):
        if line[at].isspace():
            at += 1
            continue
        found = _TOKEN.match(line, at)
        if found is None:
            raise NotationError(number, at + 1, "this quote is not closed in its line")
        kind = "string" if found["string"] else "mark" if found["mark"] else "word"
        yield Token(kind, found[0], number, at + 1)  # type: ignore[arg-type]
        at = found.end()


class Cursor:
    """Cursor over the tokens of a statement."""

    def __init__(self, tokens: list[Token]) -> None:
        last = tokens[-1]
        self._tokens = tokens
        self._end = Token("end", "", last.line, last.column + len(last.text))
        self._at = 0

    @property
    def next(self) -> Token:
        """The next token, without taking it."""
        return self._tokens[self._at] if self._at < len(self._tokens) else self._end

    @property
    def after_next(self) -> str:
        """Text of the token after the next one."""
        return self._tokens[self._at + 1].text if self._at + 1 < len(self._tokens) else ""

    def take(self) -> Token:
        """Take the next token."""
        token = self.next
        self._at += 1
        return token

    def wrong(self, expected: str) -> NotationError:
        """An error about the next token, which differs from the expected text."""
        return self.next.error(f"expected {expected}, found {self.next}")

    @property
    def ended(self) -> bool:
        """Whether no token is left."""
        return self._at >= len(self._tokens)

    def sees(self, text: str) -> bool:
        """Whether the next token is this word or mark."""
        return self.next.text == text

    def skip(self, text: str) -> bool:
        """Take this word or mark if it comes next; return whether it did."""
        found = self.sees(text)
        self._at += found
        return found

    def need(self, *texts: str) -> Token:
        """Take these words or marks, which must come next; return the first token."""
        first = self.next
        for text in texts:
            if not self.skip(text):
                raise self.wrong(f"'{text}'")
        return first

    def end(self) -> None:
        """Check that the statement has ended."""
        if not self.ended:
            raise self.wrong("the end of the line")

    # Values

    def word(self, expected: str) -> str:
        """Parse any word."""
        if self.next.kind != "word":
            raise self.wrong(expected)
        return self.take().text

    def one_of(self, words: Iterable[str]) -> str:
        """Parse one of these words."""
        known = list(words)
        if self.next.text not in known or self.next.kind != "word":
            raise self.wrong(" or ".join(f"'{word}'" for word in known))
        return self.take().text

    def number(self, expected: str = "a number") -> int:
        """Parse an integer."""
        if not _NUMBER.fullmatch(self.next.text):
            raise self.wrong(expected)
        return int(self.take().text)

    def numbers(self) -> tuple[int, ...]:
        """Parse all integers that come next; there may be none."""
        found = []
        while _NUMBER.fullmatch(self.next.text):
            found.append(int(self.take().text))
        return tuple(found)

    def seat(self) -> int:
        """Parse the number of a seat."""
        return self.number("the number of a seat")

    def seat_or_open(self) -> int | None:
        """Parse the number of a seat, or `open`."""
        return None if self.skip("open") else self.number("the number of a seat or 'open'")

    def rank(self) -> Rank:
        """Parse a rank."""
        try:
            rank = Rank(self.next.text)
        except ValueError:
            raise self.wrong("a rank from 2 to A") from None
        self._at += 1
        return rank

    def rank_or_open(self) -> Rank | None:
        """Parse a rank, or `open`."""
        return None if self.skip("open") else self.rank()

    def ranks(self) -> tuple[Rank, ...]:
        """Parse one rank or more."""
        found = [self.rank()]
        while any(self.sees(rank.value) for rank in Rank):
            found.append(self.rank())
        return tuple(found)

    def suit(self) -> Suit | None:
        """Parse the letter of a suit, or `none`."""
        if self.skip("none"):
            return None
        if self.next.text not in _LETTERS:
            raise self.wrong("D, C, H, S or 'none'")
        return _LETTERS[self.take().text]

    def card(self) -> Card:
        """Parse a card."""
        token = self.next
        try:
            card = read_card(token.text if token.kind == "word" else "")
        except CardError:
            raise self.wrong("a card such as 5H, 10S or BJ") from None
        self._at += 1
        return card

    def cards(self) -> tuple[Card, ...]:
        """Parse one card or more."""
        found = [self.card()]
        while self.next.kind == "word" and _is_card(self.next.text):
            found.append(self.card())
        return tuple(found)

    def string(self, expected: str) -> str:
        """Parse a quoted JSON string."""
        if self.next.kind != "string":
            raise self.wrong(f"{expected} in quotes")
        token = self.take()
        try:
            text = json.loads(token.text)
            text.encode()
        except ValueError:
            raise token.error(f"{token.text} is no text as JSON writes it") from None
        return str(text)

    def text(self, expected: str) -> str:
        """Parse a word or a quoted string."""
        return self.string(expected) if self.next.kind == "string" else self.word(expected)

    def value(self, within: int = 0) -> object:
        """Parse the value of an option: a number, a word, a quoted string, or a list of values.

        Args:
            within: nesting depth in lists.
        """
        if within <= _DEEPEST and self.skip("["):
            found: list[object] = []
            while not self.skip("]"):
                if found:
                    self.need(",")
                found.append(self.value(within + 1))
            return found
        token = self.next
        if token.kind == "string":
            return self.string("a value")
        word = self.word("a value")
        if word in _CONSTANTS:
            return _CONSTANTS[word]
        if _NUMBER.fullmatch(word):
            return int(word)
        if _BARE.fullmatch(word):
            return word
        raise token.error(f"expected a number, a word or a text in quotes, found {token}")

    def clauses(
        self, known: Mapping[str, Callable[[], object]], required: Iterable[str]
    ) -> dict[str, object]:
        """Parse clauses separated by commas, in any order: each a name with its value.

        Args:
            known: parser of the value for each name.
            required: names that must occur.
        """
        found: dict[str, object] = {}
        while not self.ended:
            if found:
                self.need(",")
            token = self.next
            name = self.one_of(known)
            if name in found:
                raise token.error(f"'{name}' stands here twice")
            found[name] = known[name]()
        for name in required:
            if name not in found:
                raise self.wrong(f"'{name}'")
        return found


def _is_card(text: str) -> bool:
    try:
        read_card(text)
    except CardError:
        return False
    return True


# Writing


def quoted(text: str) -> str:
    """A quoted string for `Cursor.string`."""
    return json.dumps(text, ensure_ascii=False)


def as_text(text: str) -> str:
    """A text for `Cursor.text`, quoted only if necessary."""
    return text if re.fullmatch(r"[0-9A-Za-z]+", text) else quoted(text)


def as_value(value: object) -> str:
    """The value of an option for `Cursor.value`."""
    if isinstance(value, list | tuple):
        return f"[{', '.join(map(as_value, value))}]"
    if isinstance(value, str) and _BARE.fullmatch(value) and value not in _CONSTANTS:
        return value
    return json.dumps(value, ensure_ascii=False)


def wrapped(line: str, width: int = WIDTH) -> str:
    """A statement broken into lines at spaces outside of quotes."""
    if len(line) <= width:
        return line
    rows = [""]
    for chunk in _CHUNK.findall(line):
        if rows[-1].strip() and len(rows[-1]) + 1 + len(chunk) > width:
            rows.append("   ")
        rows[-1] += f" {chunk}" if rows[-1] else chunk
    return "\n".join(rows)
