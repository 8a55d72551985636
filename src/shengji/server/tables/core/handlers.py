"""Handlers of the room's actions: each returns entries, or a refusal.

Handlers change nothing. Permissions belong to public ids, which the server gets by authentication,
never to names.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Mapping
from functools import cache
from random import Random
from types import MappingProxyType
from typing import Any, Final, NamedTuple, TypeAlias

from msgspec.structs import fields, replace

from shengji.bots import BOTS
from shengji.bots.ruled import RuledBot
from shengji.cards import Rank
from shengji.ratings import Rating
from shengji.rules import Rules, RulesError, bounds, rules_from
from shengji.server.rules.sheets import rules_state
from shengji.server.site.chance import Chance
from shengji.server.site.characters import visible
from shengji.server.site.words import rules_words
from shengji.server.tables import actions
from shengji.server.tables.core import entries
from shengji.server.tables.core.rated import (
    NOTHING_RATED,
    RatedTerms,
    rated_refusal,
    rated_settings,
    stakes_of,
)
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room
from shengji.server.tables.state import Settings
from shengji.words import Names

STAND_IN = RuledBot.name
"""The bot that replaces a person, or a bot that exceeds its time; it answers immediately."""

Entries: TypeAlias = tuple[entries.TableEntry, ...]
Seatable: TypeAlias = Callable[[Rules], Collection[str]]


class Actor(NamedTuple):
    """A person who requests an action; attributes as in `Named`."""

    person: str
    name: str
    account: bool = False


class ActionContext(NamedTuple):
    """Context of an action: everything outside the table that it depends on.

    Attributes:
        here: the public ids of all people at the table.
        bots: returns the names of the bots that can be seated under given rules.
        rated: the conditions for rated matches on this server.
        ratings: the ratings of the people in the seats, where a rated match starts.
        chance: the random generator for seating.
        apart: the public ids of people from whom the caller is kept apart.
    """

    here: Collection[str] = ()
    bots: Seatable = lambda rules: BOTS
    rated: RatedTerms = NOTHING_RATED
    ratings: Mapping[str, Rating] = MappingProxyType({})
    chance: Random = Chance().of("seats")
    apart: Collection[str] = ()


EMPTY_CONTEXT: Final = ActionContext()
"""The context with no people present, no rated matches, and the server's own bots."""


def ask(
    room: Room, asker: Actor, action: actions.RoomAction, around: ActionContext
) -> Entries | Refused:
    """Return the entries that an action leads to, or its refusal."""
    terms = action.terms
    if terms.host and asker.person != room.host and not room.night:
        return refused("not-host")
    if room.playing and not terms.in_match:
        return refused("match-runs")
    if any(getattr(action, name) >= len(room.seats) for name in _seats_in(type(action))):
        return refused("no-such-seat", players=len(room.seats))
    if room.night:
        refusal = _night_refusal(room, asker, action)
    else:
        refusal = rated_refusal(room, (asker.person, asker.account), action, around.rated)
    if refusal is not None:
        return refusal
    match action:
        case actions.Sit():
            return _sit(room, asker, action.seat, around.apart)
        case actions.SeatBot():
            return _seat_bot(room, action, around.bots)
        case actions.ClearSeat():
            return _clear_seat(room, asker, action.seat)
        case actions.PlayFor():
            return _play_for(room, action.seat, on=action.on)
        case actions.Admit():
            return _admit(room, action.person, around.here)
        case actions.Nudge():
            return _nudge(room, asker, action.seat)
        case actions.SwapSeats():
            other = action.one != action.other
            return (entries.SeatsSwapped(action.one, action.other),) if other else ()
        case actions.DrawSeats():
            return _draw_seats(room, around.chance)
        case actions.MakeHost():
            return _make_host(room, action.person, around.here)
        case actions.Start():
            return _start(room, around.ratings)
        case actions.SetRules():
            return _set_rules(room, action, around.rated)
        case actions.SetSettings():
            settings = tidy_settings(action.settings)
            return (entries.SettingsSet(settings),) if settings != room.settings else ()
        case actions.Say():
            return _say(room, asker, action)
        case actions.Stand() | actions.Ready() | actions.Automate():
            return _of_seated(room, asker, action)


