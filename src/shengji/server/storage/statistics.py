"""What a person has done in matches that are over: numbers, each a question to the index.

Only the matches count that who asks may see, as in `matches`, by whose filters the matches behind
each number are found.
"""

from __future__ import annotations

import asyncio
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, get_args

from sqlalchemy import ColumnElement, Row, Select, and_, case, func, select

from shengji.cards import Suit
from shengji.server.shapes import (
    Companion,
    KittyNumbers,
    PersonStatistics,
    RoleNumbers,
    Tally,
    TrumpNumbers,
)
from shengji.server.states import Game, HandRole
from shengji.server.storage.database import hand_players, hands, match_players, matches, people
from shengji.server.storage.matches import Such, played_game, seen_by
from shengji.server.storage.part import Reading

_COMPANIONS = 50
"""How many others are told of: those with whom most matches were played."""


class Statistics:
    """The numbers of people; a part of `Store`, whose rules hold here.

    Args:
        reading: gives connections to read with.
    """

    def __init__(self, reading: Reading) -> None:
        self._reading = reading

    async def of(self, person: str, asker: str, game: Game | None) -> PersonStatistics | None:
        """What a person has done in matches that another may see.

        Args:
            person: who, by public id.
            asker: who asks.
            game: in which game; `None`: in all.

        Returns:
            The numbers; `None`: there is no such person.
        """
        own, others = await asyncio.gather(
            self._rows(own_hands(person, asker, game)), self._rows(companions(person, asker, game))
        )
        known = await self._rows(names_of([person, *(row.person for row in others)]))
        names: dict[str, str] = {row.id: row.name for row in known}
        if person not in names:
            return None
        return _statistics(person, names, own, others)

    async def _rows(self, query: Select[Any]) -> list[Row[Any]]:
        async with self._reading() as connection:
            return list(await connection.execute(query))


def _counting(person: str, asker: str, game: Game | None) -> list[Such]:
    """What a match that a person played must fulfil to count; there are none: each does."""
    such: list[Such] = [] if person == asker else [seen_by(asker, match_players)]
    return such if game is None else [*such, played_game(game, match_players.c.match)]


_HAND = and_(hands.c.match == hand_players.c.match, hands.c.number == hand_players.c.hand)
_DECLARED = case((hand_players.c.role == "opponent", False), else_=True)
_WON = case((hands.c.won == _DECLARED, 1), else_=0)
"""Whether the side of a seat has won the hand."""


def own_hands(person: str, asker: str, game: Game | None) -> Select[Any]:
    """A person's hands, counted by the role and, of the Dealer, by the trump suit."""
    own, such = hand_players.c.person == person, _counting(person, asker, game)
    if such:
        found = select(match_players.c.match).where(match_players.c.person == person, *such)
        own = and_(own, hand_players.c.match.in_(found))
    dealt = hand_players.c.role == "dealer"
    trump = case((dealt, func.coalesce(hands.c.suit, "")), else_=None)
    buried = hands.c.kitty_by == hand_players.c.seat
    captured = hands.c.kitty_factor > 0
    taken = and_(captured, hand_players.c.role == "opponent")
    return (
        select(
            hand_players.c.role,
            trump.label("trump"),
            func.count().label("hands"),
            func.sum(_WON).label("won"),
            func.sum(hand_players.c.levels).label("levels"),
            func.sum(hand_players.c.throws).label("throws"),
            func.sum(hand_players.c.failed).label("failed"),
            func.sum(case((buried, 1), else_=0)).label("buried"),
            func.sum(case((and_(buried, captured), 1), else_=0)).label("lost"),
            func.sum(case((taken, 1), else_=0)).label("taken"),
        )
        .select_from(hand_players)
        .join(hands, _HAND)
        .where(own)
        .group_by(hand_players.c.role, "trump")
    )


def companions(person: str, asker: str, game: Game | None) -> Select[Any]:
    """With whom a person has played most, and how that went on one side and on two.

    Teams are those of the seats, every other one; where friends are called they change from hand to
    hand, so that such matches have no sides. Whoever left and came back has played once.
    """
    own, other = match_players, match_players.alias()
    beside = (own.c.seat + other.c.seat) % 2 == 0
    decided = and_(matches.c.teams == "fixed", matches.c.winners > 0)
    has_won = matches.c.winners.bitwise_rshift(own.c.seat).bitwise_and(1) == 1

    def count(*such: Such) -> ColumnElement[int]:
        return func.count(case((and_(*such), own.c.match)).distinct())

    together, against = and_(decided, beside), and_(decided, ~beside)
    return (
        select(
            other.c.person,
            func.count(own.c.match.distinct()).label("matches"),
            count(together).label("together"),
            count(together, has_won).label("together_won"),
            count(against).label("against"),
            count(against, has_won).label("against_won"),
        )
        .select_from(own)
        .join(matches, matches.c.key == own.c.match)
        .join(other, other.c.match == own.c.match)
        .where(own.c.person == person, *_counting(person, asker, game))
        .where(other.c.person.is_not(None), other.c.person != person)
        .group_by(other.c.person)
        .order_by(func.count(own.c.match.distinct()).desc(), other.c.person)
        .limit(_COMPANIONS)
    )


def names_of(persons: Sequence[str]) -> Select[Any]:
    """The names of people."""
    return select(people.c.id, people.c.name).where(people.c.id.in_(persons))


def _statistics(
    person: str, names: Mapping[str, str], own: Iterable[Row[Any]], others: Iterable[Row[Any]]
) -> PersonStatistics:
    sums: dict[HandRole, list[int]] = {role: [0, 0, 0] for role in get_args(HandRole)}
    trumps: list[TrumpNumbers] = []
    total: defaultdict[str, int] = defaultdict(int)
    for row in own:
        of_role = sums[row.role]
        for place, count in enumerate((row.hands, row.won, row.levels)):
            of_role[place] += count
        for field in ("throws", "failed", "buried", "lost", "taken"):
            total[field] += getattr(row, field)
        if row.trump is not None:
            suit = Suit(row.trump) if row.trump else None
            trumps.append(TrumpNumbers(suit=suit, hands=row.hands, won=row.won))
    return PersonStatistics(
        person=person,
        name=names[person],
        roles=tuple(
            RoleNumbers(role=role, hands=count, won=won, levels=levels)
            for role, (count, won, levels) in sums.items()
        ),
        trumps=tuple(sorted(trumps, key=lambda one: (-one.hands, str(one.suit)))),
        throws=total["throws"],
        failed=total["failed"],
        kitties=KittyNumbers(buried=total["buried"], lost=total["lost"], taken=total["taken"]),
        companions=tuple(
            Companion(
                person=row.person,
                name=names[row.person],
                matches=row.matches,
                together=Tally(matches=row.together, won=row.together_won),
                against=Tally(matches=row.against, won=row.against_won),
            )
            for row in others
            if row.person in names
        ),
    )
