"""Decisions of bots as rows: the seat's knowledge, its options, its choice, and the result."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from random import Random
from typing import TypeAlias

import msgspec

from shengji.arena.plan import Plan, start_of
from shengji.bots import Bot, Table
from shengji.bots.outside import seat_bot
from shengji.bots.thought import Option, Thought
from shengji.cards import Card
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    Command,
    Due,
    Event,
    HandEnded,
    HandStarted,
    Play,
    Show,
    ThrowFailed,
)
from shengji.rules import Rules, describe_rules

Cards: TypeAlias = tuple[str, ...]
Seats: TypeAlias = tuple[int, ...]


class Laid(msgspec.Struct):
    """Cards that a seat has laid open.

    Attributes:
        seat: the seat, from 0.
        cards: the cards that it showed.
    """

    seat: int
    cards: Cards


class OptionRow(msgspec.Struct):
    """An option that the bot considered.

    Attributes:
        cards: the cards to play, bury, show or bid; none to wait or to pass.
        calls: the friends to call, each with its copy: `AS 2`.
        levels: the expected gain of the bot's side minus that of the other, in levels; missing if
            not estimated.
        low: the lower end of the 95 % interval of `levels`.
        high: the upper end.
        points: the expected points of the bot's side minus those of the other.
        deals: the number of deals on which it was tried.
        behind: the distance from the best option in the quick judgement of the rules of play;
            missing if they do not compare.
    """

    cards: Cards
    calls: Cards
    levels: float | None
    low: float | None
    high: float | None
    points: float | None
    deals: int
    behind: float | None


class DecisionRow(msgspec.Struct, kw_only=True):
    """A decision of a bot.

    Attributes:
        deal: the number of the deal, from 0; with the seed of the table it determines the cards.
        number: the number of the decision in the deal, from 0.
        seat: the deciding seat.
        bot: the bot's name.
        decision: the kind of decision: `show`, `redeal`, `bury`, `land`, `call`, `lead` or
            `follow`.
        rules: the rules, as JSON that `rules_from` reads.
        rank: the trump rank, or the rank that the seat may show while cards are drawn.
        suit: the trump suit; missing for no trump suit, and before trump is made.
        dealer: the Dealer; missing while the draw has not decided.
        held: the cards that the seat held.
        kitty: the kitty if the seat knew it; else missing.
        shown: the declarations so far.
        calls: the cards called for friends, each with its copy: `AS 2`.
        declarers: the seats publicly known to be on the Declarers' side.
        played: all plays so far, in order; every seat plays once in each trick.
        thrown: the failed throws so far; `played` has the cards led instead.
        laid: how many of the last plays belong to the current trick.
        points: the Opponents' points so far.
        options: the considered options, in the order of the cards.
        chosen: the index in `options` of the bot's choice, from 0.
        rule: the index of the choice of the rules of play; missing if the bot does not report it.
        decided: the reason of the choice (`forced`, `rule`, `slip`, `anchor` or `search`); empty if
            the bot does not report it.
        deals: the number of deals that the bot considered in all.
        final_points: the Opponents' points at the end of the hand.
        won: whether the seat's side won the hand.
        levels: the levels that the seat's side went up; negative if the other side did.
    """

    deal: int
    number: int
    seat: int
    bot: str
    decision: str
    rules: str
    rank: str
    suit: str | None
    dealer: int | None
    held: Cards
    kitty: Cards | None
    shown: tuple[Laid, ...]
    calls: Cards
    declarers: Seats
    played: tuple[Laid, ...]
    thrown: tuple[Laid, ...]
    laid: int
    points: int
    options: tuple[OptionRow, ...]
    chosen: int
    rule: int | None
    decided: str
    deals: int
    final_points: int = 0
    won: bool = False
    levels: int = 0


def decisions(plan: Plan, deal: int) -> list[DecisionRow]:
    """Play a deal of a plan, and return its decisions; the bots rotate by a seat per deal."""
    start, seats = start_of(plan, deal), plan.seats(deal % plan.rules.players)
    bots = {
        seat: seat_bot(name, plan.rules, seat, start.bot_seeds[seat], limits=plan.limits)
        for seat, name in enumerate(seats)
    }
    try:
        table = NotingTable(plan.rules, bots, start.chance, deal, seats)
        if start.rank is not None:
            table.begin_at([start.rank] * plan.rules.players, start.dealer)
        table.finish(table.play_hand())
    finally:
        for bot in bots.values():
            bot.close()
    return table.rows


class NotingTable(Table):
    """A table that records each decision.

    Args:
        bots: the bots by seat.
        chance: shuffles the decks.
        names: the names of the bots by seat.

    Attributes:
        rows: the decisions so far.
    """

    def __init__(
        self, rules: Rules, bots: Mapping[int, Bot], chance: Random, deal: int, names: Cards
    ) -> None:
        super().__init__(rules, bots, chance, self._hear_all)
        self.rows: list[DecisionRow] = []
        self._deal, self._names = deal, names
        self._rules = msgspec.json.encode(describe_rules(rules)).decode()
        self._thrown: list[Laid] = []

    def ask(self, due: Due) -> Command | None:
        """Ask as `Table.ask` does, and record the decision."""
        bot = self.bots[due.seat]
        row = self._row(bot, due)
        command = super().ask(due)
        self._answer(row, _answered(command, bot), bot.explain())
        self.rows.append(row)
        return command

    def finish(self, ended: HandEnded) -> None:
        """Write the result of the hand to all rows."""
        for row in self.rows:
            declares = row.seat in ended.declarers
            row.won = declares == (ended.winner == "declarers")
            row.levels = ended.levels if row.won else -ended.levels
            row.final_points = ended.points

    def _hear_all(self, event: Event) -> None:
        if isinstance(event, HandStarted):
            self._thrown = []
        elif isinstance(event, ThrowFailed):
            self._thrown.append(Laid(event.seat, _names(event.thrown)))

    def _row(self, bot: Bot, due: Due) -> DecisionRow:
        """A row for a due decision, with the seat's knowledge only."""
        hand, seat = bot.hand, due.seat
        made, tricks = hand.trump, hand.all_tricks
        played = [
            Laid((trick.leader + turn) % hand.players, _names(cards))
            for trick in tricks
            for turn, cards in enumerate(trick.plays)
        ]
        return DecisionRow(
            deal=self._deal,
            number=len(self.rows),
            seat=seat,
            bot=self._names[seat],
            decision=due.decision,
            rules=self._rules,
            rank=(hand.ranks[seat] if made is None else made.rank).value,
            suit=None if made is None or made.suit is None else made.suit.value,
            dealer=hand.dealer,
            held=_names(hand.hands[seat]),
            kitty=None if hand.kitty is None else _names(hand.kitty),
            shown=tuple(Laid(shown.seat, _names(shown.cards)) for shown in hand.shown),
            calls=_calls(hand.calls),
            declarers=() if hand.dealer is None else tuple(hand.declarers),
            played=tuple(played),
            thrown=tuple(self._thrown),
            laid=0 if hand.trick is None else len(hand.trick.plays),
            points=hand.opponents_points,
            options=(),
            chosen=0,
            rule=None,
            decided="",
            deals=0,
        )

    def _answer(self, row: DecisionRow, answer: Option, thought: Thought | None) -> None:
        """Write the choice and the bot's thought to a row."""
        options = [answer] if thought is None else list(thought.options)
        # The chosen answer is the first of a thought, which may have it with other equal cards.
        options[0] = msgspec.structs.replace(options[0], cards=answer.cards, calls=answer.calls)
        order = sorted(range(len(options)), key=lambda place: _order(options[place]))
        row.options = tuple(_option(options[place]) for place in order)
        row.chosen = order.index(0)
        if thought is not None:
            row.rule = None if thought.rule is None else order.index(thought.rule)
            row.decided, row.deals = thought.decided, thought.deals


