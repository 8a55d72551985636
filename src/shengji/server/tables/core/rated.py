"""Rated tables: fixed settings and conditions, for fairness (docs/ratings.md)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from statistics import fmean
from typing import Final

from msgspec.structs import replace

from shengji.forms import fields_of, strictly
from shengji.ratings import (
    Pool,
    Rating,
    bot_rating,
    expected,
    levels_to_pass,
    match_scale,
    pool_of,
)
from shengji.rules import Rules, RulesError, describe_rules, rules_from
from shengji.server.tables.core.refusals import Refused, refused
from shengji.server.tables.core.room import Room, Seat
from shengji.server.tables.state import SeatStake, Settings
from shengji.words import Names

TIMES_UP: Final = 10
"""Number of timeouts in a rated match by which a player counts as having left it."""

_FIELDS: Final = fields_of(Settings)

RATED_OFF: Final = tuple(field.name for field in _FIELDS if True in field.setting.strict)
"""The settings that are always off at a rated table."""

_FREE_IN_MATCH: Final = tuple(field.name for field in _FIELDS if field.setting.lasting)
"""The settings that may change during a rated match."""


class RatedRules:
    """A set of rules that this server allows for rated matches."""

    def __init__(self, name: str, rules: Rules) -> None:
        self.name = name
        self.rules = rules
        self.given = describe_rules(rules)
        self.pool: Pool = pool_of(rules)


class RatedTerms:
    """The operator's conditions for rated matches.

    Args:
        at_nights: further sets that are allowed for rated nights.
    """

    def __init__(
        self,
        sets: Iterable[RatedRules] = (),
        *,
        bots: bool = False,
        at_nights: Iterable[RatedRules] = (),
    ) -> None:
        self.sets = tuple(sets)
        self.bots = bots
        self._at_nights = (*self.sets, *at_nights)

    @cached_property
    def names(self) -> Names:
        """The names of the sets, for messages."""
        return _names(self.sets)

    @cached_property
    def names_at_nights(self) -> Names:
        """The names of the sets for rated nights, for messages."""
        return _names(self._at_nights)

    def allow(self, rules: Rules) -> bool:
        """Return whether these rules are allowed for rated matches."""
        given = describe_rules(rules)
        return any(given == one.given for one in self.sets)

    def allow_at_night(self, rules: Rules) -> bool:
        """Return whether these rules are allowed for rated hands of a night.

        The organiser chooses the first level, and with friends the number of players is that of the
        table; both may differ from the set.
        """
        given = describe_rules(rules)
        return any(given == _at_table(one, rules) for one in self._at_nights)

    def named(self, name: str) -> RatedRules | None:
        """Return the set of this name; `None`: there is none."""
        return next((one for one in self.sets if one.name == name), None)

    def seats(self, seat: Seat, pool: Pool) -> bool:
        """Return whether the holder of a seat may play rated; a free seat may."""
        if seat.person is not None:
            return seat.account
        return seat.bot is None or self.seats_bot(seat.bot, pool)

    def seats_bot(self, bot: str, pool: Pool) -> bool:
        """Return whether a bot may play rated: it must be built in, with a known rating."""
        return self.bots and bot_rating(bot, pool) is not None

    def no_bot(self) -> Refused:
        """Return the refusal of a bot that may not play rated."""
        return refused("rated-bot" if self.bots else "rated-no-bots")


def _names(sets: Iterable[RatedRules]) -> Names:
    return Names([one.name for one in sets] or ["–"])


def _at_table(rated: RatedRules, rules: Rules) -> dict[str, object] | None:
    """Return a set's rules with the first level of others, and among friends their players.

    `None`: the result is not playable.
    """
    changed: dict[str, object] = {"first_level": rules.first_level.value}
    if rated.rules.teams == "friends":
        changed["players"] = rules.players
    try:
        return describe_rules(rules_from({**rated.given, **changed}, stored=True))
    except RulesError:
        return None


NOTHING_RATED: Final = RatedTerms()
"""The conditions of a server without rated matches."""


def times_left(room: Room, seat: int) -> int | None:
    """Return a seat's remaining number of timeouts in a rated match; `None`: it is not rated.

    At 0 its player has left the match, since the other players have waited for too many decisions.
    """
    return max(0, TIMES_UP - room.times_up.get(seat, 0)) if room.is_rated else None


def rated_settings(settings: Settings) -> Settings:
    """Return settings with the fixed values of rated tables, if they are rated."""
    return strictly(settings) if settings.rated else settings


def settings_refusal(room: Room, wanted: Settings, terms: RatedTerms) -> Refused | None:
    """Return why a table cannot become rated or unrated, or change its settings while rated."""
    before = room.settings
    if not wanted.rated and not before.rated:
        return None
    if room.playing:
        free = {name: getattr(wanted, name) for name in _FREE_IN_MATCH}
        if wanted != rated_settings(wanted) or replace(before, **free) != wanted:
            return refused("rated-match")
        return None
    if not wanted.rated:
        return None
    if before.rated and wanted != rated_settings(wanted):
        return refused("rated-fixed")
    # The next start sets the rules that were planned in the last match.
    if room.planned is not None and not terms.allow(rules_from(room.planned, stored=True)):
        return refused("rated-rules", names=terms.names)
    return seats_refusal(room, terms)


def seats_refusal(room: Room, terms: RatedTerms) -> Refused | None:
    """Return why the players in the seats cannot play rated by the rules of the room."""
    if not terms.allow(room.rules):
        return refused("rated-rules", names=terms.names)
    pool = pool_of(room.rules)
    if any(seat.bot is not None and not terms.seats(seat, pool) for seat in room.seats):
        return terms.no_bot()
    guests = [seat.name for seat in room.seats if not terms.seats(seat, pool)]
    return refused("rated-guests", names=Names(guests)) if guests else None


def stakes_of(room: Room, ratings: Mapping[str, Rating]) -> tuple[SeatStake, ...]:
    """Return each seat's rating and expected score before a rated match.

    Args:
        room: the room before the match; all seats are taken.
        ratings: the ratings of the people in its seats; missing people are new.
    """
    rules, pool = room.rules, pool_of(room.rules)
    known = [_rating_of(seat, pool, ratings) for seat in room.seats]
    scale = match_scale(rules, levels_to_pass(rules, room.levels or (rules.first_level,)))
    values = [rating.value for rating in known]
    chances = [
        fmean(expected(own, other, scale) for other in others)
        for own, others in (_sides(rules, values, seat) for seat in range(rules.players))
    ]
    return tuple(
        SeatStake(
            value=rating.value,
            deviation=rating.deviation,
            provisional=rating.provisional,
            expected=round(chance, 6),
        )
        for rating, chance in zip(known, chances, strict=True)
    )


def _rating_of(seat: Seat, pool: Pool, ratings: Mapping[str, Rating]) -> Rating:
    if seat.person is not None:
        return ratings.get(seat.person, Rating())
    value = bot_rating(seat.bot or "", pool)
    assert value is not None, "only bots with a rating are seated"
    return Rating(value, 0.0)


def _sides(
    rules: Rules, values: Sequence[float], seat: int
) -> tuple[list[float], list[list[float]]]:
    """Return the ratings of a seat's side, and of each other side."""
    seats = range(rules.players)
    if rules.teams == "friends":
        return [values[seat]], [[values[other]] for other in seats if other != seat]
    team = rules.team_of(seat)
    own = [values[one] for one in seats if rules.team_of(one) == team]
    return own, [[values[one] for one in seats if rules.team_of(one) != team]]
