"""Filters of finished matches, by visibility to a person and by the criteria of a query.

Players see their matches; other people see a match only if it is public. Each query scans an index.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any, Final, NamedTuple

import msgspec
from litestar.params import QueryParameter
from sqlalchemy import ColumnElement, Select, and_, exists, func, select, tuple_

from shengji.forms import Setting
from shengji.server.database.schema import hand_players, hands, match_players, matches, records
from shengji.server.database.visibility import Such, played, seen_by
from shengji.server.matches.schemas import Feat
from shengji.server.site.parameters import number
from shengji.server.site.schemas import Game
from shengji.server.tables.state import Ending

IDS: Final = "^[A-Za-z0-9_-]{1,40}$"
"""Pattern of the public ids of people and the names of presets."""

_SOME = 20
"""Number of records in one batch."""


class MatchFilter(msgspec.Struct, frozen=True):
    """Criteria of a query for matches; `None` matches all."""

    person: Annotated[
        str | None,
        QueryParameter(pattern=IDS, description="In which this person played, by public id."),
    ] = None
    game: Annotated[
        Game | None,
        QueryParameter(description="In which this was played, as in `RulesState`."),
        Setting(own=True),
    ] = None
    company: Annotated[
        str | None,
        QueryParameter(
            name="with", pattern=IDS, description="In which this person played as well."
        ),
        Setting(),
    ] = None
    preset: Annotated[
        str | None,
        QueryParameter(pattern=IDS, description="By rules that come from this preset."),
    ] = None
    rated: Annotated[
        bool | None,
        QueryParameter(description="That counted for ratings, or did not."),
        Setting(menu=True),
    ] = None
    ending: Annotated[
        Ending | None, QueryParameter(description="That ended so, as in `MatchLine`.")
    ] = None
    feat: Annotated[
        Feat | None,
        QueryParameter(
            description="In which `person` did this in some hand: had this role; led a `throw` "
            "that stood, or one that `failed`; `buried` the kitty, `lost` it so to the Opponents' "
            "last trick, or has `taken` it as one of them; was the Dealer with this trump."
        ),
        Setting(menu=True),
    ] = None
    since: Annotated[
        int | None,
        number("That ended at this time or later, in milliseconds since 1970."),
        Setting(),
    ] = None
    until: Annotated[int | None, number("That ended before this time, likewise."), Setting()] = None


class PageCursor(NamedTuple):
    """The place of a match in the order of end times."""

    ended: int
    key: int


def walks(
    viewer: str, wanted: MatchFilter, after: PageCursor | None, most: int
) -> list[Select[Any]]:
    """Return the statements that together find the end times and keys of visible matches.

    Args:
        viewer: public id of the viewer.
        wanted: the criteria.
        after: the place of the last match of the previous page; earlier matches follow it.
        most: maximum number of matches.
    """
    person, company = wanted.person, wanted.company
    if person is None:
        person, company = company, None
    if person is not None:
        seen = [] if person == viewer else [seen_by(viewer, match_players)]
        if wanted.person is not None and wanted.feat is not None:
            seen.append(_did(person, wanted.feat, match_players.c.match))
        if company is not None:
            seen.append(played(company, match_players.c.match))
        return [_of_person(person, wanted, seen, after, most)]
    ended, key = matches.c.ended, matches.c.key
    such = [*_such(wanted), *_between(wanted, ended)]
    everybody = select(ended, key).where(matches.c.open, *such)
    return [
        _ordered(everybody, ended, key, after, most),
        _of_person(viewer, wanted, [~match_players.c.open], after, most),
    ]


def _of_person(
    person: str, wanted: MatchFilter, seen: Sequence[Such], after: PageCursor | None, most: int
) -> Select[Any]:
    """Select a person's matches by the index over the players.

    Criteria that the index lacks are scalar subqueries: with a join, PostgreSQL may scan all
    matches.
    """
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    query = query.where(*_between(wanted, ended), *seen)
    such = _such(wanted)
    if such:
        such_match = select(and_(*such)).where(matches.c.key == key).correlate(match_players)
        query = query.where(such_match.scalar_subquery())
    return _ordered(query, ended, key, after, most)


def _ordered(
    query: Select[Any],
    ended: ColumnElement[int],
    key: ColumnElement[int],
    after: PageCursor | None,
    most: int,
) -> Select[Any]:
    if after is not None:
        query = query.where(tuple_(ended, key) < tuple_(after.ended, after.key))
    return query.order_by(ended.desc(), key.desc()).limit(most)


def _such(wanted: MatchFilter) -> list[Such]:
    values = {
        matches.c.game: wanted.game,
        matches.c.preset: wanted.preset,
        matches.c.ending: wanted.ending,
        matches.c.rated: wanted.rated,
    }
    return [column == value for column, value in values.items() if value is not None]


def _between(wanted: MatchFilter, ended: ColumnElement[int]) -> list[Such]:
    found: list[Such] = []
    if wanted.since is not None:
        found.append(ended >= wanted.since)
    if wanted.until is not None:
        found.append(ended < wanted.until)
    return found


def _did(person: str, feat: Feat, key: ColumnElement[int]) -> Such:
    """Whether a person has this feat in some hand of the match with this key."""
    own = hand_players
    held = (own.c.match == key) & (own.c.person == person)
    if feat in ("dealer", "partner", "opponent"):
        return exists().where(held, own.c.role == feat)
    if feat in ("throw", "failed"):
        return exists().where(held, (own.c.throws if feat == "throw" else own.c.failed) > 0)
    of_hand = (hands.c.match == own.c.match) & (hands.c.number == own.c.hand)
    such = {
        "buried": hands.c.kitty_by == own.c.seat,
        "lost": (hands.c.kitty_by == own.c.seat) & (hands.c.kitty_factor > 0),
        "taken": (own.c.role == "opponent") & (hands.c.kitty_factor > 0),
        "trump-none": (own.c.role == "dealer") & hands.c.suit.is_(None),
    }.get(feat)
    if such is None:
        such = (own.c.role == "dealer") & (hands.c.suit == feat.removeprefix("trump-"))
    return exists().where(held, of_hand, such)


def own_records(person: str, after: PageCursor | None) -> Select[Any]:
    """Select a batch of the places of a person's matches, the earliest first."""
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    return _some_after(query, ended, key, after)


def all_records(after: PageCursor | None) -> Select[Any]:
    """Select a batch of the places of all matches, the earliest first."""
    ended, key = matches.c.ended, matches.c.key
    return _some_after(select(ended, key), ended, key, after)


def _some_after(
    query: Select[Any], ended: ColumnElement[int], key: ColumnElement[int], after: PageCursor | None
) -> Select[Any]:
    # Matches at tables with physical cards have no record.
    query = query.where(exists().where(records.c.match == key))
    if after is not None:
        query = query.where(tuple_(ended, key) > tuple_(after.ended, after.key))
    return query.order_by(ended, key).limit(_SOME)


def counts(person: str, viewer: str) -> Select[int, int | None]:
    """Select the numbers of a person's matches and hands that another person may see."""
    seen = [] if person == viewer else [seen_by(viewer, match_players)]
    return select(
        func.count(match_players.c.match.distinct()), func.sum(match_players.c.hands)
    ).where(match_players.c.person == person, *seen)


def place_of(match: str, viewer: str) -> Select[Any]:
    """Select the place of a match that a person may see."""
    return select(matches.c.ended, matches.c.key).where(matches.c.id == match, seen_by(viewer))
