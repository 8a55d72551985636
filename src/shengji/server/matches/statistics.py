"""Statistics of a person over finished matches, computed by index scans.

Only matches that the caller may see count; `filters` finds the matches behind each number.
"""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Iterable
from typing import Any, get_args

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, select

from shengji.cards import Suit
from shengji.server.database.base_store import Store
from shengji.server.database.roles import HandRole
from shengji.server.database.schema import SUMS, TRUMPS, match_players, people
from shengji.server.database.visibility import Such, seen_by
from shengji.server.matches.statistics_schemas import (
    Companion,
    KittyNumbers,
    PersonStatistics,
    RoleNumbers,
    Tally,
    TrumpNumbers,
)
from shengji.server.site.schemas import Game

_COMPANIONS = 50
"""Maximum number of companions; people with more common matches come first."""


class StatisticsStore(Store):
    """The store of statistics."""

    async def of(
        self, person: str, viewer: str, game: Game | None, among: Collection[str] | None = None
    ) -> PersonStatistics | None:
        """Return the statistics of a person over the matches that a caller may see.

        Args:
            person: public id.
            viewer: public id of the caller.
            game: the game; `None`: all games.
            among: the companions to include; `None`: people with the most common matches.

        Returns:
            The statistics, or `None` if there is no such person.
        """
        (own,), others = await asyncio.gather(
            self._rows(own_sums(person, viewer, game)),
            self._rows(companions(person, viewer, game, among)),
        )
        return None if own.name is None else _statistics(person, own, others)

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        async with self._reading() as connection:
            return list(await connection.execute(query))


def _counting(person: str, viewer: str, game: Game | None) -> list[Such]:
    such: list[Such] = [] if person == viewer else [seen_by(viewer, match_players)]
    return such if game is None else [*such, match_players.c.game == game]


_SUMS = tuple(func.coalesce(func.sum(match_players.c[one]), 0).label(one) for one in SUMS)


def own_sums(person: str, viewer: str, game: Game | None) -> Select[Any]:
    """Select a person's name and the sums over their hands."""
    name = select(people.c.name).where(people.c.id == person).scalar_subquery()
    return (
        select(name.label("name"), *_SUMS)
        .select_from(match_players)
        .where(match_players.c.person == person, *_counting(person, viewer, game))
    )


_LEVELS = [f"{role}_levels" for role in get_args(HandRole)]


def companions(
    person: str, viewer: str, game: Game | None, among: Collection[str] | None = None
) -> Select[Any]:
    """Select a person's companions, with results on the same side and on opposite sides.

    With fixed teams, every other seat is on the same side. With called friends, the sides change
    from hand to hand, so such matches count for neither. A companion who left and returned counts
    once.
    """
    own, other = match_players, match_players.alias()
    beside = (own.c.seat + other.c.seat) % 2 == 0
    together, against = and_(own.c.won.is_not(None), beside), and_(own.c.won.is_not(None), ~beside)

    def any_of(such: Such) -> ColumnElement[int]:
        return func.max(case((such, 1), else_=0))

    # The join repeats the person's rows for each row of a companion, one for each stay.
    levels = func.sum(sum(own.c[one] for one in _LEVELS)) // func.count(other.c.first.distinct())
    # Group by match first, so that each number needs no separate distinct count.
    found = (
        select(
            other.c.person,
            any_of(together).label("together"),
            any_of(and_(together, own.c.won)).label("together_won"),
            any_of(against).label("against"),
            any_of(and_(against, own.c.won)).label("against_won"),
            levels.label("levels"),
        )
        .select_from(own)
        .join(other, other.c.match == own.c.match)
        .where(own.c.person == person, *_counting(person, viewer, game))
        .where(other.c.person.is_not(None), other.c.person != person)
        .where(*([] if among is None else [other.c.person.in_(among)]))
        .group_by(own.c.match, other.c.person)
        .subquery()
    )
    counts = ("together", "together_won", "against", "against_won")
    most = (
        select(
            found.c.person,
            func.count().label("matches"),
            *(func.sum(found.c[one]).label(one) for one in counts),
            *(
                func.sum(found.c[side] * found.c.levels).label(f"{side}_levels")
                for side in ("together", "against")
            ),
        )
        .group_by(found.c.person)
        .order_by(func.count().desc(), found.c.person)
        .limit(_COMPANIONS)
        .subquery()
    )
    return (
        select(most, people.c.name)
        .join(people, people.c.id == most.c.person)
        .order_by(most.c.matches.desc(), most.c.person)
    )


def _statistics(person: str, own: Row[Any], others: Iterable[Row[Any]]) -> PersonStatistics:
    count = own._mapping
    trumps = [
        TrumpNumbers(
            suit=Suit(suit) if suit else None,
            hands=count[f"trump_{trump}_hands"],
            won=count[f"trump_{trump}_won"],
        )
        for trump, suit in TRUMPS.items()
        if count[f"trump_{trump}_hands"]
    ]
    return PersonStatistics(
        person=person,
        name=own.name,
        roles=tuple(
            RoleNumbers(
                role=role,
                hands=count[f"{role}_hands"],
                won=count[f"{role}_won"],
                levels=count[f"{role}_levels"],
            )
            for role in get_args(HandRole)
        ),
        trumps=tuple(sorted(trumps, key=lambda one: (-one.hands, str(one.suit)))),
        throws=own.throws,
        failed=own.failed,
        kitties=KittyNumbers(buried=own.buried, lost=own.lost, taken=own.taken),
        companions=tuple(
            Companion(
                person=row.person,
                name=row.name,
                matches=row.matches,
                together=Tally(
                    matches=row.together, won=row.together_won, levels=int(row.together_levels)
                ),
                against=Tally(
                    matches=row.against, won=row.against_won, levels=int(row.against_levels)
                ),
            )
            for row in others
        ),
    )
