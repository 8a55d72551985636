"""SQL conditions for the visibility of matches to a person."""

from __future__ import annotations

from typing import TypeAlias

from sqlalchemy import ColumnElement, Table, exists, or_

from shengji.server.database.schema import match_players, matches

Such: TypeAlias = ColumnElement[bool]


def seen_by(viewer: str, of: Table = matches) -> Such:
    """Whether a person may see a match: it is public, or the person played in it.

    Args:
        viewer: the person.
        of: `matches` or `match_players`.
    """
    return or_(of.c.open, played(viewer, of.c.key if of is matches else of.c.match))


def played(person: str, key: ColumnElement[int]) -> Such:
    """Whether a person has played in the match with this key."""
    held = match_players.alias()
    return exists().where(held.c.match == key, held.c.person == person)
