"""The matches that are over, as far as ratings depend on them."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Recording(ABC):
    """Where matches that are over are kept and rated."""

    @abstractmethod
    def match_over(self) -> None:
        """Note that a match is over, or is to be rated anew; that is done soon."""

    @abstractmethod
    async def wait_rated(self) -> bool:
        """Wait until all that is over is kept and rated, so that nobody is told older ratings.

        Returns:
            Whether it is; where very much is to be rated anew, nobody waits for all of it.
        """