def _night_refusal(room: Room, asker: Actor, action: actions.RoomAction) -> Refused | None:
    """Return the refusal of an action at a table of a night, which fixes seats and rules.

    A player who is away, or has stood up during the match, may return to their seat.
    """
    match action:
        case actions.Sit():
            own = action.seat < len(room.began) and room.began[action.seat] == asker.person
            return None if own else refused("night-seats")
        case actions.Stand() if not room.matches:
            return refused("night-seats")
        case _:
            return None if action.terms.at_night else refused("night-fixed")


@cache
def _seats_in(kind: type[actions.RoomAction]) -> tuple[str, ...]:
    """Return the fields of an action that are seats of the table."""
    return tuple(field.name for field in fields(kind) if field.type == bounds.Seat)


def _of_seated(
    room: Room, asker: Actor, action: actions.Stand | actions.Ready | actions.Automate
) -> Entries | Refused:
    """Handle an action on the caller's own seat."""
    number = room.seat_of(asker.person)
    if number is None:
        return refused("not-seated")
    if isinstance(action, actions.Stand):
        return _stand(room, number)
    seat = room.seats[number]
    if isinstance(action, actions.Ready):
        return (entries.Readied(number, action.ready),) if action.ready != seat.ready else ()
    return _play_for(room, number, on=action.on)


def _play_for(room: Room, number: int, *, on: bool) -> Entries | Refused:
    """Switch automatic play by a bot on or off for the person in a seat; on only in a match."""
    seat = room.seats[number]
    if seat.person is None:
        return refused("seat-empty")
    if on and not room.playing:
        return refused("no-match")
    if on != (seat.automated is not None):
        return (entries.Automated(number, STAND_IN if on else None),)
    return ()


def _sit(room: Room, asker: Actor, number: int, apart: Collection[str]) -> Entries | Refused:
    """Handle a request for a free seat, or for one that a bot holds without a person.

    During a hand no person may see two hands. A person new to a hand plays from the next one on,
    unless the host has admitted them. The refusal for people who are kept apart is vague on
    purpose: it may have other reasons.
    """
    seat, own = room.seats[number], room.seat_of(asker.person)
    if own == number:
        return ()
    if seat.person is not None:
        return refused("seat-taken", name=seat.name)
    if room.in_hand and room.held.get(asker.person, number) != number:
        return refused("other-hand")
    if room.playing and not room.may_take_over(asker.person):
        return refused("removed" if asker.person in room.removed else "host-seats")
    joins = room.in_hand and not room.may_join_hand(asker.person, number)
    if room.watched and asker.person not in room.held and not joins:
        return refused("hands-open")
    sat = entries.Sat(number, *asker, seat.bot if joins else None)
    if own is None:
        kept_apart = room.is_open and any(seat.person in apart for seat in room.seats)
        return refused("another-table") if kept_apart else (sat,)
    return refused("already-seated") if room.playing else (entries.Stood(own), sat)


def _stand(room: Room, number: int) -> Entries:
    """Give a seat up; the next person in a seat follows as host."""
    bot = room.seats[number].joins or STAND_IN
    stood = entries.Stood(number, bot if room.playing else None)
    if room.seats[number].person != room.host:
        return (stood,)
    return (stood, *next_host(room, number, None))


def next_host(room: Room, after: int, here: Collection[str] | None) -> Entries:
    """Make the next person in a seat the host; return no entry if there is none.

    Args:
        room: the room.
        after: the seat after which the search starts.
        here: the public ids of possible hosts; `None`: any person in a seat.
    """
    count = len(room.seats)
    for number in range(after + 1, after + count + 1):
        person = room.seats[number % count].person
        if person is not None and person != room.host and (here is None or person in here):
            return (entries.HostMade(person),)
    return ()


def _seat_bot(room: Room, action: actions.SeatBot, bots: Seatable) -> Entries | Refused:
    seat = room.seats[action.seat]
    if seat.person is not None:
        return refused("seat-taken", name=seat.name)
    able = bots(room.rules)
    if action.bot not in able:
        return refused("no-such-bot", name=action.bot, names=Names(able))
    return (entries.BotSat(action.seat, action.bot),) if seat.bot != action.bot else ()


