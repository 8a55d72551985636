"""Folds results into ratings: one by one as matches end, or all at once in a rebuild."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence

from shengji.ratings.company import Company, Gathering, Pair
from shengji.ratings.elo import Change, Rating, correlation_after, rate
from shengji.ratings.pools import Pool
from shengji.ratings.result import Result


class Ratings:
    """Ratings of people, accumulated over results.

    Args:
        current: stored ratings, for all people of the results to add.
        seasons: the seasons of each pool so far, in order.
        company: stored drifts and meetings, for the same people.

    Attributes:
        current: the rating of each person in each pool, as of the season of its last result.
        seasons: the seasons of each pool, in order; the last is the one that is played.
    """

    def __init__(
        self,
        current: Mapping[tuple[str, Pool], Rating] | None = None,
        seasons: Mapping[Pool, Sequence[str]] | None = None,
        company: Company | None = None,
    ) -> None:
        self.current = dict(current or {})
        self.seasons = {pool: list(names) for pool, names in (seasons or {}).items()}
        self.company = company or Company()

    def of(self, person: str, pool: Pool) -> Rating:
        """The rating of a person now: less certain with each season since they last played."""
        return self._of(person, pool, self.seasons.get(pool, []))

    def _of(self, person: str, pool: Pool, seasons: Sequence[str]) -> Rating:
        """The rating of a person in the last of these seasons."""
        rating = self.current.get((person, pool))
        if rating is None:
            return Rating()
        return rating.after_seasons(len(seasons) - 1 - seasons.index(rating.season))

    def add(self, result: Result) -> tuple[Change, ...]:
        """Rate a result; the first result of a new season begins the season.

        Returns:
            The changes for each person in it.

        Raises:
            RatingError: when a bot has no rating in the pool; nothing has changed then.
        """
        seasons = self.seasons.get(result.pool, [])
        if result.season not in seasons:
            seasons = [*seasons, result.season]
        before = {one: self._of(one, result.pool, seasons) for one in result.people}
        those = self.company.at(result, seasons)
        correlations = self._correlations(those, before)
        changes = rate(result, before, those.bounds(), correlations)
        self.seasons[result.pool] = seasons
        self._note(those, {change.person: change for change in changes}, correlations)
        for change in changes:
            self.current[change.person, change.pool] = change.after
        return changes

    def _correlations(self, those: Gathering, before: Mapping[str, Rating]) -> dict[Pair, float]:
        """The correlations of errors before the result; the seasons since have reduced them."""
        pool = those.result.pool
        kept = {
            person: self.current.get((person, pool), rating).deviation / rating.deviation
            for person, rating in before.items()
        }
        return {
            (one, other): met.correlation * kept[one] * kept[other]
            for (one, other), met in those.meetings.items()
        }

    def _note(
        self, those: Gathering, changes: Mapping[str, Change], correlations: Mapping[Pair, float]
    ) -> None:
        after = {
            (one, other): correlation_after(
                changes[one], changes[other], correlations[one, other], those.link(one, other)
            )
            for one, other in those.meetings
        }
        self.company.add(those, {one: change.points for one, change in changes.items()}, after)


def rebuild(
    results: Iterable[Result],
    annulled: Collection[str] = (),
    told: Callable[[tuple[Change, ...]], None] = lambda changes: None,
) -> Ratings:
    """Compute the ratings from results in any order.

    Args:
        results: all results; rated in the order of their time, match and number.
        annulled: the matches to leave out.
        told: callback for the changes of each result, in order.

    Raises:
        RatingError: when a bot has no rating in the pool of a result.
    """
    ratings = Ratings()
    for result in sorted(results, key=lambda one: one.order):
        if result.match not in annulled:
            told(ratings.add(result))
    return ratings
