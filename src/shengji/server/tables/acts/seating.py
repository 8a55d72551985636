"""Seats: how a table opens, sitting down, standing up, bots, and play by a bot for a person."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

import msgspec

from shengji.bots.characters import CHARACTERS, choose_character, number_of_level
from shengji.bots.ruled import RuledBot
from shengji.practice.lessons import LessonName
from shengji.ratings import pool_of
from shengji.rules import Rules
from shengji.rules.bounds import Seat as SeatNumber
from shengji.server.rules.sheets import rules_state
from shengji.server.tables.acts.act import (
    ActionContext,
    Actor,
    Decided,
    Entries,
    Id,
    RoomAction,
    SeatEntry,
    TableEntry,
    Terms,
)
from shengji.server.tables.acts.hosting import Opened, RulesSet, next_host, tidy_settings
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room, Seat
from shengji.server.tables.state import Named, Settings
from shengji.words import Names

STAND_IN = RuledBot.name
"""The bot that replaces a person, or a bot that exceeds its time; it answers immediately."""


class Sit(RoomAction, tag="sit", frozen=True):
    """Sit down in a free seat, or in one that a bot holds without a person."""

    seat: SeatNumber

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        """Decide the request.

        During a hand no person may see two hands. A person new to a hand plays from the next one
        on, unless the host has admitted them. The refusal for people who are kept apart is vague on
        purpose: it may have other reasons.
        """
        if (refusal := self._reserved(room, by)) is not None:
            return refusal
        seat, own = room.seats[self.seat], room.seat_of(by.person)
        if own == self.seat:
            return ()
        if seat.person is not None:
            return refused("seat-taken", name=seat.name)
        if room.in_hand and room.held.get(by.person, self.seat) != self.seat:
            return refused("other-hand")
        if room.playing and not room.may_take_over(by.person):
            return refused("removed" if by.person in room.removed else "host-seats")
        joins = room.in_hand and not room.may_join_hand(by.person, self.seat)
        if room.watched and by.person not in room.held and not joins:
            return refused("hands-open")
        sat = Sat(self.seat, *by, seat.bot if joins else None)
        if own is None:
            kept_apart = room.is_open and any(seat.person in context.apart for seat in room.seats)
            return refused("another-table") if kept_apart else sat
        return refused("already-seated") if room.playing else (Stood(own), sat)

    def _reserved(self, room: Room, by: Actor) -> Refused | None:
        """Refuse a seat that belongs to another player of a night or of a rated match.

        A player who is away, or has stood up during the match, may return to their seat.
        """
        own = self.seat < len(room.began) and room.began[self.seat] == by.person
        if room.night:
            return None if own else refused("night-seats")
        if not room.settings.rated:
            return None
        if not by.account:
            return refused("rated-guest")
        return refused("rated-seat") if room.playing and not own else None


class Sat(TableEntry, Sit, tag="sat", frozen=True):
    """A person sat down, in place of a bot if one held the seat.

    Attributes:
        person: as in `Named`, like `name` and `account`.
        bot: the bot that plays on until the next hand, since the person is new to the current one;
            `None`: the person plays immediately.
    """

    changes = ("seats",)

    person: str
    name: str
    account: bool = False
    bot: str | None = None

    def _apply(self, room: Room) -> None:
        room.seats[self.seat] = Seat(self.person, self.name, account=self.account, joins=self.bot)
        if room.in_hand and self.bot is None:
            room.held[self.person] = self.seat
        if room.night and room.began:
            before, after = room.began[: self.seat], room.began[self.seat + 1 :]
            room.began = (*before, self.person, *after)


class Stand(RoomAction, tag="stand", frozen=True):
    """Give the caller's seat up; during a match a bot continues in it."""

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if room.night and not room.matches:
            return refused("night-seats")
        number = room.seat_of(by.person)
        return refused("not-seated") if number is None else _stand(room, number)


def _stand(room: Room, number: int) -> Entries:
    """Give a seat up; the next person in a seat follows as host."""
    bot = room.seats[number].joins or STAND_IN
    stood = Stood(number, bot if room.playing else None)
    if room.seats[number].person != room.host:
        return (stood,)
    return (stood, *next_host(room, number, None))


