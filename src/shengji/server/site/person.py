"""A person, as all subjects share it."""

from __future__ import annotations

from typing import NamedTuple

from shengji.server.database.ids import PersonId
from shengji.server.site.schemas import Role


class Person(NamedTuple):
    """A person, by public id.

    Attributes:
        role: of the account; `None`: a guest.
        bot: whether the account is a bot's, which plays over the network and takes no seat.
    """

    id: PersonId
    name: str
    role: Role | None = None
    bot: bool = False

    @property
    def has_account(self) -> bool:
        """Whether the person has an account, so that the name is unique."""
        return self.role is not None

    @property
    def organises(self) -> bool:
        """Whether the person has the role of an organiser or a higher one."""
        return self.role in ("organiser", "administrator")


class Bearer(NamedTuple):
    """The person authenticated by a token.

    Attributes:
        token: the id of the token.
    """

    person: Person
    token: str
    scopes: frozenset[str]
