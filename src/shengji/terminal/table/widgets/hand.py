"""The player's hand: rows by suit, the cursor, the selection, and clicks on cards."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from textual import events
from textual.message import Message

from shengji.cards import Card
from shengji.game import Hand
from shengji.play.space import TRUMP
from shengji.terminal.table.session import Wait
from shengji.terminal.table.widgets import paint
from shengji.terminal.table.widgets.paint import Canvas, Faces, Look, clip
from shengji.terminal.table.widgets.painted import Painted, Scene

_LABEL = 10
"""Width of the label of a row, in cells."""


class HandView(Painted[Scene]):
    """The player's cards by effective suit, with a cursor and a selection."""

    background = paint.ON_PANEL

    class Clicked(Message):
        """Posted when a card is clicked; the cursor is on it."""

    def __init__(self) -> None:
        super().__init__()
        self._cards: list[Card] = []
        self._rows: list[tuple[int, list[int]]] = []
        self._places: list[tuple[int, int, int]] = []
        self._scrolled = 0
        self.cursor = 0
        self.chosen: set[int] = set()

    # Selection

    @property
    def selected(self) -> tuple[Card, ...]:
        """The selected cards, high to low."""
        return tuple(self._cards[i] for i in sorted(self.chosen))

    def hold(self, cards: Sequence[Card]) -> None:
        """Replace the cards, which are sorted; remaining cards stay selected."""
        if list(cards) == self._cards:
            return
        chosen = Counter(self.selected)
        at = self._cards[self.cursor] if self.cursor < len(self._cards) else None
        self._cards = list(cards)
        self.chosen = set()
        self._choose(chosen)
        if at in self._cards:
            self.cursor = self._cards.index(at)
        self.cursor = max(0, min(self.cursor, len(self._cards) - 1))

    def _choose(self, cards: Counter[Card]) -> None:
        left = Counter(cards)
        for i, card in enumerate(self._cards):
            if left[card] > 0:
                left[card] -= 1
                self.chosen.add(i)

    def select(self, cards: Sequence[Card]) -> None:
        """Select exactly these cards."""
        self.chosen = set()
        self._choose(Counter(cards))
        if self.chosen:
            self.cursor = min(self.chosen)

    def point_at(self, cards: Sequence[Card]) -> None:
        """Move the cursor to the first of these cards."""
        if cards and cards[0] in self._cards:
            self.cursor = self._cards.index(cards[0])

    def toggle(self) -> None:
        """Toggle the selection of the card under the cursor."""
        if self._cards:
            self.chosen ^= {self.cursor}

    def toggle_equal(self) -> None:
        """Toggle the selection of all cards equal to that under the cursor."""
        if not self._cards:
            return
        card = self._cards[self.cursor]
        equal = {i for i, other in enumerate(self._cards) if other is card}
        self.chosen = self.chosen - equal if equal <= self.chosen else self.chosen | equal

    def clear(self) -> None:
        """Clear the selection."""
        self.chosen = set()

    def move(self, by: int) -> None:
        """Move the cursor along the cards, across rows."""
        if self._cards:
            self.cursor = (self.cursor + by) % len(self._cards)

    def move_row(self, by: int) -> None:
        """Move the cursor up or down, to the nearest card."""
        rows = [row for _, row in self._rows if row]
        here = next((n for n, row in enumerate(rows) if self.cursor in row), None)
        if here is None:
            return
        column = rows[here].index(self.cursor)
        row = rows[(here + by) % len(rows)]
        self.cursor = row[min(column, len(row) - 1)]

    def move_end(self, by: int) -> None:
        """Move the cursor to the first or last card of its row."""
        for _, row in self._rows:
            if self.cursor in row:
                self.cursor = row[0 if by < 0 else -1]
                return

    # Painting

    @staticmethod
    def rows_for(cards: int, width: int) -> int:
        """The maximum number of rows that `cards` cards can need in a width."""
        return 5 + cards // max(1, (width - _LABEL - 1) // 4)

    def paint(self, canvas: Canvas, scene: Scene) -> None:
        """Paint the title and the rows."""
        hand = scene.session.hand
        if hand is None:
            return
        self._title(canvas, scene)
        self._rows = self._split(hand, scene.faces, canvas.width - _LABEL - 1)
        tall = 2 if canvas.height >= 2 * len(self._rows) + 1 and canvas.height >= 12 else 1
        visible = max(1, (canvas.height - 1) // tall)
        here = next((n for n, (_, row) in enumerate(self._rows) if self.cursor in row), 0)
        self._scrolled = min(self._scrolled, max(0, len(self._rows) - visible))
        if here < self._scrolled:
            self._scrolled = here
        elif here >= self._scrolled + visible:
            self._scrolled = here - visible + 1
        if len(self._rows) > visible:
            ends = self._scrolled > 0, self._scrolled + visible < len(self._rows)
            arrows = "".join(sign for sign, is_more in zip("▲▼", ends, strict=True) if is_more)
            canvas.right(canvas.width - 1, 0, arrows, paint.BRIGHT_PANEL)
        useful = self._useful(scene, hand)
        self._places = []
        counts = Counter(hand.space.suit(card) for card in self._cards)
        shown = self._rows[self._scrolled : self._scrolled + visible]
        for number, (suit, row) in enumerate(shown):
            y = 1 + number * tall
            self._label(canvas, scene, hand, suit, counts[suit], y)
            self._row(canvas, scene, hand, row, y, useful)

    def _title(self, canvas: Canvas, scene: Scene) -> None:
        session, speaker = scene.session, scene.speaker
        words = speaker.say("your-hand", count=len(self._cards))
        x = canvas.put(1, 0, words, paint.FAINT_PANEL)
        if not self.chosen:
            return
        size = 0
        if session.waits_for is Wait.BURY:
            size = session.rules.kitty_size
        elif session.waits_for is Wait.FOLLOW and session.hand and session.hand.trick:
            size = session.hand.trick.lead.size
        count, cards = len(self.chosen), self.selected
        key = "selected-of" if size else "selected"
        words = speaker.say(key, count=count, size=size, cards=cards)
        points = sum(card.points for card in cards)
        if points:
            words += speaker.say("selected-points", points=points)
        canvas.put(x + 3, 0, clip(words, canvas.width - x - 7), paint.BRIGHT_PANEL)

    def _split(self, hand: Hand, faces: Faces, width: int) -> list[tuple[int, list[int]]]:
        """The rows: an effective suit (-1 for a continued row) and the indices of its cards."""
        rows: list[tuple[int, list[int]]] = []
        used = 0
        last = None
        for i, card in enumerate(self._cards):
            suit = hand.space.suit(card)
            wide = faces.width(card) + 1
            if suit != last:
                rows.append((suit, []))
                used = 0
            elif used + wide > width:
                rows.append((-1, []))
                used = 0
            rows[-1][1].append(i)
            used += wide
            last = suit
        return rows

    def _useful(self, scene: Scene, hand: Hand) -> set[int]:
        """The suits that the player may play now."""
        if scene.session.waits_for is Wait.FOLLOW and hand.trick is not None:
            owed = hand.trick.lead.owed(self._cards)
            if owed.of_suit == owed.size:
                return {owed.suit}
        return set(range(TRUMP + 1))

    def _label(
        self, canvas: Canvas, scene: Scene, hand: Hand, suit: int, count: int, y: int
    ) -> None:
        if suit < 0:
            return
        name = hand.space.suit_name(suit)
        if name is None:
            canvas.put(1, y, scene.speaker.text("row.trump"), paint.BRIGHT_PANEL)
        else:
            canvas.put(1, y, name.symbol, scene.faces.label(name))
        canvas.right(_LABEL - 1, y, str(count), paint.FAINT_PANEL)

    def _row(
        self, canvas: Canvas, scene: Scene, hand: Hand, row: list[int], y: int, useful: set[int]
    ) -> None:
        x = _LABEL
        for i in row:
            card = self._cards[i]
            chosen = i in self.chosen
            mark = "▸" if i == self.cursor else "•" if chosen else " "
            canvas.put(x, y, mark, paint.BRIGHT_PANEL)
            look = Look(chosen=chosen, dull=hand.space.suit(card) not in useful)
            end = canvas.put(x + 1, y, scene.faces.text(card), scene.faces.style(card, look))
            self._places += [(cell, y, i) for cell in range(x, end)]
            x = end

    def on_click(self, event: events.Click) -> None:
        """Move the cursor to the clicked card."""
        for x, y, i in self._places:
            if (x, y) == (event.x, event.y):
                self.cursor = i
                self.post_message(self.Clicked())
                return