class Stood(SeatEntry, tag="stood", frozen=True):
    """The person of a seat gave it up.

    Attributes:
        bot: the bot that continues in it during a match; `None`: the seat is free.
    """

    changes = ("seats",)
    ends_proposal = "withdrawn"

    bot: str | None = None

    def _apply(self, room: Room) -> None:
        room.seats[self.seat] = Seat(bot=self.bot)
        room.withdraw(self.seat)
        if room.is_rated:
            room.count_time_up(self.seat)


class SeatBot(RoomAction, tag="seat_bot", frozen=True):
    """Give a seat that no person holds to a bot, by the bot's name; for the host.

    The name of a level seats a character of it, or of the nearest, who is not at the table yet.
    """

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: SeatNumber
    bot: Annotated[str, msgspec.Meta(max_length=40)]

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        if room.settings.rated and not context.rated.seats_bot(self.bot, pool_of(room.rules)):
            return context.rated.no_bot()
        seat = room.seats[self.seat]
        if seat.person is not None:
            return refused("seat-taken", name=seat.name)
        others = {one.bot for number, one in enumerate(room.seats) if number != self.seat}
        able, bot, level = context.bots(room.rules), self.bot, number_of_level(self.bot)
        if level is not None:
            if seat.bot in CHARACTERS and CHARACTERS[seat.bot].level == level:
                return ()
            bot = choose_character(level, others, context.chance) or STAND_IN
        if bot not in able:
            return refused("no-such-bot", name=self.bot, names=Names(able))
        if bot in CHARACTERS and bot in others:
            return refused("bot-seated", name=CHARACTERS[bot])
        return BotSat(self.seat, bot) if seat.bot != bot else ()


class BotSat(TableEntry, SeatBot, tag="bot_sat", frozen=True):
    """A seat that no person holds was given to a bot."""

    changes = ("seats",)

    def _apply(self, room: Room) -> None:
        room.seats[self.seat] = Seat(bot=self.bot)


class ClearSeat(RoomAction, tag="clear_seat", frozen=True):
    """Clear a seat; during a match remove its person, whom a bot replaces; for the host."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: SeatNumber

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        seat = room.seats[self.seat]
        if not seat.taken:
            return refused("seat-empty")
        if seat.person == by.person:
            return _stand(room, self.seat)
        if not room.playing:
            return SeatCleared(self.seat)
        if seat.person is None:
            return refused("match-runs")
        return Removed(self.seat, seat.joins or STAND_IN)


class SeatCleared(TableEntry, ClearSeat, tag="seat_cleared", frozen=True):
    """A seat was cleared."""

    changes = ("seats",)

    def _apply(self, room: Room) -> None:
        room.seats[self.seat] = Seat()


class Removed(TableEntry, ClearSeat, tag="removed", frozen=True):
    """The host removed a person from a seat during a match; a bot continues in it.

    The person may return to a seat in this match only when the host admits them.
    """

    changes = ("seats",)
    ends_proposal = "withdrawn"

    bot: str

    def _apply(self, room: Room) -> None:
        person = room.seats[self.seat].person
        assert person is not None, "a person is taken out"
        room.removed.add(person)
        room.admitted.discard(person)
        room.seats[self.seat] = Seat(bot=self.bot)
        room.withdraw(self.seat)


class Admit(RoomAction, tag="admit", frozen=True):
    """Allow a person at the table to take the seat of a bot in this match; for the host."""

    terms = Terms(host=True, in_rated=False)

    person: Id

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        """Decide the request, also for the current hand of a person who waits for the next."""
        if not room.playing:
            return refused("no-match")
        number = room.seat_of(self.person)
        joins = number is not None and room.seats[number].joins is not None
        if joins and room.watched:
            return refused("hands-open")
        if self.person in room.admitted and not joins:
            return ()
        return Admitted(self.person) if self.person in context.here else refused("not-here")


class Admitted(TableEntry, Admit, tag="admitted", frozen=True):
    """The host allowed a person to take a bot's seat in the match, also in the current hand."""

    def _apply(self, room: Room) -> None:
        room.removed.discard(self.person)
        room.admitted.add(self.person)
        number = room.seat_of(self.person)
        if number is not None and room.seats[number].joins is not None:
            room.seats[number].joins = None
            room.held[self.person] = number


class SwapSeats(RoomAction, tag="swap_seats", frozen=True):
    """Swap two seats before a match; for the host."""

    terms = Terms(("seats", "match"), host=True, in_match=False)

    one: SeatNumber
    other: SeatNumber

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        return SeatsSwapped(self.one, self.other) if self.one != self.other else ()


