"""The course of a game in plain mode: its start, its questions, and its end."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from threading import Timer
from typing import TextIO

from shengji.game import Command, Phase
from shengji.terminal.table import phrases, questions, results, rulewords
from shengji.terminal.table.lobby import Lobby
from shengji.terminal.table.plain.commands import Commands, command_of
from shengji.terminal.table.plain.lines import LeftError, Lines
from shengji.terminal.table.plain.reports import Reports
from shengji.terminal.table.session import Session, Wait
from shengji.words import Language

_LONG = 2.0
"""Seconds until a note that a bot is thinking."""


def play_plain(
    open_session: Callable[[Lines], Session | None],
    given: TextIO,
    out: TextIO,
    language: Language,
) -> None:
    """Play until the match is over, the player leaves, or the input ends.

    Args:
        open_session: opens the match, possibly after questions (`choose`).
        given: the input stream.
        out: the output stream.
        language: the initial language.
    """
    lines = Lines(given, out, language)
    session: Session | None = None
    try:
        session = open_session(lines)
        if session is None:
            lines.say("bye.nothing")
            return
        lines.use(language, session.rules.players)
        _Game(session, lines).play()
    except (LeftError, KeyboardInterrupt):
        if session is None:
            lines.say("bye.nothing")
        else:
            lines.say("bye.saved", path=session.path)
    except Exception as error:
        if session is not None:
            error.add_note(lines.speaker.say("bye.saved", path=session.path))
        raise
    finally:
        if session is not None:
            session.close()


def choose(lobby: Lobby, lines: Lines) -> Session | None:
    """Ask whether to resume the saved match of the lobby or to start a new one; `None` to leave."""
    offer = lobby.offer
    if offer is None:
        return lobby.start()
    readable = offer.record is not None
    lines.write(phrases.offer_text(offer, lines.speaker))
    while True:
        lines.say("plain.offer" if readable else "plain.offer-corrupt")
        answer = lines.read()
        if answer == "1" and readable:
            return lobby.go_on(offer.path)
        if answer == "2":
            return lobby.start()
        if command_of(answer) == "quit":
            return None
        if answer:
            lines.say("plain.unknown", text=answer)


class _Game:
    """The loop of an open session."""

    def __init__(self, session: Session, lines: Lines) -> None:
        self._session = session
        self._lines = lines
        self._reports = Reports(session, lines)
        self._commands = Commands(session, lines, self._reports)

    def play(self) -> None:
        """Play to the end of the match."""
        self._greet()
        session = self._session
        while True:
            self._reports.news()
            wait = session.waits_for
            if wait is Wait.OVER:
                self._over()
                return
            if wait is Wait.NEXT:
                self._reports.result()
                if session.auto:
                    session.confirm()
                    continue
            if wait is not None:
                self._ask(wait)
            elif self._may_show():
                self._ask_to_show()
            else:
                session.carry_out(self._next_command())

    def _next_command(self) -> Command | None:
        """Compute the next command without the player, with a note if it takes long."""
        session, lines = self._session, self._lines
        if session.hand is None or not session.may_wait:
            return session.next_command()
        words = phrases.thinking(session.hand, lines.speaker)

        def write_notice() -> None:
            # A closed output is detected by the next regular write.
            with suppress(OSError):
                lines.write(words)

        patience = Timer(_LONG, write_notice)
        patience.daemon = True
        patience.start()
        try:
            return session.next_command()
        finally:
            patience.cancel()
            # The note must precede the next output.
            patience.join()

    def _greet(self) -> None:
        session, lines = self._session, self._lines
        lines.say("plain.welcome", names=tuple(range(1, session.rules.players)))
        lines.write(rulewords.size(session.rules, lines.speaker))
        self._reports.others()
        if session.match.hands:
            self._reports.skip_news()
            lines.say("plain.resumed")
            if session.hand is not None and session.hand.phase is not Phase.ENDED:
                self._reports.score()
            else:
                self._reports.levels()

    def _over(self) -> None:
        self._reports.result()
        title, sentences = results.over(self._session, self._lines.speaker)
        self._lines.write(title, *sentences)
        self._lines.say("bye.over", path=self._session.path)

    def _obey(self) -> None:
        self._commands.obey(self._lines.read())

    def _may_show(self) -> bool:
        """Whether there is a new option to declare since the player last declined."""
        options = self._session.options
        return bool(options) and not self._session.auto and options != self._commands.declined

    def _ask_to_show(self) -> None:
        session = self._session
        self._reports.hand()
        while session.options and not session.auto:
            before = session.options
            self._question()
            self._obey()
            if self._commands.declined == before or session.options != before:
                return

    def _ask(self, wait: Wait) -> None:
        """Ask for the due action until an event occurs."""
        if wait is Wait.DECLARE:
            self._ask_to_show()
        elif wait is Wait.NEXT:
            self._ask_to_go_on()
        else:
            self._ask_for_answer(wait)

    def _ask_to_go_on(self) -> None:
        while self._session.waits_for is Wait.NEXT:
            self._question()
            line = self._lines.read()
            if line:
                self._commands.obey(line)
            else:
                self._session.confirm()

    def _ask_for_answer(self, wait: Wait) -> None:
        session = self._session
        self._reports.hand()
        if wait is Wait.FOLLOW:
            self._reports.table()
        self._question()
        events = len(session.journal)
        while session.waits_for is wait and len(session.journal) == events:
            self._obey()

    def _question(self) -> None:
        """Print the question of now, and the offer of a claim, if any."""
        session, lines = self._session, self._lines
        for asked in (
            questions.question(session, lines.speaker),
            questions.claim_offer(session),
        ):
            if asked is not None:
                lines.write(asked.render(lines.speaker, "plain"))
