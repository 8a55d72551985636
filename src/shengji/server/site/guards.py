"""Askers: the kinds of the argument `asked` of addresses, which say who may ask.

One argument knows the request, what the server works with, and who asks; that it is of a kind
means that whoever asks has been let in as such.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, ClassVar, TypeVar

from litestar import Request
from litestar.datastructures import State

from shengji.server.site.authentication import Authenticator
from shengji.server.site.errors import ApiError
from shengji.server.site.person import Person
from shengji.server.site.schemas import Scope
from shengji.server.site.services import (
    PROOF_SECONDS,
    TOKEN,
    Services,
    address_of,
    need_role,
    person_of,
    secret_in,
    token_in,
)

T = TypeVar("T")


class AnyCaller:
    """A request that anybody may make; the base of those that only some may.

    Attributes:
        request: as it came.
        services: what the server works with.
        FAULTS: why others are refused.
        SCOPE: what a token must allow, where only programs may ask.
    """

    FAULTS: ClassVar[tuple[str, ...]] = ()
    SCOPE: ClassVar[Scope | None] = None

    def __init_subclass__(cls, refused: str, scope: Scope | None = None) -> None:
        cls.FAULTS = (*cls.FAULTS, refused)
        cls.SCOPE = scope

    def __init__(self, request: Request[Any, Any, Any], services: Services) -> None:
        self.request = request
        self.services = services

    async def admit(self) -> None:
        """Let in who may ask.

        Raises:
            FaultError: somebody else asks.
        """

    @property
    def address(self) -> str:
        """The address of the network from which it comes."""
        return address_of(self.request.scope)

    @property
    def secret(self) -> str:
        """The secret of the browser that asks; empty where it has none, or a program asks."""
        return secret_in(self.request.scope["headers"]) or ""

    @property
    def state(self) -> State:
        """Things that are kept as long as the server runs."""
        return self.request.app.state

    def count_creation(self) -> None:
        """Count that something is made.

        Raises:
            FaultError: too much was made from there lately.
        """
        self.services.count_creation(self.request)

    def count_sign_in(self) -> None:
        """Count that somebody tries to sign in.

        Raises:
            FaultError: that was tried too often from there lately.
        """
        self.services.count_sign_in(self.request)


class BrowserCaller(AnyCaller, refused="browsers-only"):
    """A request of a browser, known or not."""

    async def admit(self) -> None:
        """Let in browsers."""
        if token_in(self.request.scope["headers"]) is not None:
            raise ApiError("browsers-only")


class PersonCaller(AnyCaller, refused="no-person"):
    """A request of somebody who is known, a guest or an account.

    Attributes:
        person: who asks.
    """

    person: Person

    async def admit(self) -> None:
        """Let in who is known, unless they are banned, or muted and write something."""
        self.person = await person_of(self.request, self.services)

    async def need_proof(self) -> None:
        """Refuse what only the owner may do, where a browser has been left signed in.

        Raises:
            FaultError: it has not signed in, nor proved that its owner is there, lately.
        """
        if not await self.services[Authenticator].has_proved(self.secret, PROOF_SECONDS):
            raise ApiError("prove")

    async def worked(self, job: Callable[[], T]) -> T:
        """Have something done for who asks, beside play; see `Services.worked`."""
        return await self.services.worked(self.address, self.person, job)


class HumanCaller(PersonCaller, refused="bot-account"):
    """A request of somebody who may sit at a table, as no bot's account may."""

    async def admit(self) -> None:
        """Let in people."""
        await super().admit()
        if self.person.bot:
            raise ApiError("bot-account")


class AccountOwner(PersonCaller, refused="no-account"):
    """A request of somebody who has an account."""

    async def admit(self) -> None:
        """Let in who has an account."""
        await super().admit()
        if not self.person.has_account:
            raise ApiError("no-account")


class RecentlyAuthenticated(AccountOwner, refused="prove"):
    """A request of an owner who signed in, or proved to be there, in the last minutes."""

    async def admit(self) -> None:
        """Let in an owner who is surely there."""
        await super().admit()
        await self.need_proof()


class AdministratorCaller(PersonCaller, refused="not-allowed"):
    """A request of somebody who administers the site."""

    async def admit(self) -> None:
        """Let in administrators."""
        await super().admit()
        need_role(self.person, "administrator")


class RecentlyAuthenticatedAdministrator(AdministratorCaller, refused="prove"):
    """A request of an administrator who signed in, or proved to be there, in the last minutes."""

    async def admit(self) -> None:
        """Let in an administrator who is surely there."""
        await super().admit()
        await self.need_proof()


class BotCaller(PersonCaller, refused="not-a-bot", scope="bot"):
    """A request of a program, with a token of a bot's account."""

    async def admit(self) -> None:
        """Let in bots."""
        await super().admit()
        if not self.person.bot:
            raise ApiError("not-a-bot")

    @property
    def token(self) -> str:
        """The id of the token with which it asks."""
        found: str = self.request.scope["state"][TOKEN]
        return found
