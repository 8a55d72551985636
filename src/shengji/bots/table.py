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
    Refusal,
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
    'declarers'
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
        self._seats = Seats(self.match, self.bots)
        for seat, bot in self.bots.items():
            if type(bot).observe is Bot.observe:
                bot.match = self._seats.matches[seat]
        self._ears = self._ears_of_bots()
        self._undecided: list[int] = []
        self._able: dict[int, Due | None] = {}
        """The bots that may show something, with what they may where that is still so."""

    def do(self, command: Command) -> tuple[Event, ...] | Refusal:
        """Carry out a command; every bot hears of what came of it."""
        answer = self.match.do(command, self.hear)
        if type(command) in _DRAWING and isinstance(answer, tuple):
            self._think_again(command, answer)
        return answer

    def _think_again(self, command: Command, told: tuple[Event, ...]) -> None:
        """Have those asked whether to declare who may want to after a command."""
        hand, able = self._hand, self._able
        if isinstance(command, StartHand):
            self._able = {}
        elif isinstance(command, Draw) and not hand.draw_ends:
            # Without a new declaration only who has drawn a card thinks again.
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
        """Let another bot play in a seat from now on; it has heard what the seat has seen."""
        self.bots[seat] = bot
        self._ears = self._ears_of_bots()

    def _ears_of_bots(self) -> list[tuple[int, Callable[[Event], None]]]:
        """The listener of each bot, with its seat; bots that take no notice of events have none.

        A bot that has come in the middle of the match, or observes in its own way, keeps a match of
        its own.
        """
        shared = self._seats.matches
        return [
            (seat, bot.note if bot.match is shared.get(seat) else bot.observe)
            for seat, bot in self.bots.items()
            if bot.match is not shared.get(seat) or type(bot).note is not Bot.note
        ]

    def hear(self, event: Event) -> None:
        """Tell an event that the match has just applied."""
        self.told(event)
        self._seats.learn(event)
        for seat, tell in self._ears:
            tell(view(event, seat))

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
        self._undecided, self._able = sorted(self.bots), {}

    def next_command(self) -> Command | None:
        """The next command without a person: a start, a card drawn, a bot's decision.

        `None` when a person must decide something, and when the match is over. During the draw
        people may show whenever they like; between two cards that is up to the caller. Who has
        nothing to decide (no right to a re-deal, nothing to bid for the land with) is passed over.
        The command is legal unless a bot is at fault.
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
        """The answer of a seat's bot; every question to a bot is put here."""
        return self.bots[due.seat].decide(due)

    def _show(self) -> Command | None:
        """A declaration that a bot wants to make now."""
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
        """How many cards are drawn until somebody may declare; one where people may any time."""
        hand = self._hand
        if len(self.bots) < hand.players or hand.turn is None or hand.started.deck is None:
            return 1
        drawn, players, turn = hand.drawn, hand.players, hand.turn
        # Where there is no pause after the last card, everybody is asked before it.
        end = max(hand.to_draw - (not hand.rules.pause_after_draw), drawn + 1)
        for seat in self._able:
            end = min(end, drawn + 1 + (seat - turn) % players)
        for seat, card in enumerate(hand.started.deck[drawn:end], turn):
            if card in declaring_cards(hand.ranks[seat % players]):
                return seat - turn + 1
        return end - drawn

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
"""The commands after which somebody may want to declare, or nobody any more."""