def _clear_seat(room: Room, asker: Actor, number: int) -> Entries | Refused:
    seat = room.seats[number]
    if not seat.taken:
        return refused("seat-empty")
    if seat.person == asker.person:
        return _stand(room, number)
    if not room.playing:
        return (entries.SeatCleared(number),)
    if seat.person is None:
        return refused("match-runs")
    return (entries.Removed(number, seat.joins or STAND_IN),)


def _admit(room: Room, person: str, here: Collection[str]) -> Entries | Refused:
    """Allow a person at the table to take a bot's seat in a match, also in the current hand."""
    if not room.playing:
        return refused("no-match")
    number = room.seat_of(person)
    joins = number is not None and room.seats[number].joins is not None
    if joins and room.watched:
        return refused("hands-open")
    if person in room.admitted and not joins:
        return ()
    return (entries.Admitted(person),) if person in here else refused("not-here")


def _nudge(room: Room, asker: Actor, number: int) -> Entries | Refused:
    """Notify the person in another seat."""
    if room.seat_of(asker.person) is None and asker.person != room.host:
        return refused("not-seated")
    seat = room.seats[number]
    if seat.person is None:
        return refused("seat-empty")
    if seat.person == asker.person:
        return refused("nudge-other")
    return (entries.Spoke(*asker, "hurry", seat=number),)


def _draw_seats(room: Room, chance: Random) -> Entries:
    """Shuffle the seats, each order with equal probability (Fisher and Yates)."""
    drawn = ((seat, chance.randint(0, seat)) for seat in range(1, len(room.seats)))
    return tuple(entries.SeatsSwapped(one, other) for one, other in drawn if one != other)


def _make_host(room: Room, person: str, here: Collection[str]) -> Entries | Refused:
    if person == room.host:
        return ()
    if person not in here and room.seat_of(person) is None:
        return refused("not-here")
    return (entries.HostMade(person),)


def _start(room: Room, ratings: Mapping[str, Rating]) -> Entries | Refused:
    if room.planned is not None:  # people must see the new rules and agree to them first
        return (entries.RulesSet(room.planned),)
    if not all(seat.taken for seat in room.seats):
        return refused("seats-free")
    waiting = [
        seat.name for seat in room.seats if seat.person not in (None, room.host) and not seat.ready
    ]
    if waiting:
        return refused("not-ready", names=Names(waiting))
    stakes = stakes_of(room, ratings) if room.settings.rated else ()
    return (entries.MatchBegan(stakes),)


def _set_rules(room: Room, action: actions.SetRules, rated: RatedTerms) -> Entries | Refused:
    try:
        rules = rules_from(action.rules)
    except RulesError as error:
        return Refused("rules", rules_words(error))
    if room.settings.rated and not rated.allow(rules):
        return refused("rated-rules", names=rated.names)
    given = rules_state(rules).given
    same = given == rules_state(room.rules).given
    if room.playing:
        planned = None if same else given
        return (entries.RulesPlanned(planned),) if planned != room.planned else ()
    if same and room.planned is None:
        return ()
    return (rules_set(room.rules, given, room.levels, room.dealer),)


def rules_set(
    before: Rules, given: dict[str, Any], levels: tuple[Rank, ...], dealer: int | None
) -> entries.RulesSet:
    """Return the entry for new rules, with the levels reached if they can be kept.

    Args:
        before: the rules so far.
        given: the new rules, as `rules_from` reads them.
        levels: the level of each seat; empty: no level has been reached.
        dealer: the next Dealer; `None`: the draw decides.
    """
    rules = rules_from(given)
    low, high = rules.lowest_level.order, rules.last_level.order
    alike = (rules.players, rules.teams) == (before.players, before.teams)
    if levels and alike and all(low <= level.order <= high for level in levels):
        return entries.RulesSet(given, levels, dealer)
    return entries.RulesSet(given)


def tidy_settings(settings: Settings) -> Settings:
    """Return settings with a displayable title, and with the values that rated tables require."""
    return rated_settings(replace(settings, title=visible(settings.title)))


def _say(room: Room, asker: Actor, action: actions.Say) -> Entries | Refused:
    text = visible(action.text)
    if text and not room.settings.chat:
        return refused("chat-off")
    if not text and action.phrase is None:
        return refused("nothing-said")
    return (entries.Spoke(*asker, action.phrase, text),)
