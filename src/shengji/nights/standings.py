"""The standings of a night: levels gained, less penalties."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from shengji.nights.copies import made_from
from shengji.nights.facts import NightFacts
from shengji.nights.scorekeeping import SettledHand, play_through
from shengji.nights.state import BOT, Game


class NightStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings of a night.

    Attributes:
        place: from 1; ties share a place. People without a hand that counts come last.
        person: the id in the night.
        account: the public id of the account; `None`: a guest.
        team: name of the team; empty: none.
        rounds: number of rounds with a hand that counts.
        hands: number of hands that count.
        won: number of these that their side has won.
        levels: levels that their side has won in these, less those of the opposing side.
        score: levels less penalty, which decides the place.
        final: for finalists, levels gained in the final; finalists stand first, by these and then
            by score. `None`: no finalist.
        rating: rating points gained, over all pools played; `None`: not rated yet, or no account.
    """

    place: int
    person: str
    name: str
    account: str | None
    team: str
    nights: int
    rounds: int
    hands: int
    won: int
    levels: int
    matches: int
    penalty: int
    score: int
    final: int | None
    rating: float | None


class TeamStanding(msgspec.Struct, frozen=True, kw_only=True):
    """A line of the standings of teams: the sum of a team's people.

    Attributes:
        place: from 1; ties share a place.
    """

    place: int
    team: str
    people: int
    score: int


class _Sums(msgspec.Struct):
    rounds: set[int]
    hands: int = 0
    won: int = 0
    levels: int = 0
    matches: int = 0
    penalty: int = 0
    final: int | None = None

    @property
    def score(self) -> int:
        """Levels less penalty."""
        return self.levels - self.penalty


def counting_hands(game: Game) -> list[SettledHand]:
    """The hands of a table that count: confirmed, not struck out, not after the match's end."""
    return [hand for hand in play_through(game).hands if hand.counts]


def match_winners(game: Game) -> tuple[str, ...]:
    """The people who have won the match of a table; none while it is open.

    A match with real cards is won by a confirmed hand. So is a match at a table of the server once
    an organiser's ruling stands for one of its hands.
    """
    if game.match is not None and not game.ruled:
        return game.match.winners
    hands = counting_hands(game)
    last = hands[-1] if hands else None
    return () if last is None else tuple(last.seats[seat] for seat in last.winners)


def standings(night: NightFacts) -> tuple[NightStanding, ...]:
    """The standings, first place first; they list all who have checked in, without ratings.

    A person who sits out a round gets 0 for it, which is also the average of a round, since one
    side gains the levels that the other loses. Ties in score are broken by matches won, then by
    hands won, then by fewer penalties; people equal in all of these share the place. People without
    a hand that counts come last.

    After a final its people stand first, in the order of the levels that they gained in it, since
    that is what a final is for; people equal there, such as partners, stand by their scores. The
    final counts in the scores of its people as the consolation round does in those of the others,
    so that scores still add up over a series.
    """
    sums = {person: _Sums(rounds=set()) for person in night.people}
    last = next((found for found in night.rounds[::-1] if found.final), None)
    for person in () if last is None else last.final:
        sums[person].final = 0
    for number in night.rounds:
        for game in number.games.values():
            if not game.casual:
                _add(sums, game, final=number is last)
    for penalty in night.penalties:
        if penalty.revoked is None:
            sums[penalty.person].penalty += penalty.points
    people = [person for person in night.people if person != BOT]
    order = sorted(people, key=lambda person: _key(sums[person]))
    rows: list[NightStanding] = []
    for index, person in enumerate(order):
        own, known = sums[person], night.people[person]
        level = bool(rows) and _key(own) == _key(sums[order[index - 1]])
        rows.append(
            made_from(
                NightStanding,
                own,
                known,
                place=rows[-1].place if level else index + 1,
                person=person,
                nights=int(own.hands > 0),
                rounds=len(own.rounds),
                score=own.score,
                rating=None,
            )
        )
    return tuple(rows)


def _add(sums: dict[str, _Sums], game: Game, *, final: bool) -> None:
    """Add the results of a table; `final`: it plays in the round of the final."""
    for hand in counting_hands(game):
        for person in hand.seats:
            own, won = sums[person], person in hand.winning
            own.rounds.add(game.round)
            own.hands += 1
            own.won += won
            gained = hand.levels if won else -hand.levels
            own.levels += gained
            if final and own.final is not None:
                own.final += gained
    for person in match_winners(game):
        sums[person].matches += 1


def _key(own: _Sums) -> tuple[bool, int, bool, int, int, int, int]:
    return (own.final is None, -(own.final or 0), own.hands == 0, *place_key(own))


def place_key(row: NightStanding | _Sums) -> tuple[int, int, int, int]:
    """Sort key of people by results alone; people who have not played stand at the average."""
    return (-row.score, -row.matches, -row.won, row.penalty)


def team_standings(rows: Sequence[NightStanding]) -> tuple[TeamStanding, ...]:
    """The standings of the teams, first place first; empty without teams.

    Args:
        rows: the standings of the people.
    """
    teams: dict[str, list[NightStanding]] = {}
    for row in rows:
        if row.team:
            teams.setdefault(row.team, []).append(row)
    scores = {team: sum(row.score for row in own) for team, own in teams.items()}
    return tuple(
        TeamStanding(
            place=1 + sum(other > scores[team] for other in scores.values()),
            team=team,
            people=len(teams[team]),
            score=scores[team],
        )
        for team in sorted(teams, key=lambda team: (-scores[team], team))
    )
