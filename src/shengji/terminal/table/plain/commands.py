"""The player's commands: parsing and execution."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from shengji.cards import Card, CardError, read_cards
from shengji.game import CallFriends, Command, Play, Refusal, callable_cards
from shengji.play.units import Reading
from shengji.terminal.options import number_typed
from shengji.terminal.table import phrases, questions
from shengji.terminal.table.friends import CallError, read_calls
from shengji.terminal.table.plain.lines import LeftError, Lines
from shengji.terminal.table.plain.reports import Reports
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import PERSON
from shengji.words import Names

_WORDS = {
    "?": "what",
    "h": "help",
    "exit": "quit",
    "q": "quit",
    "bye": "quit",
    "lead": "play",
    "follow": "play",
    "declare": "show",
    "no": "pass",
    "again": "redeal",
    "re-deal": "redeal",
    "friends": "call",
    "options": "rules",
    "cards": "hand",
    "points": "score",
    "out": "count",
    "记牌": "count",
    "出": "play",
    "亮": "show",
    "不亮": "pass",
    "埋": "bury",
    "重发": "redeal",
    "照打": "pass",
    "炒": "bid",
    "不炒": "pass",
    "叫": "call",
    "叫朋友": "call",
    "规则": "rules",
    "分数": "score",
    "提示": "hint",
    "摊牌": "claim",
    "手牌": "hand",
    "底牌": "kitty",
    "上轮": "last",
    "帮助": "help",
    "复盘": "review",
    "退出": "quit",
}
"""Aliases of the commands."""

_WITH_CARDS = ("play", "show", "bury", "bid")
"""The commands that are followed by cards."""


_SIGN_FIRST = re.compile(
    r"(?<![^\s,，、;；])([♠♥♦♣♤♡♢♧])\ufe0f?(10|[2-9TJQKA])(?![^\s,，、;；])", re.IGNORECASE
)
"""A card with its suit symbol before the rank."""


def command_of(word: str) -> str:
    """Resolve a word to its command.

    >>> command_of("Bye"), command_of("埋"), command_of("hand")
    ('quit', 'bury', 'hand')
    """
    return _WORDS.get(word.lower(), word.lower())


def suits_last(line: str) -> str:
    """Move the suit symbol behind the rank in each card of a line.

    >>> suits_last("play ♠K,♥10 5♦")
    'play K♠,10♥ 5♦'
    """
    return _SIGN_FIRST.sub(r"\2\1", line)


class Commands:
    """Executes the player's lines in a session.

    Attributes:
        declined: the options to declare when the player last passed.
    """

    def __init__(self, session: Session, lines: Lines, reports: Reports) -> None:
        self._session = session
        self._lines = lines
        self._reports = reports
        self.declined: tuple[tuple[Card, ...], ...] = ()
        self._asked: tuple[tuple[Card, ...], list[Reading]] | None = None
        self._with_words: dict[str, Callable[[str], None]] = {
            "call": self._call,
            "lang": self._lang,
        }
        self._alone: dict[str, Callable[[], None]] = {
            "pass": self._pass,
            "redeal": lambda: self._answer("redeal"),
            "claim": lambda: self._answer("claim"),
            "do": self._do_hint,
            "auto": self._auto,
            "help": lambda: lines.say("plain.help"),
            "quit": self._quit,
            "hint": reports.hint,
            "what": reports.what,
            "hand": reports.hand,
            "table": reports.table,
            "last": reports.last,
            "kitty": reports.kitty,
            "score": reports.score,
            "count": reports.count,
            "rules": reports.rules,
            "review": reports.review,
        }

    def obey(self, line: str) -> None:
        """Execute a line; invalid input is answered with a sentence.

        Raises:
            LeftError: the player wants to leave.
        """
        if not line:
            return
        line = suits_last(line)
        asked, self._asked = self._asked, None
        if asked is not None and self._names_reading(*asked, line):
            return
        first, _, rest = line.partition(" ")
        command = command_of(first)
        if command in _WITH_CARDS:
            self._read_cards(partial(self._answer, command), rest.strip())
        elif command in self._with_words:
            self._with_words[command](rest.strip())
        elif command in self._alone and not rest.strip():
            self._alone[command]()
        elif self._is_card(first):
            self._read_cards(partial(self._answer, "play"), line)
        else:
            self._lines.say("plain.unknown", text=line[:60])

    def _is_card(self, word: str) -> bool:
        try:
            read_cards(word)
        except CardError:
            return False
        return True

    def _read_cards(self, then: Callable[[tuple[Card, ...]], None], text: str) -> None:
        """Call a function with the cards of a text, or print the error in it."""
        try:
            cards = tuple(read_cards(text))
        except CardError as error:
            self._lines.say("plain.bad-card", text=error.text[:20], position=error.position)
        else:
            then(cards)

    def _carry_out(self, command: Command) -> None:
        answer = self._session.do(command)
        if isinstance(answer, Refusal):
            self._lines.write(phrases.refusal(answer, self._lines.speaker))
        else:
            self._reports.news()

    def _answer(self, word: str, cards: tuple[Card, ...] = ()) -> None:
        """Carry out a word with its cards, after a question if a lead is ambiguous."""
        command = questions.command_by_word(self._session, word, cards)
        if isinstance(command, Play):
            ways, more = self._session.readings(command)
            if ways:
                self._ask_reading(cards, ways, more=more)
                return
        assert command is not None
        self._carry_out(command)

    def _names_reading(self, cards: tuple[Card, ...], ways: list[Reading], line: str) -> bool:
        """Lead cards with a reading given by number or units; returns whether the line is one."""
        number = number_typed(line, len(ways))
        if number is not None:
            self._carry_out(Play(PERSON, cards, number - 1))
        elif "+" in line:
            self._read_units(cards, line.split("+"))
        else:
            return False
        return True

    def _read_units(self, cards: tuple[Card, ...], units: list[str]) -> None:
        def lead(_: tuple[Card, ...]) -> None:
            named = tuple(tuple(read_cards(unit)) for unit in units)
            self._carry_out(Play(PERSON, cards, named))

        self._read_cards(lead, " ".join(units))

    def _ask_reading(self, cards: tuple[Card, ...], ways: list[Reading], *, more: bool) -> None:
        """Ask for the reading of an ambiguous lead; a number or the units may follow."""
        self._asked = (cards, ways)
        speaker = self._lines.speaker
        options = [
            speaker.say(
                "plain.reading",
                number=number,
                units=" + ".join(speaker.cards(unit.cards) for unit in way),
            )
            for number, way in enumerate(ways, 1)
        ]
        self._lines.say(
            "plain.readings", options=Names(options, apart=True).render(speaker.language)
        )
        if more:
            self._lines.say("plain.readings.more")

    def _call(self, text: str) -> None:
        try:
            calls = read_calls(text)
        except CallError as error:
            hand = self._session.hand
            card = "AH" if hand is None else callable_cards(hand.space)[0].value
            self._lines.say("plain.bad-call", text=str(error)[:20], example=f"{card} 1")
            return
        self._carry_out(CallFriends(PERSON, calls))

    def _pass(self) -> None:
        session = self._session
        command = questions.command_by_word(session, "pass")
        if command is not None:
            self._carry_out(command)
            return
        if session.waits_for is Wait.DECLARE:
            session.passes()
        elif not session.options:
            self._lines.say("plain.not-now")
            return
        self.declined = session.options
        self._lines.say("plain.passed")

    def _do_hint(self) -> None:
        session = self._session
        if session.waits_for is Wait.NEXT:
            session.confirm()
            return
        if session.due is None:
            self._lines.say("no-hint")
            return
        command = session.advice()
        if command is None:
            self._pass()
        else:
            self._carry_out(command)

    def _auto(self) -> None:
        self._session.play_for_me()
        self._lines.say("plain.auto")

    def _lang(self, text: str) -> None:
        if text in ("en", "zh"):
            self._lines.use("zh" if text == "zh" else "en", self._session.rules.players)
            self._lines.say("plain.lang")
        else:
            self._lines.say("plain.lang-which")

    def _quit(self) -> None:
        raise LeftError
