"""Header of a record: its first line, with rules, players and viewer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Literal

import msgspec

from shengji.cards import Rank
from shengji.record.faults import fault
from shengji.rules import Rules, RulesError, RulesLike, describe_rules, rules_from
from shengji.rules.bounds import PER_SEAT, Count, GivenRules, Levels, Line, Seat, Whole, Word
from shengji.words import SpokenError

FORMAT = "shengji-record"
VERSION = 2
MINOR = 1
"""Minor version of the format; a minor version only adds optional fields, and events."""

SeenBy = Literal["all"] | Seat | None


class Header(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The header of a record.

    Attributes:
        format: always `shengji-record`.
        version: version of the format; records of version 1 can still be read.
        minor: minor version of the format; 0 if missing.
        rules: the rules as plain data: the name of a preset, optionally of a system on top of it,
            and the options that differ.
        seats: the names of the players at the start, from seat 0.
        seen_by: `all` when nothing is hidden; the seat whose view was recorded; or `None` for the
            view of an onlooker.
        created: start of the match (ISO 8601), as stated by the writer.
        seed: seed of the random numbers, where it may be published.
        levels: the level of each seat at the start, if not the first level.
        dealer: the Dealer of the first hand, if fixed in advance.
    """

    format: Literal["shengji-record"] = "shengji-record"
    version: Literal[1, 2] = 2
    minor: Count | msgspec.UnsetType = msgspec.UNSET
    rules: GivenRules
    seats: Annotated[tuple[Line, ...], PER_SEAT]
    seen_by: SeenBy = "all"
    created: Word | None = None
    seed: Whole | None = None
    levels: Levels | None = None
    dealer: Seat | None = None

    @property
    def is_newer(self) -> bool:
        """Whether the record has a newer minor version; then its unknown fields are skipped."""
        return self.version == VERSION and (self.minor or 0) > MINOR


def header_of(
    rules: RulesLike,
    seats: Sequence[str],
    *,
    seen_by: SeenBy = "all",
    created: str | None = None,
    seed: int | None = None,
    levels: tuple[Rank, ...] | None = None,
    dealer: int | None = None,
    minor: int | msgspec.UnsetType = msgspec.UNSET,
) -> Header:
    """The header of a match under these rules; `minor` is `MINOR` where events have `shares`.

    Raises:
        ValueError: there are too few or too many names.

    >>> header_of(Rules(decks=3), ["East", "North", "West", "South"]).rules
    {'preset': 'zhang-2021', 'decks': 3}
    >>> header_of(Rules(players=6, teams="friends"), "ABCDEF").rules
    {'preset': 'finding-friends'}
    """
    rules = rules_from(rules)
    if len(seats) != rules.players:
        raise SpokenError(fault("seats-named", seats=len(seats), players=rules.players))
    return Header(
        minor=minor,
        rules=describe_rules(rules),
        seats=tuple(seats),
        seen_by=seen_by,
        created=created,
        seed=seed,
        levels=levels,
        dealer=dealer,
    )


def rules_of(header: Header) -> Rules:
    """The rules named in a header.

    Raises:
        ValueError: the rules cannot be played, or do not fit the seats.
    """
    try:
        rules = rules_from(header.rules, stored=True)
    except RulesError as error:
        raise SpokenError(fault("rules", why=error)) from None
    if len(header.seats) != rules.players:
        raise SpokenError(fault("seats-named", seats=len(header.seats), players=rules.players))
    if isinstance(header.seen_by, int) and not 0 <= header.seen_by < rules.players:
        raise SpokenError(fault("seen-by", seat=header.seen_by))
    if header.levels is not None:
        if len(header.levels) != rules.players:
            raise SpokenError(
                fault("levels-named", levels=len(header.levels), players=rules.players)
            )
        low, high = rules.lowest_level.order, rules.last_level.order
        if any(not low <= level.order <= high for level in header.levels):
            raise SpokenError(fault("level-reach"))
        of_team = [header.levels[rules.team_of(seat)] for seat in range(rules.players)]
        if rules.teams == "fixed" and of_team != list(header.levels):
            raise SpokenError(fault("share-level"))
    if header.dealer is not None and not 0 <= header.dealer < rules.players:
        raise SpokenError(fault("dealer-seat", seat=header.dealer))
    return rules
