"""A seat that asks another process for its decisions."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

import msgspec

from shengji.bots.bot import Bot, LeadChoice
from shengji.bots.outside import asking, idling
from shengji.bots.outside.channel import Channel, ChannelError, program_of
from shengji.bots.outside.failing import BotFailedError, Failure, Faults, Kind, shortened
from shengji.bots.outside.limits import Limits
from shengji.bots.outside.messages import (
    PROTOCOL,
    Bye,
    CallReply,
    CardsReply,
    Events,
    LeadReply,
    Ready,
    RedealReply,
    Refused,
    Request,
    ToBot,
)
from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Command,
    Event,
    HandEnded,
    HandStarted,
    MatchEnded,
    Phase,
    Play,
    Refusal,
    Show,
    Standing,
    land_bids,
)
from shengji.rules import Rules

A = TypeVar("A", CardsReply, RedealReply, CallReply, LeadReply)
T = TypeVar("T")

StandIn = Callable[[Rules, int, int], Bot]
"""Makes the bot that goes on for one that has failed: from rules, seat and seed."""

_ENCODER = msgspec.json.Encoder()


class ProgramFailedError(Exception):
    """The process plays no longer."""

    def __init__(self, kind: Kind, reason: str) -> None:
        super().__init__(reason)
        self.kind = kind


def faults_of(bot: Bot) -> Faults:
    """What a bot has done wrong so far in its match; nothing for one that is no process.

    >>> from shengji.bots.uniform import RandomBot
    >>> faults_of(RandomBot(Rules(), 0))
    Faults(refused=0, late=0, failure=None)
    """
    return bot.faults if isinstance(bot, ProcessBot) else Faults()


class ProcessBot(Bot):
    """A bot that is played by another program; made by `process_bot`.

    Its answers are checked before they are given: one that is illegal, or cannot be read, is
    refused, and the program is asked once more. With the second in one decision it has failed, and
    so it has when it ends, or is late.

    Attributes:
        command: what runs.
        title: the name that the program goes by; empty until it has said so.
        failure: why the program plays no longer; `None` while it does.
        refused: how many of its answers were refused.
    """

    name = "exec"

    def __init__(
        self,
        command: str,
        rules: Rules,
        seat: int,
        seed: int = 0,
        limits: Limits | None = None,
        stand_in: StandIn | None = None,
    ) -> None:
        super().__init__(rules, seat, seed)
        self.command = command
        self.title = ""
        self.failure: Failure | None = None
        self.refused = 0
        self._program = program_of(command)
        self._seed = seed
        self._limits = limits or Limits()
        self._bank = self._limits.bank
        self._channel: Channel | None = None
        self._ready = self._asking = self._closed = False
        self._reuse = False
        self._number = 0
        self._asked = b""
        self._came: list[bytes] = []  # In answer to what it is asked now.
        self._start: tuple[tuple[Standing, ...], int | None] | None = None
        self._untold: list[Event] = []
        self._make_stand_in = stand_in
        self._stand_in: Bot | None = None
        self._hand_start: tuple[Standing, ...] = ()
        self._hand_events: list[Event] = []
        self._cpu = self._cpu_base = 0

    # What it hears

    def observe(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        if self._start is None:
            self._start = tuple(self.match.standings), self.match.dealer
        if isinstance(event, HandStarted):
            self._bank = self._limits.bank
            self._hand_start, self._hand_events = tuple(self.match.standings), []
        super().observe(event)
        if self._stand_in is not None:
            self._stand_in.observe(event)
        elif self.failure is None:
            self._untold.append(event)
            self._hand_events.append(event)
            if isinstance(event, HandEnded | MatchEnded):
                self._tell()

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of the process since it was ready, or of its stand-in.

        Where the system does not tell it (only Linux does): the time that was waited for it.
        """
        if self._stand_in is not None:
            return self._cpu + self._stand_in.cpu_ns() - self._cpu_base
        if self._ready and self._channel is not None:
            self._cpu = max(self._cpu, self._channel.cpu_ns() - self._cpu_base)
        return self._cpu

    def close(self) -> None:
        """End the process, or let it wait for another match where it can play one.

        While it decides in another thread this may be called too: then that decision fails.
        """
        self._closed = True
        if self._stand_in is not None:
            self._stand_in.close()
        channel, self._channel = self._channel, None
        if channel is None:
            return
        if self._ready and self._reuse and not self._asking and channel.is_quiet:
            idling.give(channel)
        else:
            channel.send(_line(Bye()))
            channel.close()

    @property
    def faults(self) -> Faults:
        """What it has done wrong so far in its match."""
        late = self.failure is not None and self.failure.kind == "late"
        return Faults(self.refused, int(late), self.failure)

    # What it decides

    def show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """What the program shows."""
        return self._decided(lambda: self._show(options), lambda bot: bot.show(options))

    def redeal(self) -> bool:
        """Whether the program claims a re-deal."""
        return self._decided(self._redeal, lambda bot: bot.redeal())

    def bury(self) -> tuple[Card, ...]:
        """What the program buries."""
        return self._decided(self._bury, lambda bot: bot.bury())

    def bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        """What the program bids."""
        return self._decided(lambda: self._bid_land(options), lambda bot: bot.bid_land(options))

    def call_friends(self) -> tuple[Call, ...]:
        """Whom the program calls."""
        return self._decided(self._call_friends, lambda bot: bot.call_friends())

    def lead(self) -> LeadChoice:
        """What the program leads."""
        return self._decided(self._lead, lambda bot: bot.lead())

    def follow(self) -> tuple[Card, ...]:
        """What the program follows with."""
        return self._decided(self._follow, lambda bot: bot.follow())

    def _decided(self, own: Callable[[], T], other: Callable[[Bot], T]) -> T:
        """What the program decides, or its stand-in.

        Raises:
            BotFailedError: when the program has failed, and nobody stands in for it.
        """
        if self.failure is None:
            try:
                return own()
            except (ProgramFailedError, ChannelError) as error:
                self._fail(error.kind, str(error))
        if self._stand_in is None:
            assert self.failure is not None
            raise BotFailedError(self.failure)
        return other(self._stand_in)

    def _show(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        def refusal(answer: CardsReply) -> Refusal | None:
            return self._verify(Show(self.seat, answer.cards)) if answer.cards else None

        return (
            self._ask(
                lambda shared: asking.show_request(self.hand, shared, options), CardsReply, refusal
            ).cards
            or None
        )

    def _redeal(self) -> bool:
        return self._ask(
            lambda shared: asking.redeal_request(self.hand, shared),
            RedealReply,
            lambda answer: self._verify(AnswerRedeal(self.seat, answer.wanted)),
        ).wanted

    def _bury(self) -> tuple[Card, ...]:
        return self._ask(
            lambda shared: asking.bury_request(self.hand, shared),
            CardsReply,
            lambda answer: self._verify(Bury(self.seat, answer.cards)),
        ).cards

    def _bid_land(self, options: list[tuple[Card, ...]]) -> tuple[Card, ...] | None:
        def refusal(answer: CardsReply) -> Refusal | None:
            # A legal bid would bring the kitty, which only the table knows.
            hand = self.hand
            able = (*land_bids(hand.rank, hand.last_bid, self.cards), ())
            fine = any(sorted(map(_index, c)) == sorted(map(_index, answer.cards)) for c in able)
            return None if fine else self._verify(BidLand(self.seat, answer.cards))

        return (
            self._ask(
                lambda shared: asking.land_request(self.hand, shared, options), CardsReply, refusal
            ).cards
            or None
        )

    def _call_friends(self) -> tuple[Call, ...]:
        return self._ask(
            lambda shared: asking.call_request(self.hand, shared),
            CallReply,
            lambda answer: self._verify(CallFriends(self.seat, answer.calls)),
        ).calls

    def _lead(self) -> LeadChoice:
        answer = self._ask(
            lambda shared: asking.lead_request(self.hand, shared),
            LeadReply,
            lambda answer: self._verify(Play(self.seat, answer.cards, answer.reading)),
        )
        return LeadChoice(answer.cards, answer.reading)

    def _follow(self) -> tuple[Card, ...]:
        return self._ask(
            lambda shared: asking.follow_request(self.hand, shared, self.seat),
            CardsReply,
            lambda answer: self._verify(Play(self.seat, answer.cards)),
        ).cards

    def _verify(self, command: Command) -> Refusal | None:
        """Why a command would be refused, as far as this seat's own cards tell."""
        return self.match.verify(command)

    # Talking to the process

    def _ask(
        self,
        make: Callable[[asking.Common], Request],
        kind: type[A],
        refusal: Callable[[A], Refusal | None],
    ) -> A:
        """Ask, and once more when the answer is refused.

        Raises:
            ChannelError: when no answer comes in time.
            ProgramFailedError: when the second answer is refused too.
        """
        self._connect()
        self._tell()
        self._came.clear()
        begun, free = monotonic(), self._limits.decision
        reasons: list[str] = []
        for again in (True, False):
            left = free - (monotonic() - begun)
            self._number += 1
            shared = asking.common(self.hand, self.seat, self._number, left, self._bank)
            self._put(make(shared))
            try:
                line = self._receive(left + self._bank)
            finally:
                over = monotonic() - begun - free
                if over > 0:
                    # Each second is paid for once, whatever comes after.
                    self._bank, free = max(0.0, self._bank - over), free + over
            answer = _read(line, kind, self._number)
            refused = answer if isinstance(answer, Refused) else self._judged(answer, refusal)
            if refused is None:
                assert not isinstance(answer, Refused)
                return answer
            self.refused += 1
            reasons.append(refused.reason)
            self._put(msgspec.structs.replace(refused, again=again), asks=False)
            if not again:
                kind_of_fault: Kind = (
                    "unreadable" if refused.code in ("unreadable", "wrong-id") else "illegal"
                )
                raise ProgramFailedError(
                    kind_of_fault, f"it was refused twice. {' Then: '.join(reasons)}"
                )
        raise AssertionError("the second refusal ends it")

    def _judged(self, answer: A, refusal: Callable[[A], Refusal | None]) -> Refused | None:
        """Why an answer that can be read is refused, or `None`."""
        found = refusal(answer)
        if found is None:
            return None
        return Refused(request=answer.id, code=found.code, reason=found.sentence(), again=True)

    def _connect(self) -> None:
        """Have the process begin the match, unless it has."""
        if self._ready:
            return
        if self._start is None:
            self._start = tuple(self.match.standings), self.match.dealer
        channel = self._channel = idling.take(self._program) or Channel(self._program)
        standings, dealer = self._start
        self._came.clear()
        self._put(asking.hello(self.rules, self.seat, self._seed, self._limits, standings, dealer))
        try:
            line = self._receive(self._limits.start)
        except ChannelError as error:
            if error.kind != "late":
                raise
            raise ProgramFailedError(
                "start", f"it was not ready: {error} (what it prints must be flushed)"
            ) from None
        try:
            ready = msgspec.json.decode(line, type=Ready)
        except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
            raise ProgramFailedError("start", f"it did not say that it is ready: {error}") from None
        if ready.protocol != PROTOCOL:
            raise ProgramFailedError(
                "start", f"it speaks version {ready.protocol} of the protocol; this is {PROTOCOL}"
            )
        self.title = " ".join((ready.name, ready.version)).strip()
        self._ready, self._reuse = True, ready.reuse
        self._cpu_base = channel.cpu_ns()

    def _tell(self) -> None:
        """Send the events that the process has not heard of."""
        if self._ready and self._untold:
            self._put(Events(events=tuple(self._untold)), asks=False)
            self._untold = []

    def _put(self, message: ToBot, *, asks: bool = True) -> None:
        line = _line(message)
        if asks:
            self._asked = line
        self._open_channel.send(line)

    def _receive(self, timeout: float) -> bytes:
        self._asking = True
        line = self._open_channel.receive(timeout)
        self._came.append(line)
        self._asking = False
        return line

    @property
    def _open_channel(self) -> Channel:
        """The channel to the process.

        Raises:
            ProgramFailedError: when it was closed by another thread.
        """
        channel = self._channel
        if channel is None or self._closed:
            raise ProgramFailedError("died", "it was ended while it was asked")
        return channel

    # When it has failed

    def _fail(self, kind: Kind, reason: str) -> None:
        """Note why, end the process, and let the stand-in take over."""
        self.cpu_ns()
        channel, self._channel = self._channel, None
        stderr = ""
        if channel is not None:
            channel.close()
            stderr = channel.stderr
        self.failure = Failure(
            self.command,
            self.seat,
            kind,
            reason,
            asked=self._asked.decode(errors="replace"),
            came=b"\n".join(self._came).decode(errors="replace"),
            stderr=stderr,
            hand=self.hand.number,
            trick=len(self.hand.tricks) + 1 if self.hand.phase is Phase.PLAY else 0,
        )
        self._untold = []
        if self._make_stand_in is None:
            return
        other = self._make_stand_in(self.rules, self.seat, self._seed)
        other.begin_at([at.level for at in self._hand_start], None)
        other.match.standings = list(self._hand_start)
        for event in self._hand_events:
            other.observe(event)
        self._stand_in, self._cpu_base = other, other.cpu_ns()


def _line(message: ToBot) -> bytes:
    return _ENCODER.encode(message) + b"\n"


def _read(line: bytes, kind: type[A], number: int) -> A | Refused:
    """The answer that stands in a line, or why it is none."""
    try:
        answer = msgspec.json.decode(line, type=kind)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        reason = f"The answer cannot be read: {error}."
        return Refused(request=number, code="unreadable", reason=reason, again=True)
    if answer.id != number:
        reason = f"This answers request {shortened(str(answer.id))}; the last was {number}."
        return Refused(request=number, code="wrong-id", reason=reason, again=True)
    return answer


def _index(card: Card) -> int:
    return card.index
