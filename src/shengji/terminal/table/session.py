"""The session: a match with a player in seat 0, bots, an adviser, and a record of its events.

The interfaces see the match only in the view of seat 0: through the adviser's own match, which is
built from masked events like that of any bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from random import Random, SystemRandom

from shengji.bots import QUICK_BOTS, Table, make_bot
from shengji.bots.outside import Failure, Limits, faults_of, seat_bot
from shengji.bots.outside.names import name_of
from shengji.bots.ruled import RuledBot
from shengji.cards import Card, Rank
from shengji.explain import Teacher, Why
from shengji.game import (
    CardDrawn,
    ClaimRest,
    CloseDraw,
    Command,
    DealtAgain,
    Draw,
    Due,
    Event,
    Hand,
    HandAccount,
    HandEnded,
    HandStarted,
    Match,
    Phase,
    Play,
    Refusal,
    Shown,
    Takes,
    claimable,
    due_of,
    play_out,
    readings_of_lead,
    view,
)
from shengji.game.notes import Note, notes_of
from shengji.play.readings import Readings, tractors_among
from shengji.play.units import Unit
from shengji.record import Header, PlayerChanged, RecordWriter, header_of
from shengji.record.printable import printable
from shengji.rules import Rules
from shengji.terminal.errors import UsageError
from shengji.terminal.table.saves import Lock
from shengji.terminal.table.speaker import PERSON


class Wait(Enum):
    """The action that the player must take before the match continues."""

    DECLARE = "declare"
    """The last opportunity to declare or to pass."""
    REDEAL = "redeal"
    BURY = "bury"
    LAND = "land"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"
    NEXT = "next"
    """The hand is over and its result should be shown."""
    OVER = "over"
    """The match is over."""


STAND_IN = RuledBot.name
"""The bot that gives hints, plays for the player, and replaces failed external bots."""

TO_CHOOSE_CARDS = frozenset({Wait.BURY, Wait.LEAD, Wait.FOLLOW})
"""The actions that need cards selected from the hand."""


class Session:
    """A match in progress, as used by the interfaces.

    Args:
        bots: the names of the bots of seats 1, 2, ...
        seed: the random seed; `None` for system randomness.
        levels: the level of each seat at the start; `None` for the first level.
        dealer: the first Dealer, or `None` if not fixed.
        adviser: the bot that gives hints and can play for the player.
        limits: the time limits of external bots; `None` for the default. A bot that fails or
            exceeds them is replaced.

    Attributes:
        match: the match in the view of seat 0.
        bot_names: the bots of seats 1, 2, ...; for a failed bot whose failure has been reported,
            its replacement.
        journal: all events so far, as notes.
        results: the results of the finished hands.

    Raises:
        ValueError: a bot does not exist.
    """

    def __init__(
        self,
        rules: Rules,
        bots: Sequence[str],
        *,
        seed: int | None = None,
        auto: bool = False,
        events: Sequence[Event] = (),
        levels: Sequence[Rank] | None = None,
        dealer: int | None = None,
        adviser: str = STAND_IN,
        limits: Limits | None = None,
    ) -> None:
        self.rules = rules
        self.bot_names = tuple(bots)
        # A resumed match must not deal the decks of its start again, even with the same seed.
        chance = SystemRandom() if seed is None else Random(f"{seed} {len(events)}")
        seats = {
            seat: seat_bot(
                name, rules, seat, chance.getrandbits(62), limits=limits, stand_in=RuledBot
            )
            for seat, name in enumerate(self.bot_names, 1)
        }
        self._adviser_name = adviser
        self._stand_in = make_bot(adviser, rules, PERSON, chance.getrandbits(62))
        self._adviser = make_bot(adviser, rules, PERSON, chance.getrandbits(62))
        self._teacher = Teacher(rules, PERSON)
        self.journal: list[Note] = []
        self.results: list[HandAccount] = []
        self._writer: RecordWriter | None = None
        self._lock: Lock | None = None
        self._changes: list[PlayerChanged] = []
        self._reported: set[int] = set()
        self._seen: list[Event] = []
        self._last_moment = False
        self._passed = False
        self._confirmed = 0
        self._dealt_again = 0
        self.auto = False
        self._table = Table(rules, seats, chance, self._on_event)
        if levels is not None or dealer is not None:
            start = levels or [rules.first_level] * rules.players
            for own in (self._stand_in, self._adviser, self._teacher):
                own.begin_at(start, dealer)
            self._table.begin_at(start, dealer)
        self._table.take_up(events)
        if auto:
            self.play_for_me()

    @property
    def match(self) -> Match:
        """The match in the view of seat 0."""
        return self._adviser.match

    @property
    def hand(self) -> Hand | None:
        """The current or last hand in the view of seat 0."""
        return self.match.hand

    @property
    def dealt_again(self) -> bool:
        """Whether the hand has been dealt again."""
        return self.hand is not None and self.hand.number == self._dealt_again

    @property
    def cards(self) -> list[Card]:
        """The player's cards."""
        return [] if self.hand is None else self.hand.hands[PERSON]

    @property
    def players(self) -> tuple[str, ...]:
        """The current player of each seat, as named in the record."""
        return self._adviser_name if self.auto else "person", *self.bot_names

    def header(self, created: str) -> Header:
        """The header of the record of this match."""
        return header_of(self.rules, self.players, created=created)

    def record_to(self, writer: RecordWriter, lock: Lock, seats: Sequence[str | None]) -> None:
        """Write all further events to a record, whose lock the session holds until it is closed.

        `seats` are the last players in the record; changes are written before the next event.
        """
        self._writer, self._lock = writer, lock
        self._changes = [
            PlayerChanged(seat, now, "resumed")
            for seat, (last, now) in enumerate(zip(seats, self.players, strict=True))
            if last != now
        ]

    @property
    def path(self) -> Path | None:
        """The path of the record, or `None`."""
        return None if self._writer is None else self._writer.path

    @property
    def reviewable(self) -> int | None:
        """The number of the last hand finished in this session; `None` without one or a record.

        Hands finished before the session are in the record too, but were not just played.
        """
        return self.results[-1].number if self.results and self.path is not None else None

    @property
    def failures(self) -> list[str]:
        """Error reports of the failed external bots.

        During their hand, the reports do not contain cards.
        """
        found = (faults_of(bot).failure for bot in self._table.bots.values())
        hand = self._table.match.hand
        secret = None if hand is None or hand.phase is Phase.ENDED else hand.number
        return [
            failure.report(secretly=failure.hand == secret)
            for failure in found
            if failure is not None
        ]

    def close(self) -> None:
        """Close the record and all bots."""
        for bot in (*self._table.bots.values(), self._stand_in, self._adviser):
            bot.close()
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.release()

    def play_for_me(self) -> None:
        """Let a bot play for the player from now on."""
        if not self.auto:
            self.auto = True
            # The stand-in has observed all events, so it can take over at any time.
            self._table.take_over(PERSON, self._stand_in)
            self._last_moment = False
            self._changes.append(PlayerChanged(PERSON, self._adviser_name, "asked"))

    # Events

    def _on_event(self, event: Event) -> None:
        """Handle an event applied by the table; it is not masked."""
        if self._writer is not None:
            try:
                for line in (*self._changes, event):
                    self._writer.write(line)
            except OSError as error:
                # The record ends before this event, so the match can be resumed from there.
                why = error.strerror
                raise UsageError(f"cannot save the match in {self.path}: {why}") from None
            self._changes = []
        seen = view(event, PERSON)
        self._adviser.observe(seen)
        self._teacher.observe(seen)
        if not self.auto:
            self._stand_in.observe(seen)
        self.journal += notes_of(self.match, seen)
        self._seen.append(seen)
        if isinstance(event, CardDrawn | Shown | HandStarted):
            self._passed = self._last_moment = False
        if isinstance(seen, DealtAgain) and self.hand is not None:
            self._dealt_again = self.hand.number
        if isinstance(seen, HandEnded):
            account = self.match.account
            assert account is not None
            self.results.append(account)

    @property
    def waits_for(self) -> Wait | None:
        """The action that the player must take now; `None` if the match continues without it."""
        match, hand = self.match, self.hand
        if match.winners is not None:
            return Wait.OVER
        if hand is None:
            return None
        if hand.phase is Phase.ENDED:
            return None if self._confirmed >= hand.number else Wait.NEXT
        if self.auto:
            return None
        if hand.phase is Phase.DRAW:
            return Wait.DECLARE if self._last_moment else None
        return None if self.due is None else Wait(self.due.decision)

    def next_command(self) -> Command | None:
        """Compute the next command without the player; `None` if the player must act.

        A bot may think for a while. The call changes nothing visible, so it may run in another
        thread; `do` must wait until it has returned.
        """
        return None if self.waits_for is not None else self._table.next_command()

    @property
    def may_wait(self) -> bool:
        """Whether the next command may come from a bot that does not answer at once.

        During the draw this may be any bot that could show cards.
        """
        hand = self.hand
        if hand is None or self.match.between_hands:
            return False
        players = dict(enumerate(self.players))
        if hand.phase is not Phase.DRAW:
            players = {seat: name for seat, name in players.items() if seat == hand.turn}
        own = () if self.auto else (PERSON,)
        return any(name not in QUICK_BOTS for seat, name in players.items() if seat not in own)

    def report_failure(self) -> bool:
        """Add a note for a failed external bot, unless already done; one bot at a time.

        Returns:
            Whether a note was added.
        """
        for seat, bot in self._table.bots.items():
            failure = faults_of(bot).failure
            if failure is not None and seat not in self._reported:
                self._reported.add(seat)
                names = list(self.bot_names)
                names[seat - 1] = STAND_IN
                self.bot_names = tuple(names)
                self._changes.append(PlayerChanged(seat, STAND_IN, failure.kind))
                self.journal.append(bot_failed(failure, STAND_IN))
                return True
        return False

    def carry_out(self, command: Command | None) -> tuple[Event, ...]:
        """Execute the result of `next_command`, without other commands in between.

        Raises:
            BotError: the command of a bot is refused.
            UsageError: an event cannot be saved.
        """
        while self.report_failure():
            pass
        self._seen = []
        if isinstance(command, Draw | CloseDraw) and self._is_last_moment():
            self._last_moment = True
        elif command is not None:
            self._table.carry_out(command)
        return tuple(self._seen)

    def _is_last_moment(self) -> bool:
        """Whether this is the player's last opportunity to declare."""
        return not (self.auto or self._passed) and self.due is not None and self.due.last

    def confirm(self) -> None:
        """Confirm that the player has seen the result of the hand."""
        self._confirmed = self.match.hands

    def passes(self) -> None:
        """Pass the last opportunity to declare."""
        self._passed, self._last_moment = True, False

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Execute the player's command, or return the refusal.

        Bots accept a proven claim, and the hand is played out.

        Raises:
            UsageError: an event cannot be saved.
        """
        self._seen = []
        answer = self._table.try_do(command)
        if isinstance(answer, Refusal):
            return answer
        hand = self._table.match.hand
        if isinstance(command, ClaimRest) and hand is not None:
            for play in play_out(hand):
                self._table.carry_out(play)
        return tuple(self._seen)

    # Queries

    @property
    def claimable(self) -> Takes | None:
        """The part of the remaining tricks that the player may claim, or `None`."""
        if self.hand is None or self.waits_for not in (Wait.LEAD, Wait.FOLLOW):
            return None
        return claimable(self.hand, PERSON)

    @property
    def due(self) -> Due | None:
        """The decision that is due, or possible in the draw, for the player; or `None`."""
        return None if self.hand is None else due_of(self.hand, PERSON)

    @property
    def options(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that the player may declare now, from low to high."""
        due = self.due
        return due.options if due is not None and due.decision == "show" else ()

    @property
    def land_options(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that the player may bid for the land now, from low to high."""
        due = self.due
        return due.options if due is not None and due.decision == "land" else ()

    def readings(self, lead: Play, units: Sequence[tuple[Card, ...]] = ()) -> Readings:
        """The readings of a lead with these units, among which the player must choose.

        Empty if the lead is not ambiguous.
        """
        hand = self.hand
        if hand is None or self.waits_for is not Wait.LEAD or self.match.verify(lead) is not None:
            return Readings([], more=False)
        return readings_of_lead(hand, lead.cards, units)

    def tractors(self, cards: Sequence[Card]) -> list[Unit]:
        """The tractors among these cards of one effective suit, the longest first."""
        return tractors_among(self.hand.space, cards) if self.hand is not None and cards else []

    def advice(self) -> Command | None:
        """The command of the adviser in the player's place, from the player's view.

        `None` if it would not declare, or if no decision is due (see `due`).
        """
        return None if self.due is None else self._adviser.decide(self.due)

    def why(self, advice: Command | None) -> Why:
        """The reason for the adviser's command; a decision must be due."""
        return self._teacher.why(advice)


def bot_failed(failure: Failure, bot: str) -> Note:
    """Create the note that an external bot failed and another bot plays in its seat."""
    params = {"seat": failure.seat, "fault": f"failed.{failure.kind}", "bot": bot}
    return Note("bot-failed", {**params, "name": printable(name_of(failure.command))}, loud=True)
