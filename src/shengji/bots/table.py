"""A table: one match, and a bot in every seat that no person holds."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from random import Random

from shengji.bots.bot import Bot, BotError
from shengji.cards import Rank
from shengji.game import (
    CardDrawn,
    CloseDraw,
    Command,
    Draw,
    Due,
    Event,
    Hand,
    HandEnded,
    Match,
    Phase,
    Refusal,
    Seats,
    Show,
    due_of,
    passing,
    shuffled,
    view,
)
from shengji.rules import Rules


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
        self._seats = Seats(rules, self.bots)
        for seat, bot in self.bots.items():
            if type(bot).observe is Bot.observe:
                bot.match = self._seats.matches[seat]
        self._undecided: list[int] = []

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command; every bot hears of what came of it."""
        answer = self.match.do(command)
        if isinstance(answer, Refusal):
            return answer
        for event in answer:
            self.hear(event)
        drawn = answer[0]
        if isinstance(drawn, CardDrawn) and not self._hand.draw_ends:
            # Without a new declaration only who has drawn a card thinks again.
            self._undecided = [drawn.seat] if drawn.seat in self.bots else []
        elif isinstance(command, Draw | Show):
            self._undecided = sorted(self.bots)
        return answer

    @property
    def _hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def hear(self, event: Event) -> None:
        """Tell an event that the match has already applied, or replays."""
        self.told(event)
        self._seats.apply(event)
        for seat, bot in self.bots.items():
            if bot.match is self._seats.matches.get(seat):
                bot.note(view(event, seat))
            else:
                # It keeps a match of its own, perhaps since it has come in the middle of this one.
                bot.observe(view(event, seat))

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Start from these levels and this Dealer, for the bots too; before the first hand."""
        self.match.begin_at(levels, dealer)
        self._seats.begin_at(levels, dealer)
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
        due = due_of(hand, hand.turn)
        if due is None:
            return passing(hand)
        return self.ask(due) if due.seat in self.bots else None

    def ask(self, due: Due) -> Command | None:
        """What the bot of a seat answers; every question to a bot is put here."""
        return self.bots[due.seat].decide(due)

    def _show(self) -> Command | None:
        """A declaration that a bot wants to make now."""
        while self._undecided:
            due = due_of(self._hand, self._undecided.pop(0))
            command = None if due is None else self.ask(due)
            if command is not None:
                return command
        return None

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
