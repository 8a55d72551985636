"""A recorded match watched in the terminal, with keys."""

from __future__ import annotations

from typing import ClassVar

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.widgets import Static

from shengji.bots import BotError
from shengji.explain import explain_decision
from shengji.game.scene import Eyes
from shengji.record import Record, Viewing
from shengji.terminal.explanation import tell_explanation
from shengji.terminal.moment import told
from shengji.words import LANGUAGES, Language, texts


class WatchApp(App[None]):
    """The program on the screen.

    Args:
        viewing: the record, at the moment with which it begins.
        language: the language to begin with.
        bot: who says what it would do.
    """

    ENABLE_COMMAND_PALETTE = False
    CSS = "#foot { dock: bottom; height: auto; color: $text-muted; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,space,l", "step(1)", priority=True),
        Binding("left,backspace,h", "step(-1)", priority=True),
        Binding("down,j", "trick(1)", priority=True),
        Binding("up,k", "trick(-1)", priority=True),
        Binding("pagedown", "hand(1)", priority=True),
        Binding("pageup", "hand(-1)", priority=True),
        Binding("home", "go(0)", priority=True),
        Binding("end", "end", priority=True),
        Binding("e", "eyes"),
        Binding("b", "bot"),
        Binding("g,f2", "language"),
        Binding("q,escape,ctrl+c,ctrl+q", "quit", priority=True),
    ]

    def __init__(self, viewing: Viewing, language: Language, bot: str = "medium") -> None:
        super().__init__()
        self.viewing = viewing
        self.language = language
        self.bot = bot

    def compose(self) -> ComposeResult:
        """The moment, what a bot says of it, and the keys."""
        with VerticalScroll():
            yield Static(id="moment", markup=False)
            yield Static(id="bot", markup=False)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Show where it begins."""
        self._show()

    def _show(self) -> None:
        self.query_one("#moment", Static).update(told(self.viewing, self.language))
        self.query_one("#bot", Static).update("")
        self.query_one("#foot", Static).update(texts("replay")["keys"].said(self.language))

    def action_step(self, by: int) -> None:
        """A step on or back."""
        self.viewing.step(by)
        self._show()

    def action_trick(self, by: int) -> None:
        """To the next trick that is complete, or the one before."""
        self.viewing.step(by, self.viewing.tricks)
        self._show()

    def action_hand(self, by: int) -> None:
        """To the beginning of the next hand, or of the one before."""
        self.viewing.step(by, self.viewing.hands)
        self._show()

    def action_go(self, at: int) -> None:
        """To the moment after so many events."""
        self.viewing.go(at)
        self._show()

    def action_end(self) -> None:
        """To the end."""
        self.action_go(len(self.viewing.record.events))

    def action_eyes(self) -> None:
        """See with the next eyes: all hands open, each seat, an onlooker."""
        record, at = self.viewing.record, self.viewing.at
        known = eyes_of(record)
        following = known[(known.index(self.viewing.eyes) + 1) % len(known)]
        self.viewing = Viewing(record, following)
        self.action_go(at)

    def action_language(self) -> None:
        """The other language."""
        self.language = LANGUAGES[1 - LANGUAGES.index(self.language)]
        self._show()

    def action_bot(self) -> None:
        """Let a bot say what it would do now, and why."""
        words = texts("replay")["thinks"].said(self.language, bot=self.bot)
        self.query_one("#bot", Static).update(words)
        self._think(self.viewing.record, self.viewing.at + 1)

    @work(thread=True, exclusive=True)
    def _think(self, record: Record, event: int) -> None:
        try:
            found = tell_explanation(explain_decision(record, event, self.bot), self.language)
        except (BotError, ValueError) as error:
            self.call_from_thread(self._thought, event, str(error))
        else:
            self.call_from_thread(self._thought, event, found)

    def _thought(self, event: int, found: object) -> None:
        if self.viewing.at + 1 == event:
            self.query_one("#bot", Static).update(found)  # type: ignore[arg-type]


def eyes_of(record: Record) -> list[Eyes]:
    """Whose eyes a record can be seen with."""
    seen_by = record.header.seen_by
    if seen_by == "all":
        return ["all", *range(record.rules.players), None]
    return [None] if seen_by is None else [seen_by, None]
