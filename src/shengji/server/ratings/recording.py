"""The recording of matches, as far as ratings depend on it."""

from __future__ import annotations

from abc import ABC, abstractmethod


class Recording(ABC):
    """Stores and rates finished matches."""

    @abstractmethod
    def match_over(self) -> None:
        """Signal that a match has ended or must be rated again; it is processed soon."""

    @abstractmethod
    async def wait_rated(self) -> bool:
        """Wait until all finished matches are stored and rated, so that ratings are current.

        Returns:
            Whether all are rated; `False` when too many matches wait to be rated again.
        """
