"""Statistics of a person over the hands that are over."""

from __future__ import annotations

from shengji.cards import Suit
from shengji.server.database.roles import HandRole
from shengji.server.site.schemas import Shape


class Tally(Shape, frozen=True):
    """Some matches that somebody has won, and how the person did in them.

    Attributes:
        matches: how many matches.
        won: how many of them the person has won.
        levels: how many levels the person's side went up by in all of them, less those of the
            other side.
    """

    matches: int
    won: int
    levels: int = 0


class RoleNumbers(Shape, frozen=True):
    """The sums of a person in a role.

    Attributes:
        role: as in `HandSeat`.
        hands: how many hands.
        won: how many of them the person's side has won.
        levels: how many levels that side went up by in all of them, less those of the other side.
    """

    role: HandRole
    hands: int
    won: int
    levels: int


class TrumpNumbers(Shape, frozen=True):
    """The hands in which a person was the Dealer with a trump suit.

    Attributes:
        suit: which; `None`: no trump suit.
        hands: how many hands.
        won: how many of them the Declarers have won.
    """

    suit: Suit | None
    hands: int
    won: int


class KittyNumbers(Shape, frozen=True):
    """The kitties of a person: buried, dug out, lost.

    Attributes:
        buried: in how many hands the person buried the kitty last.
        lost: in how many of these the Opponents won the last trick, and the kitty with it.
        taken: in how many hands the person was an Opponent when these won it.
    """

    buried: int
    lost: int
    taken: int


class Companion(Shape, frozen=True):
    """How a person has done beside another, and against them.

    Attributes:
        person: the other, by public id; `name` the name.
        matches: in how many matches both played.
        together: of those with fixed teams that somebody has won, where they were on one side.
        against: likewise, where they were on two.
    """

    person: str
    name: str
    matches: int
    together: Tally
    against: Tally


class PersonStatistics(Shape, frozen=True):
    """The statistics of a person over the hands that are over, of matches that one may see.

    Attributes:
        person: the public id.
        name: the name.
        roles: by role.
        trumps: as the Dealer, by trump suit, that of most hands first.
        throws: how many throws the person led that stood.
        failed: how many that did not.
        kitties: what became of kitties.
        companions: the people with whom most matches were played, those of most matches first.
    """

    person: str
    name: str
    roles: tuple[RoleNumbers, ...]
    trumps: tuple[TrumpNumbers, ...]
    throws: int
    failed: int
    kitties: KittyNumbers
    companions: tuple[Companion, ...]
