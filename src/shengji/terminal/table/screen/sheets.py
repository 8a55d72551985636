"""Sheets: what is laid over the table until it is read or answered."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar, Generic, TypeVar

from rich.console import Group, RenderableType
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import VerticalScroll
from textual.screen import ModalScreen
from textual.widgets import Input, Static

Lines = Sequence[RenderableType]
Content = tuple[str, Lines, str]
"""The content of a sheet: its title, its lines, and a word on its keys."""
Answer = TypeVar("Answer")

_CSS = """
Sheet, ChoiceSheet, MarkSheet, NameSheet { align: center middle; background: #000000 35%; }
.sheet {
    width: 74; max-width: 94%; height: auto; max-height: 94%;
    padding: 0 2; background: #f6f2e7; color: #17211d;
    border: round #0d4a38; border-title-color: #0d4a38; border-title-style: bold;
    border-subtitle-color: #0d4a38;
    scrollbar-size-vertical: 1;
}
.sheet > Static { width: 1fr; height: auto; }
"""


class Laid(ModalScreen[Answer], Generic[Answer]):
    """The frame of all sheets: a box with a title, lines and a word on its keys.

    Args:
        content: what stands on it, in the language that is on.
    """

    CSS = _CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close")]

    def __init__(self, content: Callable[[], Content]) -> None:
        super().__init__()
        self._content = content

    def compose(self) -> ComposeResult:
        """The box."""
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(classes="grid")

    def on_mount(self) -> None:
        """Write the lines."""
        self.redraw()

    def redraw(self) -> None:
        """Write the lines again, perhaps in another language."""
        box = self.query_one(".sheet")
        box.border_title, lines, box.border_subtitle = self.content()
        parts = [Text(line) if isinstance(line, str) else line for line in ("", *lines, "")]
        self.query_one(".grid", Static).update(Group(*parts))

    def content(self) -> Content:
        """Title, lines and subtitle."""
        return self._content()

    def action_close(self) -> None:
        """Go on without an answer."""
        self.dismiss(None)


class Sheet(Laid[None]):
    """Something to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,q,question_mark,f1,l,k,n,s", "close"),
        Binding("up", "scroll(-1)"),
        Binding("down", "scroll(1)"),
        Binding("pageup", "scroll(-10)"),
        Binding("pagedown", "scroll(10)"),
        Binding("g,f2", "app.language"),
    ]

    def action_scroll(self, by: int) -> None:
        """Read on."""
        self.query_one(".sheet").scroll_relative(y=by, animate=False)

    def on_click(self) -> None:
        """A click closes it."""
        self.dismiss(None)


class EndSheet(Sheet):
    """How a hand ended; it can be reviewed before the next one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("v", "app.review")]


class _Listed(Laid[Answer]):
    """Options, at one of which an arrow points.

    Args:
        content: what is said before the options.
        options: the options.
        at: where the arrow is at first, from 0.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "close"),
        Binding("up,left", "move(-1)"),
        Binding("down,right", "move(1)"),
    ]

    def __init__(
        self,
        content: Callable[[], Content],
        options: Callable[[], Sequence[str]],
        at: int = 0,
    ) -> None:
        super().__init__(content)
        self._options = options
        self._at = at

    def content(self) -> Content:
        """The introduction, and then the options."""
        title, lines, subtitle = self._content()
        options = [
            Text(
                f"{'▸' if i == self._at else ' '} {self._sign(i)} {option}",
                style="bold #0b5d43" if i == self._at else "",
            )
            for i, option in enumerate(self._options())
        ]
        return title, [*lines, *([""] if lines else []), *options], subtitle

    def _sign(self, number: int) -> str:
        """The sign before an option."""
        raise NotImplementedError

    def action_move(self, by: int) -> None:
        """Point at another."""
        self._at = (self._at + by) % len(self._options())
        self.redraw()
        box = self.query_one(".sheet")
        box.scroll_to(y=max(0, self._at - box.size.height + 4), animate=False)


class ChoiceSheet(_Listed[int | None]):
    """Something to choose from; the answer counts from 0, `None` is none."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take"),
        Binding("g,f2", "app.language"),
        *(Binding(str(number), f"pick({number - 1})") for number in range(1, 10)),
    ]

    def _sign(self, number: int) -> str:
        return f"{number + 1} "

    def action_take(self) -> None:
        """Choose what is marked."""
        self.dismiss(self._at)

    def action_pick(self, number: int) -> None:
        """Choose by number."""
        if number < len(self._options()):
            self.dismiss(number)


class MarkSheet(_Listed[set[int] | None]):
    """Some of several to be marked; the answer has their numbers, `None` changes nothing.

    Args:
        content: what is said before the options.
        options: what can be marked.
        marked: what is marked at first.
    """

    BINDINGS: ClassVar[list[BindingType]] = [Binding("enter", "done"), Binding("space", "mark")]

    def __init__(
        self,
        content: Callable[[], Content],
        options: Callable[[], Sequence[str]],
        marked: set[int],
    ) -> None:
        super().__init__(content, options)
        self._marked = set(marked)

    def _sign(self, number: int) -> str:
        return "[x]" if number in self._marked else "[ ]"

    def action_done(self) -> None:
        """These are marked."""
        self.dismiss(self._marked)

    def action_mark(self) -> None:
        """Mark what the arrow points at, or no longer."""
        self._marked ^= {self._at}
        self.redraw()


class NameSheet(Laid[str | None]):
    """Something to type; `None` when the person goes back.

    Args:
        content: the title, what is said first, and a word on the keys.
        text: what stands there at first.
    """

    def __init__(self, content: Callable[[], Content], text: str = "") -> None:
        super().__init__(content)
        self._text = text

    def compose(self) -> ComposeResult:
        """The box with a line to type in."""
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(classes="grid")
            yield Input(self._text, max_length=40)

    def on_mount(self) -> None:
        """Write the lines, and let the person type."""
        self.redraw()
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Take what has been typed as the answer."""
        self.dismiss(event.value.strip())
