"""Filters of matches that are over: which ones somebody may see, and which are wanted.

Whoever played in a match may see it, others only where it is open. Each query is a walk along an
index.
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
"""The public ids of people and the names of presets."""

_SOME = 20
"""How many records are looked up at once."""


class MatchFilter(msgspec.Struct, frozen=True):
    """The matches that are wanted, as an address asks for them; of what is `None`, all."""

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
    """Where a match stands in the order of their ends."""

    ended: int
    key: int


def walks(
    asker: str, wanted: MatchFilter, after: PageCursor | None, most: int
) -> list[Select[Any]]:
    """The statement that finds the ends and keys of matches that a person may see, together.

    Args:
        asker: the person.
        wanted: which of them.
        after: the place after which to begin, going back in time.
        most: how many at most.
    """
    person, company = wanted.person, wanted.company
    if person is None:
        person, company = company, None
    if person is not None:
        seen = [] if person == asker else [seen_by(asker, match_players)]
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
        _of_person(asker, wanted, [~match_players.c.open], after, most),
    ]


def _of_person(
    person: str, wanted: MatchFilter, seen: Sequence[Such], after: PageCursor | None, most: int
) -> Select[Any]:
    """Matches of a person, by the index over what each has played.

    What the index does not tell is asked of one match after the other: joined to them, PostgreSQL
    may look through all matches to find those of one person.
    """
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    query = query.where(*_between(wanted, ended), *seen)
    such = _such(wanted)
    if such:
        asked = select(and_(*such)).where(matches.c.key == key).correlate(match_players)
        query = query.where(asked.scalar_subquery())
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
    """Whether a person did something in some hand of the match of this key."""
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
    """The places of some of a person's matches, from the first one on."""
    ended, key = match_players.c.ended, match_players.c.match
    query = select(ended, key).distinct().where(match_players.c.person == person)
    return _some_after(query, ended, key, after)


def all_records(after: PageCursor | None) -> Select[Any]:
    """The places of some of all matches, from the first one on."""
    ended, key = matches.c.ended, matches.c.key
    return _some_after(select(ended, key), ended, key, after)


def _some_after(
    query: Select[Any], ended: ColumnElement[int], key: ColumnElement[int], after: PageCursor | None
) -> Select[Any]:
    # Of a table with real cards there is none.
    query = query.where(exists().where(records.c.match == key))
    if after is not None:
        query = query.where(tuple_(ended, key) > tuple_(after.ended, after.key))
    return query.order_by(ended, key).limit(_SOME)


def counts(person: str, asker: str) -> Select[int, int | None]:
    """How many matches of a person another may see, and how many hands the person played there."""
    seen = [] if person == asker else [seen_by(asker, match_players)]
    return select(
        func.count(match_players.c.match.distinct()), func.sum(match_players.c.hands)
    ).where(match_players.c.person == person, *seen)


def place_of(match: str, asker: str) -> Select[Any]:
    """Where a match stands that a person may see."""
    return select(matches.c.ended, matches.c.key).where(matches.c.id == match, seen_by(asker))
