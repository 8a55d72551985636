"""The application of the table: opens a match, runs it, and closes it after any error."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import ClassVar

from textual import work
from textual.app import App
from textual.binding import Binding, BindingType
from textual.screen import Screen
from textual.worker import WorkerFailed

from shengji.bots import levels_for
from shengji.rules import heading
from shengji.terminal.errors import UsageError
from shengji.terminal.table import phrases, rulewords
from shengji.terminal.table.draft import Draft
from shengji.terminal.table.lobby import Lobby, bot_names
from shengji.terminal.table.screen.rulesform import RulesForm
from shengji.terminal.table.screen.sheets import ChoiceSheet, Content, Laid
from shengji.terminal.table.screen.table import TableScreen
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.watch import WatchScreen
from shengji.words import Language


class TableApp(App[None]):
    """The application of the table.

    Args:
        path: a saved match to resume; `None` to ask or to start a new one.
        speed: one of `pace.SPEEDS`.

    Attributes:
        farewell: the text to print after the screen has closed; may be empty.
        failure: the error that ended the match, or `None`.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("ctrl+c,ctrl+q", "leave", priority=True),
    ]

    def __init__(self, lobby: Lobby, path: Path | None, language: Language, speed: str) -> None:
        super().__init__()
        self.lobby = lobby
        self.path = path
        self.farewell = ""
        self.failure: BaseException | None = None
        self.table = TableScreen(language, speed)

    def get_default_screen(self) -> Screen[None]:
        """The screen of the table."""
        return self.table

    def _leave_if_alone(self) -> None:
        """Exit if the terminal has been closed, which not every system signals; all is saved."""
        if sys.__stdin__ is None or not os.isatty(sys.__stdin__.fileno()):
            os._exit(1)

    # Start

    @work
    async def on_mount(self) -> None:
        """Open the match and start it."""
        if not self.is_headless:
            self.set_interval(1, self._leave_if_alone)
        try:
            session = await self._open()
        except UsageError as error:
            self._fail(error)
            return
        if session is None:
            self.farewell = self.table.speaker.text("bye.nothing")
            self.exit()
            return
        self.table.session = session
        # The screen's own queue waits until its parts are mounted.
        self.table.call_later(self.table.go_on)

    async def _open(self) -> Session | None:
        """Resume a match, or start one after the necessary questions; `None` to leave."""
        if self.path is not None:
            return self.lobby.go_on(self.path)
        offer = self.lobby.offer
        if offer is None and not self.lobby.asks:
            return self.lobby.start()
        keys = ["start.begin"]
        if offer is not None:
            readable = offer.record is not None
            keys = ["start.go-on", "start.new"] if readable else ["start.new-corrupt"]
        keys += ["start.rules", "start.bots", "start.leave"]
        draft: Draft | None = None
        while True:
            key = await self._ask(keys)
            if key == "start.leave":
                return None
            if key == "start.go-on" and offer is not None:
                return self.lobby.go_on(offer.path)
            if key == "start.bots":
                await self._choose_bots()
                continue
            if key == "start.rules":
                form = RulesForm(self.lobby.rules, self.table.language, draft)
                rules = await self.push_screen_wait(form)
                draft = form.draft
                if rules is None:
                    continue
                self.lobby.rules = rules
            return self.lobby.start()

    async def _ask(self, keys: list[str]) -> str:
        """Ask how to start; returns one of the keys."""
        offer = self.lobby.offer
        bots = bot_names(self.lobby.bots, self.lobby.rules)

        def content() -> Content:
            speaker = self.table.speaker
            lines = [phrases.offer_text(offer, speaker), ""] if offer is not None else []
            rules = self.lobby.rules
            lines.append(heading(rules, speaker.language))
            lines.append(rulewords.size(rules, speaker))
            return speaker.text("start.title"), lines, speaker.text("sheet.choose-start")

        def options() -> list[str]:
            speaker = self.table.speaker
            # Texts without a parameter for the bots ignore it.
            return [speaker.say(key, text=speaker.bots(bots)) for key in keys]

        chosen = await self.push_screen_wait(ChoiceSheet(content, options))
        return keys[-1 if chosen is None else chosen]

    async def _choose_bots(self) -> None:
        """Ask for the strength of the bots of a new match."""
        levels = levels_for(self.lobby.rules)

        def content() -> Content:
            speaker = self.table.speaker
            return speaker.text("start.bots-title"), [], speaker.text("sheet.choose")

        def options() -> list[str]:
            speaker = self.table.speaker
            return [speaker.say("bots.option", bot=bot, cost=speaker.cost(bot)) for bot in levels]

        now = levels.index(self.lobby.bots) if self.lobby.bots in levels else 0
        chosen = await self.push_screen_wait(ChoiceSheet(content, options, now))
        if chosen is not None:
            self.lobby.bots = levels[chosen]

    # Play

    def action_language(self) -> None:
        """Switch the language on all screens."""
        self.table.language = "en" if self.table.language == "zh" else "zh"
        for screen in self.screen_stack:
            if isinstance(screen, RulesForm | WatchScreen):
                screen.language = self.table.language
            if isinstance(screen, TableScreen | RulesForm | WatchScreen | Laid):
                screen.redraw()

    def action_review(self) -> None:
        """Review the finished hand."""
        self.table.action_review()

    # End

    def action_leave(self) -> None:
        """Leave; the match is already saved."""
        session = self.table.session
        if session is not None:
            over = session.waits_for is Wait.OVER
            key = "bye.over" if over else "bye.saved"
            self.farewell = self.table.speaker.say(key, path=session.path)
        self.exit()

    def on_table_screen_failed(self, event: TableScreen.Failed) -> None:
        """End after an error of the match."""
        self._fail(event.error)

    def _fail(self, error: UsageError) -> None:
        self.failure = error
        self.exit()

    def _handle_exception(self, error: Exception) -> None:
        """Handle an uncaught exception for Textual; adds a note on the file of the match."""
        super()._handle_exception(error)
        # The command line prints the error; Textual would print its own report as well.
        self._exit_renderables.clear()
        if self.failure is None:
            self.failure = error.error if isinstance(error, WorkerFailed) else error
            if self.table.session is not None:
                speaker, path = self.table.speaker, self.table.session.path
                self.failure.add_note(speaker.say("bye.saved", path=path))

    def on_unmount(self) -> None:
        """Release the record, however the screen was closed."""
        if self.table.session is not None:
            self.table.session.close()
