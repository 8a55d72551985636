"""People who ask, known by what they show."""

from __future__ import annotations

from abc import ABC, abstractmethod

from shengji.server.site.person import Bearer, Person


class Authenticator(ABC):
    """The people whom the site knows again."""

    @abstractmethod
    async def by_secret(self, secret: str) -> Person | None:
        """The person whose browser holds a secret."""

    @abstractmethod
    async def by_token(self, token: str) -> Bearer | None:
        """The person for whom a token stands; `None`: there is none such, or it is void."""

    @abstractmethod
    async def has_proved(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in so lately, or showed that its owner is there."""
