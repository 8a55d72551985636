"""Authentication: the interface that resolves a credential to a person."""

from __future__ import annotations

from abc import ABC, abstractmethod

from shengji.server.site.person import Bearer, Person


class Authenticator(ABC):
    """Resolves a credential to a person."""

    @abstractmethod
    async def by_secret(self, secret: str) -> Person | None:
        """The person whose browser has a secret; `None`: unknown."""

    @abstractmethod
    async def by_token(self, token: str) -> Bearer | None:
        """The person and scopes of a token; `None`: unknown or expired."""

    @abstractmethod
    async def proved_recently(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in, or proved the owner's presence, in the last `seconds`."""
