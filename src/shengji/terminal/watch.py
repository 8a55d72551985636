"""The viewer of recorded matches in the terminal."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import ClassVar, Final

from textual import work
from textual.app import App, ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import Screen
from textual.timer import Timer
from textual.widgets import Static

from shengji.bots import BotError
from shengji.explain import Explanation, explain_decision
from shengji.game.scene import Eyes
from shengji.record import Record, Viewing
from shengji.terminal.explanation import render_briefly
from shengji.terminal.moment import render_moment
from shengji.terminal.reviewing import Names, Reviews, ReviewSheet
from shengji.terminal.table.screen.sheets import Content, Laid, NameSheet, Sheet
from shengji.words import LANGUAGES, Language, texts

_RESTS: Final = {"slow": 2.4, "normal": 1.2, "fast": 0.45}
"""Seconds per moment in automatic playback, as in the web client."""
_AIRY: Final = 30
"""Minimum height of a screen for empty lines between the parts."""
_SPEEDS: Final = tuple(_RESTS)
_TRICK: Final = re.compile(r"\s*(?:([0-9]+)\s*[.,:/\s]\s*)?([0-9]+)\s*")
"""A trick as typed: its number, optionally after that of a hand."""


class WatchScreen(Screen[None]):
    """The screen that shows a recorded match at a moment.

    Args:
        viewing: the record, at the initial moment.
        bot: the bot whose advice can be shown.
        names: the names of the players; `None` for the names of the record.
    """

    DEFAULT_CSS = """
    WatchScreen { background: $background; }
    WatchScreen #foot { height: auto; color: $text-muted; }
    WatchScreen VerticalScroll { height: 1fr; }
    WatchScreen #review { height: auto; color: $text-warning; }
    """
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("right,l", "step(1)", priority=True),
        Binding("left,backspace,h", "step(-1)", priority=True),
        Binding("down,j", "trick(1)", priority=True),
        Binding("up,k", "trick(-1)", priority=True),
        Binding("pagedown", "hand(1)", priority=True),
        Binding("pageup", "hand(-1)", priority=True),
        Binding("home", "go(0)", priority=True),
        Binding("end", "end", priority=True),
        Binding("space,p", "play", priority=True),
        Binding("plus,equals_sign", "speed(1)"),
        Binding("minus,underscore", "speed(-1)"),
        Binding("t", "jump"),
        Binding("e", "eyes"),
        Binding("b", "bot"),
        Binding("v", "review"),
        Binding("g,f2", "app.language"),
        Binding("q,escape", "leave", priority=True),
    ]

    def __init__(
        self,
        viewing: Viewing,
        language: Language,
        bot: str,
        reviews: Reviews,
        names: Names | None = None,
    ) -> None:
        super().__init__()
        self.viewing = viewing
        self.language: Language = language
        self.bot = bot
        self._reviews = reviews
        self._names = names
        self._speed = "normal"
        self._timer: Timer | None = None
        self._said: Callable[[Language], str] | None = None

    def compose(self) -> ComposeResult:
        """Lay out the moment, the review's comment, and the keys."""
        with VerticalScroll():
            yield Static(id="moment", markup=False)
        yield Static(id="review", markup=False)
        yield Static(id="foot", markup=False)

    def on_mount(self) -> None:
        """Show the initial moment."""
        self.redraw()

    def on_resize(self) -> None:
        """Redraw, because the size decides about empty lines."""
        self.redraw()

    @property
    def playing(self) -> bool:
        """Whether automatic playback is on."""
        return self._timer is not None

    def redraw(self) -> None:
        """Show the moment in the current language."""
        language, said = self.language, texts("replay")
        names = None if self._names is None else self._names(language)
        moment = render_moment(self.viewing, language, names, airy=self.app.size.height >= _AIRY)
        self.query_one("#moment", Static).update(moment)
        review = self._reviews.said_at(self.viewing.at, language)
        self.query_one("#review", Static).update("\n".join(review))
        self.query_one("#review").display = bool(review)
        speed = said[f"speed.{self._speed}"].of(language)
        playing = said["stop" if self.playing else "play"].render(language, speed=speed)
        keys = said["keys"].render(language, play=playing)
        note = "" if self._said is None else f"{self._said(language)}\n"
        self.query_one("#foot", Static).update(note + keys)

    def _say(self, words: Callable[[Language], str] | None) -> None:
        """Show a note below the moment until the next action."""
        self._said = words
        self.redraw()

    def _move(self, change: Callable[[], None]) -> None:
        """Move to another moment and stop automatic playback."""
        self._stop()
        self._said = None
        change()
        self.redraw()

    def action_step(self, by: int) -> None:
        """Move by one step."""
        self._move(lambda: self.viewing.step(by))

    def action_trick(self, by: int) -> None:
        """Go to the next or previous complete trick."""
        self._move(lambda: self.viewing.step(by, self.viewing.tricks))

    def action_hand(self, by: int) -> None:
        """Go to the beginning of the next or previous hand."""
        self._move(lambda: self.viewing.step(by, self.viewing.hands))

    def action_go(self, at: int) -> None:
        """Go to the moment after `at` events."""
        self._move(lambda: self.viewing.go(at))

    def action_end(self) -> None:
        """Go to the end."""
        self.action_go(len(self.viewing.record.events))

    # Automatic playback

    def action_play(self) -> None:
        """Start or stop automatic playback; at the end it restarts from the beginning."""
        if self.playing:
            self._stop()
        else:
            if self._over:
                self.viewing.go(0)
            self._start()
        self._say(None)

    def action_speed(self, by: int) -> None:
        """Change the playback speed."""
        at = _SPEEDS.index(self._speed) + by
        self._speed = _SPEEDS[max(0, min(at, len(_SPEEDS) - 1))]
        if self.playing:
            self._start()
        self.redraw()

    @property
    def _over(self) -> bool:
        return self.viewing.at == len(self.viewing.record.events)

    def _start(self) -> None:
        self._stop()
        self._timer = self.set_interval(_RESTS[self._speed], self._go_on)

    def _stop(self) -> None:
        if self._timer is not None:
            self._timer.stop()
            self._timer = None

    def _go_on(self) -> None:
        """Show the next moment, unless a dialog is open."""
        if self.app.screen is not self:
            return
        self.viewing.step(1)
        if self._over:
            self._stop()
        self.redraw()

    # Jumps

    def action_jump(self) -> None:
        """Ask for a trick, and go there."""
        self._stop()
        self.app.push_screen(NameSheet(self._asked_where), self._jump)

    def _asked_where(self) -> Content:
        said = texts("replay")
        keys = texts("terminal")["sheet.type"].of(self.language)
        return said["jump"].of(self.language), [said["jump-how"].of(self.language)], keys

    def _jump(self, typed: str | None) -> None:
        if not typed:
            return
        found = _TRICK.fullmatch(typed)
        hand = max(self.viewing.match.hands, 1)
        try:
            if found is None:
                raise ValueError(typed)
            at = self.viewing.place_of(int(found[1] or hand), int(found[2]))
        except ValueError:
            self._say(lambda language: texts("replay")["jump-none"].render(language, text=typed))
        else:
            self.action_go(at)

    # Viewpoints, bots and reviews

    def action_eyes(self) -> None:
        """Switch to the next viewpoint: all hands open, each seat, a spectator."""
        record, at = self.viewing.record, self.viewing.at
        known = eyes_of(record)
        following = known[(known.index(self.viewing.eyes) + 1) % len(known)]
        self.viewing = Viewing(record, following)
        self.viewing.go(at)
        self.redraw()

    def action_bot(self) -> None:
        """Show a bot's decision at this moment, with its reasons."""
        self._stop()
        self._say(lambda language: texts("replay")["thinks"].render(language, bot=self.bot))
        self._think(self.viewing.record, self.viewing.at + 1)

    @work(thread=True, exclusive=True)
    def _think(self, record: Record, event: int) -> None:
        try:
            found = explain_decision(record, event, self.bot)
        except (BotError, ValueError) as error:
            why = str(error)
            self.app.call_from_thread(self._thought, event, lambda _: why)
        else:
            self.app.call_from_thread(self._thought, event, found)

    def _thought(self, event: int, found: Explanation | Callable[[Language], str]) -> None:
        """Show a bot's decision, unless the viewer has moved on."""
        if self.viewing.at + 1 != event or self.app.screen is not self:
            return
        if not isinstance(found, Explanation):
            self._say(found)
            return
        explanation = found

        def content() -> Content:
            language = self.language
            title = texts("replay")["thought"].render(language, bot=self.bot)
            shown = render_briefly(explanation, language)
            return title, [shown], texts("terminal")["sheet.close"].of(language)

        self._say(None)
        self.app.push_screen(Sheet(content))

    def action_review(self) -> None:
        """Review the current hand, with jumps to the most costly decisions."""
        self._stop()
        hand = self.viewing.match.hands
        if not hand:
            self._say(texts("replay")["no-review"].of)
            return
        self._say(None)
        sheet = ReviewSheet(self._reviews, hand, lambda: self.language)

        def looked(event: int | None) -> None:
            if event is not None:
                self.viewing.go(event - 1)
            self.redraw()

        self.app.push_screen(sheet, looked)

    def action_leave(self) -> None:
        """Close the screen."""
        self.dismiss()


