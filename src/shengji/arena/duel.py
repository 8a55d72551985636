"""A duel: two bots on the same deals, each played several times with other seats.

All games of a deal have the same cards, Dealer and levels. There are two designs.

Exchanged seats: each seat goes to the other bot in the second game. With fixed teams this swaps the
sides. Where teams change every hand, the two bots alternate around the table, so each bot holds
each seat once. The luck of the seat cancels out in two games a deal, for any number of players, and
half the seats are compared with the other half of the same hand. With an odd number of players, one
bot has one seat more in one game and one less in the other; the position of its two neighbouring
seats rotates with the deals.

Alone: the second bot plays a game with itself, and then the first takes one seat after the other, a
game for each. Its gain over the second, on the same cards and at the same table, distinguishes
similar bots on fewer deals. Between different bots it has the noise of whole tables, and it rewards
bots that differ from the rest of the table.
"""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Literal

import msgspec

from shengji.arena.games import BotMaker, Forfeit, HandLine, play_deal
from shengji.arena.plan import Games, OnFailure
from shengji.rules import Rules

Contender = Literal[0, 1]
"""The first or the second bot of a duel."""


class Duel(Games, frozen=True):
    """Two bots and the plan of their games.

    Attributes:
        bots: their names; the same name twice checks the arena itself.
        alone: whether the first bot sits alone among copies of the second, in each seat in turn.
    """

    rules: Rules
    bots: tuple[str, str]
    on_failure: OnFailure = "forfeit"
    alone: bool = False

    @property
    def games(self) -> int:
        """The number of games of each deal."""
        return 1 + self.rules.players if self.alone else 2

    def holder(self, deal: int, game: int, seat: int) -> Contender:
        """The contender in a seat.

        >>> [Duel(Rules(), ("a", "b")).holder(0, 1, seat) for seat in range(4)]
        [1, 0, 1, 0]
        >>> [Duel(Rules(), ("a", "b"), alone=True).holder(0, 1, seat) for seat in range(4)]
        [0, 1, 1, 1]
        """
        if self.alone:
            return 0 if seat == game - 1 else 1
        players = self.rules.players
        shift = 0 if self.rules.teams == "fixed" else deal // players
        odd = (seat + shift) % players % 2
        return 1 if odd != game else 0

    def seats_of(self, contender: Contender, deal: int, game: int) -> tuple[int, ...]:
        """The seats of a contender."""
        players = range(self.rules.players)
        return tuple(seat for seat in players if self.holder(deal, game, seat) == contender)

    def compared(self, contender: Contender, deal: int, game: int) -> tuple[int, ...]:
        """The seats whose results count for a contender: all that it holds.

        Where the first sits alone, the second's seats count only in its game with itself.

        >>> duel = Duel(Rules(), ("a", "b"), alone=True)
        >>> [duel.compared(0, 0, game) for game in range(3)]
        [(), (0,), (1,)]
        >>> [duel.compared(1, 0, game) for game in range(3)]
        [(0, 1, 2, 3), (), ()]
        """
        if self.alone and contender == 1 and game > 0:
            return ()
        return self.seats_of(contender, deal, game)

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """The bots by seat for each game of a deal.

        >>> Duel(Rules(), ("a", "b")).seatings(0)
        [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
        """
        seats = range(self.rules.players)
        return [
            tuple(self.bots[self.holder(deal, game, seat)] for seat in seats)
            for game in range(self.games)
        ]


class DealLine(msgspec.Struct):
    """The stored line of one deal: its hands and its forfeited hands.

    Attributes:
        deal: the number of the deal, from 0.
        hands: the completed hands, in order.
        forfeits: the hands that ended with a failure.
    """

    deal: int
    hands: list[HandLine]
    forfeits: list[Forfeit] = []


def play_duel_deal(
    duel: Duel, deal: int, makers: Mapping[str, BotMaker] = MappingProxyType({})
) -> DealLine:
    """Play all games of one deal; `makers` make the bots that have no name of their own.

    Raises:
        BotError: a bot failed, and the duel's `on_failure` is `stop`.
    """
    line = DealLine(deal, [])
    for played in play_deal(duel, deal, makers):
        if isinstance(played, Forfeit):
            line.forfeits.append(played)
        else:
            line.hands.append(played)
    return line
