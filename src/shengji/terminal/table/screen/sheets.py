"""Sheets: modal dialogs over the table."""

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
"""The content of a sheet: its title, its lines, and a hint on its keys."""
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
    """The frame of all sheets: a box with a title, lines and a hint on its keys.

    Args:
        content: returns the content in the current language.
    """

    CSS = _CSS
    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "close")]

    def __init__(self, content: Callable[[], Content]) -> None:
        super().__init__()
        self._content = content

    def compose(self) -> ComposeResult:
        """Yield the box."""
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(classes="grid")

    def on_mount(self) -> None:
        """Write the lines."""
        self.redraw()

    def redraw(self) -> None:
        """Write the lines again, in the current language."""
        box = self.query_one(".sheet")
        box.border_title, lines, box.border_subtitle = self.content()
        parts = [Text(line) if isinstance(line, str) else line for line in ("", *lines, "")]
        self.query_one(".grid", Static).update(Group(*parts))

    def content(self) -> Content:
        """The content, in the current language."""
        return self._content()

    def action_close(self) -> None:
        """Close without an answer."""
        self.dismiss(None)


class Sheet(Laid[None]):
    """A sheet to read."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space,q,question_mark,f1,l,k,n,s", "close"),
        Binding("up", "scroll(-1)"),
        Binding("down", "scroll(1)"),
        Binding("pageup", "scroll(-10)"),
        Binding("pagedown", "scroll(10)"),
        Binding("g,f2", "app.language"),
    ]

    def action_scroll(self, by: int) -> None:
        """Scroll the text."""
        self.query_one(".sheet").scroll_relative(y=by, animate=False)

    def on_click(self) -> None:
        """Close the sheet."""
        self.dismiss(None)


class EndSheet(Sheet):
    """The sheet with the result of a hand, which can be reviewed before the next one."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("v", "app.review")]


class _Listed(Laid[Answer]):
    """A list of options with a cursor.

    Args:
        content: returns the introduction before the options.
        at: the initial position of the cursor, from 0.
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
        """The introduction, followed by the options."""
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
        raise NotImplementedError

    def action_move(self, by: int) -> None:
        """Move the cursor."""
        self._at = (self._at + by) % len(self._options())
        self.redraw()
        box = self.query_one(".sheet")
        box.scroll_to(y=max(0, self._at - box.size.height + 4), animate=False)


class ChoiceSheet(_Listed[int | None]):
    """A choice of one option; the result is its index from 0, or `None`."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,space", "take"),
        Binding("g,f2", "app.language"),
        *(Binding(str(number), f"pick({number - 1})") for number in range(1, 10)),
    ]

    def _sign(self, number: int) -> str:
        return f"{number + 1} "

    def action_take(self) -> None:
        """Choose the marked option."""
        self.dismiss(self._at)

    def action_pick(self, number: int) -> None:
        """Choose an option by its index."""
        if number < len(self._options()):
            self.dismiss(number)


class MarkSheet(_Listed[set[int] | None]):
    """A choice of several options; the result is the set of their indices, or `None` to cancel.

    Args:
        content: returns the introduction before the options.
        marked: the indices of the options marked at first.
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
        """Close with the marked options."""
        self.dismiss(self._marked)

    def action_mark(self) -> None:
        """Toggle the mark at the cursor."""
        self._marked ^= {self._at}
        self.redraw()


class NameSheet(Laid[str | None]):
    """A text input; the result is `None` if the player goes back.

    Args:
        content: returns the title, the introduction and a hint on the keys.
    """

    def __init__(self, content: Callable[[], Content], text: str = "") -> None:
        super().__init__(content)
        self._text = text

    def compose(self) -> ComposeResult:
        """Yield the box with an input line."""
        with VerticalScroll(classes="sheet", can_focus=False):
            yield Static(classes="grid")
            yield Input(self._text, max_length=40)

    def on_mount(self) -> None:
        """Write the lines, and focus the input."""
        self.redraw()
        self.query_one(Input).focus()

    def on_input_submitted(self, event: Input.Submitted) -> None:
        """Close with the typed text."""
        self.dismiss(event.value.strip())