class WatchApp(App[None]):
    """The application that shows a record.

    Args:
        viewing: the record, at the initial moment.
        bot: the bot whose advice can be shown.
    """

    ENABLE_COMMAND_PALETTE = False
    BINDINGS: ClassVar[list[BindingType]] = [Binding("ctrl+c,ctrl+q", "quit", priority=True)]

    def __init__(self, viewing: Viewing, language: Language, bot: str = "medium") -> None:
        super().__init__()
        reviews = Reviews(lambda: viewing.record)
        self.watching = WatchScreen(viewing, language, bot, reviews)

    def on_mount(self) -> None:
        """Show the record; the application ends with it."""
        self.push_screen(self.watching, lambda _: self.exit())

    @property
    def viewing(self) -> Viewing:
        """The record at the current moment."""
        return self.watching.viewing

    def action_language(self) -> None:
        """Switch to the other language."""
        self.watching.language = LANGUAGES[1 - LANGUAGES.index(self.watching.language)]
        for screen in self.screen_stack:
            if isinstance(screen, WatchScreen | Laid):
                screen.redraw()


def eyes_of(record: Record) -> list[Eyes]:
    """The viewpoints that a record allows."""
    seen_by = record.header.seen_by
    if seen_by == "all":
        return ["all", *range(record.rules.players), None]
    return [None] if seen_by is None else [seen_by, None]
