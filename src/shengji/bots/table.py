"""A table: one match, with a bot in every seat that no person holds."""

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
    Refusal,
    RefusedError,
    Seats,
    Show,
    StartHand,
    due_of,
    passing,
    shuffled,
    view,
)
from shengji.game.declarations import declaring_cards
from shengji.game.hand import DRAW
from shengji.rules import RulesLike


class Table:
    """Passes commands to the match, events to the bots, and the bots' answers back.

    Seats without a bot are people's: `next_command` returns `None` when one of them must act.

    Args:
        bots: the bots by seat.
        chance: shuffles the decks.
        on_event: callback for each event, unmasked, after the match has applied it.

    Raises:
        ValueError: a bot has a seat that does not exist, or was made for another seat or rules.

    >>> from shengji.bots import make_bot
    >>> bots = {seat: make_bot("random", "tractor", seat, seat) for seat in range(4)}
    >>> table = Table("tractor", bots, Random(1))
    >>> table.play_hand().winner
    'declarers'
    """

    def __init__(
        self,
        rules: RulesLike,
        bots: Mapping[int, Bot],
        chance: Random,
        on_event: Callable[[Event], None] = lambda event: None,
    ) -> None:
        self._set_up(Match(rules), bots, chance, on_event)
        for seat, bot in self.bots.items():
            if type(bot).observe is Bot.observe:
                bot.match = self._seats.matches[seat]
        self._handlers = self._handlers_of_bots()

    @classmethod
    def resumed(
        cls,
        match: Match,
        bots: Mapping[int, Bot],
        chance: Random,
        on_event: Callable[[Event], None] = lambda event: None,
    ) -> Table:
        """A table that plays a match on, which it changes; arguments as in `Table`.

        Raises:
            ValueError: a bot has a seat that does not exist, or cannot begin in the middle of a
                match.
        """
        table = cls.__new__(cls)
        table._set_up(match, bots, chance, on_event)
        for seat, bot in table.bots.items():
            bot.take_seat(table._seats.matches[seat])
        table._handlers = table._handlers_of_bots()
        table._undecided = sorted(table.bots)
        return table

    def _set_up(
        self,
        match: Match,
        bots: Mapping[int, Bot],
        chance: Random,
        on_event: Callable[[Event], None],
    ) -> None:
        self.match = match
        self.bots = {match.rules.check_seat(seat): bot for seat, bot in bots.items()}
        for seat, bot in bots.items():
            given: object = bot
            if not isinstance(given, Bot):
                raise TypeError(f"not a bot: {bot!r}; write make_bot({bot!r}, rules, {seat})")
            if (bot.seat, bot.rules) != (seat, match.rules):
                made = f"{bot.name} was made for seat {bot.seat}, or for other rules"
                raise ValueError(f"{made}; seat {seat} needs make_bot(name, rules, {seat})")
        self.chance = chance
        self.on_event = on_event
        self._seats = Seats(match, self.bots)
        self._undecided: list[int] = []
        self._able: dict[int, Due | None] = {}
        """The bots that may show, with their options; `None` when the options must be computed
        again."""

    def do(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command, and pass its events to every bot.

        Raises:
            RefusedError: the command is refused; nothing has changed.
        """
        answer = self.try_do(command)
        if not isinstance(answer, tuple):
            raise RefusedError(answer)
        return answer

    def try_do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command as `do`, but return its refusal."""
        answer = self.match.try_do(command, self.publish)
        if type(command) in _DRAWING and isinstance(answer, tuple):
            self._think_again(command, answer)
        return answer

    def _think_again(self, command: Command, told: tuple[Event, ...]) -> None:
        """Ask the bots again whether to declare when a command may have changed that."""
        hand, able = self._hand, self._able
        if isinstance(command, StartHand):
            self._able = {}
        elif isinstance(command, Draw) and not hand.draw_ends:
            # Without a new declaration only the bot that drew a card thinks again.
            assert hand.turn is not None
            for each in told:
                assert type(each) is CardDrawn, "nothing else comes of a card before the last"
                if each.seat in able and each.card in declaring_cards(hand.ranks[each.seat]):
                    able[each.seat] = None
            last = (hand.turn - 1) % hand.players
            self._undecided = [last] if last in self.bots else []
        else:
            self._undecided, self._able = sorted(self.bots), dict.fromkeys(able)

    @property
    def _hand(self) -> Hand:
        assert self.match.hand is not None
        return self.match.hand

    def take_over(self, seat: int, bot: Bot) -> None:
        """Replace the bot of a seat; the new bot has already observed the seat's events."""
        self.bots[seat] = bot
        self._handlers = self._handlers_of_bots()

    def _handlers_of_bots(self) -> list[tuple[int, Callable[[Event], None]]]:
        """The event handler of each bot, with its seat; bots that ignore events have none.

        A bot that joined in the middle of the match, or overrides `observe`, keeps a match of its
        own.
        """
        shared = self._seats.matches
        return [
            (seat, bot.on_event if bot.match is shared.get(seat) else bot.observe)
            for seat, bot in self.bots.items()
            if bot.match is not shared.get(seat) or type(bot).on_event is not Bot.on_event
        ]

    def publish(self, event: Event) -> None:
        """Publish an event, which the match has just applied, to the callback and the bots."""
        self.on_event(event)
        self._seats.learn(event)
        for seat, handle in self._handlers:
            handle(view(event, seat))

    def begin_at(self, levels: Sequence[Rank], dealer: int | None) -> None:
        """Set the starting levels and Dealer, for the bots too; before the first hand."""
        self.match.begin_at(levels, dealer)
        for bot in self.bots.values():
            bot.begin_at(levels, dealer)

    def take_up(self, events: Iterable[Event]) -> None:
        """Resume a match from its recorded events; callback and bots receive them as new."""
        for event in events:
            self.match.apply(event)
            self.publish(event)
        # During the draw, seats with a bot may declare at once, as after a drawn card.
        self._undecided, self._able = sorted(self.bots), {}

    def next_command(self) -> Command | None:
        """The next command without a person: a start, a card drawn, a bot's decision.

        `None` when a person must decide, and when the match is over. During the draw people may
        show whenever they like; between two cards that is up to the caller. A seat with nothing to
        decide (no right to a re-deal, no cards to bid for the land with) is passed over. The
        command is legal unless a bot is at fault.
        """
        match, hand = self.match, self.match.hand
        if hand is not None and hand.phase is DRAW:
            return self._show() or (CloseDraw() if hand.turn is None else Draw(self._quiet_draws))
        if hand is None or hand.turn is None:
            return shuffled(match.rules, self.chance) if match.winners is None else None
        due = due_of(hand, hand.turn)
        if due is None:
            return passing(hand)
        return self.ask(due) if due.seat in self.bots else None

    def ask(self, due: Due) -> Command | None:
        """Ask a seat's bot for its answer; all questions to bots go through this method."""
        return self.bots[due.seat].decide(due)

    def _show(self) -> Command | None:
        """The next declaration of a bot, if any."""
        hand, able = self._hand, self._able
        while self._undecided:
            seat = self._undecided.pop(0)
            due = able.get(seat)
            if due is None or due.last:
                due = due_of(hand, seat)
            if due is None:
                able.pop(seat, None)
                continue
            able[seat] = due
            command = self.ask(due)
            if command is not None:
                return command
        return None

    @property
    def _quiet_draws(self) -> int:
        """Number of cards to draw before a bot may declare; 1 when people may declare any time."""
        hand = self._hand
        if len(self.bots) < hand.players or hand.turn is None or hand.started.deck is None:
            return 1
        drawn, players, turn = hand.drawn, hand.players, hand.turn
        # Where there is no pause after the last card, every bot is asked before it.
        end = max(hand.to_draw - (not hand.rules.pause_after_draw), drawn + 1)
        for seat in self._able:
            end = min(end, drawn + 1 + (seat - turn) % players)
        for seat, card in enumerate(hand.started.deck[drawn:end], turn):
            if card in declaring_cards(hand.ranks[seat % players]):
                return seat - turn + 1
        return end - drawn

    def step(self) -> tuple[Event, ...] | None:
        """Carry out the next command; `None` when a person must act or the match is over.

        Raises:
            BotError: when a bot's answer is refused.
        """
        command = self.next_command()
        return None if command is None else self.carry_out(command)

    def carry_out(self, command: Command) -> tuple[Event, ...]:
        """Carry out a command of `next_command`.

        Raises:
            BotError: when the command is a bot's answer and is refused.
        """
        answer = self.try_do(command)
        if not isinstance(answer, tuple):
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
                if type(event) is HandEnded:
                    return event


_DRAWING = frozenset((StartHand, Draw, Show))
"""The commands that may change which bots want to declare."""
