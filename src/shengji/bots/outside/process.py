"""A seat whose decisions are asked of another process by the protocol of docs/bots.md."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic
from typing import TypeVar

import msgspec

from shengji.bots.bot import LeadChoice
from shengji.bots.outside import asking, idling
from shengji.bots.outside.channel import Channel, ChannelError
from shengji.bots.outside.failing import Kind, shortened
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
from shengji.bots.outside.program import ProgramBot, ProgramFailedError, StandIn
from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Event,
    HandEnded,
    MatchEnded,
    Play,
    Refusal,
    Show,
    Standing,
    land_bids,
)
from shengji.rules import Rules

A = TypeVar("A", CardsReply, RedealReply, CallReply, LeadReply)

_ENCODER = msgspec.json.Encoder()


class ProcessBot(ProgramBot):
    """A bot that is played by a program which speaks the protocol; made by `process_bot`.

    Its answers are checked before they are given: one that is illegal, or cannot be read, is
    refused, and the program is asked once more. With the second in one decision it has failed, and
    so it has when it ends, or is late.
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
        super().__init__(command, rules, seat, seed, limits, stand_in)
        self._ready = self._reuse = False
        self._number = 0
        self._start: tuple[tuple[Standing, ...], int | None] | None = None
        self._untold: list[Event] = []
        self._cpu_base = 0

    # What it hears

    def observe(self, event: Event) -> None:
        """Take note of an event, already masked for this seat."""
        if self._start is None:
            self._start = tuple(self.match.standings), self.match.dealer
        super().observe(event)
        if self.failure is None:
            self._untold.append(event)
            if isinstance(event, HandEnded | MatchEnded) and not self._closed:
                self._tell()

    def cpu_ns(self) -> int:
        """The CPU time in nanoseconds of the program since it was ready.

        Where the system does not tell it (only Linux does): the time that was waited for it.
        """
        channel = self._channel
        if self._ready and channel is not None:
            self._cpu = max(self._cpu, channel.cpu_ns() - self._cpu_base)
        return self._cpu

    def _dismiss(self) -> None:
        """End the process, or let it wait for another match where it can play one."""
        channel, self._channel = self._channel, None
        if channel is None:
            return
        if self._ready and self._reuse and not self._asking and channel.is_quiet:
            idling.give(channel)
        else:
            channel.send(_line(Bye()))
            channel.close()

    # What it decides

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
        self._check_open()
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
        self._send(_line(message), asks=asks)


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
