"""A table: one match, and a bot in every seat that no person holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random
from typing import TypeVar

from shengji.bots.bot import Bot, BotError
from shengji.bots.thought import Decision
from shengji.cards import Card, Rank
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    CloseDraw,
    Command,
    Draw,
    Event,
    Hand,
    HandEnded,
    Match,
    Phase,
    Play,
    Refusal,
    Show,
    land_bids,
    may_redeal,
    shuffled,
    view,
)
from shengji.rules import Rules

Answer = TypeVar("Answer")
Cards = tuple[Card, ...]


class Table:
    """Passes commands to the match, events to the bots, and the bots' answers back.

    Seats without a bot are people's: `next_command` returns `None` when one of them must act.

    Args:
        rules: what is played.
        bots: the bots by seat.
        chance: shuffles the decks.
        told: called with each event, unmasked, after it has been applied.

    >>> from shengji.bots import make_bot
    >>> rules = Rules()
    >>> table = Table(rules, {s: make_bot("random", rules, s, s) for s in range(4)}, Random(1))
    >>> table.play_hand().winner
    'opponents'
    """

    def __init__(
        self,
        rules: Rules,
        bots: Mapping[int, Bot],
        chance: Random,
        told: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self.match = Match(rules)
        self.bots = dict(bots)
        self.chance = chance
        self.told = told
        self._undecided: list[int] = []

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command; every bot hears of what came of it."""
        answer = self.match.do(command)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            self.hear(event)
        if isinstance(command, Draw | Show):
            # Everyone may think again whenever a card or a declaration has been seen.
            self._undecided = sorted(self.bots)
        return answer

    def hear(self, event: Event) -> None:
        """Tell an event that the match has already applied, or replays."""
        self.told(event)
        for seat, bot in self.bots.items():
            bot.observe(view(event, seat))

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Start from these levels and this Dealer, for the bots too; before the first hand."""
        self.match.begin_at(levels, dealer)
        for bot in self.bots.values():
            bot.begin_at(levels, dealer)

    def take_up(self, events: Iterable[Event]) -> None:
        """Go on with a match from its recorded events; everyone hears them, as if they came now."""
        for event in events:
            self.match.apply(event)
            self.hear(event)
        # During the draw those with a bot may declare at once, as after a card that is drawn.
        self._undecided = sorted(self.bots)

    def next_command(self) -> Command | None:
        """What happens next without a person: a start, a card drawn, a bot's decision.

        `None` when a person must decide something, and when the match is over. During the draw
        people may show whenever they like; between two cards that is up to the caller. Who has
        nothing to decide (no right to a re-deal, nothing to bid for the land with) is passed over.
        The command is legal unless a bot is at fault.
        """
        match, hand = self.match, self.match.hand
        if match.winners is not None:
            return None
        if hand is None or match.between_hands:
            return shuffled(match.rules, self.chance)
        if hand.phase is Phase.DRAW:
            return self._show() or (Draw() if hand.turn is not None else CloseDraw())
        assert hand.turn is not None
        return self._answer(hand, hand.turn)

    def ask(self, seat: int, decision: Decision, question: Callable[[Bot], Answer]) -> Answer:
        """What a seat's bot answers; every question to a bot is put here."""
        return question(self.bots[seat])

    def _answer(self, hand: Hand, seat: int) -> Command | None:
        """What the seat whose turn it is does; `None` when that is up to a person."""
        absent, cards = seat not in self.bots, hand.hands[seat]
        if hand.phase is Phase.REDEAL and not may_redeal(hand, cards):
            return AnswerRedeal(seat, wanted=False)
        if hand.phase is Phase.LAND:
            options = land_bids(hand.rank, hand.last_bid, cards)
            if not options:
                return BidLand(seat)
            if absent:
                return None
            bid: Cards | None = self.ask(seat, "land", lambda bot: bot.bid_land(options))
            return BidLand(seat, bid or ())
        if absent:
            return None
        if hand.phase is Phase.REDEAL:
            return AnswerRedeal(seat, self.ask(seat, "redeal", lambda bot: bot.redeal()))
        if hand.phase is Phase.BURY:
            return Bury(seat, self.ask(seat, "bury", lambda bot: bot.bury()))
        if hand.phase is Phase.CALL:
            return CallFriends(seat, self.ask(seat, "call", lambda bot: bot.call_friends()))
        if hand.trick is None:
            choice = self.ask(seat, "lead", lambda bot: bot.lead())
            return Play(seat, choice.cards, choice.reading)
        return Play(seat, self.ask(seat, "follow", lambda bot: bot.follow()))

    def _show(self) -> Show | None:
        """A declaration that a bot wants to make now."""
        hand = self.match.hand
        assert hand is not None
        while self._undecided:
            seat = self._undecided.pop(0)
            options = hand.bidding.options(seat, hand.hands[seat])
            cards = self._shown(seat, options) if options else None
            if cards is not None:
                return Show(seat, cards)
        return None

    def _shown(self, seat: int, options: list[Cards]) -> Cards | None:
        return self.ask(seat, "show", lambda bot: bot.show(options))

    def step(self) -> tuple[Event, ...] | None:
        """Do what happens next; `None` when a person must act or the match is over.

        Raises:
            BotError: when a bot's answer is refused.
        """
        command = self.next_command()
        return None if command is None else self.carry_out(command)

    def carry_out(self, command: Command) -> tuple[Event, ...]:
        """Do what `next_command` has named.

        Raises:
            BotError: when it is a bot's answer and is refused.
        """
        answer = self.do(command)
        if isinstance(answer, Refusal):
            seat = getattr(command, "seat", None)
            name = self.bots[seat].name if seat in self.bots else "the table"
            raise BotError(f"{name} in seat {seat}: {answer.sentence()} ({command})")
        return answer

    def play_hand(self) -> HandEnded:
        """Play one whole hand; all seats must have bots.

        Raises:
            BotError: when a bot's answer is refused.
        """
        while True:
            events = self.step()
            if events is None:
                raise RuntimeError("a person must act, or the match is over")
            for event in events:
                if isinstance(event, HandEnded):
                    return event
