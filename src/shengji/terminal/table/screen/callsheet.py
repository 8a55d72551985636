"""The sheet for the Dealer's calls: a grid of cards, and the copy of each that counts."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import ClassVar

from rich.text import Text
from textual import events
from textual.binding import Binding, BindingType

from shengji.cards import Card
from shengji.game import Call, Hand, callable_cards
from shengji.terminal.table.friends import toggled
from shengji.terminal.table.screen.sheets import Content, Laid
from shengji.terminal.table.speaker import PERSON, Speaker

_CELL = 5
_LABEL = 4


class CallSheet(Laid[tuple[Call, ...] | None]):
    """The dialog for the calls; its result is `None` if the player looks at the table first.

    Args:
        hand: the hand, whose calls are due.
        chosen: the calls selected before.
        speaker: returns the speaker of the current language.
        advice: returns the calls of a bot.
        refused: returns why calls are refused, or `None`.
    """

    DEFAULT_CSS = "CallSheet { align: center top; background: #000000 0%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("q", "close"),
        Binding("enter", "done"),
        Binding("left", "move(-1)"),
        Binding("right", "move(1)"),
        Binding("up", "row(-1)"),
        Binding("down", "row(1)"),
        Binding("space", "next_copy"),
        Binding("backspace,delete", "undo"),
        Binding("h", "hint"),
        Binding("g,f2", "app.language"),
        *(Binding(str(number), f"copy({number})") for number in range(1, 7)),
    ]

    def __init__(
        self,
        hand: Hand,
        chosen: tuple[Call, ...],
        speaker: Callable[[], Speaker],
        advice: Callable[[], tuple[Call, ...]],
        refused: Callable[[tuple[Call, ...], Speaker], str | None],
    ) -> None:
        super().__init__(self._grid)
        self._hand = hand
        self._speaker = speaker
        self._advice = advice
        self._refusal = refused
        self._refused = False
        self.calls = chosen
        rows: dict[int, list[Card]] = {}
        for card in callable_cards(hand.space):
            rows.setdefault(hand.space.suit(card), []).append(card)
        self._rows: Sequence[list[Card]] = list(rows.values())
        self._at = (0, 0)
        for number, row in enumerate(self._rows):
            if chosen and chosen[-1].card in row:
                self._at = (number, row.index(chosen[-1].card))

    @property
    def card(self) -> Card:
        """The marked card."""
        row, column = self._at
        return self._rows[row][column]

    def _grid(self) -> Content:
        """The grid, the marked card, and the calls so far."""
        speaker, rules = self._speaker(), self._hand.rules
        held = self._hand.hands[PERSON]
        lines: list[Text | str] = []
        for number, row in enumerate(self._rows):
            line = Text("    ")
            for column, card in enumerate(row):
                line.append_text(self._cell(card, card in held, (number, column) == self._at))
            lines.append(line)
        number = held.count(self.card)
        lines += [
            "",
            speaker.say("call.intro", size=rules.calls),
            speaker.say("call.held", cards=(self.card,), number=number, decks=rules.deck_count),
        ]
        key = "call.chosen" if self.calls else "call.none"
        count = len(self.calls)
        done = speaker.say(key, count=count, total=rules.calls, calls=self.calls)
        lines.append(Text(done, style="bold #0b5d43"))
        if self._refused:
            refusal = self._refusal(self.calls, speaker)
            lines.append(Text(refusal or "", style="bold #a3262f"))
        keys = speaker.say("call.keys", decks=rules.deck_count)
        return speaker.text("call.title"), lines, keys

    def _cell(self, card: Card, held: bool, marked: bool) -> Text:
        """A cell of the grid: bold if held, with signs if marked or called."""
        copies = [call.ordinal for call in self.calls if call.card is card]
        text = self._speaker().card(card).rjust(3)
        ink = "#c3141f" if card.suit is not None and card.suit.value in "HD" else "#14181b"
        style = f"{'bold ' if held else ''}{ink if held or copies or marked else '#8a8f88'}"
        cell = Text("▸" if marked else " ", style="bold #0b5d43")
        cell.append(text, style=f"{style} on #ffd75e" if copies else style)
        return cell.append(" " * (_CELL - 4))

    def action_done(self) -> None:
        """Submit the calls, or show why they are refused."""
        if self._refusal(self.calls, self._speaker()) is None:
            self.dismiss(self.calls)
        else:
            self._refused = True
            self.redraw()

    def _change(self, calls: tuple[Call, ...]) -> None:
        self.calls, self._refused = calls, False
        self.redraw()

    def action_move(self, by: int) -> None:
        """Move along the row."""
        row, column = self._at
        self._at = (row, (column + by) % len(self._rows[row]))
        self.redraw()

    def action_row(self, by: int) -> None:
        """Move to another suit."""
        row, column = self._at
        row = (row + by) % len(self._rows)
        self._at = (row, min(column, len(self._rows[row]) - 1))
        self.redraw()

    def action_copy(self, ordinal: int) -> None:
        """Add or remove the call of this copy of the marked card."""
        rules = self._hand.rules
        if ordinal <= rules.deck_count:
            self._change(toggled(self.calls, self.card, ordinal, rules.calls))

    def action_next_copy(self) -> None:
        """Call the first copy that is not called yet; after the last one, call none of them."""
        mine = [call.ordinal for call in self.calls if call.card is self.card]
        free = [n for n in range(1, self._hand.rules.deck_count + 1) if n not in mine]
        if free:
            self.action_copy(free[0])
        else:
            self._change(tuple(call for call in self.calls if call.card is not self.card))

    def action_undo(self) -> None:
        """Remove the last call."""
        self._change(self.calls[:-1])

    def action_hint(self) -> None:
        """Select the calls of a bot."""
        self._change(self._advice())

    def on_click(self, event: events.Click) -> None:
        """Mark the clicked card; a second click calls it."""
        box = self.query_one(".grid")
        row = event.screen_y - box.region.y - 1
        column = (event.screen_x - box.region.x - _LABEL) // _CELL
        if 0 <= row < len(self._rows) and 0 <= column < len(self._rows[row]):
            again = self._at == (row, column)
            self._at = (row, column)
            if again:
                self.action_next_copy()
            else:
                self.redraw()
