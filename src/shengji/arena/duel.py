"""A duel: two bots on the same deals, each of which is played twice with the seats exchanged.

In both games of a deal the cards, the Dealer and the levels are the same; whoever sat in a seat in
the first game leaves it to the other bot in the second. With fixed teams that swaps the sides.
Where teams change every hand the two kinds alternate around the table: each seat is held once by
the one and once by the other, so that the luck of the seat cancels out, for two games a deal
whatever the number of players. The alternatives were weighed: one seat of A at a table of B needs
a game for each seat, measures a single seat with the noise of the whole table, and rewards being
unlike the others; here half the seats are compared with the other half of the same hand. With an
odd number of players one bot has a seat more in each game and a seat less in the other, and the
place of the two neighbours of one kind goes around with the deals.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from shengji.arena.faults import Forfeit
from shengji.arena.plan import OnFailure
from shengji.arena.playing import HandLine, play_deal
from shengji.bots.outside import Limits
from shengji.rules import Rules

Contender = Literal[0, 1]
"""The first or the second bot of a duel."""


class Duel(msgspec.Struct, frozen=True):
    """Two bots and what they play.

    Attributes:
        rules: what is played.
        bots: their names; the same name twice is a check of the arena itself.
        seed: where chance starts.
        matches: whether whole matches are played instead of single hands.
        record: the folder for a record of each game, or `None`.
        on_failure: what follows when a bot fails to answer.
        limits: how long a bot that is a program may take.
    """

    rules: Rules
    bots: tuple[str, str]
    seed: int = 0
    matches: bool = False
    record: str | None = None
    on_failure: OnFailure = "forfeit"
    limits: Limits = Limits()

    def holder(self, deal: int, game: int, seat: int) -> Contender:
        """Which of the two holds a seat.

        >>> [Duel(Rules(), ("a", "b")).holder(0, 1, seat) for seat in range(4)]
        [1, 0, 1, 0]
        """
        players = self.rules.players
        shift = 0 if self.rules.teams == "fixed" else deal // players
        odd = (seat + shift) % players % 2
        return 1 if odd != game else 0

    def seats_of(self, contender: Contender, deal: int, game: int) -> tuple[int, ...]:
        """The seats that one of the two holds."""
        players = range(self.rules.players)
        return tuple(seat for seat in players if self.holder(deal, game, seat) == contender)

    def seatings(self, deal: int) -> list[tuple[str, ...]]:
        """The bots by seat for both games of a deal.

        >>> Duel(Rules(), ("a", "b")).seatings(0)
        [('a', 'b', 'a', 'b'), ('b', 'a', 'b', 'a')]
        """
        seats = range(self.rules.players)
        return [
            tuple(self.bots[self.holder(deal, game, seat)] for seat in seats) for game in (0, 1)
        ]


class DealLine(msgspec.Struct):
    """What is kept of one deal: the hands of both games, and those that were forfeited.

    Attributes:
        deal: its number, from 0.
        hands: the hands that were played to their end, in order.
        forfeits: those that were not.
    """

    deal: int
    hands: list[HandLine]
    forfeits: list[Forfeit] = []


def play_duel_deal(duel: Duel, deal: int) -> DealLine:
    """Play both games of one deal.

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
