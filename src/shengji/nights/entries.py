"""Results of hands: entered by people for real cards, or reported by tables of the server."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from shengji.cards import Rank, Suit
from shengji.game.events import MatchEnd, Side
from shengji.game.outcome import HandOutcome
from shengji.nights.bounds import CardCount, Levels, People, PersonId, Points, Text
from shengji.nights.settings import Cards, Unrated
from shengji.rules.bounds import CARDS


class Seating(msgspec.Struct, frozen=True):
    """A table of a round as it was drawn: its people, its rules and how its hands count.

    Attributes:
        table: the number of the table, from 1.
        seats: ids of the people by seat, counter-clockwise; partners sit opposite each other.
        rules: input of `shengji.rules.rules_from`, the start level included.
        casual: whether its hands count neither for ratings nor for the standings.
        error_points: points that an error found later costs in addition to the hand.
        error_levels: levels that it costs in addition to the hand.
        unrated: why its hands cannot count for ratings; `None`: they can, or the event is older
            than this field.
    """

    table: int
    seats: tuple[str, ...]
    cards: Cards = "online"
    rules: dict[str, Any] = {}
    rated: bool = True
    casual: bool = False
    error_points: int = 0
    error_levels: int = 0
    unrated: Unrated | None = None


class FailedThrow(msgspec.Struct, frozen=True):
    """An invalid throw that was led at a table with real cards (Z21 §3.7.5).

    Of the three numbers only the one that the rules use for the penalty is needed; the other two
    may be `None`.

    Attributes:
        units: number of its units that could be beaten.
        cards: number of cards in these units.
        withdrawn: number of cards taken back.
    """

    person: PersonId
    units: CardCount | None = None
    cards: CardCount | None = None
    withdrawn: CardCount | None = None


class LastTrick(msgspec.Struct, frozen=True):
    """The last trick of a hand, as far as the result depends on it (Z21 §3.8).

    Attributes:
        width: width of the longest unit led: 1 for single cards, 2 for pairs ...; `None`: not
            recorded.
        length: number of consecutive ranks in that unit: 1, or more for a tractor.
        led: number of cards led altogether; 0: only those of that unit; `None`: not recorded.
        side_suit: whether it was won with cards of a side suit.
        hook: whether it was won with a hook card, under rules with hooks (Z21 §6.1.3).
    """

    side: Side
    width: CardCount | None = None
    length: CardCount = 1
    led: CardCount | None = None
    side_suit: bool = False
    hook: bool = False


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as people have entered it: with its points, or only with its result.

    `shengji.nights.questions` lists the fields that the rules of a table need.

    Attributes:
        dealer: id of the Dealer; empty: the Dealer that the previous hands lead to.
        rank: the trump rank; `None`: the Dealer's level.
        suit: the trump suit; `None`: no trump suit, or not recorded.
        declarers: in Finding Friends the people on the Declarers' side, only the Dealer if no
            friend joined; empty under other rules.
        points: points that the Opponents took in tricks; `None`: not recorded.
        kitty: points in the kitty, which count if the Opponents won the last trick; `None`: not
            recorded.
        last_trick: needed together with `points`.
        winner: the side that won the hand, where the result is entered without points.
        levels: number of levels that the winner went up; goes with `winner`.
        throws: the failed throws; the rules compute their penalty, which is not part of `points`.
        red_fives: under rules with red fives the owner of each one that the other side took; their
            points are not in `points` (W14, W23).
        offender: id of the player whose invalid play, found later, loses the hand for their side
            (Z21 §3.7.5, Z16 §4); empty: none.
        offence: description of the invalid play, for people.
        void: whether the hand is struck out, such as a duplicate: it does not count, and the next
            hand is dealt as if it had not been played.
    """

    dealer: PersonId = ""
    rank: Rank | None = None
    suit: Suit | None = None
    declarers: People = ()
    points: Points | None = None
    kitty: Points | None = None
    last_trick: LastTrick | None = None
    winner: Side | None = None
    levels: Levels | None = None
    throws: Annotated[tuple[FailedThrow, ...], CARDS] = ()
    red_fives: People = ()
    offender: PersonId = ""
    offence: Text = ""
    void: bool = False


class Ruling(msgspec.Struct, frozen=True, kw_only=True):
    """An organiser's ruling about a hand that ended at a table of the server.

    The server refuses invalid plays. People rule on offences that the server cannot see, such as a
    player who gives a partner information about cards (Z21 §3.7.5). An empty ruling lets the hand
    count as it was played.

    Attributes:
        offender: as in `HandEntry`; empty: none.
        offence: description of the offence, for people.
        winner: the side that wins the hand, if the ruling replaces the result.
        levels: number of levels that the winner goes up; goes with `winner`.
        void: whether the hand is struck out and does not count.
    """

    offender: PersonId = ""
    offence: Text = ""
    winner: Side | None = None
    levels: Levels | None = None
    void: bool = False


class OnlineHand(HandOutcome[str], frozen=True, kw_only=True):
    """A hand that has ended at a table of the server; its players are ids of people.

    Attributes:
        levels_after: the level of each seat after the hand.
        hooked: ids of the players who were set back by a hook (Z21 §6.1.3).
        fined: ids of the players who were set back for captured red fives, once for each (W14,
            W23).
        ruling: the latest ruling of an organiser; `None`: none.
        absent: ids of the players who were away during the whole hand, so that a bot played for
            them; `None`: the event is older than this field.
    """

    levels_after: tuple[Rank, ...]
    suit: Suit | None = None
    hooked: tuple[str, ...] = ()
    fined: tuple[str, ...] = ()
    ruling: Ruling | None = None
    absent: People | None = None


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """The end of a match at a table of the server.

    Attributes:
        winners: ids of the winners; empty if the match was ended by agreement or abandoned.
        reason: as in `shengji.game.MatchEnded`.
        left: ids of the players who left permanently, which lost the match for them.
    """

    winners: tuple[str, ...] = ()
    reason: MatchEnd = "won"
    left: tuple[str, ...] = ()


Written: TypeAlias = HandEntry | OnlineHand
