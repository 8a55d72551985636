"""A duel: two bots on the same deals, each of which is played again with other seats.

In all games of a deal the cards, the Dealer and the levels are the same. There are two designs.

The seats are exchanged: whoever sat in a seat in the first game leaves it to the other bot in the
second. With fixed teams that swaps the sides. Where teams change every hand the two kinds alternate
around the table: each seat is held once by the one and once by the other, so that the luck of the
seat cancels out, for two games a deal whatever the number of players, and half the seats are
compared with the other half of the same hand. With an odd number of players one bot has a seat more
in each game and a seat less in the other, and the place of the two neighbours of one kind goes
around with the deals.

Or the first bot sits alone: the second plays a game with itself, and then the first takes one seat
after the other, a game for each. What it gains there over the second, on the same cards and at the
same table, tells bots that play alike from each other on fewer deals; between others it has the
noise of whole tables, and it rewards being unlike them.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.arena.games import Forfeit, HandLine, play_deal
from shengji.arena.plan import Games, OnFailure
from shengji.rules import Rules

Contender = Literal[0, 1]
"""The first or the second bot of a duel."""


class Duel(Games, frozen=True):
    """Two bots and what they play.

    Attributes:
        bots: their names; the same name twice is a check of the arena itself.
        alone: whether the first bot sits alone among the second, in one seat after the other.
    """

    rules: Rules
    bots: tuple[str, str]
    on_failure: OnFailure = "forfeit"
    alone: bool = False

    @property
    def games(self) -> int:
        """How often each deal is played."""
        return 1 + self.rules.players if self.alone else 2

    def holder(self, deal: int, game: int, seat: int) -> Contender:
        """The contender, of the two, who holds a seat.

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
        """The seats that one of the two holds."""
        players = range(self.rules.players)
        return tuple(seat for seat in players if self.holder(deal, game, seat) == contender)

    def compared(self, contender: Contender, deal: int, game: int) -> tuple[int, ...]:
        """The seats whose results count for one of the two: those that it holds.

        Where the first sits alone, the second's count only in the game that it plays with itself.

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
    """The stored line of one deal: the hands of all games, and those that were forfeited.

    Attributes:
        deal: its number, from 0.
        hands: the hands that were played to their end, in order.
        forfeits: those that were not.
    """

    deal: int
    hands: list[HandLine]
    forfeits: list[Forfeit] = []


def play_duel_deal(duel: Duel, deal: int) -> DealLine:
    """Play all games of one deal.

    Raises:
        BotError: when a bot fails to answer and that is to stop everything.
    """
    line = DealLine(deal, [])
    for played in play_deal(duel, deal):
        if isinstance(played, Forfeit):
            line.forfeits.append(played)
        else:
            line.hands.append(played)
    return line
