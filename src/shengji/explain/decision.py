"""The decision behind an event of a record, repeated by a bot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from shengji.bots import Bot
from shengji.bots.outside import seat_bot
from shengji.bots.thought import Thought
from shengji.cards import Card, Rank, Suit
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    Call,
    CallFriends,
    CardDrawn,
    Decision,
    Event,
    FriendsCalled,
    HandStarted,
    KittyBuried,
    LandBid,
    LandPassed,
    Phase,
    Play,
    Played,
    RedealAnswered,
    RestClaimed,
    Show,
    Shown,
    ThrowFailed,
    TrumpMade,
    due_of,
    view,
)
from shengji.record import Record
from shengji.rules import describe_rules
from shengji.words import Phrase, SpokenError


class Answer(msgspec.Struct, frozen=True):
    """The answer to a decision; empty: wait, pass, or claim no re-deal.

    Attributes:
        cards: the cards shown, bid, buried, led or followed with, in the order of a hand; for a
            claimed re-deal the whole hand, which is shown.
    """

    cards: tuple[Card, ...] = ()
    calls: tuple[Call, ...] = ()


class Laid(msgspec.Struct, frozen=True):
    """The cards that a seat has played to the current trick."""

    seat: int
    cards: tuple[Card, ...]


class Explanation(msgspec.Struct, frozen=True):
    """A decision of a record, repeated by a bot.

    Attributes:
        event: the number of the event, from 1.
        rules: as in the header of a record.
        suit: the trump suit so far; `None` if none.
        seat: the seat that decided, or could have.
        name: the name of the player in that seat at the time.
        held: the cards of the seat, in the order of a hand.
        trick: the plays of the current trick, the lead first.
        thought: the bot's considerations; `None` if it reports none.
    """

    event: int
    hand: int
    rules: dict[str, Any]
    rank: Rank
    suit: Suit | None
    seat: int
    name: str
    decision: Decision
    held: tuple[Card, ...]
    trick: tuple[Laid, ...]
    played: Answer
    bot: str
    answer: Answer
    thought: Thought | None


def explain_decision(
    record: Record, at: int, bot: str = "strong", seat: int | None = None, seed: int = 0
) -> Explanation:
    """Explain the decision behind an event of a record, as a bot would make it.

    The bot observes the seat's view up to the event only.

    Args:
        record: the record of a match.
        at: the number of the event, from 1.
        bot: the name of the bot, or `exec:COMMAND`.
        seat: the seat that could have declared, if the event is a card drawn or the end of the
            draw; else `None`, or the seat that decided.
        seed: the random seed of the bot.

    Raises:
        BotError: an external program does not answer.
        ValueError: there is no such event, seat or bot; no seat decided the event; its seat had no
            choice; or the record does not show the seat's view.
    """
    decider = _decider(record, at, seat)
    player = seat_bot(bot, record.rules, decider, seed)
    try:
        first = [record.rules.first_level] * record.rules.players
        player.begin_at(record.header.levels or first, record.header.dealer)
        for event in record.events[: at - 1]:
            player.observe(view(event, decider))
        return _explanation(record, at, player, bot)
    finally:
        player.close()


def _decider(record: Record, at: int, seat: int | None) -> int:
    """The seat that decided the event, or the given one if all seats may declare."""
    events = record.events
    if not 1 <= at <= len(events):
        raise SpokenError(Phrase("usage", "no-event", at=at, count=len(events)))
    event = events[at - 1]
    kind = event.__struct_config__.tag
    decider = decided_by(events, at)
    if decider is not None:
        if seat not in (None, decider):
            raise SpokenError(Phrase("usage", "event-of-seat", at=at, kind=kind, seat=decider))
    elif isinstance(event, CardDrawn | TrumpMade):
        if seat is None:
            raise SpokenError(Phrase("usage", "event-of-any", at=at, kind=kind))
        if not 0 <= seat < record.rules.players:
            raise SpokenError(Phrase("usage", "no-seat", seat=seat, last=record.rules.players - 1))
        decider = seat
    elif isinstance(event, Played):
        why = "event-of-claim" if _played_out(record.events, at) else "event-of-throw"
        raise SpokenError(Phrase("usage", why, at=at, kind=kind, throw=at - 1))
    else:
        following = range(at + 1, len(events) + 1)
        then = next((n for n in following if decided_by(events, n) is not None), None)
        hint = "" if then is None else Phrase("usage", "next-decision", then=then)
        raise SpokenError(Phrase("usage", "event-of-nobody", at=at, kind=kind, hint=hint))
    if record.header.seen_by not in ("all", decider):
        raise SpokenError(Phrase("usage", "seat-not-shown", seat=decider))
    return decider


def decided_by(events: Sequence[Event], at: int) -> int | None:
    """The seat that decided an event, numbered from 1; `None` if no seat did.

    After a failed throw the lead is part of the decision to throw. After an accepted claim of the
    rest the plays are no decisions.
    """
    event = events[at - 1]
    match event:
        case Played() if at > 1 and isinstance(events[at - 2], ThrowFailed):
            return None
        case Played() | ThrowFailed() if _played_out(events, at):
            return None
        case Shown() | RedealAnswered() | LandBid() | LandPassed() | KittyBuried():
            return event.seat
        case FriendsCalled() | ThrowFailed() | Played():
            return event.seat
    return None


def _played_out(events: Sequence[Event], at: int) -> bool:
    """Whether an event is a play after an accepted claim of the rest."""
    for event in reversed(events[: at - 1]):
        match event:
            case RestClaimed() if event.accepted:
                return True
            case HandStarted():
                return False
    return False


def _explanation(record: Record, at: int, player: Bot, name: str) -> Explanation:
    """Build the explanation of a due decision by a bot of this name."""
    hand, seat = player.hand, player.seat
    trump = hand.trump_so_far
    held, trick = _sorted(player, player.cards), _trick(player)
    decision, answer = _ask_bot(player, at)
    who = record.players(at - 1)[seat]
    assert who is not None, "nothing follows in a record before somebody plays in each seat"
    return Explanation(
        event=at,
        hand=hand.number,
        rules=describe_rules(record.rules),
        rank=trump.rank,
        suit=trump.suit,
        seat=seat,
        name=who,
        decision=decision,
        held=held,
        trick=trick,
        played=recorded_answer(player, record.events[at - 1]),
        bot=name,
        answer=answer,
        thought=_thought(player),
    )


def _sorted(player: Bot, cards: Sequence[Card]) -> tuple[Card, ...]:
    return tuple(player.hand.space.sort(cards))


def _trick(player: Bot) -> tuple[Laid, ...]:
    trick = player.hand.trick
    if trick is None:
        return ()
    players = player.hand.players
    return tuple(
        Laid((trick.leader + turn) % players, play) for turn, play in enumerate(trick.plays)
    )


_NOTHING = {
    Phase.DRAW: "nothing.draw",
    Phase.REDEAL: "nothing.redeal",
    Phase.LAND: "nothing.land",
}
"""Messages for a seat without a decision, by phase."""


def _ask_bot(player: Bot, at: int) -> tuple[Decision, Answer]:
    """The due decision, and the bot's answer.

    Raises:
        ValueError: the seat has no choice.
    """
    hand, seat = player.hand, player.seat
    due = due_of(hand, seat)
    if due is None:
        raise SpokenError(Phrase("usage", _NOTHING[hand.phase], at=at, seat=seat))
    command = player.decide(due)
    match command:
        case CallFriends():
            return due.decision, Answer(calls=command.calls)
        case AnswerRedeal():
            cards: Sequence[Card] = player.cards if command.wanted else ()
        case Show() | Bury() | BidLand() | Play():
            cards = command.cards
        case _:
            cards = ()
    return due.decision, Answer(_sorted(player, cards))


def recorded_answer(player: Bot, event: Event) -> Answer:
    """The recorded cards or calls of an event."""
    match event:
        case FriendsCalled():
            return Answer(calls=event.calls)
        case ThrowFailed():
            return Answer(_sorted(player, event.thrown))
        case Shown() | LandBid() | Played() | KittyBuried() | RedealAnswered():
            return Answer(_sorted(player, event.cards or ()))
        case _:
            return Answer()


def _thought(player: Bot) -> Thought | None:
    """The bot's considerations, with the cards of each option in the order of a hand."""
    thought = player.explain()
    if thought is None:
        return None
    options = (
        msgspec.structs.replace(option, cards=_sorted(player, option.cards))
        for option in thought.options
    )
    return msgspec.structs.replace(thought, options=tuple(options))
