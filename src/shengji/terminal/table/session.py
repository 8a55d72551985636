"""The session: a match with a person in seat 0, bots, an adviser, and the file of its events.

The interfaces see the match only as seat 0 does: through the adviser's own match, which is built
from masked events like that of any bot.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import Enum
from pathlib import Path
from random import Random, SystemRandom

from shengji.bots import QUICK_BOTS, Table, make_bot
from shengji.bots.outside import Limits, faults_of, seat_bot
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
from shengji.rules import Rules
from shengji.terminal.errors import UsageError
from shengji.terminal.table.failures import bot_failed
from shengji.terminal.table.saves import Lock
from shengji.terminal.table.speaker import PERSON


class Wait(Enum):
    """The action that the person must take before the match goes on."""

    DECLARE = "declare"
    """The last moment to declare: do so, or pass."""
    REDEAL = "redeal"
    BURY = "bury"
    LAND = "land"
    CALL = "call"
    LEAD = "lead"
    FOLLOW = "follow"
    NEXT = "next"
    """The hand is over; look at the result."""
    OVER = "over"
    """The match is over."""


STAND_IN = RuledBot.name
"""The bot that gives hints, plays for the person, and goes on for a program that fails."""

TO_CHOOSE_CARDS = frozenset({Wait.BURY, Wait.LEAD, Wait.FOLLOW})
"""The waits that are answered with cards chosen from the hand."""


class Session:
    """A match under way, as the interfaces use it.

    Args:
        rules: what is played.
        bots: the names of the bots of seats 1, 2, ...
        seed: what chance starts from; `None` for real chance.
        auto: whether a bot plays for the person.
        events: what has happened in the match before.
        levels: the level of each seat at the start, where that is not the first level.
        dealer: who deals first, where that is fixed beforehand.
        adviser: the bot that gives hints, and plays for the person when asked to.
        limits: how long bots that are programs may take; `None`: as by default. Another goes on
            for one that takes longer, or fails otherwise.

    Attributes:
        match: the match as seat 0 sees it.
        bot_names: who plays in seats 1, 2, ... now; in the place of a program that has failed, and
            of which the person has been told, the bot that goes on for it.
        journal: everything that has happened, in notes.
        results: the accounts of the hands that are over.

    Raises:
        ValueError: when there is no bot of a name.
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
        # After a resumption the same seed must not deal the decks of the start again.
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
        self._told_of: set[int] = set()
        self._seen: list[Event] = []
        self._last_moment = False
        self._passed = False
        self._confirmed = 0
        self._dealt_again = 0
        self.auto = False
        self._table = Table(rules, seats, chance, self._told)
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
        """The match as seat 0 sees it."""
        return self._adviser.match

    @property
    def hand(self) -> Hand | None:
        """The hand under way or the last one, as seat 0 sees it."""
        return self.match.hand

    @property
    def dealt_again(self) -> bool:
        """Whether the cards of the hand have been dealt before."""
        return self.hand is not None and self.hand.number == self._dealt_again

    @property
    def cards(self) -> list[Card]:
        """The person's cards."""
        return [] if self.hand is None else self.hand.hands[PERSON]

    @property
    def players(self) -> tuple[str, ...]:
        """The player in each seat now, as the record has it."""
        return self._adviser_name if self.auto else "person", *self.bot_names

    def header(self, created: str) -> Header:
        """The header of the record of this match."""
        return header_of(self.rules, self.players, created=created)

    def record_to(self, writer: RecordWriter, lock: Lock, seats: Sequence[str | None]) -> None:
        """Write every event from now on to a record that is ours as long as the session runs.

        `seats` are those who have played in it last; who plays now is told before the next event.
        """
        self._writer, self._lock = writer, lock
        self._changes = [
            PlayerChanged(seat, now, "resumed")
            for seat, (last, now) in enumerate(zip(seats, self.players, strict=True))
            if last != now
        ]

    @property
    def path(self) -> Path | None:
        """The record."""
        return None if self._writer is None else self._writer.path

    @property
    def reviewable(self) -> int | None:
        """The number of the last hand that is over since the session began, if there is a record.

        What went before stands in the record too, but nobody has just played it.
        """
        return self.results[-1].number if self.results and self.path is not None else None

    @property
    def failures(self) -> list[str]:
        """Reports of the bots in other processes that have failed; others stand in for them.

        In a hand that may be played on, they name no cards.
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
        """Close the record, and let the bots go."""
        for bot in (*self._table.bots.values(), self._stand_in, self._adviser):
            bot.close()
        if self._writer is not None:
            self._writer.close()
        if self._lock is not None:
            self._lock.release()

    def play_for_me(self) -> None:
        """Let a bot play for the person from now on."""
        if not self.auto:
            self.auto = True
            # It has observed everything from the start, so that it can sit down at any time.
            self._table.take_over(PERSON, self._stand_in)
            self._last_moment = False
            self._changes.append(PlayerChanged(PERSON, self._adviser_name, "asked"))

    # What happens

    def _told(self, event: Event) -> None:
        """An event that the table has applied; unmasked."""
        if self._writer is not None:
            try:
                for told in (*self._changes, event):
                    self._writer.write(told)
            except OSError as error:
                # The record ends before this event, and a match can go on from there.
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
        """The action that the person must take now; `None` when `step` goes on without."""
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
        """The next command without the person; `None` when the person must act.

        A bot may think about it for a while. It changes nothing that the person sees, so that it
        can be asked for in another thread; `do` must wait for the answer then.
        """
        return None if self.waits_for is not None else self._table.next_command()

    @property
    def may_wait(self) -> bool:
        """Whether a bot that does not answer at once may be asked for the next command.

        During the draw it may be any bot that has something to show.
        """
        hand = self.hand
        if hand is None or self.match.between_hands:
            return False
        players = dict(enumerate(self.players))
        if hand.phase is not Phase.DRAW:
            players = {seat: name for seat, name in players.items() if seat == hand.turn}
        own = () if self.auto else (PERSON,)
        return any(name not in QUICK_BOTS for seat, name in players.items() if seat not in own)

    def tell_failure(self) -> bool:
        """Note that a program has failed, unless it has been noted; one of several at a time.

        Returns:
            Whether there was one to note.
        """
        for seat, bot in self._table.bots.items():
            failure = faults_of(bot).failure
            if failure is not None and seat not in self._told_of:
                self._told_of.add(seat)
                names = list(self.bot_names)
                names[seat - 1] = STAND_IN
                self.bot_names = tuple(names)
                self._changes.append(PlayerChanged(seat, STAND_IN, failure.kind))
                self.journal.append(bot_failed(failure, STAND_IN))
                return True
        return False

    def carry_out(self, command: Command | None) -> tuple[Event, ...]:
        """Do what `next_command` has named; nothing has happened in between.

        Raises:
            BotError: when it is a bot's answer and is refused.
            UsageError: when what happens cannot be saved.
        """
        while self.tell_failure():
            pass
        self._seen = []
        if isinstance(command, Draw | CloseDraw) and self._is_last_moment():
            self._last_moment = True
        elif command is not None:
            self._table.carry_out(command)
        return tuple(self._seen)

    def _is_last_moment(self) -> bool:
        """Whether the person could declare before the draw goes on, and not after it."""
        return not (self.auto or self._passed) and self.due is not None and self.due.last

    def confirm(self) -> None:
        """The person has seen the result of the hand."""
        self._confirmed = self.match.hands

    def passes(self) -> None:
        """The person does not declare at the last moment."""
        self._passed, self._last_moment = True, False

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Do what the person asks, or say why not.

        The bots accept a claim that is proven, and the hand is played out.

        Raises:
            UsageError: when it cannot be saved.
        """
        self._seen = []
        answer = self._table.do(command)
        if isinstance(answer, Refusal):
            return answer
        hand = self._table.match.hand
        if isinstance(command, ClaimRest) and hand is not None:
            for play in play_out(hand):
                self._table.carry_out(play)
        return tuple(self._seen)

    # What can be asked

    @property
    def claimable(self) -> Takes | None:
        """The part of the rest of the hand that the person may claim."""
        if self.hand is None or self.waits_for not in (Wait.LEAD, Wait.FOLLOW):
            return None
        return claimable(self.hand, PERSON)

    @property
    def due(self) -> Due | None:
        """The decision that the person is asked for, or may take in the draw; `None`: nothing."""
        return None if self.hand is None else due_of(self.hand, PERSON)

    @property
    def options(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that the person may declare now, low to high."""
        due = self.due
        return due.options if due is not None and due.decision == "show" else ()

    @property
    def land_options(self) -> tuple[tuple[Card, ...], ...]:
        """The cards that the person may bid for the land now, low to high."""
        due = self.due
        return due.options if due is not None and due.decision == "land" else ()

    def readings(self, lead: Play, units: Sequence[tuple[Card, ...]] = ()) -> Readings:
        """The ways to read a lead, with these units, among which the person must choose.

        None: it is clear.
        """
        hand = self.hand
        if hand is None or self.waits_for is not Wait.LEAD or self.match.verify(lead) is not None:
            return Readings([], more=False)
        return readings_of_lead(hand, lead.cards, units)

    def tractors(self, cards: Sequence[Card]) -> list[Unit]:
        """The tractors that some of these cards of one effective suit are, the longest first."""
        return tractors_among(self.hand.space, cards) if self.hand is not None and cards else []

    def advice(self) -> Command | None:
        """The command of a bot in the person's place, from what the person can see.

        `None`: it would not declare, or the person has nothing to decide (see `due`).
        """
        return None if self.due is None else self._adviser.decide(self.due)

    def why(self, advice: Command | None) -> Why:
        """Why to do what the adviser says, where the person has something to decide."""
        return self._teacher.why(advice)
