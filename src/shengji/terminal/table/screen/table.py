"""The screen of the table: the game loop, and the actions of the keys."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from itertools import chain
from typing import ClassVar

from textual import work
from textual.binding import Binding, BindingType
from textual.message import Message

from shengji.cards import Card, minus
from shengji.game import (
    BidLand,
    Bury,
    Call,
    CallFriends,
    ClaimRest,
    Command,
    Phase,
    Play,
    Refusal,
    Show,
)
from shengji.record import Record, read_record
from shengji.terminal.errors import UsageError
from shengji.terminal.reviewing import Reviews, ReviewSheet
from shengji.terminal.table import phrases, prompt, questions
from shengji.terminal.table.screen import dialogs
from shengji.terminal.table.screen.callsheet import CallSheet
from shengji.terminal.table.screen.layout import Layout
from shengji.terminal.table.screen.sheets import ChoiceSheet, Content, EndSheet, Sheet
from shengji.terminal.table.session import STAND_IN, Session, Wait
from shengji.terminal.table.speaker import PERSON, Speaker
from shengji.terminal.table.widgets.hand import HandView
from shengji.terminal.table.widgets.keys import Keys
from shengji.terminal.watch import WatchScreen
from shengji.words import Language

_LONG = 0.5
"""Seconds until a note that a bot is thinking."""


class TableScreen(Layout):
    """The screen of the table; its actions are the keys of the game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "move(-1)"),
        Binding("right", "move(1)"),
        Binding("up", "row(-1)"),
        Binding("down", "row(1)"),
        Binding("home", "end(-1)"),
        Binding("end", "end(1)"),
        Binding("space", "space"),
        Binding("enter", "enter"),
        Binding("escape", "clear"),
        Binding("p", "pair"),
        Binding("d", "declare"),
        Binding("r", "redeal"),
        Binding("h", "hint"),
        Binding("t", "claim"),
        Binding("question_mark", "what"),
        Binding("l", "last"),
        Binding("k", "kitty"),
        Binding("s", "score"),
        Binding("n", "count"),
        Binding("o", "rules"),
        Binding("v", "review"),
        Binding("c", "colours"),
        Binding("plus,equals_sign", "speed(1)"),
        Binding("minus,underscore", "speed(-1)"),
        Binding("f1", "help"),
        Binding("g,f2", "app.language"),
        Binding("q", "app.leave"),
    ]

    class Failed(Message):
        """Posted when the match cannot continue."""

        def __init__(self, error: UsageError) -> None:
            super().__init__()
            self.error = error

    def __init__(self, language: Language, speed: str) -> None:
        super().__init__(language, speed)
        self._changed = asyncio.Event()
        self._thinks = False
        self._wish: Command | None = None
        self._calls: tuple[Call, ...] = ()
        self._reviews = Reviews(self._load, self._names)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Disable the keys of the game until the match is open."""
        return self.session is not None

    @property
    def _open(self) -> Session:
        assert self.session is not None
        return self.session

    # The game loop

    @work(exclusive=True)
    async def go_on(self) -> None:
        """Run the game with pauses for the player to follow it."""
        try:
            await self._go_on()
        except UsageError as error:
            self.post_message(self.Failed(error))

    async def _go_on(self) -> None:
        session = self._open
        while True:
            self.redraw()
            await self.pace.pause()
            await self._until_read()
            wait = session.waits_for
            if wait in (Wait.NEXT, Wait.OVER):
                await self._read(lambda speaker: dialogs.result(session, speaker), EndSheet)
                if wait is Wait.OVER:
                    await self._read(lambda speaker: dialogs.over(session, speaker))
                    await self.run_action("app.leave")
                    return
                session.confirm()
                self.pace.skips_draw = False
            elif wait is not None:
                if wait is Wait.CALL and not self._calls:
                    self._call_friends()
                await self._next_change()
            else:
                self._calls = ()
                await self._others()

    async def _others(self) -> None:
        """Execute the next command without the player; keys work while a bot thinks."""
        session = self._open
        self._thinks = True
        thought = asyncio.ensure_future(asyncio.to_thread(session.next_command))
        done, _ = await asyncio.wait({thought}, timeout=_LONG)
        if not done:
            self.pondering = True
            self.redraw()
        command = await thought
        await self._until_read()
        self.pondering = False
        while session.report_failure():
            self.redraw()
            await self.pace.warn()
        self._thinks = False
        wish, self._wish = self._wish, None
        if wish is None or not self._do(wish):
            self.pace.happened(session.carry_out(command), session.hand)

    async def _until_read(self) -> None:
        """Wait until no sheet covers the table."""
        while len(self.app.screen_stack) > 1:
            await self._next_change()

    async def _next_change(self) -> None:
        self._changed.clear()
        await self._changed.wait()

    # Sheets

    async def _read(self, content: Callable[[Speaker], Content], kind: type[Sheet] = Sheet) -> None:
        """Show a sheet and wait until it is closed."""
        await self.app.push_screen_wait(kind(lambda: content(self.speaker)))

    def _lay(self, content: Callable[[Speaker], Content]) -> None:
        self.app.push_screen(Sheet(lambda: content(self.speaker)), lambda _: self._changed.set())

    def _choose(
        self, title: str, options: Callable[[Speaker], list[str]], then: Callable[[int], object]
    ) -> None:
        """Ask the player to choose one of some options, or none."""

        def content() -> Content:
            speaker = self.speaker
            return speaker.text(title), [], speaker.text("sheet.choose")

        def chosen(number: int | None) -> None:
            self._changed.set()
            if number is not None:
                then(number)

        self.app.push_screen(ChoiceSheet(content, lambda: options(self.speaker)), chosen)

    def action_help(self) -> None:
        """Show the help on the keys."""
        self._lay(dialogs.keys)

    def action_what(self) -> None:
        """Show the possible actions, and the advice of a bot."""
        session = self._open
        advised = session.advice()
        self._lay(lambda speaker: dialogs.what(session, advised, speaker))

    def action_score(self) -> None:
        """Show points, sides and levels of all players."""
        self._lay(lambda speaker: dialogs.score(self._open, speaker))

    def action_rules(self) -> None:
        """Show the rules."""
        self._lay(lambda speaker: dialogs.rules(self._open, speaker))

    def action_count(self) -> None:
        """Show the cards still out, and those played."""
        hand = self._open.hand
        if hand is not None:
            self._lay(lambda speaker: dialogs.count(hand, speaker))

    def action_last(self) -> None:
        """Show the last trick."""
        hand = self._open.hand
        if hand is None or hand.last_trick is None:
            self.say(lambda speaker: speaker.text("no-last-trick"))
        else:
            self._lay(lambda speaker: dialogs.last_trick(hand, speaker))

    def action_kitty(self) -> None:
        """Show the kitty, if the player is the Dealer."""
        hand = self._open.hand
        cards = None if hand is None else hand.kitty
        if cards is None:
            self.say(lambda speaker: speaker.text("kitty-not-known"))
        else:
            self._lay(lambda speaker: dialogs.kitty(cards, speaker))

    # Review

    def action_review(self) -> None:
        """Review the last finished hand, with a view of its most costly decisions."""
        hand = self._open.reviewable
        if hand is None:
            self.say(lambda speaker: speaker.text("plain.no-review"))
        else:
            self._review(hand)

    @work(group="review", exclusive=True)
    async def _review(self, hand: int) -> None:
        reviews = self._reviews
        while True:
            sheet = ReviewSheet(reviews, hand, lambda: self.language)
            event = await self.app.push_screen_wait(sheet)
            if event is None:
                break
            viewing = reviews.viewing(hand, event)
            moment = WatchScreen(viewing, self.language, STAND_IN, reviews, self._names_to_watch)
            await self.app.push_screen_wait(moment)
        self._changed.set()

    def _load(self) -> Record:
        path = self._open.path
        assert path is not None, "a hand can be reviewed"
        return read_record(path)

    def _names(self, language: Language) -> list[str]:
        """The names of the players, with the player addressed as "you"."""
        players = self._open.rules.players
        return [Speaker(language, players).seat(seat) for seat in range(players)]

    def _names_to_watch(self, language: Language) -> list[str]:
        """The names of the players, with a name for the player in the third person."""
        you = Speaker(language, 4).text("seat.own")
        if self._open.rules.players != 4:
            you = Speaker(language, 4).say("seat.number", number=PERSON)
        return [you, *self._names(language)[1:]]

    # Keys that change the display

    def action_colours(self) -> None:
        """Switch between two and four colours of the suits."""
        self.four_colours = not self.four_colours
        self.redraw()

    def action_speed(self, by: int) -> None:
        """Change the speed."""
        self.pace.change(by)
        self.say(lambda s: s.say("speed-now", speed=s.text(f"speed.{self.pace.speed}")))

    # Keys that select cards

    def _select(self, change: Callable[[HandView], None]) -> None:
        self.quiet()
        change(self.hand_view)
        self.redraw()

    def action_move(self, by: int) -> None:
        """Move along the cards."""
        self._select(lambda view: view.move(by))

    def action_row(self, by: int) -> None:
        """Move to another suit."""
        self._select(lambda view: view.move_row(by))

    def action_end(self, by: int) -> None:
        """Move to the end of the row."""
        self._select(lambda view: view.move_end(by))

    def action_clear(self) -> None:
        """Clear the selection."""
        self._select(HandView.clear)

    def action_pair(self) -> None:
        """Select all equal cards."""
        self._select(HandView.toggle_equal)

    def action_space(self) -> None:
        """Select a card; during the draw, skip to its end."""
        if self._drawing():
            self.pace.skip_draw()
        else:
            self._select(HandView.toggle)

    def on_hand_view_clicked(self) -> None:
        """Toggle the clicked card."""
        self._select(HandView.toggle)

    def on_keys_pressed(self, event: Keys.Pressed) -> None:
        """Simulate the clicked key."""
        self.app.simulate_key(event.key)

    def _drawing(self) -> bool:
        hand = self._open.hand
        return hand is not None and hand.phase is Phase.DRAW

    # Keys that act

    def action_enter(self) -> None:
        """Play, bury, pass, or end the pause, depending on the state."""
        session = self._open
        command = questions.command_by_key(session, "enter", self.hand_view.selected)
        if isinstance(command, Play):
            self._lead(command)
        elif command is not None:
            self._do(command)
        elif session.waits_for is Wait.CALL:
            self._call_friends()
        elif session.waits_for is Wait.DECLARE:
            session.passes()
            self._changed.set()
        elif self._drawing():
            self.pace.skip_draw()
        else:
            self.pace.hurry()

    def action_redeal(self) -> None:
        """Claim a re-deal."""
        command = questions.command_by_key(self._open, "r")
        if command is None:
            self.say(lambda speaker: speaker.text("no-redeal-now"))
        else:
            self._do(command)

    def _call_friends(self) -> None:
        """Show the sheet for the calls of friends."""
        session = self._open
        hand = session.hand
        assert hand is not None

        def advice() -> tuple[Call, ...]:
            found = session.advice()
            return found.calls if isinstance(found, CallFriends) else ()

        def refused(calls: tuple[Call, ...], speaker: Speaker) -> str | None:
            answer = session.match.verify(CallFriends(PERSON, calls))
            return None if answer is None else phrases.refusal(answer, speaker)

        sheet = CallSheet(hand, self._calls, lambda: self.speaker, advice, refused)

        def answered(calls: tuple[Call, ...] | None) -> None:
            # The selection survives a look at the table.
            self._calls = sheet.calls
            if calls is not None:
                self._do(CallFriends(PERSON, calls))

        self.app.push_screen(sheet, answered)

    def _lead(self, play: Play, units: tuple[tuple[Card, ...], ...] = ()) -> None:
        """Play, after a question if a lead is ambiguous; its reading must contain these units."""
        ways, more = self._open.readings(play, units)
        if not ways:
            self._do(play)
            return

        def chosen(number: int) -> None:
            if number == len(ways):
                self._lead_with(play, units)
            else:
                self._do(Play(PERSON, play.cards, tuple(unit.cards for unit in ways[number])))

        self._choose(
            "reading.title", lambda speaker: dialogs.readings(ways, speaker, more=more), chosen
        )

    def _lead_with(self, play: Play, units: tuple[tuple[Card, ...], ...]) -> None:
        """Ask for a further tractor of the reading, in addition to these units."""
        tractors = self._open.tractors(minus(play.cards, chain.from_iterable(units)))
        self._choose(
            "reading.having",
            lambda speaker: [speaker.cards(unit.cards) for unit in tractors],
            lambda number: self._lead(play, (*units, tractors[number].cards)),
        )

    def action_declare(self) -> None:
        """Ask which cards to declare, or to bid for the land."""
        session = self._open
        hand, land = session.hand, session.waits_for is Wait.LAND
        options = session.land_options if land else session.options
        if hand is None or session.auto or not options:
            key = "nothing-to-declare" if self._drawing() else "no-declaring-now"
            self.say(lambda speaker: speaker.text(key))
            return

        def chosen(number: int) -> None:
            cards = options[number]
            self._do(BidLand(PERSON, cards) if land else Show(PERSON, cards))

        self._choose(
            "land.title" if land else "declare.title",
            lambda speaker: [phrases.declaration(hand, cards, speaker) for cards in options],
            chosen,
        )

    def _do(self, command: Command) -> bool:
        """Execute the player's command, or show the refusal and keep the selection.

        While a bot thinks, the command is delayed until it has answered.

        Returns:
            Whether the command was executed.
        """
        if self._thinks:
            self._wish = command
            return False
        try:
            answer = self._open.do(command)
        except UsageError as error:
            self.post_message(self.Failed(error))
            return False
        if isinstance(answer, Refusal):
            refusal = answer
            self.say(lambda speaker: phrases.refusal(refusal, speaker), refused=True)
            return False
        self.quiet()
        if isinstance(command, Bury | Play | ClaimRest):
            self.hand_view.clear()
        self.pace.happened(answer, self._open.hand)
        self.redraw()
        self._changed.set()
        self.pace.hurry()
        return True

    def action_claim(self) -> None:
        """Claim the remaining tricks."""
        self._do(ClaimRest(PERSON, self._open.claimable or "all"))

    def action_hint(self) -> None:
        """Select the cards that a bot would play, or show its advice."""
        session = self._open
        if session.due is None:
            self.say(lambda speaker: speaker.text("no-hint"))
            return
        advised = session.advice()
        why = partial(prompt.why, session, advised)
        if isinstance(advised, Bury | Play):
            self.hand_view.select(advised.cards)
            cards = self.hand_view.selected
            self.say(
                lambda speaker: speaker.joined(
                    speaker.say("hint-selected", cards=cards), why(speaker)
                )
            )
        else:
            advice = partial(prompt.advised, session, advised)
            self.say(lambda speaker: speaker.joined(advice(speaker), why(speaker)))
