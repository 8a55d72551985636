"""The person who asks, from what the database knows of people."""

from __future__ import annotations

from shengji.server.accounts.people import PeopleStore
from shengji.server.accounts.store import AccountStore
from shengji.server.accounts.tokens import TokenStore
from shengji.server.site.authentication import Authenticator
from shengji.server.site.person import Bearer, Person


class SessionAuthenticator(Authenticator):
    """The people in the database."""

    def __init__(self, people: PeopleStore, accounts: AccountStore, tokens: TokenStore) -> None:
        self._people = people
        self._accounts = accounts
        self._tokens = tokens

    async def by_secret(self, secret: str) -> Person | None:
        """The person whose browser holds a secret."""
        return await self._people.person_by_secret(secret)

    async def by_token(self, token: str) -> Bearer | None:
        """The person for whom a token stands; `None`: there is none such, or it is void."""
        return await self._tokens.bearer(token)

    async def has_proved(self, browser: str, seconds: int) -> bool:
        """Whether a browser signed in so lately, or showed that its owner is there."""
        return await self._accounts.has_proved(browser, seconds)
