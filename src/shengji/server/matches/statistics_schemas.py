"""Response schemas of statistics over finished hands."""

from __future__ import annotations

from shengji.cards import Suit
from shengji.server.database.roles import HandRole
from shengji.server.site.schemas import Schema


class Tally(Schema, frozen=True):
    """A person's results in decided matches.

    Attributes:
        levels: levels gained by the person's side, minus levels of the other side.
    """

    matches: int
    won: int
    levels: int = 0


class RoleNumbers(Schema, frozen=True):
    """A person's results in a role.

    Attributes:
        role: as in `HandSeat`.
        won: number of hands that the person's side won.
        levels: levels gained by the person's side, minus levels of the other side.
    """

    role: HandRole
    hands: int
    won: int
    levels: int


class TrumpNumbers(Schema, frozen=True):
    """A person's results as the Dealer with a trump suit.

    Attributes:
        suit: the trump suit; `null`: no trump suit.
        won: number of hands that the Declarers won.
    """

    suit: Suit | None
    hands: int
    won: int


class KittyNumbers(Schema, frozen=True):
    """A person's results with the kitty.

    Attributes:
        buried: number of hands in which the person was the last to bury the kitty.
        lost: number of these hands in which the Opponents won the last trick, and so the kitty.
        taken: number of hands in which the person was an Opponent who won the kitty so.
    """

    buried: int
    lost: int
    taken: int


class Companion(Schema, frozen=True):
    """A person's results with another person.

    Attributes:
        matches: number of common matches.
        together: decided matches with fixed teams on the same side.
        against: decided matches with fixed teams on opposite sides.
    """

    person: str
    name: str
    matches: int
    together: Tally
    against: Tally


class PersonStatistics(Schema, frozen=True):
    """A person's statistics over the finished hands of matches that the caller may see.

    Attributes:
        trumps: results as the Dealer by trump suit, the suit with the most hands first.
        throws: number of successful throws that the person led.
        failed: number of failed throws that the person led.
        companions: the people with the most common matches, in descending order.
    """

    person: str
    name: str
    roles: tuple[RoleNumbers, ...]
    trumps: tuple[TrumpNumbers, ...]
    throws: int
    failed: int
    kitties: KittyNumbers
    companions: tuple[Companion, ...]
