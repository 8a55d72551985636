"""Personal data of people who answer puzzles."""

from __future__ import annotations

from shengji.server.practice.store import SolverStore
from shengji.server.site.archives import Files
from shengji.server.site.person import Person
from shengji.server.site.personal import PersonalData, as_json


class PuzzlePersonal(PersonalData):
    """A person's puzzle answers and rating, for export."""

    def __init__(self, solvers: SolverStore) -> None:
        self._solvers = solvers

    async def export(self, person: Person) -> Files:
        """Export the rating, the answers, and the days with an answered daily puzzle."""
        solver = await self._solvers.of(person.id)
        yield (
            "puzzles.json",
            as_json(
                {
                    "rating": solver.rating.value,
                    "deviation": solver.rating.deviation,
                    "answers": [
                        {name: getattr(at, name) for name in ("puzzle", "at", "choice", "right")}
                        for at in solver.attempts.values()
                    ],
                    "days": sorted(day.isoformat() for day in solver.days),
                }
            ),
        )