class DrawSeats(RoomAction, tag="draw_seats", frozen=True):
    """Shuffle the seats before a match; for the host."""

    terms = Terms(("seats", "match"), host=True, in_match=False)

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        """Draw the seats, each order with equal probability (Fisher and Yates)."""
        drawn = ((seat, context.chance.randint(0, seat)) for seat in range(1, len(room.seats)))
        return tuple(SeatsSwapped(one, other) for one, other in drawn if one != other)


class SeatsSwapped(TableEntry, SwapSeats, tag="seats_swapped", frozen=True):
    """Two seats were swapped."""

    changes = ("seats",)

    def _apply(self, room: Room) -> None:
        seats = room.seats
        seats[self.one], seats[self.other] = seats[self.other], seats[self.one]


class Automate(RoomAction, tag="automate", frozen=True):
    """Switch automatic play by a bot on or off for the caller's seat."""

    terms = Terms(in_rated=False, at_night=False)

    on: bool

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        number = room.seat_of(by.person)
        return refused("not-seated") if number is None else _play_for(room, number, on=self.on)


class PlayFor(RoomAction, tag="play_for", frozen=True):
    """Switch automatic play by a bot on or off for the person in a seat; for the host."""

    terms = Terms(("seats", "match"), host=True, in_rated=False)

    seat: SeatNumber
    on: bool

    def _decide(self, room: Room, by: Actor, context: ActionContext) -> Decided:
        return _play_for(room, self.seat, on=self.on)


def _play_for(room: Room, number: int, *, on: bool) -> Decided:
    """Switch automatic play by a bot on or off for the person in a seat; on only in a match."""
    seat = room.seats[number]
    if seat.person is None:
        return refused("seat-empty")
    if on and not room.playing:
        return refused("no-match")
    if on == (seat.automated is not None):
        return ()
    return Automated(number, STAND_IN if on else None)


class Automated(SeatEntry, tag="automated", frozen=True):
    """A bot plays for a person, by their or the host's choice; `None`: no longer."""

    bot: str | None

    def _apply(self, room: Room) -> None:
        room.seats[self.seat].automated = self.bot


class Covered(SeatEntry, tag="covered", frozen=True):
    """A bot covers for an absent person; `None`: the person is back."""

    in_summary = False

    bot: str | None

    def _apply(self, room: Room) -> None:
        room.seats[self.seat].covered = self.bot


class Renamed(TableEntry, Named, tag="renamed", frozen=True):
    """A person in a seat has a new name."""

    def _apply(self, room: Room) -> None:
        for seat in room.seats:
            if seat.person == self.person:
                seat.name, seat.account = self.name, self.account


def opening(
    table: str, host: Actor, rules: Rules, settings: Settings, lesson: LessonName | None = None
) -> Entries:
    """Return the first entries of a table: it is opened, and its host sits in seat 0."""
    given, settings = rules_state(rules).given, tidy_settings(settings)
    return Opened(table, host.person, given, settings, lesson=lesson), Sat(0, *host)


def assigned_opening(
    table: str,
    rules: Rules,
    settings: Settings,
    people: Sequence[Actor | None],
    *,
    host: str,
    night: str = "",
    going_on: RulesSet | None = None,
) -> Entries:
    """Return the first entries of a table with assigned players.

    Args:
        table: its id.
        rules: the rules.
        settings: the settings of the table.
        people: the players by seat, who need not be connected; `None`: a bot.
        host: the public id of the host.
        night: the id of the night whose round is played there; empty: no night.
        going_on: the levels, if the match continues from another table.
    """
    opened = Opened(table, host, rules_state(rules).given, settings, night)
    sat = (
        BotSat(seat, STAND_IN) if person is None else Sat(seat, *person)
        for seat, person in enumerate(people)
    )
    return (opened, *sat, *(() if going_on is None else (going_on,)))


def replaced(room: Room, seat: int, person: Actor) -> Entries:
    """Seat a person in place of the current holder; return no entry if they hold the seat."""
    at = room.seats[seat]
    if at.person == person.person:
        return ()
    up = (Stood(seat, STAND_IN if room.playing else None),) if at.person else ()
    return (*up, Sat(seat, *person))
