"""The review of a hand as a dialog: computed in the background, shown over the screen."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from typing import ClassVar, Final

import msgspec
from textual import work
from textual.binding import Binding, BindingType

from shengji.record import Record, RecordError, Viewing
from shengji.review import DEPTH, HandReview
from shengji.review.process import ReviewFailedError, ReviewProcess
from shengji.review.stored import numbered_again
from shengji.review.wording import describe_mistake
from shengji.review.worker import order_of
from shengji.terminal.curve import chart
from shengji.terminal.reviewed import mistake_lines, review_parts, told_apart, with_names
from shengji.terminal.table.screen.sheets import Content, Laid
from shengji.words import Language, texts

Names = Callable[[Language], Sequence[str]]
"""The names of the players in a language, by seat."""

_WIDE: Final = 66
"""Width of the sheet in cells."""

_NICENESS: Final = 5
"""Niceness of the review process."""

_BAR: Final = 40
"""Width of the progress bar in cells."""


class Reviews:
    """The reviews of a match, cached by hand.

    Args:
        load: reads the match as far as it has been played; may block for a moment.
        names: the names of the players; `None` for the names of the record.
    """

    def __init__(self, load: Callable[[], Record], names: Names | None = None) -> None:
        self.load = load
        self.names = names
        self.made: dict[int, tuple[Record, HandReview]] = {}

    async def make(self, hand: int, progress: Callable[[int, int], None]) -> None:
        """Review a hand in a separate process, which ends when this task is cancelled.

        Args:
            hand: the number of the hand.
            progress: receives the number of events done, and their total.

        Raises:
            ReviewFailedError: the review failed.
        """
        if hand in self.made:
            return
        process = ReviewProcess(_NICENESS, quiet=True)
        try:
            try:
                record = await asyncio.to_thread(self.load)
            except RecordError as error:
                raise ReviewFailedError(str(error)) from None
            body = await process.make(order_of(record, hand, DEPTH), progress)
        finally:
            await process.close()
        review = msgspec.json.decode(body, type=HandReview)
        self.made[hand] = record, numbered_again(review, record)

    def review_of(self, hand: int, language: Language) -> HandReview:
        """The finished review of a hand, with the players' names in a language."""
        _, review = self.made[hand]
        if self.names is not None:
            return with_names(review, self.names(language).__getitem__)
        return told_apart(review)

    def viewing(self, hand: int, event: int) -> Viewing:
        """The match of a finished review, right before an event."""
        viewing = Viewing(self.made[hand][0])
        viewing.go(event - 1)
        return viewing

    def said_at(self, at: int, language: Language) -> list[str]:
        """The sentences of reviews about the decision after `at` events, or about the last one."""
        for hand in self.made:
            review = self.review_of(hand, language)
            for place in review.worst:
                found = review.decisions[place]
                if found.event - 1 <= at <= found.event:
                    return mistake_lines(describe_mistake(review, found, language), language)
        return []


class ReviewSheet(Laid[int | None]):
    """The sheet of a reviewed hand; its result is the event of a decision to view, or `None`.

    Args:
        language: returns the current language.
    """

    DEFAULT_CSS = "ReviewSheet { align: center middle; background: #000000 35%; }"
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("enter,q,v,space", "close"),
        Binding("up", "scroll(-1)"),
        Binding("down", "scroll(1)"),
        Binding("pageup", "scroll(-10)"),
        Binding("pagedown", "scroll(10)"),
        Binding("g,f2", "app.language"),
        *(Binding(str(number), f"look({number - 1})") for number in range(1, 4)),
    ]

    def __init__(self, reviews: Reviews, hand: int, language: Callable[[], Language]) -> None:
        super().__init__(self.content)
        self._reviews = reviews
        self._hand = hand
        self._language = language
        self._done = 0.0
        self._failed = ""

    def on_mount(self) -> None:
        """Show the progress, and start the review."""
        self.redraw()
        self._make()

    @work(exclusive=True)
    async def _make(self) -> None:
        """Run the review; closing the sheet cancels it."""
        try:
            await self._reviews.make(self._hand, self._progress)
        except ReviewFailedError as error:
            self._failed = str(error)
        self.redraw()

    def _progress(self, done: int, of: int) -> None:
        self._done = done / of
        self.redraw()

    @property
    def review(self) -> HandReview | None:
        """The review, or `None` until it is finished."""
        if self._hand not in self._reviews.made:
            return None
        return self._reviews.review_of(self._hand, self._language())

    def content(self) -> Content:
        """The progress or the review, in the current language."""
        language, said, review = self._language(), texts("review"), self.review
        title = said["title"].render(language, hand=self._hand)
        if review is not None:
            worst = len(review.worst)
            key = "keys" if worst else "keys-none"
            keys = said[key].render(language, numbers="1" if worst == 1 else f"1-{worst}")
            parts = review_parts(review, language, chart(review, language, _WIDE))
            return title, list(parts), keys
        if self._failed:
            words = said["failed"].render(language, why=self._failed)
            return title, [words], texts("terminal")["sheet.close"].of(language)
        words = said["under-way"].render(language, percent=round(100 * self._done))
        full = round(_BAR * self._done)
        return title, [words, "█" * full + "░" * (_BAR - full)], said["keys-wait"].of(language)

    def action_scroll(self, by: int) -> None:
        """Scroll the sheet."""
        self.query_one(".sheet").scroll_relative(y=by, animate=False)

    def action_look(self, number: int) -> None:
        """Close the sheet to view the moment of one of the most costly decisions."""
        review = self.review
        if review is not None and number < len(review.worst):
            self.dismiss(review.decisions[review.worst[number]].event)
