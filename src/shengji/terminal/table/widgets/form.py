"""The form of the rules: every option with its value, and details of the marked one."""

from __future__ import annotations

from functools import cache
from typing import ClassVar

from rich.cells import cell_len
from rich.style import Style
from textual import events
from textual.binding import Binding, BindingType
from textual.message import Message

from shengji.rules import GROUPS, PRESETS, SYSTEMS, option_of
from shengji.rules.telling import allowed as allowed_words
from shengji.terminal.table import rulewords
from shengji.terminal.table.draft import Draft
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, clip, wrap
from shengji.terminal.table.widgets.painted import Painted

ACTIONS = ("form.begin", "form.preset", "form.system", "form.load", "form.save")
"""The entries before the options."""

_MARKED = Style(color="#08291f", bgcolor="#ffe08a", bold=True)
_CHANGED = paint.BRIGHT_PANEL
_IDLE = Style(color="#5f8577", bgcolor=paint.PANEL)
_WRONG = Style(color="#ffffff", bgcolor="#a3262f", bold=True)


@cache
def entries() -> tuple[str, ...]:
    """All entries: the actions, and the names of all options."""
    return (*ACTIONS, *(name for group in GROUPS for name in group.fields))


class Form(Painted[Speaker], can_focus=True):
    """Paints a draft of rules with a marked entry, which keys can move.

    Attributes:
        at: the index of the marked entry.
        told: a message shown below the details; may be empty.
    """

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "move(-1)"),
        Binding("down", "move(1)"),
        Binding("pageup", "group(-1)"),
        Binding("pagedown,tab", "group(1)"),
        Binding("home", "mark(0)"),
        Binding("end", "mark(-1)"),
    ]

    class Clicked(Message):
        """Posted when the marked entry is clicked."""

    def __init__(self, draft: Draft) -> None:
        super().__init__()
        self.draft = draft
        self.at = 0
        self.told = ""
        self._scrolled = 0
        self._places: dict[int, int] = {}

    @property
    def entry(self) -> str:
        """The marked entry."""
        return entries()[self.at]

    def point_at(self, entry: str) -> None:
        """Mark an entry."""
        self.at = entries().index(entry)

    def action_mark(self, number: int) -> None:
        """Mark an entry by its index, modulo the number of entries."""
        self.at, self.told = number % len(entries()), ""
        self.repaint()

    def action_move(self, by: int) -> None:
        """Move the mark by some entries."""
        self.action_mark(self.at + by)

    def action_group(self, by: int) -> None:
        """Mark the first entry of another group."""
        starts = [0, *(entries().index(group.fields[0]) for group in GROUPS)]
        here = max(n for n, start in enumerate(starts) if start <= self.at)
        if by < 0 and self.at > starts[here]:
            by = 0
        self.action_mark(starts[(here + by) % len(starts)])

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked entry; a second click chooses it."""
        at = self._places.get(event.y)
        if at is None:
            return
        if at == self.at:
            self.post_message(self.Clicked())
        self.at = at
        self.repaint()

    # Painting

    @property
    def _speaker(self) -> Speaker:
        assert self.scene is not None
        return self.scene

    def paint(self, canvas: Canvas, speaker: Speaker) -> None:
        """Paint the draft."""
        draft = self.draft
        canvas.put(1, 0, speaker.text("form.title"), paint.BRIGHT_RIM)
        if draft.error is None:
            sizes = rulewords.size(draft.rules, speaker)
        else:
            sizes = speaker.text("form.unplayable")
        for row, line in enumerate(wrap(sizes, canvas.width - 2)[:2], 1):
            canvas.put(1, row, line, paint.FAINT_RIM)
        detail = min(9, max(7, canvas.height // 3))
        top, bottom = 3, canvas.height - detail - 1
        self._list(canvas, top, bottom)
        self._detail(canvas, bottom, canvas.height - 1)
        keys = clip(speaker.text("form.keys"), canvas.width - 2)
        canvas.put(1, canvas.height - 1, keys, paint.ON_RIM)

    def _list(self, canvas: Canvas, top: int, bottom: int) -> None:
        """Paint the visible entries with their headings."""
        language = self._speaker.language
        rows: list[tuple[int | None, str]] = [(n, name) for n, name in enumerate(ACTIONS)]
        number = len(ACTIONS)
        for group in GROUPS:
            rows.append((None, rulewords.title(group, language)))
            for name in group.fields:
                rows.append((number, name))
                number += 1
        here = next(row for row, (entry, _) in enumerate(rows) if entry == self.at)
        room = bottom - top
        self._scrolled = max(min(self._scrolled, here - 1), here - room + 2, 0)
        self._scrolled = min(self._scrolled, len(rows) - room)
        self._places = {}
        for y, (entry, name) in enumerate(rows[self._scrolled : self._scrolled + room], top):
            canvas.put(0, y, " " * canvas.width, paint.ON_PANEL)
            if entry is None:
                canvas.put(1, y, f"── {name} ", paint.FAINT_PANEL)
                continue
            self._places[y] = entry
            self._entry(canvas, y, entry, name)
        for y, sign, more in (
            (top, "▲", self._scrolled > 0),
            (bottom - 1, "▼", self._scrolled + room < len(rows)),
        ):
            if more:
                canvas.right(canvas.width - 1, y, sign, paint.BRIGHT_PANEL)

    def _entry(self, canvas: Canvas, y: int, entry: int, name: str) -> None:
        marked = entry == self.at
        if name in ACTIONS:
            title, value, other, style = self._action(name)
        else:
            title, value, other, style = self._option(name)
        canvas.put(1, y, "▸" if marked else " ", paint.BRIGHT_PANEL)
        if self._is_wrong(name):
            canvas.put(2, y, "!", _WRONG)
        half = canvas.width * 2 // 5
        canvas.put(3, y, clip(title, half - 4), _MARKED if marked else style)
        room = canvas.width - half - 3
        if other:
            other = self._speaker.say("form.other", text=other)
            if cell_len(value) + 2 + cell_len(other) > room:
                other = clip(other, max(0, room - cell_len(value) - 2)) if room > 40 else ""
        at = canvas.put(half, y, clip(value, room), style)
        if other:
            canvas.put(at + 2, y, other, paint.FAINT_PANEL)

    def _action(self, name: str) -> tuple[str, str, str, Style]:
        speaker, draft = self._speaker, self.draft
        value = ""
        if name == "form.preset":
            value = rulewords.title(PRESETS[draft.preset], speaker.language)
        elif name == "form.system":
            value = speaker.text("form.no-system")
            if draft.system is not None:
                value = rulewords.title(SYSTEMS[draft.system], speaker.language)
        elif name == "form.load":
            value = draft.house or ""
        elif name == "form.begin" and draft.error is not None:
            return speaker.text(name), speaker.text("form.not-yet"), "", _WRONG
        style = paint.BRIGHT_PANEL if name == "form.begin" else paint.ON_PANEL
        return speaker.text(name), value, "", style

    def _is_wrong(self, name: str) -> bool:
        """Whether the error of the draft belongs to this option."""
        error = self.draft.error
        return error is not None and error.field == name

    def _option(self, name: str) -> tuple[str, str, str, Style]:
        """Title, value, default value (if changed), and colours of an option."""
        option, draft, language = option_of(name), self.draft, self._speaker.language
        changed = name in draft.changes
        style = paint.ON_PANEL
        if self._is_wrong(name):
            style = _WRONG
        elif not draft.rules.in_effect(name):
            style = _IDLE
        elif changed:
            style = _CHANGED
        title = option.title(language) + (" *" if changed else "")
        value = option.label(draft.value(name), language)
        other = option.label(draft.base_value(name), language) if changed else ""
        return title, value, other, style

    def _detail(self, canvas: Canvas, top: int, bottom: int) -> None:
        """Paint the help on the marked entry, and the error of the draft."""
        speaker, draft, width = self._speaker, self.draft, canvas.width - 2
        name = self.entry
        foot = self._foot(name)
        lines: list[tuple[str, Style]] = []
        if name not in ACTIONS:
            option = option_of(name)
            head = f"{option.title(speaker.language)}  ({name})"
            lines.append((head, paint.BRIGHT_RIM))
            value_help = option.value_help(draft.value(name), speaker.language)
            for words in filter(None, (option.help(speaker.language), value_help)):
                lines += [(line, paint.ON_RIM) for line in wrap(words, width)]
            lines.append((f"[{option.text.source}]", paint.FAINT_RIM))
            if not draft.rules.in_effect(name):
                needs = speaker.say("form.idle", text=option.condition(speaker.language))
                lines += [(line, paint.FAINT_RIM) for line in wrap(needs, width)]
        elif name == "form.preset":
            for note in PRESETS[draft.preset].notes:
                words = note.text_zh if speaker.language == "zh" else note.text
                lines += [(line, paint.FAINT_RIM) for line in wrap(words, width)]
        elif name == "form.system" and draft.system is not None:
            lines.append((f"[{SYSTEMS[draft.system].source}]", paint.FAINT_RIM))
        else:
            words = speaker.text("form.about")
            lines += [(line, paint.ON_RIM) for line in wrap(words, width)]
        room = bottom - top - len(foot)
        for y, (line, style) in enumerate([*lines[:room], *foot], top):
            canvas.put(1, y, clip(line, width), style)

    def _foot(self, name: str) -> list[tuple[str, Style]]:
        """The last message, or the error of the draft."""
        width = self.size.width - 2
        error = self.draft.error
        if error is not None:
            return [(line, paint.REFUSED) for line in wrap(self.wrong(), width)[:3]]
        return [(line, paint.BRIGHT_RIM) for line in wrap(self.told, width)[:2] if self.told]

    def wrong(self) -> str:
        """The error of the draft, with the allowed values."""
        error, speaker = self.draft.error, self._speaker
        assert error is not None
        if error.field not in entries():
            return error.render(speaker.language)
        option, language = option_of(error.field), speaker.language
        why, allowed = speaker.text("form.no-such"), allowed_words(option, language)
        if error.reason is not None:
            zh = language == "zh"
            why = error.reason.why_zh if zh else error.reason.why
            allowed = error.reason.allowed_zh if zh else error.reason.allowed
        return speaker.say(
            "form.wrong",
            title=option.title(language),
            value=option.label(error.value, language),
            why=why,
            allowed=allowed,
        )
