"""Parser for the line of a trick: plays, and remarks between them."""

from __future__ import annotations

from collections.abc import Callable
from typing import cast, get_args

from msgspec import UNSET

from shengji.game import FriendJoined, Hand, Match, Played, RestClaimed, ThrowFailed, TrickTaken
from shengji.game.events import Takes
from shengji.play.units import unit_of
from shengji.record.changes import Told
from shengji.record.notation.event_lines import player_change
from shengji.record.notation.said import in_usual_order
from shengji.record.notation.tokens import Cursor, Token
from shengji.rules.bounds import Cards, Units


class TrickLine:
    """Parser for the line of a trick.

    Args:
        match: the match before the trick.
        tell: callback for each event or change of players, with its token.
    """

    def __init__(self, match: Match, tell: Callable[[Told, Token], None], line: Cursor) -> None:
        self._match = match
        self._tell = tell
        self._line = line

    def read(self) -> None:
        """Parse the line and pass on its events.

        Raises:
            NotationError: the line is malformed, or an event cannot come next.
        """
        line, hand = self._line, self._match.hand
        at = line.take()
        number = 1 if hand is None else len(hand.tricks) + 1
        if at.text != f"{number}.":
            raise at.error(f"expected trick '{number}.', found '{at.text}'")
        leader = line.seat()
        line.need(":")
        if hand is None:
            raise at.error("a trick cannot stand here: no hand is under way")
        played = 0
        while not line.ended and not line.sees("="):
            if line.skip("|"):
                if not played:
                    raise line.wrong("the lead")
            elif line.sees("["):
                self._remark(hand, (leader + played - 1) % hand.players if played else leader)
            else:
                self._play(hand, (leader + played) % hand.players)
                played += 1
        if line.sees("="):
            self._taken()

    def _play(self, hand: Hand, seat: int) -> None:
        line, at = self._line, self._line.next
        if hand.trick is not None:
            self._tell(Played(seat, line.cards()), at)
            return
        cards, units = self._by_units(hand)
        self._tell(Played(seat, cards, units), at)

    def _by_units(self, hand: Hand) -> tuple[Cards, Units]:
        """Parse the cards of a lead, and its units."""
        line = self._line
        units = [line.cards()]
        while line.skip(","):
            units.append(line.cards())
        cards = in_usual_order(hand, units)
        if line.sees("[") and line.after_next == "as":
            line.need("[", "as")
            cards = line.cards()
            line.need("]")
        return cards, tuple(units)

    def _remark(self, hand: Hand, seat: int) -> None:
        """Parse the remark in brackets; `seat` has played last, or leads."""
        line = self._line
        line.need("[")
        at = line.next
        kind = line.one_of(("throws", "answers", "claims", "player"))
        told: Told
        if kind == "throws":
            thrown, units = self._by_units(hand)
            line.need("stopped", "by")
            stopped = line.seat()
            costs = line.number() if line.skip("costs") else 0
            # Cards that are no unit, without a comma: the intended units are unknown.
            unsaid = len(units) == 1 and unit_of(hand.space, thrown) is None
            told = ThrowFailed(seat, thrown, stopped, costs, UNSET if unsaid else units)
        elif kind == "answers":
            line.need("call")
            call = line.number() - 1
            told = FriendJoined(seat, call, line.number() if line.skip("loses") else 0)
        elif kind == "claims":
            takes = cast(Takes, line.one_of(get_args(Takes)))
            line.need("by")
            told = RestClaimed(line.seat(), takes, not line.skip("declined"))
        else:
            told = player_change(line)
        line.need("]")
        self._tell(told, at)

    def _taken(self) -> None:
        line = self._line
        at = line.need("=")
        seat = line.seat()
        points = line.number("its points")
        line.need("(")
        total = line.number()
        line.need(")")
        fives: tuple[int, ...] = ()
        if line.skip("["):
            line.need("red", "fives", "of")
            fives = line.numbers()
            line.need("]")
        self._tell(TrickTaken(seat, points, total, fives), at)
