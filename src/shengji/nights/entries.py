"""Results that people write down of a hand with real cards, and that a server tells of others."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

import msgspec

from shengji.cards import Rank, Suit
from shengji.game.events import MatchEnd, Side
from shengji.nights.bounds import CardCount, Levels, People, PersonId, Points, Text
from shengji.nights.settings import Cards, Unrated
from shengji.rules.bounds import CARDS


class Seating(msgspec.Struct, frozen=True):
    """The people at a table, by seat.

    Attributes:
        table: the number of the table, from 1.
        seats: the people by seat, counter-clockwise; partners sit opposite each other.
        cards: whether they have real cards.
        rules: what they play, as `shengji.rules.rules_from` reads it, the start level among it.
        rated: whether its hands can count for ratings.
        casual: whether they count for nothing, not even for the standings.
        error_points: points that an error found later costs there besides the hand.
        error_levels: levels that it costs besides the hand.
        unrated: why its hands cannot count for ratings; `None`: they can, or it was not noted.
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

    Of the three numbers only the one by which the rules count its penalty is needed; the others
    may be `None`.

    Attributes:
        person: who led it.
        units: how many of its units could be beaten.
        cards: how many cards these have.
        withdrawn: how many cards were taken back.
    """

    person: PersonId
    units: CardCount | None = None
    cards: CardCount | None = None
    withdrawn: CardCount | None = None


class LastTrick(msgspec.Struct, frozen=True):
    """The last trick of a hand, as far as its result depends on it (Z21 §3.8).

    Attributes:
        side: the side that won it.
        width: of the longest unit led: 1 for single cards, 2 for pairs ...; `None`: not written
            down.
        length: how many such in a row it has: 1, or more for a tractor.
        led: how many cards were led altogether; 0: those of that unit; `None`: not written down.
        side_suit: whether it was won with cards of a side suit.
        hook: whether it was won with a card that hooks, where rules have hooks (Z21 §6.1.3).
    """

    side: Side
    width: CardCount | None = None
    length: CardCount = 1
    led: CardCount | None = None
    side_suit: bool = False
    hook: bool = False


class HandEntry(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as people have written it down: by its points, or simply its result.

    `shengji.nights.questions` says which of it the rules of a table need.

    Attributes:
        dealer: who dealt; empty: whose deal it was.
        rank: the trump rank; `None`: the Dealer's level.
        suit: the trump suit; `None`: none, or nobody wrote it down.
        declarers: among friends all who were on the Declarers' side, the Dealer alone where nobody
            joined; else nobody.
        points: what the Opponents took in tricks; `None`: not written down.
        kitty: the points in the kitty, which count when the Opponents won the last trick; `None`:
            not written down.
        last_trick: the last trick; needed with `points`.
        winner: simply the result, without points: the side that won the hand.
        levels: ... and how many levels it went up.
        throws: the invalid throws; their points are counted by the rules, and are not in `points`.
        red_fives: under rules with red fives the owner of each one that the other side took; their
            points are not in `points` (W14, W23).
        offender: who has made an invalid play that was found later, so that the hand is lost for
            their side (Z21 §3.7.5, Z16 §4); empty: nobody.
        offence: what it was, for people.
        void: whether it is struck out, such as one that was written down twice: nothing of it
            counts, and the next hand is dealt as if it had not been there.
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
    """The ruling of an organiser about a hand that ended at a table of the server.

    The server refuses invalid plays; what the texts punish and it cannot see is left to people,
    such as a player who tells a partner of cards in another way (Z21 §3.7.5). With nothing in it
    the hand counts as it was played.

    Attributes:
        offender: whose error loses the hand for their side, as in `HandEntry`; empty: nobody's.
        offence: what it was, for people.
        winner: the side that has won the hand, where another result is to count.
        levels: ... and how many levels it was to go up.
        void: whether the hand is struck out, so that nothing of it counts.
    """

    offender: PersonId = ""
    offence: Text = ""
    winner: Side | None = None
    levels: Levels | None = None
    void: bool = False


class OnlineHand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand that has ended at a table of the server.

    Attributes:
        dealer: the Dealer.
        declarers: all on the Declarers' side.
        rank: the trump rank.
        points: the Opponents' points altogether.
        winner: the side that won it.
        levels: how many levels that side was to go up.
        levels_after: the level of each seat after it.
        suit: the trump suit.
        hooked: who fell by a hook (Z21 §6.1.3).
        fined: who went down for captured red fives, once for each (W14, W23).
        ruling: what an organiser has ruled of it since; `None`: nothing.
        absent: who was not at the table during all of it, so that a bot played for them; `None`:
            that was not noted yet.
    """

    dealer: str
    declarers: tuple[str, ...]
    rank: Rank
    points: int
    winner: Side
    levels: int
    levels_after: tuple[Rank, ...]
    suit: Suit | None = None
    hooked: tuple[str, ...] = ()
    fined: tuple[str, ...] = ()
    ruling: Ruling | None = None
    absent: People | None = None


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """How a match at a table of the server has ended.

    Attributes:
        winners: the people who won it; nobody where it was ended by agreement or left.
        reason: as in `shengji.game.MatchEnded`.
        left: the people who left it and did not come back, which lost it for them.
    """

    winners: tuple[str, ...] = ()
    reason: MatchEnd = "won"
    left: tuple[str, ...] = ()


Written: TypeAlias = HandEntry | OnlineHand
