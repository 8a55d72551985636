"""Pending decisions at a table, and the prompt of each viewer."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property, partial
from typing import Any, cast

from msgspec.structs import replace

from shengji.cards import Card
from shengji.game import Due, Hand, Match, Phase, claimable, due_of, may_be_last
from shengji.game.counting import voids_of
from shengji.server.tables.acts.votes import may_take_back
from shengji.server.tables.core.masks import Viewer, masked_account
from shengji.server.tables.core.questions import public_now, turn_of
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Letter, Now, Numbered, Turn


class Prompts:
    """The pending decisions at a table, and the prompt of each viewer, until the next entry.

    Args:
        match: the match; `None`: none has begun.
        events: the unmasked events of the hand.
        since: the version at which the pending decision began.
        declined: the seats that have passed at the last chance to declare.
    """

    def __init__(
        self,
        room: Room,
        match: Match | None,
        events: Sequence[Numbered],
        since: int,
        declined: frozenset[int],
    ) -> None:
        self._room = room
        self._match = match
        self._hand = None if match is None else match.hand
        self._events = events
        self._since = since
        self._declined = declined
        self._viewed: dict[Viewer, Now] = {}
        self._dues: dict[int, Due | None] = {}

    def now(self, viewer: Viewer) -> Now:
        """Return the prompt as a viewer may see it, without the clock and the paused flag."""
        found = self._viewed.get(viewer)
        if found is None:
            found = self._viewed[viewer] = self._now(viewer)
        return found

    def _now(self, viewer: Viewer) -> Now:
        match, hand, seat = self._match, self._hand, viewer.seat
        if match is None:
            return self._public
        own: dict[str, Any] = {}
        if self._public.account is not None:
            own["account"] = masked_account(self._public.account, viewer)
        if seat is not None and self._room.playing and self._room.seats[seat].player is None:
            due = self.due(seat)
            if hand is not None and due is not None:
                own["turn"] = self._turn(hand, due)
            if seat in self.asked_last:
                own.update(wait="declare", seats=(seat,))
            if self._is_drawing:
                own.update(passed=seat in self._declined, may_pass=self._may_pass(seat))
            own["plays_later"] = hand is not None and self._plays_later(hand, seat)
            own["may_take_back"] = may_take_back(self._room, match, self._events, seat)
        return replace(self._public, **own) if own else self._public

    @cached_property
    def _public(self) -> Now:
        if self._match is None:
            return Now(wait="start", since=self._since)
        now = public_now(self._match, self._room.undecided, self._since)
        if self._room.settings.counter and self._hand is not None:
            voids = cast(tuple[tuple[Letter, ...], ...], voids_of(self._hand))
            now = replace(now, voids=voids)
        return now

    def _turn(self, hand: Hand, due: Due) -> Turn:
        turn = turn_of(hand, due)
        if self._room.settings.claims and due.decision in ("lead", "follow"):
            turn = replace(turn, claim=claimable(hand, due.seat))
        return turn

    def _may_pass(self, seat: int) -> bool:
        if seat in self._declined:
            return False
        return len(self._people) > 1 or bool(self.options(seat)) or seat in self.asked_last

    def _plays_later(self, hand: Hand, seat: int) -> bool:
        if hand.phase is not Phase.PLAY or hand.turn in (None, seat) or not hand.hands[seat]:
            return False
        trick = hand.trick
        return trick is None or (seat - trick.leader) % hand.players >= len(trick.plays)

    @cached_property
    def _people(self) -> tuple[int, ...]:
        return tuple(at for at, seat in enumerate(self._room.seats) if seat.player is None)

    @property
    def _is_drawing(self) -> bool:
        return self._hand is not None and self._hand.phase is Phase.DRAW

    def due(self, seat: int) -> Due | None:
        """Return a seat's pending decision, or `None`; not public during the draw."""
        if self._hand is None:
            return None
        if seat not in self._dues:
            self._dues[seat] = due_of(self._hand, seat)
        return self._dues[seat]

    def options(self, seat: int) -> tuple[tuple[Card, ...], ...]:
        """Return the possible declarations of a seat, from low to high."""
        due = self.due(seat)
        return due.options if due is not None and due.decision == "show" else ()

    @property
    def may_show(self) -> tuple[int, ...]:
        """The seats that could declare now, of people and bots; not public."""
        return tuple(number for number in range(len(self._room.seats)) if self.options(number))

    @cached_property
    def asked_last(self) -> tuple[int, ...]:
        """The seats of people whose last chance to declare is pending.

        If only seats with a possible declaration were asked, the length of the pause would disclose
        that one exists. With several people, every seat that may publicly still hold a declaration
        is asked. A player passes with one tap, also before that moment, and the pause ends once all
        have passed; bots answer immediately. A single person among bots is asked only if a
        declaration is possible.
        """
        hand = self._hand
        if hand is None or not self._is_drawing:
            return ()
        people = self._people
        may_declare = partial(may_be_last, hand) if len(people) > 1 else self._is_last
        return tuple(seat for seat in people if seat not in self._declined and may_declare(seat))

    def _is_last(self, seat: int) -> bool:
        due = self.due(seat)
        return due is not None and due.last
