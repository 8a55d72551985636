"""The layout of the screen: the position of each part, and its data from the session."""

from __future__ import annotations

from collections.abc import Callable

from textual.app import ComposeResult
from textual.containers import Horizontal
from textual.screen import Screen
from textual.widgets import Static

from shengji.game import Phase
from shengji.terminal.table import phrases
from shengji.terminal.table.screen import prompts
from shengji.terminal.table.screen.pace import Pace
from shengji.terminal.table.session import Session, Wait
from shengji.terminal.table.speaker import Speaker
from shengji.terminal.table.widgets.board import Board
from shengji.terminal.table.widgets.hand import HandView
from shengji.terminal.table.widgets.keys import Keys
from shengji.terminal.table.widgets.messages import Journal, Messages
from shengji.terminal.table.widgets.paint import Faces
from shengji.terminal.table.widgets.painted import Painted, Scene
from shengji.terminal.table.widgets.seats import least_height
from shengji.terminal.table.widgets.state import State
from shengji.words import Language

COLUMNS, ROWS = 80, 24
"""Minimum size of the screen."""
WIDE = 112
"""Minimum width at which the journal is shown."""
_MESSAGES = 3


class Layout(Screen[None]):
    """A screen with all parts of the table, without actions.

    Args:
        speed: one of `pace.SPEEDS`.

    Attributes:
        session: the match; `None` until it is open.
        pondering: whether a bot has been thinking long enough for a note.
    """

    DEFAULT_CSS = """
    Layout { layout: vertical; background: #08291f; overflow: hidden; }
    State { height: 2; }
    Horizontal { height: 1fr; }
    Board { width: 1fr; }
    Journal { width: 38; display: none; }
    Layout.wide Journal { display: block; }
    Messages { height: 3; }
    HandView { height: 7; }
    Keys { height: 1; }
    #small { display: none; height: 100%; content-align: center middle; }
    Layout.small #small { display: block; }
    Layout.small .part { display: none; }
    """

    def __init__(self, language: Language, speed: str) -> None:
        super().__init__()
        self.session: Session | None = None
        self.language: Language = language
        self.pace = Pace(speed)
        self.four_colours = False
        self.pondering = False
        self._feedback: Callable[[Speaker], str] | None = None
        self._refused = False
        self._asked: tuple[object, ...] = ()

    def compose(self) -> ComposeResult:
        """Yield the parts, from top to bottom."""
        felt = Horizontal(Board(), Journal())
        for part in (State(), felt, Messages(), HandView(), Keys()):
            part.add_class("part")
            yield part
        yield Static(id="small")

    @property
    def speaker(self) -> Speaker:
        """The speaker of the current language."""
        players = 4 if self.session is None else self.session.rules.players
        return Speaker(self.language, players)

    @property
    def hand_view(self) -> HandView:
        """The view of the player's cards."""
        return self.query_one(HandView)

    def on_resize(self) -> None:
        """Recompute the layout."""
        width, height = self.app.size
        self.set_class(width < COLUMNS or height < ROWS, "small")
        self.set_class(width >= WIDE, "wide")
        self.redraw()

    def redraw(self) -> None:
        """Show the current state, if the parts are mounted; they are not while leaving."""
        speaker = self.speaker
        for small in self.query("#small").results(Static):
            small.update(speaker.say("too-small", columns=COLUMNS, rows=ROWS))
        session = self.session
        if session is None or not self.query(Keys):
            return
        self._size_parts(session)
        faces = Faces(speaker, four_colours=self.four_colours)
        scene = Scene(session, speaker, faces, self.pace.speed)
        hand, view = session.hand, self.hand_view
        view.hold([] if hand is None else hand.space.sort(session.cards))
        self._turn_begins(session)
        messages = self.query_one(Messages)
        messages.news, messages.loud = prompts.news(session, speaker)
        if self._feedback is None:
            words = prompts.pondering if self.pondering else prompts.prompt
            messages.prompt = words(session, view.selected, speaker)
        else:
            messages.prompt = self._feedback(speaker)
        messages.asking = session.waits_for is not None or bool(session.options)
        messages.refused = self._refused
        self.query_one(Keys).keys = prompts.keys(session, speaker)
        for part in self.query(Painted):
            part.show(scene)

    def _size_parts(self, session: Session) -> None:
        """Give the hand the maximum number of rows it can need, and more space where possible."""
        width, height = self.app.size
        rules = session.rules
        state = State.lines_for(rules)
        self.query_one(State).styles.height = state
        rows = HandView.rows_for(max(rules.hand_size, len(session.cards)), width)
        room = height - state - _MESSAGES - 1
        if room - 12 >= 2 * rows + 2:
            rows *= 2
        most = max(room // 2, room - least_height(rules.players))
        self.hand_view.styles.height = max(6, min(rows + 1, most))

    def _turn_begins(self, session: Session) -> None:
        """Select the forced cards when the player's turn begins."""
        hand = session.hand
        key: tuple[object, ...] = (session.waits_for, session.match.hands)
        if hand is not None:
            key += (hand.phase, len(hand.tricks))
        if key == self._asked:
            return
        self._asked = key
        self.quiet()
        if session.waits_for is Wait.FOLLOW and not self.hand_view.chosen:
            assert hand is not None and hand.trick is not None
            of_suit = hand.space.by_suit(session.cards).get(hand.trick.lead.suit, [])
            self.hand_view.point_at(of_suit[:1])
            self.hand_view.select(phrases.forced(session))
        if hand is not None and hand.phase is not Phase.DRAW:
            self.pace.skips_draw = False

    def say(self, words: Callable[[Speaker], str], *, refused: bool = False) -> None:
        """Show a text instead of the prompt, until the next key."""
        self._feedback, self._refused = words, refused
        self.redraw()

    def quiet(self) -> None:
        """Show the prompt again."""
        self._feedback, self._refused = None, False
