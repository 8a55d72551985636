"""Authentication by the sessions and tokens in the database."""

from __future__ import annotations

from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.tokens import TokenStore
from shengji.server.site.authentication import Authenticator
from shengji.server.site.person import Bearer, Person


class SessionAuthenticator(Authenticator):
    """Resolves credentials with the database."""

    def __init__(self, people: PeopleStore, accounts: AccountStore, tokens: TokenStore) -> None:
        self._people = people
        self._accounts = accounts
        self._tokens = tokens

    async def by_secret(self, secret: str) -> Person | None:
        """The person whose browser has a secret; `None`: unknown."""
        return await self._people.person_by_secret(secret)

    async def by_token(self, token: str) -> Bearer | None:
        """The person and scopes of a token; `None`: unknown or expired."""
        return await self._tokens.bearer(token)

    async def proved_recently(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in, or proved the owner's presence, in the last `seconds`."""
        return await self._accounts.proved_recently(browser, seconds)