def rows_of(plan: Plan) -> Iterator[list[DecisionRow]]:
    """Generate the decisions of each deal of a plan."""
    for deal in range(plan.number):
        yield decisions(plan, deal)


def _answered(command: Command | None, bot: Bot) -> Option:
    """A command as an option."""
    match command:
        case Play() | Show() | Bury() | BidLand():
            return Option(tuple(command.cards))
        case CallFriends():
            return Option((), tuple(command.calls))
        case AnswerRedeal():
            return Option(tuple(bot.cards) if command.wanted else ())
        case _:
            return Option(())


def _option(option: Option) -> OptionRow:
    levels, points = option.levels, option.points
    return OptionRow(
        cards=_names(option.cards),
        calls=_calls(option.calls),
        levels=None if levels is None else levels.mean,
        low=None if levels is None else levels.low,
        high=None if levels is None else levels.high,
        points=None if points is None else points.mean,
        deals=option.deals,
        behind=option.behind,
    )


def _order(option: Option) -> tuple[tuple[int, ...], Cards]:
    return tuple(card.index for card in option.cards), _calls(option.calls)


def _names(cards: Iterable[Card]) -> Cards:
    return tuple(card.value for card in cards)


def _calls(calls: Iterable[Call]) -> Cards:
    return tuple(f"{call.card.value} {call.ordinal}" for call in calls)
