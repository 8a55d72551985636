"""Builds the requests to a bot in another process, with legal answers and their effects.

All of it is derived from the hand as the bot's seat sees it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import islice
from typing import TypedDict, cast

import msgspec
import numpy as np

from shengji import __version__
from shengji.bots.outside.limits import Limits
from shengji.bots.outside.messages import (
    BuryRequest,
    CallReply,
    CallRequest,
    CardsReply,
    Choice,
    Duty,
    FollowRequest,
    Hello,
    Laid,
    LandRequest,
    LeadReply,
    LeadRequest,
    Letter,
    PastTrick,
    RedealReply,
    RedealRequest,
    Reply,
    Request,
    ShowRequest,
    Snapshot,
    Times,
    TrumpNow,
)
from shengji.cards import Card, points_of
from shengji.game import (
    AnswerRedeal,
    BidLand,
    Bury,
    CallFriends,
    Command,
    Decision,
    Due,
    Hand,
    Play,
    Show,
    Standing,
    Trick,
    callable_cards,
)
from shengji.game.refusals import suit_letter
from shengji.play.columns import columns_of, longest_in, next_placement
from shengji.play.follows import Lead
from shengji.play.space import TRUMP, Space
from shengji.play.tricks import trick_winner
from shengji.play.units import name_cards
from shengji.rules import Rules, describe_rules, options
from shengji.rules.domain import plain

MOST_PLAYS = 48
"""Maximum number of legal plays in a request to follow."""
_MOST_LEADS = 200
"""Maximum number of leads in a request to lead."""
Cards = tuple[Card, ...]


class _Common(TypedDict):
    """The fields of every request."""

    id: int
    hand: Cards
    trump: TrumpNow
    time: int
    bank: int
    snapshot: Snapshot | msgspec.UnsetType


def hello(
    rules: Rules,
    seat: int,
    seed: int,
    limits: Limits,
    standings: Sequence[Standing],
    dealer: int | None,
) -> Hello:
    """The first message of a match, with its standings and Dealer."""
    return Hello(
        version=__version__,
        rules=describe_rules(rules),
        options={option.name: plain(getattr(rules, option.name)) for option in options()},
        seat=seat,
        players=rules.players,
        decks=rules.deck_count,
        hand_size=rules.hand_size,
        kitty_size=rules.kitty_size,
        teams=rules.teams,
        calls=rules.calls,
        seed=seed,
        levels=tuple(at.level for at in standings),
        laps=tuple(at.lap for at in standings),
        tried=tuple(at.tried for at in standings),
        dealer=dealer,
        times=Times(ms(limits.start), ms(limits.decision), ms(limits.bank)),
    )


def ms(seconds: float) -> int:
    """Convert seconds to milliseconds, at least 0."""
    return max(0, int(seconds * 1000))


REPLIES: dict[Decision, type[Reply]] = {
    "show": CardsReply,
    "redeal": RedealReply,
    "bury": CardsReply,
    "land": CardsReply,
    "call": CallReply,
    "lead": LeadReply,
    "follow": CardsReply,
}
"""The type of the reply to each request."""


def request_of(
    hand: Hand, due: Due, number: int, time: float, bank: float, *, snapshot: bool = False
) -> Request:
    """Build the request for a due decision; `hand` is as its seat sees it.

    `time` and `bank` are the seconds left for the decision and in the bank. `snapshot` adds a
    snapshot of the hand.
    """
    rules, trump = hand.rules, hand.trump_so_far
    shared: _Common = {
        "id": number,
        "hand": tuple(hand.space.sort(hand.hands[due.seat])),
        "trump": TrumpNow(trump.rank, trump.suit),
        "time": ms(time),
        "bank": ms(bank),
        "snapshot": snapshot_of(hand) if snapshot else msgspec.UNSET,
    }
    match due.decision:
        case "show":
            return ShowRequest(**shared, options=due.options, last=due.last)
        case "redeal":
            return RedealRequest(**shared)
        case "bury":
            return BuryRequest(**shared, size=rules.kitty_size)
        case "land":
            return LandRequest(**shared, options=due.options)
        case "call":
            able = tuple(callable_cards(hand.space))
            return CallRequest(**shared, calls=rules.calls, cards=able, copies=rules.deck_count)
        case "lead":
            leads = islice(leads_of(hand.space, shared["hand"]), _MOST_LEADS)
            plays = tuple(Choice(cards, points_of(cards)) for cards in leads)
            return LeadRequest(**shared, plays=plays)
        case "follow":
            return _follow_request(hand, shared, due.seat)


def snapshot_of(hand: Hand) -> Snapshot:
    """The snapshot of a hand, which is already masked for its seat."""
    dealer = hand.dealer
    return Snapshot(
        hand=hand.number,
        dealer=dealer,
        declared=tuple(Laid(shown.seat, shown.cards) for shown in hand.shown),
        sizes=tuple(hand.sizes),
        declarers=() if dealer is None else hand.declarers,
        calls=tuple(hand.calls),
        answered=tuple(hand.answers),
        opponents=hand.opponents_points,
        threshold=hand.rules.threshold_points,
        taken=tuple(hand.taken),
        kitty=hand.kitty,
        tricks=tuple(
            PastTrick(_laid(hand, trick), trick.winner, trick.points)
            for trick in hand.tricks
            if trick.winner is not None
        ),
    )


def _laid(hand: Hand, trick: Trick) -> tuple[Laid, ...]:
    seats = ((trick.leader + turn) % hand.players for turn in range(hand.players))
    return tuple(Laid(seat, cards) for seat, cards in zip(seats, trick.plays, strict=False))


def command_of(due: Due, reply: Reply) -> Command | None:
    """The command of a reply; `None`: to wait without showing."""
    seat = due.seat
    match reply:
        case RedealReply():
            return AnswerRedeal(seat, reply.wanted)
        case CallReply():
            return CallFriends(seat, reply.calls)
        case LeadReply():
            return Play(seat, reply.cards, reply.reading)
    match due.decision:
        case "show":
            return Show(seat, reply.cards) if reply.cards else None
        case "bury":
            return Bury(seat, reply.cards)
        case "land":
            return BidLand(seat, reply.cards)
        case _:
            return Play(seat, reply.cards)


def reply_of(due: Due, command: Command | None, number: int) -> Reply:
    """The reply with a command, for the request of this number; the inverse of `command_of`."""
    match command:
        case None:
            return CardsReply(id=number, cards=())
        case AnswerRedeal():
            return RedealReply(id=number, wanted=command.wanted)
        case CallFriends():
            return CallReply(id=number, calls=command.calls)
        case Play() if due.decision == "lead":
            return LeadReply(id=number, cards=command.cards, reading=command.reading)
        case Show() | Bury() | BidLand() | Play():
            return CardsReply(id=number, cards=command.cards)
        case _:
            raise TypeError(f"{type(command).__name__} answers no request")


def leads_of(space: Space, cards: Sequence[Card]) -> Iterator[Cards]:
    """The leads of one unit: singles, then tuples, then tractors, each suit from high to low.

    >>> from shengji.cards import Rank, Suit, Trump, read_cards, write_cards
    >>> from shengji.play.space import space_of
    >>> space = space_of(Rules(), Trump(Rank("2"), Suit("H")))
    >>> [write_cards(lead) for lead in leads_of(space, read_cards("9S 9S 8S 8S 3D"))]
    ['9S', '8S', '3D', '9S 9S', '8S 8S', '9S 9S 8S 8S']
    """
    for card in dict.fromkeys(space.sort(cards)):
        yield (card,)
    columns = {
        suit: columns_of(space.table, suit, space.words(of_suit))
        for suit, of_suit in space.by_suit(cards).items()
        if len(set(of_suit)) < len(of_suit)
    }
    longest = max((int(longest_in(held)) for held in columns.values()), default=0)
    for length in range(1, longest + 1):
        for width in range(2, space.decks + 1):
            for suit, held in columns.items():
                at = next_placement(held, width, length, -1)
                while at >= 0:
                    row = (width, length, held.shape[0] - 1 - (at >> 8), at & 255)
                    yield name_cards(space, suit, row).cards
                    at = next_placement(held, width, length, at)


def _follow_request(hand: Hand, shared: _Common, seat: int) -> FollowRequest:
    trick, held, ahead = hand.trick, shared["hand"], hand.ahead
    assert trick is not None and ahead is not None
    lead = trick.lead_for(seat)
    owed = lead.owed(held)
    plays, complete = some_follows(lead, held)
    # They come from high to low; low ones are to come first.
    plays.reverse()
    choices = [
        Choice(cards, points_of(cards), wins)
        for cards, wins in zip(plays, _winning(trick, plays), strict=True)
    ]
    choices.sort(key=lambda choice: choice.points)
    letter = cast(Letter, suit_letter(lead.space, owed.suit))
    return FollowRequest(
        **shared,
        trick=_laid(hand, trick),
        lead=tuple(unit.cards for unit in trick.lead.reading),
        winning=ahead,
        points=trick.points,
        owed=Duty(letter, owed.size, owed.of_suit, owed.rung, owed.beat),
        forced=lead.forced(held),
        plays=tuple(choices),
        complete=complete,
    )


def some_follows(lead: Lead, held: Sequence[Card]) -> tuple[list[Cards], bool]:
    """Some legal plays, and whether these are all.

    When there are too many, the list includes a cheap one: the forced cards, filled up with cards
    of few points and little strength.
    """
    found = list(islice(lead.follows(held), MOST_PLAYS + 1))
    if len(found) <= MOST_PLAYS:
        return found, True
    cheap = _cheap(lead, held)
    found = found[:MOST_PLAYS]
    if cheap not in found and lead.fault(held, cheap) is None:
        found[-1] = cheap
    return found, False


def _cheap(lead: Lead, held: Sequence[Card]) -> Cards:
    space = lead.space
    forced = list(lead.forced(held))
    rest = list(held)
    for card in forced:
        rest.remove(card)
    missing = lead.size - len(forced)
    rest.sort(
        key=lambda card: (
            space.suit(card) != lead.suit,
            card.points,
            space.suit(card) == TRUMP,
            space.column(card),
        )
    )
    return tuple(space.sort(forced + rest[:missing]))


def _winning(trick: Trick, plays: Sequence[Cards]) -> Iterator[bool]:
    """For each play, whether it would be the highest of the trick so far."""
    lead, space, turn = trick.lead, trick.lead.space, len(trick.plays)
    table = np.array([space.words(cards) for cards in (*trick.plays, ())], dtype=np.int64)
    for cards in plays:
        table[turn] = space.known_words(cards)
        yield trick_winner(space.table, lead.suit, lead.units, table) == turn
