"""A Botzone program in a seat at one of our tables."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from time import monotonic

import msgspec

from shengji.bots.outside.botzone.cards import card_of, level_letter, numbers_of, suit_letter
from shengji.bots.outside.botzone.requests import (
    KEEP_RUNNING,
    Answer,
    Banking,
    Envelope,
    Kept,
    Numbers,
    Request,
    State,
)
from shengji.bots.outside.channel import Channel, ChannelError, program_of
from shengji.bots.outside.failures import ProgramFailedError
from shengji.bots.outside.program import ProgramBot
from shengji.cards import Card
from shengji.game import (
    Bury,
    CardDrawn,
    Command,
    Due,
    Event,
    HandStarted,
    KittyBuried,
    KittyTaken,
    Play,
    Played,
    Show,
    Shown,
    ThrowFailed,
)

_MOMENT = 1.0
"""Timeout in seconds, after its answer, for a program's request to keep running."""


class BotzoneBot(ProgramBot):
    """A bot that is played by a program made for Botzone; made by `process_bot`.

    Every hand is a game of its own. A program that ends after an answer is started again for the
    next one, with all requests so far; a program that asks to keep running stays.

    As on Botzone, the program is asked after each of its own cards: at other moments of the draw it
    declares nothing. An answer that our rules refuse is a failure at once, as on Botzone. The time
    to start is granted once; later the limit of a decision includes the start of a process.

    Raises:
        ValueError: when there is no such program, or these rules are not for four players in two
            teams with two decks and a kitty of eight cards, without Bidding for Land.
    """

    name = "botzone"

    def _prepare(self) -> None:
        self._program = program_of(self.command)
        rules = self.rules
        shape = (rules.players, rules.teams, rules.deck_count, rules.kitty_size, rules.land)
        if shape != (4, "fixed", 2, 8, False):
            raise ValueError(
                f"{self.command} plays with four players in two teams, two decks and a kitty of "
                "eight cards, without Bidding for Land"
            )
        self._fresh = self._started = False
        self._sent = 0
        self._used = 0.0
        self._globaldata: Kept = msgspec.UNSET
        self._begin_game()

    def _begin_game(self) -> None:
        self._requests: list[Request] = []
        self._responses: list[Numbers] = []
        self._plays = self._done = False
        self._data: Kept = msgspec.UNSET
        self._held: list[int] = []
        self._numbers: list[list[Numbers]] = []
        self._free: dict[Card, list[int]] = {}

    # Events

    def observe(self, event: Event) -> None:
        """Process an event, already masked for this seat.

        Decisions of the seat before the program took it over count as the program's own answers.
        """
        own = isinstance(event, Played | ThrowFailed) and event.seat == self.seat
        if own and not self._plays:
            self._put_play()
        super().observe(event)
        match event:
            case HandStarted():
                self._dismiss()
                self._begin_game()
            case CardDrawn() if event.card is not None:
                self._put_request("deal", deliver=self._take((event.card,)))
                self._fresh = True
            case KittyTaken() if event.seat == self.seat and event.cards is not None:
                self._put_request("cover", deliver=self._take(event.cards))
            case Shown() if event.seat == self.seat:
                self._did(self._own(event.cards))
            case KittyBuried() if event.cards is not None:
                self._did(self._give(event.cards))
            case ThrowFailed() if event.seat == self.seat:
                self._did(self._own(event.thrown))
            case Played():
                if len(self._numbers) == len(self.hand.tricks):
                    self._numbers.append([])
                played = self._give(event.cards) if own else self._name(event.cards)
                self._numbers[-1].append(played)
                if own:
                    self._did(played)
                    self._plays = False
            case _:
                pass

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of all its processes, of each up to its last line.

        On systems without this figure (all but Linux) it is the time spent waiting for them.
        """
        channel = self._channel
        return self._cpu + (0 if channel is None else channel.cpu_ns())

    # Decisions

    def _answer(self, due: Due) -> Command | None:
        if due.decision == "show":
            return self._show(due)
        if due.decision in {"lead", "follow"} and not self._plays:
            self._put_play()
        cards = self._cards(self._response())
        command = (Bury if due.decision == "bury" else Play)(self.seat, cards)
        self._check(command)
        return command

    def _show(self, due: Due) -> Show | None:
        if not self._fresh:
            return None
        asked = self._requests[-1]
        self._requests[-1] = msgspec.structs.replace(asked, state=self._state("deal"))
        cards = self._cards(self._response())
        if not cards:
            return None
        for option in due.options:
            if Counter(option) == Counter(cards):
                return Show(self.seat, option)
        command = Show(self.seat, cards)
        self._check(command)
        return command

    def _put_play(self) -> None:
        """Add the request for a play in the current state."""
        self._plays = True
        last, now, dealer = self.hand.last_trick, self.hand.trick, self.hand.dealer
        assert dealer is not None
        tricks = len(self.hand.tricks)
        self._put_request(
            "play",
            history=(
                list(self._numbers[tricks - 1]) if tricks else [],
                list(self._numbers[tricks]) if now is not None else [],
                dealer if last is None else last.leader,
                self.seat if now is None else now.leader,
            ),
        )

    def _check(self, command: Command) -> None:
        refusal = self.match.verify(command)
        if refusal is not None:
            self.refused += 1
            raise ProgramFailedError("illegal", f"its answer was refused: {refusal.sentence()}")

    # Cards and their numbers

    def _name(self, cards: Sequence[Card]) -> Numbers:
        """Assign numbers to cards that another player shows first, or that this player is dealt."""
        found = []
        for card in cards:
            left = self._free.setdefault(card, list(numbers_of(card)))
            found.append(left.pop(0))
        return found

    def _take(self, cards: Sequence[Card]) -> Numbers:
        numbers = self._name(cards)
        self._held += numbers
        return numbers

    def _own(self, cards: Sequence[Card]) -> Numbers:
        """Numbers for own cards; of two copies the one that the program named last."""
        named = self._responses[-1] if self._responses else []
        left = sorted(self._held, key=lambda number: number not in named)
        found = []
        for card in cards:
            number = next(number for number in left if card_of(number) is card)
            left.remove(number)
            found.append(number)
        return found

    def _give(self, cards: Sequence[Card]) -> Numbers:
        """Remove own cards from the hand, and return their numbers."""
        found = self._own(cards)
        for number in found:
            self._held.remove(number)
        return found

    def _cards(self, numbers: Numbers) -> tuple[Card, ...]:
        if len(set(numbers)) < len(numbers) or not set(numbers) <= set(self._held):
            self.refused += 1
            raise ProgramFailedError("illegal", "it answered with cards that it does not hold")
        return tuple(card_of(number) for number in numbers)

    # Communication with the process

    def _put_request(
        self,
        stage: str,
        deliver: Numbers | None = None,
        history: tuple[list[Numbers], list[Numbers], int, int] | None = None,
    ) -> None:
        if self._requests and not self._done:
            self._did([])
        self._done = False
        request = Request(
            stage=stage,  # type: ignore[arg-type]
            state=self._state(stage),
            deliver=deliver or [],
            history=history,
            playerpos=None if self._requests else self.seat,
        )
        self._requests.append(request)

    def _state(self, stage: str) -> State:
        hand = self.hand
        shown = hand.shown
        called = snatched = -1
        if shown:
            called = shown[0].seat
            # A declaration that its own player reinforced appears once, with both cards.
            if len(shown[-1].cards) > 1:
                snatched = shown[-1].seat
        major = suit_letter(hand.trump_so_far.suit) if shown or hand.trump is not None else ""
        banker = -1 if hand.dealer is None else hand.dealer
        return State(
            level=level_letter(hand.rank),
            banking=Banking(called, snatched, major, banker),  # type: ignore[arg-type]
            first_round=not hand.fixed_dealer,
            total_score=hand.opponents_points if stage == "play" else None,
        )

    def _answered(self) -> bool:
        return len(self._responses) == len(self._requests)

    def _did(self, numbers: Numbers) -> None:
        """Record the seat's action on the last request, also when the program did not decide it.

        The first action is the answer; the table decides on the cards led after a failed throw.
        """
        if self._done or not self._requests:
            return
        self._done, self._fresh = True, False
        if not self._answered():
            self._responses.append(numbers)
        elif set(self._responses[-1]) != set(numbers):
            # Its answer was not used, so the program must be started again with the real one.
            self._responses[-1] = numbers
            self._dismiss()

    def _response(self) -> Numbers:
        """Get the program's answer to the last request.

        Raises:
            ProgramFailedError: when no valid answer comes in time.
        """
        if self._answered():
            # The program is asked again, since its answer was not used.
            self._responses.pop()
            self._dismiss()
        self._came.clear()
        free = self._limits.decision + (0.0 if self._started else self._limits.start)
        self._used = 0.0
        try:
            return self._exchanged(free + self._bank)
        finally:
            self._bank = max(0.0, self._bank - max(0.0, self._used - free))

    def _exchanged(self, allowed: float) -> Numbers:
        # A running program receives each request by itself, also those without a decision of its
        # own. If its answer differs from the recorded one, it is started again with the recorded
        # answers.
        while 0 < self._sent < len(self._requests) - 1:
            number = self._sent
            if self._exchange(self._requests[number], allowed) != self._responses[number]:
                self._dismiss()
        message: Envelope | Request = self._requests[-1]
        if self._sent == 0:
            self._start_program()
            message = Envelope(self._requests, self._responses, self._data, self._globaldata)
        response = self._exchange(message, allowed)
        self._responses.append(response)
        self._fresh = False
        return response

    def _start_program(self) -> None:
        self._check_open()
        channel = self._channel = Channel(self._program)
        self._started = True
        if self._closed:
            channel.close()

    def _exchange(self, message: Envelope | Request, allowed: float) -> Numbers:
        """Send a request, and wait for the answer within the remaining seconds of `allowed`."""
        begun = monotonic()
        self._send(message)
        try:
            text = self._receive(max(0.0, allowed - self._used))
        finally:
            self._used += monotonic() - begun
        try:
            answer = msgspec.json.decode(text, type=Answer)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            self.refused += 1
            raise ProgramFailedError("unreadable", f"its answer cannot be read: {error}") from None
        if answer.data is not msgspec.UNSET:
            self._data = answer.data
        if answer.globaldata is not msgspec.UNSET:
            self._globaldata = answer.globaldata
        self._sent = len(self._requests) if isinstance(message, Envelope) else self._sent + 1
        if not self._stays():
            self._dismiss()
        return answer.response

    def _stays(self) -> bool:
        """Whether the program asks to keep running; waits up to `_MOMENT` for its line or end."""
        try:
            return self._open_channel.receive(_MOMENT).strip() == KEEP_RUNNING
        except ChannelError as error:
            if error.kind == "flood":
                raise
            return False

    def _dismiss(self) -> None:
        self._sent = 0
        channel, self._channel = self._channel, None
        if channel is not None:
            self._cpu += channel.cpu_ns()
            channel.close()
