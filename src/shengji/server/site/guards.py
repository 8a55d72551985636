"""Guards: the types of a handler's argument `caller`, which state who may call it.

The argument holds the request, the services and the authenticated person. A handler that gets an
object of a type can rely on the type's check.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
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
    client_address,
    need_role,
    person_of,
    secret_in,
    token_in,
)

T = TypeVar("T")


@dataclass(eq=False)
class AnyCaller:
    """A request that anyone may make; the base of the other guards.

    Attributes:
        FAULTS: error codes of a refused request.
        SCOPE: scope that a token needs, if only programs may call it; else `None`.
    """

    FAULTS: ClassVar[tuple[str, ...]] = ()
    SCOPE: ClassVar[Scope | None] = None

    request: Request[Any, Any, Any]
    services: Services

    def __init_subclass__(cls, refused: str, scope: Scope | None = None) -> None:
        cls.FAULTS = (*cls.FAULTS, refused)
        cls.SCOPE = scope

    async def admit(self) -> None:
        """Check the caller.

        Raises:
            ApiError: the request is refused.
        """

    @property
    def address(self) -> str:
        """The client's network address."""
        return client_address(self.request.scope)

    @property
    def secret(self) -> str:
        """The secret of the browser; empty if it has none, or if a program calls."""
        return secret_in(self.request.scope["headers"]) or ""

    @property
    def state(self) -> State:
        """The state of the application, kept while the server runs."""
        return self.request.app.state

    def count_creation(self) -> None:
        """Count a creation by the client's address.

        Raises:
            ApiError: the address has exceeded the rate limit.
        """
        self.services.count_creation(self.request)

    def count_sign_in(self) -> None:
        """Count an attempt to sign in by the client's address.

        Raises:
            ApiError: the address has exceeded the rate limit.
        """
        self.services.count_sign_in(self.request)


class BrowserCaller(AnyCaller, refused="browsers-only"):
    """A request of a browser, authenticated or not."""

    async def admit(self) -> None:
        """Require a browser: refuse tokens."""
        if token_in(self.request.scope["headers"]) is not None:
            raise ApiError("browsers-only")


class PersonCaller(AnyCaller, refused="no-person"):
    """A request of an authenticated person, guest or account."""

    person: Person

    async def admit(self) -> None:
        """Require authentication; refuse banned people, and texts of muted people."""
        self.person = await person_of(self.request, self.services)

    async def need_proof(self) -> None:
        """Require recent authentication, in case a browser was left signed in.

        Raises:
            ApiError: the browser has neither signed in nor proved the owner's presence lately.
        """
        if not await self.services[Authenticator].proved_recently(self.secret, PROOF_SECONDS):
            raise ApiError("prove")

    async def worked(self, job: Callable[[], T]) -> T:
        """Run a background job for the caller; see `Services.worked`."""
        return await self.services.worked(self.address, self.person, job)


class VisitorCaller(PersonCaller, refused="banned"):
    """A request that anyone may make, authenticated or not; a visitor's id is empty."""

    FAULTS = ()

    async def admit(self) -> None:
        """Authenticate a caller who shows a secret; refuse banned people."""
        try:
            await super().admit()
        except ApiError as error:
            if error.code != "no-person":
                raise
            self.person = Person("", "")


class HumanCaller(PersonCaller, refused="bot-account"):
    """A request of a person who may sit at a table; accounts of bots may not."""

    async def admit(self) -> None:
        """Require a person, not a bot."""
        await super().admit()
        if self.person.bot:
            raise ApiError("bot-account")


class AccountOwner(PersonCaller, refused="no-account"):
    """A request of the owner of an account."""

    async def admit(self) -> None:
        """Require an account."""
        await super().admit()
        if not self.person.has_account:
            raise ApiError("no-account")


class RecentlyAuthenticated(AccountOwner, refused="prove"):
    """A request of an owner who signed in, or proved to be present, in the last minutes."""

    async def admit(self) -> None:
        """Require recent authentication."""
        await super().admit()
        await self.need_proof()


class AdministratorCaller(PersonCaller, refused="not-allowed"):
    """A request of an administrator of the site."""

    async def admit(self) -> None:
        """Require an administrator."""
        await super().admit()
        need_role(self.person, "administrator")


class RecentlyAuthenticatedAdministrator(AdministratorCaller, refused="prove"):
    """A request of an administrator who signed in, or proved to be present, in the last minutes."""

    async def admit(self) -> None:
        """Require an administrator with recent authentication."""
        await super().admit()
        await self.need_proof()


class BotCaller(PersonCaller, refused="not-a-bot", scope="bot"):
    """A request of a program, with a token of a bot's account."""

    async def admit(self) -> None:
        """Require a bot's account."""
        await super().admit()
        if not self.person.bot:
            raise ApiError("not-a-bot")

    @property
    def token(self) -> str:
        """The id of the token."""
        found: str = self.request.scope["state"][TOKEN]
        return found
